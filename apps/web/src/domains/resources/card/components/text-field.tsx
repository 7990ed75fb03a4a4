import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { Braces } from 'lucide-react'
import { useCardEditor, useDesign } from '../card-context.ts'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  lines?: number
  /** The list for whose items the element is repeated. */
  items?: string | undefined
  /** The names of inputs that can be inserted into texts of buttons. */
  inputs?: readonly string[]
}

/** A text that may contain variables, inserted from a menu or typed. */
export function TextField({ label, value, onChange, lines = 1, items, inputs = [] }: TextFieldProps) {
  const t = useT('card')
  const { mayEdit } = useCardEditor()
  const { variables } = useDesign()
  const fields = variables.find(({ name }) => name === items)?.fields ?? []
  const names = [
    ...variables.filter(({ type }) => type !== 'list').map(({ name }) => name),
    ...fields.map(({ name }) => `item.${name}`),
    ...(items === undefined ? [] : ['index']),
    ...inputs.map((name) => `input.${name}`),
  ]
  const control = {
    value,
    disabled: !mayEdit,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <Field
      label={label}
      aside={
        names.length > 0 &&
        mayEdit && (
          <Menu align="end" trigger={<IconButton size="sm" icon={Braces} label={t('text.insert', { field: label })} />}>
            {names.map((name) => (
              <MenuItem key={name} onClick={() => onChange(`${value}{{${name}}}`)}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        )
      }
    >
      {lines > 1 ? <Textarea rows={lines} {...control} /> : <Input {...control} />}
    </Field>
  )
}
