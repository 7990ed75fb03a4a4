import { File as FileGlyph, Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { createUpload } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { controlStyle } from '#ui/control-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast-store.ts'
import type { LiteralInputProps } from './literal-input.tsx'
import { literalText } from './literal-text.ts'

const accepted: Record<number, string> = {
  2: 'image/*',
  3: '.doc,.docx,.pdf',
  5: '.ppt,.pptx',
  6: '.txt,.md',
  7: '.xls,.xlsx,.csv',
  8: 'audio/*',
  9: '.zip',
  10: 'video/*',
  11: '.svg',
  12: 'audio/*',
}

/** An uploaded file, or the URL of a file. */
export function FileLiteral({ label, type, content, fileName, onChange, disabled, after }: LiteralInputProps) {
  const t = useT('workflow-node')
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number>()
  const address = literalText(content)
  async function send(file: File): Promise<void> {
    const upload = createUpload<StoredFile>({ file, biz: 'chat_file' })
    const stop = upload.subscribe(() => setShare(upload.current().progress))
    const { result, error } = await upload.start()
    stop()
    setShare(undefined)
    if (result) onChange(result.url, file.name)
    else toast.error(error?.message ?? t('value.upload'))
  }
  return (
    <div className={controlStyle('flex h-7 min-w-0 items-center gap-1 pr-0.5 pl-2 text-small')}>
      {typeof fileName === 'string' && fileName && address ? (
        <>
          <Icon of={FileGlyph} size={14} className="shrink-0 text-mute" />
          <span className="min-w-0 flex-1 truncate">{fileName}</span>
          <IconButton
            size="sm"
            icon={X}
            label={t('value.removeFile')}
            disabled={disabled}
            onClick={() => onChange('')}
          />
        </>
      ) : (
        <>
          <input
            aria-label={label}
            disabled={disabled}
            value={share === undefined ? address : t('value.uploading', { percent: Math.round(share * 100) })}
            placeholder={t('value.address')}
            onChange={(event) => onChange(event.target.value)}
            className="min-w-0 flex-1 bg-transparent outline-none"
          />
          <IconButton
            size="sm"
            icon={Upload}
            label={t('value.uploadFile')}
            busy={share !== undefined}
            disabled={disabled}
            onClick={() => input.current?.click()}
          />
        </>
      )}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden
        accept={accepted[Number(type.assistType)]}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
      {after}
    </div>
  )
}
