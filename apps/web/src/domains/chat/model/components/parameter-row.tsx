import type { ListedModel } from '@orrery/contract'
import { ModelParamType } from '@orrery/contract/shared/model-support'
import { useT } from '#lib/i18n.ts'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'

interface ParameterRowProps {
  parameter: ListedModel['model_params'][number]
  value: number
  onChange: (value: number) => void
  disabled?: boolean
}

/** A parameter of a model as its administrator described it. Known ones have names in the language of the page. */
export function ParameterRow({ parameter, value, onChange, disabled }: ParameterRowProps) {
  const texts = useParameterTexts(parameter)
  const step = parameter.type === ModelParamType.int ? 1 : 10 ** -Math.min(parameter.precision, 4)
  return (
    <div className="grid grid-cols-[7.5rem_1fr] items-center gap-x-3">
      <span title={texts.help} className="truncate">
        {texts.label}
      </span>
      {parameter.type === ModelParamType.boolean ? (
        <Switch label={texts.label} checked={value === 1} disabled={disabled} onChange={(on) => onChange(on ? 1 : 0)} />
      ) : (
        <Slider
          label={texts.label}
          size="sm"
          min={Number(parameter.min)}
          max={Number(parameter.max)}
          step={step}
          value={value}
          disabled={disabled}
          onChange={onChange}
        />
      )}
    </div>
  )
}

const known = ['temperature', 'top_p', 'frequency_penalty', 'presence_penalty', 'max_tokens', 'top_k'] as const
type Known = (typeof known)[number]

export function useParameterTexts({ name, label, desc }: ParameterRowProps['parameter']): {
  label: string
  help: string
} {
  const t = useT('model')
  const own = known.find((item) => item === name) as Known | undefined
  return own ? { label: t(`parameter.${own}`), help: t(`parameter.${own}.help`) } : { label: label || name, help: desc }
}
