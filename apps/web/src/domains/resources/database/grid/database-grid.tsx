import { FieldType } from '@orrery/contract/shared/bot-enums'
import { ArrowDown, ArrowUp, Calendar, Hash, KeyRound, Plus, ToggleLeft, Type } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { allState, toggleAll } from '#lib/selection.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import type { CellType } from './cell-rules.ts'
import { type GridColumn, headWidth, rowHeight } from './grid-columns.ts'
import { cellId, GridRow, type GridRowProps, placeOfCell } from './grid-row.tsx'
import { GridRows, type RowsHandle } from './grid-rows.tsx'
import { idOf, type Row } from './row-store.ts'
import { type Grid, newRow, type Place } from './use-grid.ts'
import type { GridControls } from './use-grid-keys.ts'

export const typeIcons: Record<CellType, IconType> = {
  [FieldType.text]: Type,
  [FieldType.number]: Hash,
  [FieldType.float]: Hash,
  [FieldType.date]: Calendar,
  [FieldType.boolean]: ToggleLeft,
}
interface DatabaseGridProps {
  label: string
  grid: Grid
  controls: GridControls
  columns: readonly GridColumn[]
  mayEdit: boolean
  channels: ReadonlyMap<string, string> | undefined
  list: RefObject<RowsHandle | null>
  frame: RefObject<HTMLDivElement | null>
  sort: { field: string; isAscending: boolean }
  /** Undefined if rows have a fixed order. */
  onSort?: (field: string) => void
  onAddField?: () => void
  /** The menu at the end of a column header. */
  headTool?: (column: GridColumn) => ReactNode
}

/** Renders and fetches only visible rows. The grid has the focus; `aria-activedescendant` names the active cell. */
export function DatabaseGrid(props: DatabaseGridProps) {
  const { label, grid, controls, columns, mayEdit, channels, list, frame, sort, onSort, onAddField, headTool } = props
  const t = useT('database')
  const scroll = useRef<HTMLDivElement>(null)
  const total = grid.state.total ?? 0
  const focus = () => frame.current?.focus({ preventScroll: true })
  const parts = useRef({ grid, controls, focus })
  useLayoutEffect(() => {
    parts.current = { grid, controls, focus }
  })
  const shown = Array.from({ length: Math.min(total, 100) }, (_, n) => grid.store.at(n)).flatMap((row) =>
    row ? [idOf(row)] : [],
  )
  const chosen = allState(grid.selected, shown)
  /** The rejected input of this cell. */
  const wrongAt = ({ row, col }: Place) => {
    const here = row < 0 ? newRow : idOf(grid.store.at(row) ?? {})
    return grid.wrong && grid.wrong.rowId === here && grid.wrong.key === columns[col]?.key ? grid.wrong.text : undefined
  }
  const { store } = grid
  const onVisibleRange = useCallback((first: number, last: number) => store.ensure(first, last), [store])
  const rowOf = (index: number, row: Row | undefined): Omit<GridRowProps, 'top'> => {
    const id = index < 0 ? newRow : row ? idOf(row) : ''
    const own = { parts, columns, channels, mayEdit, index, row, isChosen: grid.selected.has(id) }
    return { ...own, ...stateOfRow(grid, index, id) }
  }
  return (
    <div
      ref={frame}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={grid.active ? cellId(grid.active.row, grid.active.col) : undefined}
      onKeyDown={controls.onKeyDown}
      onCopy={controls.onCopy}
      onPaste={controls.onPaste}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !grid.active && total > 0) grid.move({ row: 0, col: 1 })
      }}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <div
        ref={scroll}
        onMouseDown={(event) => {
          const place = placeOfCell(event.target)
          if (!place || (event.target as HTMLElement).closest('button, [role=switch], textarea, input')) return
          event.preventDefault()
          focus()
          controls.go(place, event.shiftKey)
        }}
        onDoubleClick={(event) => {
          const place = placeOfCell(event.target)
          if (place) controls.edit(place, wrongAt(place))
        }}
        className="group/frame relative min-h-0 flex-1 overflow-auto border-t border-line bg-card"
      >
        <div role="rowgroup" className="sticky top-0 z-5 w-max min-w-full">
          <div role="row" aria-rowindex={1} style={{ height: rowHeight }} className="flex bg-page">
            <div
              role="columnheader"
              style={{ width: headWidth }}
              className="sticky left-0 z-1 flex shrink-0 items-center justify-center border-r border-b border-line bg-page"
            >
              {mayEdit && (
                <Checkbox
                  label={t('grid.selectAll')}
                  checked={chosen === 'all' && shown.length > 0}
                  mixed={chosen === 'some'}
                  onChange={() => grid.setSelected(toggleAll(grid.selected, shown))}
                />
              )}
            </div>
            {columns.map((column, col) => (
              <ColumnHead
                key={column.key}
                column={column}
                isLast={col === columns.length - 1}
                direction={sort.field !== column.key ? null : sort.isAscending ? 'ascending' : 'descending'}
                onSort={onSort && (() => onSort(column.key))}
                after={
                  col === columns.length - 1 && onAddField ? (
                    <IconButton
                      size="sm"
                      icon={Plus}
                      label={t('structure.add')}
                      onClick={onAddField}
                      className="ml-auto"
                    />
                  ) : (
                    headTool?.(column)
                  )
                }
              />
            ))}
          </div>
          {grid.draft && <GridRow {...rowOf(-1, grid.draft)} />}
        </div>
        <GridRows
          ref={list}
          scroll={scroll}
          count={total}
          width={columns.reduce((sum, column) => sum + column.width, headWidth)}
          head={grid.draft ? 2 * rowHeight : rowHeight}
          onVisibleRange={onVisibleRange}
        >
          {({ slot, index, top }) => <GridRow key={slot} {...rowOf(index, store.at(index))} top={top} />}
        </GridRows>
      </div>
    </div>
  )
}

