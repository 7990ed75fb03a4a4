import { Upload } from 'lucide-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { sortFiles, type FileFault } from '#lib/file-check.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from './icon.tsx'
import { useFileFault } from './use-file-fault.ts'

interface FileDropProps {
  onFiles: (files: File[]) => void
  accept?: string
  maxBytes?: number
  maxCount?: number
  /** Number of existing files. */
  existing?: number
  /** Accepted files: "PDF, Word or text, up to 100 MB each". */
  note?: ReactNode
  disabled?: boolean
  className?: string
}

/** A drop area for files that is also a button. It reports rejected files itself. */
export function FileDrop({ onFiles, note, disabled, className, ...rules }: FileDropProps) {
  const t = useT('ui')
  const faultText = useFileFault()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<{ file: File; fault: FileFault }[]>([])

  const accept = (list: FileList | null) => {
    const sorted = sortFiles([...(list ?? [])], rules)
    setRefused(sorted.refused)
    if (sorted.accepted.length > 0) onFiles(sorted.accepted)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) accept(event.dataTransfer.files)
  }
  return (
    <div className={className}>
      <button
        type="button"
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex min-h-32 w-full flex-col items-center justify-center gap-1 rounded-lg border border-dashed border-line-strong bg-card p-4 text-center transition-colors hover:border-control hover:bg-page disabled:opacity-50',
          over && 'border-focus bg-brand-soft hover:bg-brand-soft',
        )}
      >
        <Icon of={Upload} size={20} className="mb-1 text-mute" />
        <span className="font-medium">{t('drop.label')}</span>
        {note && <span className="text-small text-mute">{note}</span>}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden
        accept={rules.accept}
        multiple={rules.maxCount !== 1}
        onChange={(event) => {
          accept(event.target.files)
          event.target.value = ''
        }}
      />
      {refused.length > 0 && (
        <ul role="alert" className="mt-2 flex flex-col gap-0.5 text-small text-err">
          {refused.map(({ file, fault }) => (
            <li key={file.name} className="truncate">
              {t('file.refused', { name: file.name, reason: faultText(fault, rules) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
