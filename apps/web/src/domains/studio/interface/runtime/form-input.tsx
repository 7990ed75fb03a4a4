import { inWords, type Node } from '@orrery/engine/interface'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useInputValue } from './use-input-value.ts'

/** An input for typed values; the value is available under the name of the component. */
export function FormInput({ node, props }: { node: Node; props: Record<string, unknown> }) {
  const { value, label, set } = useInputValue(node, props)
  const required = props['required'] === true
  const given = { value: inWords(value), required, placeholder: inWords(props['placeholder']) }
  return (
    <Field label={label} help={inWords(props['help']) || undefined} required={required}>
      {node.type === 'textarea' ? (
        <Textarea
          {...given}
          rows={typeof props['rows'] === 'number' ? props['rows'] : 4}
          onChange={(event) => set(event.target.value)}
        />
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
