import { useRef } from 'react'
import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import { moveRows } from './folder.queries.ts'
import type { LibraryRow } from './library-rows.ts'

/** Moves rows into the folder they are dropped on. */
export function useRowDrag(
  spaceId: string,
  rowsWith: (row: LibraryRow) => readonly LibraryRow[],
  onDropped: () => void,
) {
  const t = useT('library')
  const dragged = useRef<readonly LibraryRow[]>([])
  const drop = async (folderId: string) => {
    const rows = dragged.current.filter((row) => row.id !== folderId)
    const left = await moveRows(spaceId, rows, folderId).catch(
      (error: unknown) => void toast.error(t('folder.dropFailed'), { error }),
    )
    if (left?.length) toast.error(t('folder.notMoved', { names: left.map((row) => row.name).join(', ') }))
    onDropped()
  }
  return {
    onDrag: (row: LibraryRow) => (dragged.current = rowsWith(row)),
    onDrop: (folderId: string) => void drop(folderId),
  }
}
