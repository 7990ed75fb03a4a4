import { Pencil, Trash2 } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { overlapOf } from '../chunk-rules.ts'
import { SliceEditor } from '../components/slice-editor.tsx'
import type { PreviewChunk } from './use-preview.ts'

/** A slice counts as too long when it exceeds the limit by more than a tenth. */
export const isLong = (chunk: PreviewChunk, limit: number): boolean =>
  (chunk.parent ?? chunk.content).length > limit * 1.1

interface ChunkRowProps {
  index: number
  chunk: PreviewChunk
  before: PreviewChunk | undefined
  limit: number
  save: { isPending: boolean; error: unknown }
  isEditing: boolean
  onEdit: (index: number | null) => void
  onChange: (content: string) => void
  onRemove: () => void
}

/** One slice of the preview, which can be edited or left out. */
export function ChunkRow(props: ChunkRowProps) {
  const { index, chunk, before, limit, save, isEditing, onEdit, onChange, onRemove } = props
  const t = useT('knowledge')
  const n = String(index + 1)
  const isTooLong = isLong(chunk, limit)
  return (
    <li className="group/chunk flex gap-4 border-b border-line px-4 py-2.5 last:border-b-0">
      <span className="w-9 shrink-0 text-small text-mute tabular-nums">#{n}</span>
      <div className="min-w-0 flex-1">
        {(chunk.titles.length > 0 || isTooLong) && (
          <p className="flex items-center gap-2 text-small text-mute">
            <span className="truncate">{chunk.titles.join(' › ')}</span>
            {isTooLong && <Tag tone="warn">{t('preview.tooLong')}</Tag>}
          </p>
        )}
        {isEditing ? (
          <SliceEditor
            label={t('slice.edit', { n })}
            text={chunk.content}
            busy={save.isPending}
            error={save.error}
            onCancel={() => onEdit(null)}
            onSave={onChange}
          />
        ) : (
          <ChunkText chunk={chunk} before={before} />
        )}
      </div>
      <span className="w-24 shrink-0 text-right text-small text-mute tabular-nums">
        <span className={cn(isTooLong && 'text-warn')}>
          {formatNumber(chunk.content.length)} / {formatNumber(limit)}
        </span>
        <span className="invisible flex justify-end group-focus-within/chunk:visible group-hover/chunk:visible">
          <IconButton size="sm" icon={Pencil} label={t('slice.edit', { n })} onClick={() => onEdit(index)} />
          <IconButton size="sm" icon={Trash2} label={t('slice.delete', { n })} onClick={onRemove} />
        </span>
      </span>
    </li>
  )
}

/** Marks the beginning of a slice that overlaps with the previous one. */
function ChunkText({ chunk, before }: { chunk: PreviewChunk; before: PreviewChunk | undefined }) {
  const shared = before ? overlapOf(before.content, chunk.content) : 0
  return (
    <p className="text-prose whitespace-pre-wrap wrap-anywhere">
      {shared > 0 && <mark className="rounded-xs bg-mark text-ink">{chunk.content.slice(0, shared)}</mark>}
      {chunk.content.slice(shared)}
    </p>
  )
}
