import { type BlockInput, type FieldOf, writeSlot } from '@orrery/engine/describe'
import { timeUnit } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { ModelNeeded } from '#domains/chat/model/index.ts'
import type { TextKey } from '#locales/namespaces.ts'
import { useEditor } from '../../document/editor-context.ts'
import { ValueInput } from '../../scope/value-input.tsx'
import { isHandled, withErrorOutputs } from '../error-outputs.ts'
import { useFieldTexts } from '../field-texts.ts'
import { useNodeForm } from '../form-context.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { usePath } from '../use-path.ts'
import { useSlot } from '../use-slot.ts'
import { PromptFollow } from './prompt-follow.tsx'

export function LineField({ field }: { field: FieldOf<'line'> }) {
  const { label, help } = useFieldTexts(field)
  const { isReadOnly } = useNodeForm()
  const [value, set] = useSlot(field.slot)
  const choose = field.prompt && !isReadOnly && <PromptFollow slot={field.slot} label={field.prompt} />
  return (
    <Labelled label={label} help={help} aside={choose}>
      <Input
        size="sm"
        aria-label={label}
        limit={field.limit}
        disabled={isReadOnly}
        value={typeof value === 'string' ? value.replaceAll('\n', '\\n') : ''}
        onChange={(event) => set(event.target.value.replaceAll('\\n', '\n'))}
      />
    </Labelled>
  )
}

export function NumberField({ field }: { field: FieldOf<'number'> }) {
  const { label, help } = useFieldTexts(field)
  const { isReadOnly } = useNodeForm()
  const [value, set] = useSlot(field.slot)
  const number = Number(value)
  const now = value === undefined || value === null || value === '' || Number.isNaN(number) ? field.initial : number
  const narrow = field.max - field.min <= 100 && !field.unit
  return (
    <Labelled label={label} help={help} inline={!narrow}>
      {narrow ? (
        <Slider
          size="sm"
          label={label}
          min={field.min}
          max={field.max}
          step={field.step}
          value={now}
          disabled={isReadOnly}
          onChange={set}
        />
      ) : (
        <NumberInput
          size="sm"
          label={label}
          min={field.min}
          max={field.max}
          step={field.step}
          unit={field.unit === 's' ? timeUnit('s') : field.unit}
          value={now}
          disabled={isReadOnly}
          onChange={(next) => next !== null && set(next)}
          className="w-28 shrink-0"
        />
      )}
    </Labelled>
  )
}

export function ToggleField({ field }: { field: FieldOf<'toggle'> }) {
  const { label, help } = useFieldTexts(field)
  const { isReadOnly } = useNodeForm()
  const [value, set] = useSlot(field.slot)
  const { spaceId } = useEditor()
  const isOn = value === undefined ? field.initial === true : value === true || value === 'true' || value === 1
  return (
    <div>
      <div className="flex h-7 items-center justify-between gap-3">
        <span>{label}</span>
        <Switch label={label} checked={isOn} disabled={isReadOnly} onChange={set} />
      </div>
      {help && <p className="text-small text-mute">{help}</p>}
      {field.asksModel && isOn && <ModelNeeded spaceId={spaceId} />}
    </div>
  )
}

export function ChoiceField({ field }: { field: FieldOf<'choice'> }) {
  const t = useT('workflow-node')
  const { label, help } = useFieldTexts(field)
  const { isReadOnly, change } = useNodeForm()
  const [value] = useSlot(field.slot)
  const items = field.options.map((option) => ({
    value: String(option.value),
    label: t(`choice.${option.words}` as TextKey<'workflow-node'>),
  }))
  const now = items.find((item) => item.value === String(value))?.value ?? items[0]!.value
  const pick = (next: string) => {
    const option = field.options.find((option) => String(option.value) === next)
    if (!option) return
    change((before) => {
      const chosen = writeSlot(before, field.slot, option.value)
      return option.gives ? withErrorOutputs({ ...chosen, outputs: option.gives }, isHandled(before)) : chosen
    })
  }
  return (
    <Labelled label={label} help={help}>
      {items.length <= 3 ? (
        <Segmented wide size="sm" label={label} items={items} value={now} disabled={isReadOnly} onChange={pick} />
      ) : (
        <Select size="sm" label={label} items={items} value={now} disabled={isReadOnly} onChange={pick} />
      )}
    </Labelled>
  )
}

/** A single value, literal or from an earlier node. */
export function ValueField({ field }: { field: FieldOf<'value'> }) {
  const { label, help } = useFieldTexts(field)
  const { scope, isReadOnly } = useNodeForm()
  const [value, set] = usePath(field.path)
  return (
    <Labelled label={label} help={help}>
      <ValueInput
        label={label}
        name={label}
        scope={scope}
        type={field.type}
        value={value as BlockInput | undefined}
        disabled={isReadOnly}
        onChange={(next) => set(next, 'value')}
      />
    </Labelled>
  )
}
