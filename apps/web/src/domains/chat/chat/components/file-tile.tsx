import { FileSpreadsheet, FileText, FileWarning, Image } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'

interface FileTileProps {
  name: string
  note?: ReactNode
  isImage?: boolean
  isFailed?: boolean
  preview?: string
  /** Shown at the right: state and buttons. */
  after?: ReactNode
  children?: ReactNode
  /** Fills its container instead of the width of a file in a message. */
  wide?: boolean
}

const glyphOf = (name: string) => (/\.(xlsx?|csv|tsv)$/i.test(name) ? FileSpreadsheet : FileText)

/** A file with its name, its size or state, and its actions. */
export function FileTile({ name, note, isImage, isFailed, preview, after, children, wide }: FileTileProps) {
  return (
    <div
      className={cn(
        'relative flex h-11 min-w-0 items-center gap-2 overflow-hidden rounded-lg border border-line bg-card pr-1.5 pl-1.5',
        wide ? 'w-full' : 'w-44',
        isFailed && 'border-err-solid/50',
      )}
    >
      {preview && !isFailed ? (
        <img src={preview} alt="" className="size-8 shrink-0 rounded-md object-cover" />
      ) : (
        <span
          className={cn(
            'flex size-8 shrink-0 items-center justify-center rounded-md text-white',
            isFailed ? 'bg-danger-solid' : isImage ? 'bg-kind-project' : 'bg-kind-prompt',
          )}
        >
          <Icon of={isFailed ? FileWarning : isImage ? Image : glyphOf(name)} />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-small leading-4 font-medium" title={name}>
          {name}
        </span>
        {note && <span className={cn('block truncate text-caption', isFailed ? 'text-err' : 'text-mute')}>{note}</span>}
      </span>
      {after}
      {children}
    </div>
  )
}
