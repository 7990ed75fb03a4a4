import { CopyPlus, FileDown, FolderInput, Trash2 } from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { forgetRecent } from '#lib/recent.ts'
import { removeMany } from '#lib/remove-resources.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { exporting } from '#domains/library/bundle/index.ts'
import { askToDelete } from '#domains/library/reference/index.ts'
import { type LibraryRow, mayDo, resourcesOf } from '../library-rows.ts'
import { pickOf, refreshLibrary } from '../library.queries.ts'
import { transferring } from '../transfer.ts'

interface LibraryBulkProps {
  spaceId: string
  rows: readonly LibraryRow[]
  mayMove: boolean
  onMove: () => void
  onClear: () => void
}

/** Bulk actions on rows. */
export function LibraryBulk({ spaceId, rows, mayMove, onMove, onClear }: LibraryBulkProps) {
  const t = useT('library')
  const resources = resourcesOf(rows)
  const taken = resources.filter((row) => mayDo(row.resource, 'copy'))
  const picks = taken.map((row) => pickOf(row.resource))
  const mayDelete = rows.some((row) => row.is === 'folder' || mayDo(row.resource, 'delete'))
  const remove = () => {
    const count = { count: rows.length, number: formatNumber(rows.length) }
    return askToDelete({
      spaceId,
      ids: resources.map((row) => row.id),
      title: t('bulk.removeTitle', count),
      ...(resources.length < rows.length && { note: t('bulk.removeTextFolders') }),
      action: t('bulk.removeDo', count),
      onConfirm: async () => {
        const failed = await removeMany(
          spaceId,
          rows.map((row) => row.id),
        )
        const kept = new Map(failed.map((item) => [item.id, item.reason]))
        for (const row of rows) if (!kept.has(row.id)) forgetRecent(spaceId, row.id)
        await refreshLibrary()
        if (!failed.length) return onClear()
        const names = rows.flatMap((row) => (kept.has(row.id) ? [`${row.name} (${kept.get(row.id)})`] : []))
        throw new Error(t('bulk.notRemoved', { names: names.join(', ') }))
      },
    })
  }
  return (
    <BulkBar count={rows.length} onClear={onClear}>
      {mayMove && (
        <Button size="sm" kind="quiet" icon={FolderInput} onClick={onMove}>
          {t('folder.move')}
        </Button>
      )}
      {picks.length > 0 && (
        <>
          <Button size="sm" kind="quiet" icon={CopyPlus} onClick={() => transferring.set({ spaceId, picks })}>
            {t('transfer')}
          </Button>
          <Button size="sm" kind="quiet" icon={FileDown} onClick={() => exporting.set({ spaceId, picks })}>
            {t('export')}
          </Button>
        </>
      )}
      {mayDelete && (
        <Button size="sm" kind="quiet" icon={Trash2} className="text-err" onClick={() => void remove()}>
          {t('remove')}
        </Button>
      )}
    </BulkBar>
  )
}
