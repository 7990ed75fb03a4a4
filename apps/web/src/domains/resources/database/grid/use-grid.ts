import { useEffect, useMemo, useState } from 'react'
import type { Selection } from '#lib/selection.ts'
import { type CellFault, cellFault } from './cell-rules.ts'
import type { GridColumn } from './grid-columns.ts'
import type { GridSource } from './grid-source.ts'
import { createRowStore, idOf, type Row } from './row-store.ts'
import { useRowWrites } from './use-row-writes.ts'

/** A cell. Row -1 is the new row that is not stored yet. */
export interface Place {
  row: number
  col: number
}
export interface Wrong {
  rowId: string
  key: string
  text: string
  /** Found by the check of the page, or reported by the server. */
  fault: CellFault | { message: string }
}
export const newRow = 'new'

/** The rows with cursor, selection and edits. The caller passes the same source while the query is unchanged. */
export function useGrid(source: GridSource, columns: readonly GridColumn[]) {
  // A new filter or order creates a new store, while the page around it stays mounted.
  const store = useMemo(() => createRowStore((offset, limit) => source.read(offset, limit)), [source])
  const state = store.use()
  const [active, setActive] = useState<Place | null>(null)
  const [anchor, setAnchor] = useState<Place | null>(null)
  const [editing, setEditing] = useState<(Place & { text: string; isTyped: boolean }) | null>(null)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const [draft, setDraft] = useState<Row | null>(null)
  const [selected, setSelected] = useState<Selection>(new Set())
  const [asked, setAsked] = useState(source)
  if (asked !== source) {
    setAsked(source)
    setActive(null)
    setAnchor(null)
    setEditing(null)
    setWrong(null)
    setSelected(new Set())
  }
  useEffect(() => store.ensure(0, 40), [store])

  const reload = () => store.reload(Math.max(0, (active?.row ?? 0) - 50), (active?.row ?? 0) + 50)
  const { write, undo, remove, saving, mayUndo } = useRowWrites({ source, store, reload })

  /** Stores one cell. A value that cannot be stored stays visible with the reason. */
  async function commit(place: Place, text: string): Promise<void> {
    const column = columns[place.col]
    const row = place.row < 0 ? draft : store.at(place.row)
    if (!column || !row || column.isSystem) return
    const rowId = place.row < 0 ? newRow : idOf(row)
    const fault = cellFault(column.type, text, column.isRequired)
    if (fault && !(fault === 'required' && rowId === newRow)) {
      setWrong({ rowId, key: column.key, text, fault })
      return
    }
    if (wrong?.rowId === rowId && wrong.key === column.key) setWrong(null)
    if (rowId === newRow) return addDraft({ ...row, [column.key]: text })
    if ((row[column.key] ?? '') === text) return
    await write([{ row, values: { [column.key]: text } }]).catch((error: unknown) =>
      setWrong({
        rowId,
        key: column.key,
        text,
        fault: { message: error instanceof Error ? error.message : String(error) },
      }),
    )
  }

  /** Stores the new row as soon as all its required fields are filled. */
  async function addDraft(values: Row): Promise<void> {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    setDraft(given)
    const isComplete = columns.every((column) => !column.isRequired || given[column.key] !== undefined)
    if (!isComplete || Object.keys(given).length === 0) return
    await write([], [given])
    setDraft(null)
    const row = source.newRows === 'first' ? 0 : (store.current().total ?? 1) - 1
    setActive((place) => (place ? { ...place, row } : place))
  }

  return {
    source,
    store,
    state,
    active,
    anchor,
    /** Moves the cursor; with `isRange`, marks the block from the anchor to the new cell. */
    move(place: Place, isRange = false) {
      setAnchor(isRange ? (anchor ?? active) : null)
      setActive(place)
    },
    editing,
    setEditing,
    wrong,
    setWrong,
    draft,
    setDraft,
    selected,
    setSelected,
    saving,
    commit,
    write,
    async remove(ids: readonly string[]): Promise<void> {
      await remove(ids)
      setSelected(new Set())
      await reload()
    },
    undo,
    reload,
    mayUndo,
  }
}
export type Grid = ReturnType<typeof useGrid>
