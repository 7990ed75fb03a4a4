import { SliceStatus } from '@orrery/contract/shared/knowledge-enums'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Slice } from '../knowledge.queries.ts'
import { readInfo } from '../slice-info.ts'
import type { SliceActions } from '../use-slice-actions.ts'
import { SliceEditor } from './slice-editor.tsx'

export type SliceEdit = { is: 'edit' | 'insert'; id: string } | null

interface SliceRowProps {
  slice: Slice
  selected: boolean
  mayEdit: boolean
  /** The highest number of hits of any slice in the list, which fills the whole bar. */
  most: number
  edit: SliceEdit
  actions: SliceActions
  onSelect: () => void
  onEdit: (edit: SliceEdit) => void
}

export function SliceRow({ slice, selected, mayEdit, most, edit, actions, onSelect, onEdit }: SliceRowProps) {
  const t = useT('knowledge')
  const { titles, page } = readInfo(slice)
  const isOn = slice.status !== SliceStatus.inactive
  const hits = Number(slice.hit_count)
  const isMine = edit?.id === slice.slice_id
  return (
    <li data-slice={slice.slice_id} className="border-b border-line last:border-b-0">
      <div
        className={cn(
          'group/slice border-l-2 border-transparent px-4 py-2.5',
          selected && 'border-brand bg-brand-soft/40',
        )}
        onClick={onSelect}
      >
        <div className="flex h-6 items-center gap-2 text-small">
          <span className="font-medium tabular-nums">#{slice.sequence}</span>
          {titles.length > 0 && <span className="min-w-0 truncate text-mute">{titles.join(' › ')}</span>}
          {!isOn && <Tag>{t('state.off')}</Tag>}
          <span className="flex-1" />
          {mayEdit && (
            <span
              className={cn(
                'flex items-center',
                selected ? 'visible' : 'invisible group-focus-within/slice:visible group-hover/slice:visible',
              )}
            >
              <IconButton
                size="sm"
                icon={Pencil}
                label={t('slice.edit', { n: slice.sequence })}
                onClick={() => onEdit({ is: 'edit', id: slice.slice_id })}
              />
              <IconButton
                size="sm"
                icon={Plus}
                label={t('slice.insert', { n: slice.sequence })}
                onClick={() => onEdit({ is: 'insert', id: slice.slice_id })}
              />
              <IconButton
                size="sm"
                icon={Trash2}
                label={t('slice.delete', { n: slice.sequence })}
                onClick={() => void actions.remove([slice])}
              />
            </span>
          )}
          <span aria-hidden className="h-1 w-9 overflow-hidden rounded-full bg-hover">
            <span
              className="block h-full rounded-full bg-brand-solid"
              style={{ width: `${most > 0 ? Math.max(hits > 0 ? 8 : 0, (100 * hits) / most) : 0}%` }}
            />
          </span>
          <span className="shrink-0 text-mute tabular-nums">
            {hits > 0 ? t('slice.hits', { count: hits, n: formatNumber(hits) }) : t('slice.noHits')}
          </span>
          <Switch
            label={t('slice.use', { n: slice.sequence })}
            checked={isOn}
            disabled={!mayEdit || actions.setOn.isPending}
            onChange={(on) => actions.setOn.mutate({ slice, on })}
          />
        </div>
        {isMine && edit.is === 'edit' ? (
          <SliceEditor
            label={t('slice.edit', { n: slice.sequence })}
            text={slice.content}
            busy={actions.write.isPending}
            error={actions.write.error}
            onCancel={() => onEdit(null)}
            onSave={(text) => actions.write.mutate({ slice, text }, { onSuccess: () => onEdit(null) })}
          />
        ) : (
          <p
            data-user-text
            className={cn('line-clamp-6 text-prose whitespace-pre-wrap wrap-anywhere', !isOn && 'text-mute')}
          >
            {withoutPath(slice.content, titles)}
          </p>
        )}
        <p className="mt-0.5 text-small text-mute">
          {t('slice.characters', { count: Number(slice.char_count), n: formatNumber(Number(slice.char_count)) })}
          {page > 0 && ` · ${t('slice.page', { page: formatNumber(page) })}`}
        </p>
      </div>
      {isMine && edit.is === 'insert' && (
        <div className="border-t border-dashed border-line px-4 py-2">
          <SliceEditor
            label={t('slice.insert', { n: slice.sequence })}
            busy={actions.insert.isPending}
            error={actions.insert.error}
            onCancel={() => onEdit(null)}
            onSave={(text) =>
              actions.insert.mutate({ before: Number(slice.sequence) + 1, text }, { onSuccess: () => onEdit(null) })
            }
          />
        </div>
      )}
    </li>
  )
}

/** The text without its leading headings, which are already shown above it. */
function withoutPath(content: string, titles: readonly string[]): string {
  const path = `${titles.join(' > ')}\n`
  return titles.length > 0 && content.startsWith(path) ? content.slice(path.length) : content
}
