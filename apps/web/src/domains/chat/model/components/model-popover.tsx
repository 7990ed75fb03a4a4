import type { ListedModel } from '@orrery/contract'
import { ModelStyle } from '@orrery/contract/shared/bot-enums'
import { OFFLINE_MODEL_ID } from '@orrery/contract/shared/model-support'
import { ChevronDown, SlidersHorizontal, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Slider } from '#ui/slider.tsx'
import { useModels, useModelsClosed } from '../model.queries.ts'
import {
  applyPreset,
  chooseModel,
  isDiversity,
  isTokenAlert,
  type ModelInfo,
  presets,
  readParameter,
  writeParameter,
} from '../model-settings.ts'
import { ModelGuide } from './model-guide.tsx'
import { ModelSelect } from './model-select.tsx'
import { OutputSettings } from './output-settings.tsx'
import { ParameterRow } from './parameter-row.tsx'

interface ModelPopoverProps {
  spaceId: string
  value: ModelInfo
  onChange: (next: ModelInfo) => void
  disabled?: boolean
  /** Settings of the surrounding screen, shown at the end. */
  children?: ReactNode
}

/** The model of a bot or an agent: a button with its name that opens all settings of the model. */
export function ModelPopover({ spaceId, value, onChange, disabled, children }: ModelPopoverProps) {
  const t = useT('model')
  const models = useModels(spaceId)
  const model = models.find((model) => String(model.model_type) === value.model_id)
  const isBuiltIn = model !== undefined && String(model.model_type) === OFFLINE_MODEL_ID
  const isClosed = useModelsClosed(spaceId) && value.model_id !== ''
  const name = model?.name ?? t(isClosed ? 'closed' : value.model_id ? 'gone' : 'none')
  const isKnown = model !== undefined || isClosed
  const trigger = (
    <button type="button" className={buttonStyle('plain', 'sm', 'max-w-56')} aria-label={t('settingsOf', { name })}>
      <Icon
        of={isKnown ? SlidersHorizontal : TriangleAlert}
        size={14}
        className={isKnown ? 'text-mute' : 'text-warn'}
      />
      <span className="truncate">{name}</span>
      <Icon of={ChevronDown} size={14} className="text-mute" />
    </button>
  )
  return (
    <Popover trigger={trigger} label={t('settingsOf', { name })} align="end" className="w-95 p-0">
      <fieldset disabled={disabled} className="contents">
        <Section title={t('model')}>
          <ModelSelect
            spaceId={spaceId}
            value={value.model_id}
            disabled={disabled}
            onChange={(next) => onChange(chooseModel(value, next))}
          />
          {isBuiltIn && <p className="mt-1 text-small text-mute">{t('offlineNote')}</p>}
          {isClosed && <p className="mt-1 text-small text-mute">{t('closedHow')}</p>}
          {(isBuiltIn || !isKnown) && <ModelGuide spaceId={spaceId} className="mt-1 text-small text-mute" />}
          {models.length > 0 && !model && <p className="mt-1 text-small text-warn">{t('goneHow')}</p>}
        </Section>
        {model && <Settings model={model} value={value} onChange={onChange} disabled={disabled} />}
        {children}
      </fieldset>
    </Popover>
  )
}

interface SettingsProps {
  model: ListedModel
  value: ModelInfo
  onChange: (next: ModelInfo) => void
  disabled?: boolean
}

function Settings({ model, value, onChange, disabled }: SettingsProps) {
  const t = useT('model')
  const varied = model.model_params.filter(isDiversity)
  const names = {
    [ModelStyle.precise]: t('preset.precise'),
    [ModelStyle.balance]: t('preset.balance'),
    [ModelStyle.creative]: t('preset.creative'),
  }
  const rounds = value.short_memory_policy.history_round
  return (
    <>
      <Section title={t('diversity')}>
        <Segmented
          wide
          size="sm"
          label={t('diversity')}
          disabled={disabled}
          items={[
            ...presets.map((preset) => ({ value: String(preset), label: names[preset] })),
            { value: String(ModelStyle.custom), label: t('preset.custom') },
          ]}
          value={String(value.model_style)}
          onChange={(next) => {
            const preset = presets.find((preset) => String(preset) === next)
            onChange(preset ? applyPreset(value, model, preset) : { ...value, model_style: ModelStyle.custom })
          }}
        />
        <div className="mt-2 flex flex-col gap-1">
          {varied.map((parameter) => (
            <ParameterRow
              key={parameter.name}
              parameter={parameter}
              value={readParameter(value, parameter)}
              disabled={disabled || value.model_style !== ModelStyle.custom}
              onChange={(next) => onChange(writeParameter(value, parameter.name, next))}
            />
          ))}
        </div>
      </Section>
      <Section title={t('inputOutput')}>
        <div className="mb-1 grid grid-cols-[7.5rem_1fr] items-center gap-x-3">
          <span title={t('roundsHelp')}>{t('rounds')}</span>
          <Slider
            label={t('rounds')}
            size="sm"
            min={0}
            max={100}
            value={rounds}
            disabled={disabled}
            onChange={(next) =>
              onChange({ ...value, short_memory_policy: { ...value.short_memory_policy, history_round: next } })
            }
          />
        </div>
        <OutputSettings model={model} value={value} onChange={onChange} disabled={disabled} />
        {isTokenAlert(value.max_tokens) && (
          <p className="mt-1 flex items-start gap-1.5 text-small text-warn">
            <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0" />
            {t('tokenAlert', { count: value.max_tokens ?? 0 })}
          </p>
        )}
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b border-line px-4 py-3 last:border-b-0">
      <h3 id={id} className="mb-1.5 font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
