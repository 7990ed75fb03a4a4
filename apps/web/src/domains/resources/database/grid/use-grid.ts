import { DATABASE_LIMITS } from '@orrery/contract/shared/database-enums'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#lib/api.ts'
import type { Selection } from '#lib/selection.ts'
import { refreshCounts, type Stage, tableTypeOf } from '../database.queries.ts'
import type { Criterion } from '../filters.ts'
import { type CellFault, cellFault } from './cell-rules.ts'
import type { GridColumn } from './grid-columns.ts'
import { createRowStore, idOf, type Row } from './row-store.ts'
import { createUndoStack, type UndoStep } from './undo-stack.ts'

/** -1 is the row that is being made. */
export interface Place {
  row: number
  col: number
}
export interface Wrong {
  rowId: string
  key: string
  text: string
  /** By our own rules, or in the words of the server. */
  fault: CellFault | { message: string }
}
export interface GridQuery {
  criterion: Criterion | undefined
  sort: { field: string; isAscending: boolean }
}
export const newRow = 'new'

/** The rows of a table and what is done to them: each change is stored at once, shown at once, and can be taken back. */
export function useGrid(databaseId: string, stage: Stage, columns: readonly GridColumn[], query: GridQuery) {
  // Another question to the table is another list of rows; the page around it stays.
  const question = JSON.stringify(query)
  const store = useMemo(() => {
    const { criterion, sort } = JSON.parse(question) as GridQuery
    return createRowStore(async (offset, limit) => {
      const answer = await api.database.records({
        database_id: databaseId,
        table_type: tableTypeOf(stage),
        offset,
        limit,
        filter_criterion: criterion,
        order_by_list: [{ field: sort.field, direction: sort.isAscending ? 1 : 2 }],
      })
      return { rows: answer.data, total: answer.TotalNum }
    })
  }, [databaseId, stage, question])
  const [undoStack] = useState(createUndoStack)
  const state = store.use()
  const [active, setActive] = useState<Place | null>(null)
  const [anchor, setAnchor] = useState<Place | null>(null)
  const [editing, setEditing] = useState<(Place & { text: string; isTyped: boolean }) | null>(null)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const [draft, setDraft] = useState<Row | null>(null)
  const [selected, setSelected] = useState<Selection>(new Set())
  const [saving, setSaving] = useState(0)
  const [asked, setAsked] = useState(question)
  if (asked !== question) {
    setAsked(question)
    setActive(null)
    setAnchor(null)
    setEditing(null)
    setWrong(null)
    setSelected(new Set())
  }
  useEffect(() => store.ensure(0, 40), [store])

  const reload = () => store.reload(Math.max(0, (active?.row ?? 0) - 50), (active?.row ?? 0) + 50)
  async function send(change: { add?: Row[]; alter?: Row[]; remove?: Row[] }, cells: number): Promise<Row[]> {
    setSaving((n) => n + cells)
    try {
      const answer = await api.database.updateRecords({
        database_id: databaseId,
        table_type: tableTypeOf(stage),
        record_data_add: change.add ?? [],
        record_data_alter: change.alter ?? [],
        record_data_delete: change.remove ?? [],
      })
      if (change.add?.length || change.remove?.length) void refreshCounts(databaseId)
      return answer.data
    } finally {
      setSaving((n) => n - cells)
    }
  }

  /** Cells of rows that are there and rows to be added, all or none. */
  async function write(alter: { row: Row; values: Row }[], add: Row[] = []): Promise<void> {
    const before = alter.map(({ row, values }) => ({
      id: idOf(row),
      values: Object.fromEntries(Object.keys(values).map((key) => [key, row[key] ?? ''])),
    }))
    store.patch(new Map(alter.map(({ row, values }) => [idOf(row), values])))
    try {
      const answers = await send(
        { add, alter: alter.map(({ row, values }) => ({ bstudio_id: idOf(row), ...values })) },
        alter.reduce((sum, { values }) => sum + Object.keys(values).length, add.length),
      )
      // As the server keeps them: 1,450 is 1450, a date has its time.
      const kept = answers.slice(add.length).map((row, n) => {
        const cleared = Object.keys(alter[n]!.values).map((key) => [key, ''])
        return [idOf(row), { ...Object.fromEntries(cleared), ...row }] as const
      })
      store.patch(new Map(kept))
      undoStack.push({ before, added: answers.slice(0, add.length).map(idOf) })
      if (add.length) await reload()
    } catch (error) {
      store.patch(new Map(before.map(({ id, values }) => [id, values])))
      throw error
    }
  }

  /** One cell. What cannot be stored stays in sight with the reason. */
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

  /** The row that is being made is stored as soon as it has all it must have. */
  async function addDraft(values: Row): Promise<void> {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    setDraft(given)
    const isComplete = columns.every((column) => !column.isRequired || given[column.key] !== undefined)
    if (!isComplete || Object.keys(given).length === 0) return
    await write([], [given])
    setDraft(null)
    setActive((place) => (place ? { ...place, row: 0 } : place))
  }

  async function undo(): Promise<UndoStep | undefined> {
    const step = undoStack.pop()
    if (!step) return undefined
    await send(
      {
        alter: step.before.map(({ id, values }) => ({ bstudio_id: id, ...values })),
        remove: step.added.map((id) => ({ bstudio_id: id })),
      },
      step.before.length + step.added.length,
    )
    store.patch(new Map(step.before.map(({ id, values }) => [id, values])))
    if (step.added.length) await reload()
    return step
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += DATABASE_LIMITS.recordBatch) {
      const part = ids.slice(at, at + DATABASE_LIMITS.recordBatch)
      await send({ remove: part.map((id) => ({ bstudio_id: id })) }, part.length)
    }
    undoStack.forget(new Set(ids))
    setSelected(new Set())
    await reload()
  }

  return {
    store,
    state,
    active,
    anchor,
    /** With `isRange` the block from the anchor to here is marked. */
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
    remove,
    undo,
    reload,
    mayUndo: () => undoStack.size() > 0,
  }
}
export type Grid = ReturnType<typeof useGrid>
