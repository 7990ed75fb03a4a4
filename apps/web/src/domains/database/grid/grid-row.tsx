import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { memo } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { toggleOne } from '../../../lib/selection.ts'
import { Icon } from '../../../ui/icon.tsx'
import { CellEditor, CellValue, WrongPop } from './grid-cell.tsx'
import { plainText } from './plain-text.ts'
import { type GridColumn, headWidth, rowHeight } from './grid-columns.ts'
import { idOf, type Row } from './row-store.ts'
import { type Grid, newRow, type Place } from './use-grid.ts'
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
/** The place of a cell that something happened in, read off the page: thousands of cells need no listeners of their own. */
export function placeOfCell(target: EventTarget): Place | undefined {
  const cell = (target as HTMLElement).closest<HTMLElement>('[role=gridcell]')
  const row = cell?.closest('[role=row]')
  return cell && row
    ? { row: Number(row.getAttribute('aria-rowindex')) - 2, col: Number(cell.getAttribute('aria-colindex')) - 2 }
    : undefined
}

const line = 'border-r border-b border-line'
const cell = `${line} relative flex shrink-0 flex-col justify-center px-3`
const beside = { down: [1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const

interface GridRowProps {
  parts: GridParts
  index: number
  row: Row | undefined
}

/** One row; -1 is the one that is being made. A row that is still on its way shows its place. */
export const GridRow = memo(function GridRow({ parts, index, row }: GridRowProps) {
  const { grid, columns, mayEdit } = parts
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
      className={clsx('group flex w-max min-w-full', isNew || isChosen ? 'bg-brand-soft/60' : 'bg-card hover:bg-page')}
    >
      <RowHead parts={parts} index={index} id={id} hasRow={row !== undefined} isChosen={isChosen} />
      {columns.map((column, col) => {
        const isActive = active?.row === index && active.col === col
        const mine = id !== '' && wrong?.rowId === id && wrong.key === column.key ? wrong : null
        const isEditing = editing?.row === index && editing.col === col
        const lacks = isNew && column.isRequired && !row?.[column.key]
        const plain = row && !isNew && !mine ? plainText(column, row[column.key]) : undefined
        return (
          <div
            key={column.key}
            id={cellId(index, col)}
            role="gridcell"
            aria-colindex={col + 2}
            aria-readonly={column.isSystem || !mayEdit}
            aria-invalid={mine ? true : undefined}
            style={{ width: column.width }}
            className={clsx(
              cell,
              col === columns.length - 1 && 'grow',
              mine ? 'bg-err-soft' : isMarked(col) && 'bg-brand-soft',
              lacks && 'outline-1 -outline-offset-1 outline-err-solid',
              isActive && !isEditing && 'outline-2 -outline-offset-2 outline-focus',
            )}
          >
            {plain ? (
              <span className={plain.style}>{plain.text}</span>
            ) : row ? (
              <CellValue
                column={column}
                value={row[column.key]}
                wrongText={mine?.text}
                isNew={isNew}
                mayEdit={mayEdit}
                channelName={
                  column.key === 'bstudio_connector_id' ? parts.channels?.get(row[column.key] ?? '') : undefined
                }
                onSwitch={(on) => void grid.commit({ row: index, col }, String(on))}
              />
            ) : (
              <span className="h-2 w-2/3 rounded-sm bg-hover" />
            )}
            {isEditing && <EditedCell parts={parts} place={{ row: index, col }} />}
            {mine && !isEditing && (
              <WrongPop
                column={column}
                wrong={mine}
                onUse={(text) => void grid.commit({ row: index, col }, text)}
                onUndo={() => grid.setWrong(null)}
              />
            )}
          </div>
        )
      })}
    </div>
  )
})

interface RowHeadProps {
  parts: GridParts
  index: number
  id: string
  hasRow: boolean
  isChosen: boolean
}

/** The number of a row; pointed at, the box to choose it by. The browser's own box: it is drawn for every row that passes. */
function RowHead({ parts: { grid, mayEdit }, index, id, hasRow, isChosen }: RowHeadProps) {
  const t = useT('database')
  const number = formatNumber(index + 1)
  return (
    <div
      role="rowheader"
      style={{ width: headWidth }}
      className={`${line} sticky left-0 z-1 flex shrink-0 items-center justify-center bg-inherit text-small text-mute tabular-nums`}
    >
      {index < 0 ? (
        <Icon of={Plus} size={14} className="text-brand" />
      ) : mayEdit && hasRow ? (
        <>
          <span className={clsx('group-focus-within:hidden group-hover:hidden', isChosen && 'hidden')}>{number}</span>
          <input
            type="checkbox"
            aria-label={t('grid.selectRow', { n: index + 1 })}
            checked={isChosen}
            onChange={(event) => grid.setSelected(toggleOne(grid.selected, id, event.target.checked))}
            className={clsx(
              'size-4 cursor-pointer accent-brand-solid',
              !isChosen && 'sr-only group-focus-within:not-sr-only group-hover:not-sr-only',
            )}
          />
        </>
      ) : (
        number
      )}
    </div>
  )
}

function EditedCell({ parts, place }: { parts: GridParts; place: Place }) {
  const { grid, hands, columns } = parts
  const { row, col } = place
  const { editing } = grid
  if (!editing) return null
  return (
    <CellEditor
      column={columns[col]!}
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
        const isNew = row < 0
        hands.go({ row: isNew ? row : row + down, col: isNew && down ? col + 1 : col + right })
      }}
    />
  )
}
