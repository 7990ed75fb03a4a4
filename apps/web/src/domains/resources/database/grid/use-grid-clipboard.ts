import type { ClipboardEvent } from 'react'
import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import { cellFault } from './cell-rules.ts'
import { readBlock, writeBlock } from './clipboard.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Row } from './row-store.ts'
import type { Grid } from './use-grid.ts'

interface GridClipboardDeps {
  grid: Grid
  columns: readonly GridColumn[]
  mayEdit: boolean
  undo: () => Promise<void>
}

/** Copies, pastes and clears blocks of cells in the format of spreadsheets. */
export function useGridClipboard({ grid, columns, mayEdit, undo }: GridClipboardDeps) {
  const t = useT('database')

  /** The marked block, or the active cell. */
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
    await paste(marked.rows[0]!, marked.cols[0]!, Array(marked.rows.length).fill(Array(marked.cols.length).fill('')))
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
    const most = grid.source.maxRows
    if (cells.length > most) return void toast.error(t('grid.pasteTooLong', { most }))
    void paste(Math.max(0, grid.active.row), grid.active.col, cells)
  }

  /** Writes a block of cells starting at a row and column, all or none. Rows beyond the last one are added. */
  async function paste(row: number, col: number, cells: readonly (readonly string[])[]): Promise<void> {
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
      else if (row + n >= (grid.state.total ?? 0))
        add.push(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')))
    }
    if (alter.length + add.length === 0) return
    try {
      await grid.write(alter, add)
      toast.ok(t('grid.pasted', { count: alter.length + add.length }), {
        action: { label: t('grid.undo'), onClick: () => void undo() },
      })
    } catch (error) {
      toast.error(t('grid.notPasted'), { error })
    }
  }
  return { clear, onCopy, onPaste }
}
