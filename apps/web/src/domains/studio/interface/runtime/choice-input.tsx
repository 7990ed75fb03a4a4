import { inWords, type Node } from '@orrery/engine/interface'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { FileInput } from './file-input.tsx'
import { MoreInput } from './more-inputs.tsx'
import { useInputValue } from './use-input-value.ts'

/** An input in which a value is selected. */
export function ChoiceInput({ node, props }: { node: Node; props: Record<string, unknown> }) {
  const { value, label, set } = useInputValue(node, props)
  const text = inWords(value)
  const choices = (Array.isArray(props['options']) ? props['options'] : []).map((option: unknown) => ({
    value: inWords(option),
    label: inWords(option),
  }))
  switch (node.type) {
    case 'checkbox':
      return (
        <Checkbox checked={value === true} onChange={set}>
          {label}
        </Checkbox>
      )
    case 'switch':
      return (
        <Switch checked={value === true} onChange={set}>
          {label}
        </Switch>
      )
    case 'multiselect':
    case 'rating':
    case 'slider':
      return <MoreInput type={node.type} props={props} label={label} value={value} onChange={set} />
    case 'file':
      return <FileInput props={props} label={label} value={text} onChange={set} />
    default:
      return (
        <Field label={label} help={inWords(props['help']) || undefined} required={props['required'] === true}>
          {node.type === 'select' ? (
            <Select items={choices} value={text || null} onChange={set} label={label} />
          ) : (
            <RadioGroup label={label} items={choices} value={text} onChange={set} look="plain" />
          )}
        </Field>
      )
  }
}
