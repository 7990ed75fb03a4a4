import { FieldType } from '@orrery/contract/shared/bot-enums'
import type { KeyboardEvent, RefObject } from 'react'
import { useT } from '#lib/i18n.ts'
import { matchesKeys } from '#lib/keys.ts'
import { toast } from '#ui/toast-store.ts'
import { isTrue } from './cell-rules.ts'
import type { GridColumn } from './grid-columns.ts'
import type { RowsHandle } from './grid-rows.tsx'
import { useGridClipboard } from './use-grid-clipboard.ts'
import type { Grid, Place } from './use-grid.ts'

interface GridKeys {
  grid: Grid
  columns: readonly GridColumn[]
  mayEdit: boolean
  list: RefObject<RowsHandle | null>
}

/** The keys of a spreadsheet: move, edit, clear, undo. */
export function useGridKeys({ grid, columns, mayEdit, list }: GridKeys) {
  const t = useT('database')
  const total = grid.state.total ?? 0
  const first = grid.draft ? -1 : 0
  const undo = async (): Promise<void> => {
    try {
      if (!(await grid.undo())) toast.info(t('grid.nothingToUndo'), { id: 'grid-undo' })
    } catch (error) {
      toast.error(t('grid.undoFailed'), { error })
    }
  }
  const clipboard = useGridClipboard({ grid, columns, mayEdit, undo })

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
    const page = Math.max(1, (list.current?.visibleRowCount() ?? 10) - 1)
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
      void undo()
    } else if (!active || event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      edit(place)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      void clipboard.clear()
    } else if (event.key.length === 1) {
      event.preventDefault()
      edit(place, event.key)
    }
  }
  const { onCopy, onPaste } = clipboard
  return { onKeyDown, onCopy, onPaste, go, edit, undo }
}
export type GridControls = ReturnType<typeof useGridKeys>
