import type { ListedModel } from '@orrery/contract'
import { ResponseFormat } from '@orrery/contract/shared/bot-enums'
import { useT } from '#lib/i18n.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { isDiversity, type ModelInfo, readParameter, writeParameter } from '../model-settings.ts'
import { ParameterRow } from './parameter-row.tsx'

interface OutputSettingsProps {
  model: ListedModel
  value: ModelInfo
  onChange: (next: ModelInfo) => void
  disabled?: boolean
}

/** Context, answer length and output format. */
export function OutputSettings({ model, value, onChange, disabled }: OutputSettingsProps) {
  const t = useT('model')
  const formats = {
    [ResponseFormat.text]: 'text',
    [ResponseFormat.markdown]: 'markdown',
    [ResponseFormat.json]: 'json',
  } as const
  const sliders = model.model_params.filter(
    (parameter) => !isDiversity(parameter) && parameter.name !== 'response_format' && parameter.options.length === 0,
  )
  return (
    <>
      <div className="flex flex-col gap-1">
        {sliders.map((parameter) => (
          <ParameterRow
            key={parameter.name}
            parameter={parameter}
            value={readParameter(value, parameter)}
            disabled={disabled}
            onChange={(next) => onChange(writeParameter(value, parameter.name, next))}
          />
        ))}
      </div>
      <div className="mt-1 grid grid-cols-[7.5rem_1fr] items-center gap-x-3 gap-y-2">
        <span>{t('format')}</span>
        <Segmented
          wide
          size="sm"
          label={t('format')}
          disabled={disabled}
          items={Object.entries(formats).map(([format, name]) => ({ value: format, label: t(`format.${name}`) }))}
          value={String(value.response_format)}
          onChange={(next) => onChange({ ...value, response_format: Number(next) as ModelInfo['response_format'] })}
        />
        <span>{t('time')}</span>
        <Switch
          label={t('time')}
          checked={value.sp_current_time}
          disabled={disabled}
          onChange={(on) => onChange({ ...value, sp_current_time: on })}
        />
        <span title={t('antiLeakHelp')}>{t('antiLeak')}</span>
        <Switch
          label={t('antiLeak')}
          checked={value.sp_anti_leak}
          disabled={disabled}
          onChange={(on) => onChange({ ...value, sp_anti_leak: on })}
        />
      </div>
    </>
  )
}
