import { Plus } from 'lucide-react'
import { cn } from '../../../lib/class-names.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { toggleOne } from '../../../lib/selection.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CellEditor, CellValue, WrongPop } from './grid-cell.tsx'
import { type GridColumn, headWidth, rowHeight } from './grid-columns.ts'
import { idOf, type Row } from './row-store.ts'
import { type Grid, newRow } from './use-grid.ts'
import type { GridHands } from './use-grid-keys.ts'

export interface GridParts {
  grid: Grid
  hands: GridHands
  columns: readonly GridColumn[]
  mayEdit: boolean
  channels: ReadonlyMap<string, string> | undefined
  /** Takes the focus back when a cell is done with. */
  focus: () => void
}

export const cellId = (row: number, col: number): string => `cell-${row}-${col}`
const line = 'border-r border-b border-line'
const beside = { down: [1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const

/** One row; -1 is the one that is being made. A row that is still on its way shows its place. */
export function GridRow({ parts, index, row }: { parts: GridParts; index: number; row: Row | undefined }) {
  const t = useT('database')
  const { grid, hands, columns, mayEdit } = parts
  const { active, anchor, editing, wrong, selected } = grid
  const isNew = index < 0
  const id = isNew ? newRow : row ? idOf(row) : ''
  const isChosen = selected.has(id)
  const isMarked = (col: number) =>
    active !== null &&
    anchor !== null &&
    index >= Math.min(active.row, anchor.row) &&
    index <= Math.max(active.row, anchor.row) &&
    col >= Math.min(active.col, anchor.col) &&
    col <= Math.max(active.col, anchor.col)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-raised={editing?.row === index || (id !== '' && wrong?.rowId === id) ? '' : undefined}
      style={{ height: rowHeight }}
      className={cn('group flex w-max min-w-full bg-card', isNew || isChosen ? 'bg-brand-soft/60' : 'hover:bg-page')}
    >
      <div
        role="rowheader"
        style={{ width: headWidth }}
        className={cn(
          line,
          'sticky left-0 z-1 flex shrink-0 items-center justify-center bg-inherit text-small text-mute tabular-nums',
        )}
      >
        {isNew ? (
          <Icon of={Plus} size={14} className="text-brand" />
        ) : mayEdit && row ? (
          <>
            <span className={cn('group-focus-within:hidden group-hover:hidden', isChosen && 'hidden')}>
              {formatNumber(index + 1)}
            </span>
            <span className={cn(!isChosen && 'sr-only group-focus-within:not-sr-only group-hover:not-sr-only')}>
              <Checkbox
                label={t('grid.selectRow', { n: index + 1 })}
                checked={isChosen}
                onChange={(on) => grid.setSelected(toggleOne(selected, id, on))}
              />
            </span>
          </>
        ) : (
          formatNumber(index + 1)
        )}
      </div>
      {columns.map((column, col) => {
        const isActive = active?.row === index && active.col === col
        const mine = wrong?.rowId === id && wrong.key === column.key ? wrong : null
        const isEditing = editing?.row === index && editing.col === col
        const place = { row: index, col }
        const lacks = isNew && column.isRequired && !row?.[column.key]
        return (
          <div
            key={column.key}
            id={cellId(index, col)}
            role="gridcell"
            aria-colindex={col + 2}
            aria-readonly={column.isSystem || !mayEdit}
            aria-invalid={mine ? true : undefined}
            style={{ width: column.width }}
            onMouseDown={(event) => {
              if (isEditing || (event.target as HTMLElement).closest('button, [role=switch], textarea')) return
              event.preventDefault()
              parts.focus()
              hands.go(place, event.shiftKey)
            }}
            onDoubleClick={() => hands.edit(place, mine?.text)}
            className={cn(
              line,
              'relative flex shrink-0 flex-col justify-center px-3',
              col === columns.length - 1 && 'grow',
              isMarked(col) && 'bg-brand-soft',
              mine && 'bg-err-soft',
              lacks && 'outline-1 -outline-offset-1 outline-err-solid',
              isActive && !isEditing && 'outline-2 -outline-offset-2 outline-focus',
            )}
          >
            {row && (
              <CellValue
                column={column}
                value={row[column.key]}
                wrongText={mine?.text}
                isNew={isNew}
                mayEdit={mayEdit}
                channelName={
                  column.key === 'bstudio_connector_id' ? parts.channels?.get(row[column.key] ?? '') : undefined
                }
                onSwitch={(on) => void grid.commit(place, String(on))}
              />
            )}
            {!row && <span className="h-2 w-2/3 rounded-sm bg-hover" />}
            {isEditing && (
              <CellEditor
                column={column}
                text={editing.text}
                isTyped={editing.isTyped}
                onLeave={() => {
                  grid.setEditing(null)
                  parts.focus()
                }}
                onSave={(text, then) => {
                  grid.setEditing(null)
                  void grid.commit(place, text)
                  if (then === 'stay') return
                  parts.focus()
                  const [down, right] = beside[then]
                  hands.go({ row: isNew ? index : index + down, col: isNew && down ? col + 1 : col + right })
                }}
              />
            )}
            {mine && !isEditing && (
              <WrongPop
                column={column}
                wrong={mine}
                onUse={(text) => void grid.commit(place, text)}
                onUndo={() => grid.setWrong(null)}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
