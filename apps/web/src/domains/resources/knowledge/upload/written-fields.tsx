import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'

export interface WrittenText {
  name: string
  text: string
}

/** A document that is typed instead of uploaded. */
export function WrittenFields({ value, onChange }: { value: WrittenText; onChange: (value: WrittenText) => void }) {
  const t = useT('knowledge')
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('written.name')} required>
        <Input value={value.name} limit={100} onChange={(event) => onChange({ ...value, name: event.target.value })} />
      </Field>
      <Field label={t('written.text')} help={t('written.help')} required>
        <Textarea
          rows={14}
          maxRows={24}
          value={value.text}
          onChange={(event) => onChange({ ...value, text: event.target.value })}
        />
      </Field>
    </div>
  )
}
