import { FieldType } from '@orrery/contract/shared/bot-enums'
import { type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { useT } from '#lib/i18n.ts'
import { matchesKeys } from '#lib/keys.ts'
import { toast } from '#ui/toast-store.ts'
import { cellFault, isTrue } from './cell-rules.ts'
import { readBlock, writeBlock } from './clipboard.ts'
import type { GridColumn } from './grid-columns.ts'
import type { RowsHandle } from './grid-rows.tsx'
import type { Row } from './row-store.ts'
import type { Grid, Place } from './use-grid.ts'

const mostPasted = 1000

interface GridKeys {
  grid: Grid
  columns: readonly GridColumn[]
  mayEdit: boolean
  list: RefObject<RowsHandle | null>
}

/** Moving, editing, copying and pasting by keys, as in a spreadsheet. */
export function useGridKeys({ grid, columns, mayEdit, list }: GridKeys) {
  const t = useT('database')
  const total = grid.state.total ?? 0
  const first = grid.draft ? -1 : 0

  function go(place: Place, isRange = false): void {
    const row = Math.min(Math.max(place.row, first), Math.max(total - 1, first))
    const col = Math.min(Math.max(place.col, 0), columns.length - 1)
    grid.move({ row, col }, isRange)
    if (row >= 0) list.current?.scrollToRow(row)
  }
  function edit(place: Place, text?: string): void {
    const column = columns[place.col]
    const row = place.row < 0 ? grid.draft : grid.store.at(place.row)
    if (!mayEdit || !column || !row || column.isSystem) return
    if (column.type === FieldType.boolean) {
      if (text === undefined || text === ' ') void grid.commit(place, isTrue(row[column.key]) ? 'false' : 'true')
      return
    }
    grid.setEditing({ ...place, text: text ?? row[column.key] ?? '', isTyped: text !== undefined })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { active } = grid
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return
    const place = active ?? { row: first, col: 1 }
    const page = Math.max(1, (list.current?.rowsInSight() ?? 10) - 1)
    const steps: Record<string, Place> = {
      ArrowUp: { row: event.ctrlKey || event.metaKey ? 0 : place.row - 1, col: place.col },
      ArrowDown: { row: event.ctrlKey || event.metaKey ? total : place.row + 1, col: place.col },
      ArrowLeft: { row: place.row, col: place.col - 1 },
      ArrowRight: { row: place.row, col: place.col + 1 },
      PageUp: { row: place.row - page, col: place.col },
      PageDown: { row: place.row + page, col: place.col },
      Home: { row: event.ctrlKey ? 0 : place.row, col: 0 },
      End: { row: event.ctrlKey ? total : place.row, col: columns.length },
    }
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      go(active ? step : place, event.shiftKey)
    } else if (matchesKeys(event.nativeEvent, 'mod+z')) {
      event.preventDefault()
      void takeBack()
    } else if (!active || event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      edit(place)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      void clear()
    } else if (event.key.length === 1) {
      event.preventDefault()
      edit(place, event.key)
    }
  }
  async function takeBack(): Promise<void> {
    try {
      if (!(await grid.undo())) toast.info(t('grid.nothingToUndo'), { id: 'grid-undo' })
    } catch (error) {
      toast.error(t('grid.undoFailed'), { error })
    }
  }

  /** The marked block, or the one cell. */
  function block(): { rows: number[]; cols: number[] } | null {
    const { active, anchor } = grid
    if (!active) return null
    const from = anchor ?? active
    const between = (a: number, b: number) => Array.from({ length: Math.abs(a - b) + 1 }, (_, n) => Math.min(a, b) + n)
    return { rows: between(from.row, active.row), cols: between(from.col, active.col) }
  }
  async function clear(): Promise<void> {
    const marked = block()
    if (!marked || !mayEdit) return
    if (marked.rows.length === 1 && marked.cols.length === 1) return grid.commit(grid.active!, '')
    await put(marked.rows[0]!, marked.cols[0]!, Array(marked.rows.length).fill(Array(marked.cols.length).fill('')))
  }
  function onCopy(event: ClipboardEvent): void {
    const marked = block()
    if (event.target !== event.currentTarget || !marked) return
    event.preventDefault()
    const rows = marked.rows.map((row) => (row < 0 ? grid.draft : grid.store.at(row)) ?? {})
    const cells = rows.map((row) => marked.cols.map((col) => row[columns[col]!.key] ?? ''))
    event.clipboardData.setData('text/plain', writeBlock(cells))
  }
  function onPaste(event: ClipboardEvent): void {
    if (event.target !== event.currentTarget || !grid.active || !mayEdit) return
    event.preventDefault()
    const cells = readBlock(event.clipboardData.getData('text/plain'))
    if (cells.length === 1 && cells[0]!.length === 1) return void grid.commit(grid.active, cells[0]![0]!)
    if (cells.length > mostPasted) return void toast.error(t('grid.pasteTooLong', { most: mostPasted }))
    void put(Math.max(0, grid.active.row), grid.active.col, cells)
  }

  /** A block of cells from a place on; rows past the last one are added. All or none. */
  async function put(row: number, col: number, cells: readonly (readonly string[])[]): Promise<void> {
    const alter: { row: Row; values: Row }[] = []
    const add: Row[] = []
    for (const [n, line] of cells.entries()) {
      const target = grid.store.at(row + n)
      const values: Row = {}
      for (const [m, text] of line.entries()) {
        const column = columns[col + m]
        if (!column || column.isSystem) continue
        const fault = cellFault(column.type, text, column.isRequired)
        if (fault) {
          const reason = t(`fault.${fault}`, { field: column.label })
          return void toast.error(t('grid.notPasted'), { description: t('grid.inLine', { line: n + 1, reason }) })
        }
        values[column.key] = text
      }
      if (Object.keys(values).length === 0) continue
      if (target) alter.push({ row: target, values })
      else if (row + n >= total)
        add.push(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')))
    }
    if (alter.length + add.length === 0) return
    try {
      await grid.write(alter, add)
      toast.ok(t('grid.pasted', { count: alter.length + add.length }), {
        action: { label: t('grid.undo'), onClick: () => void takeBack() },
      })
    } catch (error) {
      toast.error(t('grid.notPasted'), { error })
    }
  }
  return { onKeyDown, onCopy, onPaste, go, edit, takeBack }
}
export type GridHands = ReturnType<typeof useGridKeys>
