import { inWords, type Node } from '@orrery/engine/interface'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { FileInput } from './file-input.tsx'
import { MoreInput } from './more-inputs.tsx'
import { useView } from './view-context.tsx'

/** A control that has a value under the name of its component. */
export function FormInput({ node, props }: { node: Node; props: Record<string, unknown> }) {
  const { runtime, item } = useView()
  const typed = runtime.store.use((state) => (node.name in state.values ? state.values[node.name] : undefined))
  const value = typed === undefined ? props['initial'] : typed
  const label = inWords(props['label']) || node.name
  const required = props['required'] === true
  function set(next: unknown) {
    runtime.input(node.name, next)
    void runtime.fire(node.id, 'change', { ...item, event: { value: next } })
  }
  if (node.type === 'checkbox')
    return (
      <Checkbox checked={value === true} onChange={set}>
        {label}
      </Checkbox>
    )
  if (node.type === 'switch')
    return (
      <Switch checked={value === true} onChange={set}>
        {label}
      </Switch>
    )
  if (node.type === 'multiselect' || node.type === 'rating' || node.type === 'slider')
    return <MoreInput type={node.type} props={props} label={label} value={value} onChange={set} />
  if (node.type === 'file') return <FileInput props={props} label={label} value={inWords(value)} onChange={set} />
  const choices = (Array.isArray(props['options']) ? props['options'] : []).map((option: unknown) => ({
    value: inWords(option),
    label: inWords(option),
  }))
  const text = inWords(value)
  const given = { value: text, required, placeholder: inWords(props['placeholder']) }
  return (
    <Field label={label} help={inWords(props['help']) || undefined} required={required}>
      {node.type === 'textarea' ? (
        <Textarea
          {...given}
          rows={typeof props['rows'] === 'number' ? props['rows'] : 4}
          onChange={(event) => set(event.target.value)}
        />
      ) : node.type === 'select' ? (
        <Select items={choices} value={text || null} onChange={set} label={label} />
      ) : node.type === 'radio' ? (
        <RadioGroup label={label} items={choices} value={text} onChange={set} look="plain" />
      ) : (
        <Input
          {...given}
          type={node.type === 'number' ? 'number' : node.type === 'date' ? 'date' : 'text'}
          step={node.type === 'number' ? 'any' : undefined}
          min={inWords(props['min']) || undefined}
          max={inWords(props['max']) || undefined}
          onChange={(event) =>
            set(node.type === 'number' && event.target.value !== '' ? Number(event.target.value) : event.target.value)
          }
        />
      )}
    </Field>
  )
}
