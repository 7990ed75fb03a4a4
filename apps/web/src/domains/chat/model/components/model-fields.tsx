import { MODEL_LIMITS } from '@orrery/contract/shared/limits'
import { ModelType } from '@orrery/contract/shared/model-support'
import { useT } from '#lib/i18n.ts'
import { currencyName } from '#lib/money.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { modelTypes, typeNames } from '../model-types.ts'
import { type ModelForm, setCapabilities, setMaxOutput } from '../model-form.ts'

const abilities = ['tools', 'vision', 'reasoning', 'json'] as const

interface ModelFieldsProps {
  form: ModelForm
  /** The type of a stored model cannot change. */
  isNew: boolean
  onChange: (form: ModelForm) => void
}

/** Names, type, capabilities, sizes and prices of a model. */
export function ModelFields({ form, isNew, onChange }: ModelFieldsProps) {
  const t = useT('model')
  const set = (change: Partial<ModelForm>) => onChange({ ...form, ...change })
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('model.name')} required>
          <Input limit={MODEL_LIMITS.name} value={form.name} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <Field label={t('model.id')} required help={t('model.id.help')}>
          <Input
            mono
            value={form.model}
            placeholder="model-name"
            onChange={(event) => set({ model: event.target.value })}
          />
        </Field>
      </div>
      <Field label={t('model.type')}>
        <Segmented
          label={t('model.type')}
          disabled={!isNew}
          items={modelTypes.map((type) => ({ value: String(type), label: t(`type.${typeNames[type]}`) }))}
          value={String(form.type)}
          onChange={(type) => set({ type: Number(type) as ModelForm['type'] })}
        />
      </Field>
      {form.type === ModelType.chat && (
        <fieldset>
          <legend className="mb-1 font-medium">{t('model.abilities')}</legend>
          <div className="flex flex-wrap gap-4">
            {abilities.map((ability) => (
              <Checkbox
                key={ability}
                checked={form.capabilities[ability]}
                onChange={(on) => onChange(setCapabilities(form, { ...form.capabilities, [ability]: on }))}
              >
                {t(`can.${ability}`)}
              </Checkbox>
            ))}
            <Checkbox checked={form.sendsBytes} onChange={(on) => set({ sendsBytes: on })}>
              {t('model.bytes')}
            </Checkbox>
          </div>
        </fieldset>
      )}
      <div className="grid grid-cols-4 gap-4">
        <Amount
          label={t('model.context')}
          value={form.contextTokens}
          min={256}
          onChange={(contextTokens) => set({ contextTokens })}
        />
        {form.type === ModelType.chat && (
          <Amount
            label={t('model.output')}
            value={form.maxOutputTokens}
            min={1}
            onChange={(most) => onChange(setMaxOutput(form, most))}
          />
        )}
        <Amount
          label={t('model.priceIn', { unit: currencyName() })}
          value={form.priceIn}
          min={0}
          step={0.1}
          onChange={(priceIn) => set({ priceIn })}
        />
        <Amount
          label={t('model.priceOut', { unit: currencyName() })}
          value={form.priceOut}
          min={0}
          step={0.1}
          onChange={(priceOut) => set({ priceOut })}
        />
        <Amount label={t('model.tpmIn')} value={form.tpmIn} min={0} onChange={(tpmIn) => set({ tpmIn })} />
        <Amount label={t('model.tpmOut')} value={form.tpmOut} min={0} onChange={(tpmOut) => set({ tpmOut })} />
        <p className="col-span-2 self-end pb-1.5 text-small text-mute">{t('model.tpm.help')}</p>
      </div>
      <Field label={t('model.description')}>
        <Input
          limit={MODEL_LIMITS.description}
          value={form.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
    </>
  )
}

interface AmountProps {
  label: string
  value: number
  min: number
  step?: number
  onChange: (value: number) => void
}

function Amount({ label, value, min, step = 1, onChange }: AmountProps) {
  return (
    <Field label={label}>
      <NumberInput
        label={label}
        value={value}
        min={min}
        step={step}
        onChange={(next) => next !== null && onChange(next)}
      />
    </Field>
  )
}