/** The part of the grid state that a row shows. Stable while the row looks the same, so that it need not render. */
function stateOfRow({ active, anchor, editing, wrong }: Grid, index: number, id: string) {
  const isMarked =
    active !== null &&
    anchor !== null &&
    index >= Math.min(active.row, anchor.row) &&
    index <= Math.max(active.row, anchor.row)
  return {
    activeCol: active?.row === index ? active.col : -1,
    markFrom: isMarked ? Math.min(active.col, anchor.col) : -1,
    markTo: isMarked ? Math.max(active.col, anchor.col) : -1,
    editing: editing?.row === index ? editing : null,
    wrong: id !== '' && wrong?.rowId === id ? wrong : null,
  }
}

interface ColumnHeadProps {
  column: GridColumn
  isLast: boolean
  direction: 'ascending' | 'descending' | null
  onSort: (() => void) | undefined
  after: ReactNode
}

function ColumnHead({ column, isLast, direction, onSort, after }: ColumnHeadProps) {
  const t = useT('database')
  const glyph = column.key === 'bstudio_id' ? KeyRound : typeIcons[column.type]
  return (
    <div
      role="columnheader"
      aria-sort={direction ?? 'none'}
      style={{ width: column.width }}
      className={cn('flex shrink-0 items-center border-r border-b border-line pr-1', isLast && 'grow')}
    >
      <button
        type="button"
        title={column.note || undefined}
        disabled={!onSort}
        onClick={onSort}
        className="focus-inset flex h-full min-w-0 items-center gap-1.5 px-3 text-small font-medium enabled:hover:text-brand"
      >
        <Icon of={glyph} size={14} className="shrink-0 text-mute" />
        <span className="truncate">{column.label}</span>
        {column.isRequired && (
          <span role="img" aria-label={t('grid.required')} className="text-err">
            *
          </span>
        )}
        {direction && (
          <Icon of={direction === 'ascending' ? ArrowUp : ArrowDown} size={12} className="shrink-0 text-brand" />
        )}
      </button>
      {after}
    </div>
  )
}
