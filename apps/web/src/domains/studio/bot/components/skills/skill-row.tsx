import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useEditor } from '../../draft/draft-context.ts'

interface SkillRowProps {
  tile: ReactNode
  name: string
  note?: ReactNode
  /** Shown beside the name: a tag. */
  beside?: ReactNode
  /** Shows the name as code, because prompts use it literally. */
  mono?: boolean
  /** The text to copy, if it differs from the name. */
  copyText?: string
  /** Opens the settings of the row. */
  onOpen?: () => void
  onRemove?: () => void
  /** Buttons before copy and remove. */
  tools?: ReactNode
  /** Shown at the end of the row, always visible: a switch. */
  end?: ReactNode
}

export function SkillRow({ tile, name, note, beside, mono, copyText, onOpen, onRemove, tools, end }: SkillRowProps) {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  const label = (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <span className={mono ? 'truncate font-mono text-code' : 'truncate font-medium'}>{name}</span>
        {beside}
      </span>
      {note && <span className="block truncate text-small text-mute">{note}</span>}
    </>
  )
  return (
    <div className="group/skill mx-2 flex min-h-11 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-hover">
      {tile}
      {onOpen ? (
        <button type="button" onClick={onOpen} className="focus-inset min-w-0 flex-1 rounded-sm text-left">
          {label}
        </button>
      ) : (
        <div className="min-w-0 flex-1">{label}</div>
      )}
      {!isReadOnly && (
        // Without width until the row is hovered or focused, so that the label can use the whole row.
        <span className="flex w-0 shrink-0 items-center overflow-hidden group-focus-within/skill:w-auto group-focus-within/skill:overflow-visible group-hover/skill:w-auto group-hover/skill:overflow-visible has-aria-expanded:w-auto pointer-coarse:w-auto">
          {tools}
          <CopyButton size="sm" text={copyText ?? name} label={t('row.copyName', { name })} />
          {onRemove && (
            <IconButton size="sm" kind="danger" icon={Trash2} label={t('row.remove', { name })} onClick={onRemove} />
          )}
        </span>
      )}
      {end}
    </div>
  )
}
