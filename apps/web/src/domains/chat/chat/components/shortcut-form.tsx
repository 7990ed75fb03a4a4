import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { Outgoing } from '../chat-port.ts'
import type { SentUpload } from '../content.ts'
import { type ChatShortcut, firstValues, isFileField, type ShortcutField, shortcutMessage } from '../shortcuts.ts'
import { ShortcutFile } from './shortcut-file.tsx'

interface ShortcutFormProps {
  shortcut: ChatShortcut
  words: string
  onSend: (outgoing: Outgoing) => void
}

/** The fields of a shortcut, filled in before its question is sent. */
export function ShortcutForm({ shortcut, words, onSend }: ShortcutFormProps) {
  const t = useT('chat')
  const [values, setValues] = useState(() => firstValues(shortcut, words))
  const [files, setFiles] = useState<Record<string, SentUpload>>({})
  const [uploading, setUploading] = useState(0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend(shortcutMessage(shortcut, values, files))
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {shortcut.fields.map((field) =>
        isFileField(field) ? (
          <ShortcutFile
            key={field.name}
            field={field}
            onUpload={(isRunning) => setUploading((count) => count + (isRunning ? 1 : -1))}
            onChange={(file) => setFiles((known) => ({ ...known, [field.name]: file }))}
          />
        ) : (
          <TextField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ),
      )}
      <Button type="submit" kind="solid" disabled={uploading > 0}>
        {t('send')}
      </Button>
    </form>
  )
}

interface TextFieldProps {
  field: ShortcutField
  value: string
  onChange: (value: string) => void
}
function TextField({ field, value, onChange }: TextFieldProps) {
  return (
    <Field label={field.name} help={field.description || undefined}>
      {field.options.length > 0 ? (
        <Select
          items={field.options.map((option) => ({ value: option, label: option }))}
          value={value || null}
          onChange={onChange}
        />
      ) : (
        <Input value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}
