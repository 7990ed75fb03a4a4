import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import { useChat, useChatState } from '../chat-context.ts'

export interface ChatShortcut {
  id: string
  name: string
  iconUrl: string
  description: string
  query: string
  fields: readonly { name: string; description: string; options: readonly string[]; value: string }[]
}

const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g
const fill = (query: string, values: Record<string, string>) =>
  query.replaceAll(placeholder, (whole, name: string) => values[name] ?? whole)

/** Prepared questions over the input; one with fields asks for them first. */
export function ShortcutBar({ shortcuts }: { shortcuts: readonly ChatShortcut[] }) {
  const t = useT('chat')
  if (shortcuts.length === 0) return null
  return (
    <div role="group" aria-label={t('shortcuts')} className="mb-2 flex gap-1.5 overflow-x-auto">
      {shortcuts.map((shortcut) => (
        <Shortcut key={shortcut.id} shortcut={shortcut} />
      ))}
    </div>
  )
}

function Shortcut({ shortcut }: { shortcut: ChatShortcut }) {
  const t = useT('chat')
  const { store } = useChat()
  const isReady = useChatState((state) => state.phase === 'ready')
  const [isOpen, setOpen] = useState(false)
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(shortcut.fields.map((field) => [field.name, field.value])),
  )
  const send = () => {
    setOpen(false)
    void store.send({
      content: fill(shortcut.query, values),
      contentType: 'text',
      shortcut: { id: shortcut.id, values },
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const hasFields = shortcut.fields.length > 0
  const button = (
    <Button size="sm" title={shortcut.description} disabled={!isReady} onClick={hasFields ? undefined : send}>
      {shortcut.iconUrl && <img src={shortcut.iconUrl} alt="" className="size-4 rounded-xs" />}
      {shortcut.name}
    </Button>
  )
  if (!hasFields) return button
  return (
    <Popover trigger={button} open={isOpen} onOpenChange={setOpen} side="top" title={shortcut.name}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        {shortcut.fields.map((field) => (
          <Field key={field.name} label={field.name} help={field.description || undefined}>
            {field.options.length > 0 ? (
              <Select
                items={field.options.map((option) => ({ value: option, label: option }))}
                value={values[field.name] || null}
                onChange={(value) => setValues({ ...values, [field.name]: value })}
              />
            ) : (
              <Input
                value={values[field.name] ?? ''}
                onChange={(event) => setValues({ ...values, [field.name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Button type="submit" kind="solid">
          {t('send')}
        </Button>
      </form>
    </Popover>
  )
}
