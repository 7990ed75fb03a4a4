import type { FieldOf } from '@orrery/engine/describe'
import { SlidersHorizontal } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Slider } from '#ui/slider.tsx'
import { ModelSelect, useModels, useModelsClosed } from '#domains/chat/model/index.ts'
import { useEditor } from '../../document/editor-context.ts'
import { useNodeForm } from '../form-context.tsx'
import { boundsOf, isPreset, presets, readModel, settingFor, writeModel } from '../../nodes/model-setting.ts'

/** Selects the model and its settings. */
export function ModelField({ field }: { field: FieldOf<'model'> }) {
  const t = useT('workflow-node')
  const { spaceId } = useEditor()
  const { data, change, isReadOnly } = useNodeForm()
  const models = useModels(spaceId)
  const isClosed = useModelsClosed(spaceId)
  const setting = readModel(data, field.form, field.path)
  const model = models.find((model) => String(model.model_type) === setting.modelId)
  const set = (next: Parameters<typeof writeModel>[3], merge?: string) =>
    change((before) => writeModel(before, field.form, field.path, next), merge && `${field.path}/${merge}`)
  const style = isPreset(setting.diversity) ? t(`model.${setting.diversity}`) : t('model.custom')
  const shown = setting.temperature === undefined ? style : `${style} · ${setting.temperature}`
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-w-0 items-center gap-2">
        <ModelSelect
          spaceId={spaceId}
          label={t('model.choose')}
          value={setting.modelId}
          disabled={isReadOnly}
          onChange={(next) => set(settingFor(next, setting.diversity))}
          className="min-w-0 flex-1"
        />
        <Popover
          align="end"
          className="w-95"
          title={t('model.settings')}
          trigger={
            <button
              type="button"
              className={buttonStyle('plain', 'md', 'max-w-40')}
              aria-label={`${t('model.settings')}: ${shown}`}
            >
              <Icon of={SlidersHorizontal} size={14} className="text-mute" />
              <span className="truncate">{shown}</span>
            </button>
          }
        >
          <div className="flex flex-col gap-2">
            <Segmented
              wide
              size="sm"
              label={t('model.style')}
              disabled={isReadOnly}
              items={[
                ...presets.map((value) => ({ value: value as string, label: t(`model.${value}`) })),
                { value: 'custom', label: t('model.custom') },
              ]}
              value={isPreset(setting.diversity) ? setting.diversity : 'custom'}
              onChange={(next) => {
                if (!isPreset(next) || !model) return set({ diversity: next === 'custom' ? 'customize' : next })
                const { temperature, topP } = settingFor(model, next)
                return set({ diversity: next, temperature, topP })
              }}
            />
            <Row
              label={t('model.temperature')}
              value={setting.temperature ?? 0.8}
              bounds={boundsOf(model, 'temperature', { min: 0, max: 2, step: 0.01 })}
              disabled={isReadOnly}
              onChange={(temperature) => set({ temperature, diversity: 'customize' }, 'temperature')}
            />
            <Row
              label={t('model.topP')}
              value={setting.topP ?? 1}
              bounds={boundsOf(model, 'top_p', { min: 0, max: 1, step: 0.01 })}
              disabled={isReadOnly}
              onChange={(topP) => set({ topP, diversity: 'customize' }, 'topP')}
            />
            <Row
              label={t('model.maxTokens')}
              value={setting.maxTokens ?? 4096}
              bounds={boundsOf(model, 'max_tokens', { min: 1, max: 16384, step: 1 })}
              disabled={isReadOnly}
              onChange={(maxTokens) => set({ maxTokens }, 'maxTokens')}
            />
          </div>
        </Popover>
      </div>
      {setting.modelId && models.length > 0 && !model && <p className="text-small text-warn">{t('model.gone')}</p>}
      {setting.modelId && isClosed && <p className="text-small text-mute">{t('model.closed')}</p>}
    </div>
  )
}

interface RowProps {
  label: string
  value: number
  bounds: { min: number; max: number; step: number }
  disabled: boolean
  onChange: (value: number) => void
}

function Row({ label, value, bounds, disabled, onChange }: RowProps) {
  return (
    <div className="grid grid-cols-[7.5rem_1fr] items-center gap-x-3">
      <span className="truncate">{label}</span>
      <Slider size="sm" label={label} {...bounds} value={value} disabled={disabled} onChange={onChange} />
    </div>
  )
}
