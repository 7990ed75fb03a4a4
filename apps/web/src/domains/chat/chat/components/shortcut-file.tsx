import { Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { uploadErrorText } from '#lib/upload-error.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { isPicture, openUpload } from '../attachments.ts'
import { useChat } from '../chat-context.ts'
import type { SentUpload } from '../content.ts'
import { acceptOf, type ShortcutField } from '../shortcuts.ts'

interface ShortcutFileProps {
  field: ShortcutField
  /** Called when an upload begins, and when it has finished. */
  onUpload: (isRunning: boolean) => void
  onChange: (file: SentUpload) => void
}

/** A file field: the file uploads at once and is sent with the message. */
export function ShortcutFile({ field, onUpload, onChange }: ShortcutFileProps) {
  const t = useT('chat')
  const { upload = openUpload } = useChat()
  const picker = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const take = async (file: File) => {
    const isImage = isPicture(file)
    setName(file.name)
    setFault('')
    setBusy(true)
    onUpload(true)
    const { result, error } = await upload(file, isImage).start()
    setBusy(false)
    onUpload(false)
    if (result) onChange({ ...result, name: file.name, size: file.size, type: file.type, isImage })
    else setFault(error ? uploadErrorText(error) : t('upload.failed'))
  }
  return (
    <Field label={field.name} help={field.description || undefined} error={fault}>
      <Button icon={Paperclip} busy={isBusy} onClick={() => picker.current?.click()}>
        <span className="max-w-52 truncate">{name || t('shortcut.chooseFile')}</span>
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden
        accept={acceptOf(field) || undefined}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void take(file)
        }}
      />
    </Field>
  )
}
