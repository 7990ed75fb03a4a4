import type { ManagedModel, ManagedProvider } from '@orrery/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { isReadyModel, type ModelForm, readModel, setCapabilities, setMaxOutput, writeModel } from '../model-form.ts'
import { manageApi, refreshModels, type Scope } from '../model.queries.ts'
import { ParameterEditor } from './parameter-editor.tsx'
import { SupportEditor } from './support-editor.tsx'
import { TestPanel } from './test-panel.tsx'

interface ModelDialogProps {
  scope: Scope
  provider: ManagedProvider
  model?: ManagedModel
  onClose: () => void
}

const abilities = ['tools', 'vision', 'reasoning', 'json'] as const

/** A model of a provider: what it is called there, what it can do, and what can be set about it. */
export function ModelDialog({ scope, provider, model, onClose }: ModelDialogProps) {
  const t = useT('model')
  const [form, setForm] = useState<ModelForm>(() => readModel(model))
  const [tab, setTab] = useState<'general' | 'parameters' | 'support'>('general')
  const set = (change: Partial<ModelForm>) => setForm({ ...form, ...change })
  const { calls, base } = manageApi(scope)
  const save = useMutation({
    mutationFn: async () => {
      const fields = writeModel(form)
      if (model) await calls.updateModel({ ...base, model_id: model.id, ...fields })
      else await calls.createModel({ ...base, provider_id: provider.id, type: form.type, ...fields })
      await refreshModels()
    },
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReadyModel(form) && !save.isPending) save.mutate()
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={model ? t('model.edit', { name: model.name }) : t('model.addTo', { provider: provider.name })}
      keepOnOutsidePress
      onSubmit={submit}
      className="h-160 max-h-[calc(100vh-2rem)]"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReadyModel(form)} busy={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Tabs
        label={t('model.parts')}
        items={[
          { value: 'general', label: t('tab.general') },
          { value: 'parameters', label: t('tab.parameters') },
          { value: 'support', label: t('tab.support') },
        ]}
        value={tab}
        onChange={setTab}
        className="-mx-4"
      >
        <TabPanel value="general" className="flex flex-col gap-4 px-4 pt-4">
          <div className="grid grid-cols-2 gap-4">
            <Field label={t('model.name')} required>
              <Input limit={100} value={form.name} onChange={(event) => set({ name: event.target.value })} />
            </Field>
            <Field label={t('model.id')} required help={t('model.id.help')}>
              <Input
                mono
                value={form.model}
                placeholder="gpt-5-mini"
                onChange={(event) => set({ model: event.target.value })}
              />
            </Field>
          </div>
          <Field label={t('model.type')}>
            <Segmented
              label={t('model.type')}
              disabled={model !== undefined}
              items={[
                { value: '0', label: t('type.chat') },
                { value: '1', label: t('type.embedding') },
                { value: '2', label: t('type.rerank') },
              ]}
              value={String(form.type)}
              onChange={(type) => set({ type: Number(type) as ModelForm['type'] })}
            />
          </Field>
          <fieldset>
            <legend className="mb-1 font-medium">{t('model.abilities')}</legend>
            <div className="flex flex-wrap gap-4">
              {abilities.map((ability) => (
                <Checkbox
                  key={ability}
                  checked={form.capabilities[ability]}
                  onChange={(on) => setForm(setCapabilities(form, { ...form.capabilities, [ability]: on }))}
                >
                  {t(`can.${ability}`)}
                </Checkbox>
              ))}
              <Checkbox checked={form.sendsBytes} onChange={(on) => set({ sendsBytes: on })}>
                {t('model.bytes')}
              </Checkbox>
            </div>
          </fieldset>
          <div className="grid grid-cols-4 gap-4">
            <Amount
              label={t('model.context')}
              value={form.contextTokens}
              min={256}
              onChange={(contextTokens) => set({ contextTokens })}
            />
            <Amount
              label={t('model.output')}
              value={form.maxOutputTokens}
              min={1}
              onChange={(most) => setForm(setMaxOutput(form, most))}
            />
            <Amount
              label={t('model.priceIn')}
              value={form.priceIn}
              min={0}
              step={0.1}
              onChange={(priceIn) => set({ priceIn })}
            />
            <Amount
              label={t('model.priceOut')}
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
              limit={500}
              value={form.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          </Field>
          {form.type === 0 && (
            <TestPanel scope={scope} input={{ provider_id: provider.id, model: form.model.trim() }}>
              <p className="min-w-0 flex-1 text-small text-mute">{t('test.text')}</p>
            </TestPanel>
          )}
          {save.error && <ErrorPanel error={save.error} />}
        </TabPanel>
        <TabPanel value="parameters" className="px-4 pt-4">
          <ParameterEditor parameters={form.parameters} onChange={(parameters) => set({ parameters })} />
        </TabPanel>
        <TabPanel value="support" className="px-4 pt-4">
          <SupportEditor support={form.support} onChange={(support) => set({ support })} />
        </TabPanel>
      </Tabs>
    </Dialog>
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
