import { TRIGGER_LIMITS } from '@orrery/contract/shared/triggers'
import { FileText, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { formatBytes } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { FileDrop } from '#ui/file-drop.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'

interface FileFieldProps {
  formKey: string
  isList: boolean
  onChange: (value: string) => void
}
interface Sent {
  name: string
  url: string
}

/** Uploads files as soon as they are chosen; the value of the field is their URLs. */
export function FileField({ formKey, isList, onChange }: FileFieldProps) {
  const t = useT('workflow-form')
  const [sent, setSent] = useState<readonly Sent[]>([])
  const [isUploading, setUploading] = useState(false)
  const [fault, setFault] = useState('')
  const keep = (next: readonly Sent[]) => {
    setSent(next)
    const urls = next.map(({ url }) => url)
    onChange(isList ? (urls.length > 0 ? JSON.stringify(urls) : '') : (urls[0] ?? ''))
  }
  const send = async (files: readonly File[]) => {
    setFault('')
    setUploading(true)
    const uploaded: Sent[] = []
    try {
      for (const file of files) {
        const { url } = await api.workflowForm.upload({ key: formKey, file })
        uploaded.push({ name: file.name, url: addressOf(url, file.name) })
      }
    } catch (error) {
      setFault(describeError(error).message)
    }
    setUploading(false)
    keep(isList ? [...sent, ...uploaded] : uploaded.slice(-1))
  }
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        maxCount={isList ? 10 : 1}
        maxBytes={TRIGGER_LIMITS.fileBytes}
        disabled={isUploading}
        note={isUploading ? t('file.going') : t('file.limit', { size: formatBytes(TRIGGER_LIMITS.fileBytes) })}
        onFiles={(files) => void send(files)}
      />
      {sent.map((file, at) => (
        <p key={file.url} className="flex items-center gap-2">
          <Icon of={FileText} size={14} className="shrink-0 text-mute" />
          <span data-user-text className="min-w-0 flex-1 truncate">
            {file.name}
          </span>
          <IconButton
            size="sm"
            icon={X}
            label={t('file.remove', { name: file.name })}
            onClick={() => keep(sent.toSpliced(at, 1))}
          />
        </p>
      ))}
      {fault && (
        <p role="alert" className="text-small text-err">
          {fault}
        </p>
      )}
    </div>
  )
}

/** Adds the file name to the URL, because runs read the name of a file from its URL. */
function addressOf(url: string, name: string): string {
  const address = new URL(url, location.origin)
  address.searchParams.set('x-wf-file_name', name)
  return address.href
}
