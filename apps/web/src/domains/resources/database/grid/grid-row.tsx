import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { memo, type RefObject } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { toggleOne } from '#lib/selection.ts'
import { Icon } from '#ui/icon.tsx'
import { ChoiceEditor } from './choice-editor.tsx'
import { CellEditor, CellValue, WrongPop } from './grid-cell.tsx'
import { plainText } from './plain-text.ts'
import { type GridColumn, headWidth, rowHeight } from './grid-columns.ts'
import type { Row } from './row-store.ts'
import type { Grid, Place, Wrong } from './use-grid.ts'
import type { GridControls } from './use-grid-keys.ts'

/** Grid operations. Read at the time of an action, so rows need not render again. */
interface GridParts {
  grid: Grid
  controls: GridControls
  /** Moves the focus back to the grid when a cell has been edited. */
  focus: () => void
}

export const cellId = (row: number, col: number): string => `cell-${row}-${col}`
/** Finds the cell of an event in the DOM, so that thousands of cells need no listeners. */
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

export interface GridRowProps {
  parts: RefObject<GridParts>
  columns: readonly GridColumn[]
  channels: ReadonlyMap<string, string> | undefined
  mayEdit: boolean
  index: number
  row: Row | undefined
  /** The vertical offset; undefined for the new row, which is above all others. */
  top?: number
  isChosen: boolean
  /** The column of the active cell, and the range of marked columns; -1 for none. */
  activeCol: number
  markFrom: number
  markTo: number
  editing: Grid['editing']
  wrong: Wrong | null
}

/** One row; index -1 is the new row. A row that is still loading is empty. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { parts, columns, channels, mayEdit, index, row, top, isChosen, activeCol, markFrom, markTo } = props
  const { editing, wrong } = props
  const isNew = index < 0
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      style={{ height: rowHeight, top }}
      className={clsx(
        'group flex min-w-full',
        isNew ? 'w-max' : 'absolute',
        // Content that hangs below a cell must be drawn above the following rows.
        (editing || wrong) && 'z-4',
        isNew || isChosen ? 'bg-brand-soft/60' : 'bg-card hover:bg-page',
      )}
    >
      <RowHead parts={parts} index={index} mayChoose={mayEdit && row !== undefined} isChosen={isChosen} row={row} />
      {columns.map((column, col) => {
        const mine = wrong?.key === column.key ? wrong : null
        const isEditing = editing?.col === col
        const isMissingValue = isNew && column.isRequired && !row?.[column.key]
        const plain = isNew || mine ? undefined : plainText(column, row)
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
              mine ? 'bg-err-soft' : col >= markFrom && col <= markTo && 'bg-brand-soft',
              isMissingValue && 'outline-1 -outline-offset-1 outline-err-solid',
              col === activeCol && !isEditing && 'outline-2 -outline-offset-2 outline-focus',
            )}
          >
            {plain ? (
              <span className={plain.style}>{plain.text}</span>
            ) : (
              <CellValue
                column={column}
                value={row?.[column.key]}
                wrongText={mine?.text}
                isNew={isNew}
                mayEdit={mayEdit}
                channelName={column.key === 'bstudio_connector_id' ? channels?.get(row?.[column.key] ?? '') : undefined}
                onSwitch={(on) => void parts.current.grid.commit({ row: index, col }, String(on))}
              />
            )}
            {isEditing && <EditedCell parts={parts} column={column} editing={editing} />}
            {mine && !isEditing && (
              <WrongPop
                column={column}
                wrong={mine}
                onUse={(text) => void parts.current.grid.commit({ row: index, col }, text)}
                onUndo={() => parts.current.grid.setWrong(null)}
              />
            )}
          </div>
        )
      })}
    </div>
  )
})

interface RowHeadProps {
  parts: RefObject<GridParts>
  index: number
  row: Row | undefined
  mayChoose: boolean
  isChosen: boolean
}

/**
 * The number of a row, replaced on hover by a checkbox. A native checkbox, because every row that scrolls by renders
 * one. Sticky only while the grid is scrolled sideways, because that costs time in every frame.
 */
function RowHead({ parts, index, row, mayChoose, isChosen }: RowHeadProps) {
  const t = useT('database')
  const number = formatNumber(index + 1)
  const choose = (on: boolean) => {
    const { grid } = parts.current
    grid.setSelected(toggleOne(grid.selected, row?.['bstudio_id'] ?? '', on))
  }
  return (
    <div
      role="rowheader"
      style={{ width: headWidth }}
      className={`${line} left-0 flex shrink-0 items-center justify-center bg-inherit text-small text-mute tabular-nums group-data-shifted/frame:sticky group-data-shifted/frame:z-1`}
    >
      {index < 0 ? (
        <Icon of={Plus} size={14} className="text-brand" />
      ) : mayChoose ? (
        <>
          <span className={clsx('group-focus-within:hidden group-hover:hidden', isChosen && 'hidden')}>{number}</span>
          <input
            // A recycled row gets a new checkbox, so that the focus does not move along with it.
            key={index}
            type="checkbox"
            aria-label={t('grid.selectRow', { n: index + 1 })}
            checked={isChosen}
            onChange={(event) => choose(event.target.checked)}
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

interface EditedCellProps {
  parts: RefObject<GridParts>
  column: GridColumn
  editing: NonNullable<Grid['editing']>
}

function EditedCell({ parts, column, editing }: EditedCellProps) {
  const { row, col } = editing
  const Editor = column.own?.edit ?? (column.choices ? ChoiceEditor : CellEditor)
  return (
    <Editor
      column={column}
      text={editing.text}
      isTyped={editing.isTyped}
      onLeave={() => {
        parts.current.grid.setEditing(null)
        parts.current.focus()
      }}
      onSave={(text, then) => {
        const { grid, controls, focus } = parts.current
        grid.setEditing(null)
        void grid.commit({ row, col }, text)
        if (then === 'stay') return
        focus()
        const [down, right] = beside[then]
        const isNew = row < 0
        controls.go({ row: isNew ? row : row + down, col: isNew && down ? col + 1 : col + right })
      }}
    />
  )
}
