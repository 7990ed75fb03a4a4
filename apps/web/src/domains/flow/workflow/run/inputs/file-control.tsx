import { FileText, Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { createUpload } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { readJson } from './input-values.ts'

interface FileControlProps {
  isList: boolean
  value: string
  onChange: (value: string) => void
}

/** The value of a file input is its URL, uploaded or typed. */
export function FileControl({ isList, value, onChange }: FileControlProps) {
  const t = useT('workflow-run')
  const input = useRef<HTMLInputElement>(null)
  const [going, setGoing] = useState(0)
  const [fault, setFault] = useState('')
  const listed = isList ? readJson(value) : undefined
  const urls = isList ? (Array.isArray(listed) ? listed.map(String) : []) : value ? [value] : []
  const write = (next: readonly string[]) =>
    onChange(isList ? (next.length > 0 ? JSON.stringify(next) : '') : (next.at(-1) ?? ''))

  const send = async (files: readonly File[]) => {
    setFault('')
    setGoing(files.length)
    const sent: string[] = []
    for (const file of files) {
      const upload = createUpload<StoredFile>({
        file,
        biz: file.type.startsWith('image/') ? 'chat_image' : 'chat_file',
      })
      const { result, error } = await upload.start()
      if (result) sent.push(addressOf(result.url, file.name))
      else setFault(t('file.failed', { name: file.name, reason: error?.message ?? '' }))
    }
    setGoing(0)
    if (sent.length > 0) write([...(isList ? urls : []), ...sent])
  }
  return (
    <div className="flex flex-col gap-1.5">
      {!isList && (
        <Input
          value={value}
          placeholder="https://"
          onChange={(event) => onChange(event.target.value)}
          before={<Icon of={FileText} size={14} />}
        />
      )}
      {isList &&
        urls.map((url, at) => (
          <span key={url} className="flex h-7 items-center gap-1.5 rounded-md bg-page pr-1 pl-2 text-small">
            <Icon of={FileText} size={14} className="shrink-0 text-mute" />
            <span className="min-w-0 flex-1 truncate">{nameOf(url)}</span>
            <IconButton
              size="sm"
              icon={X}
              label={t('file.remove', { name: nameOf(url) })}
              onClick={() => write(urls.toSpliced(at, 1))}
            />
          </span>
        ))}
      <div>
        <Button size="sm" icon={Upload} busy={going > 0} onClick={() => input.current?.click()}>
          {going > 0 ? t('file.going') : t('file.choose')}
        </Button>
      </div>
      {fault && (
        <p role="alert" className="text-small text-err">
          {fault}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden
        multiple={isList}
        onChange={(event) => {
          void send([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** Adds the file name to the URL, because runs read the name of a file from its URL. */
function addressOf(url: string, name: string): string {
  const address = new URL(url, location.origin)
  address.searchParams.set('x-wf-file_name', name)
  return address.href
}

function nameOf(url: string): string {
  try {
    const address = new URL(url)
    return address.searchParams.get('x-wf-file_name') ?? address.pathname.split('/').at(-1) ?? url
  } catch {
    return url
  }
}
