import { useRef, type ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { allState, toggleAll, toggleOne, toggleRange, type Selection } from '#lib/selection.ts'
import { Skeleton } from './skeleton.tsx'
import type { Column, RowActions, Sort } from './table-column.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'

export type { Column, Sort } from './table-column.ts'

export interface TableProps<Row> {
  /** Describes the table to screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  /** Rows with one line (36 px) or two (52 px). */
  size?: 'one' | 'two'
  onOpen?: (row: Row) => void
  selected?: Selection
  onSelect?: (selected: Selection) => void
  /** By default every row can be selected. */
  canSelect?: (row: Row) => boolean
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Shown at the end of the row on hover or focus. */
  actions?: RowActions<Row>
  rowTone?: (row: Row) => 'failed' | 'fresh' | undefined
  /** Number of placeholder rows while the first page loads. */
  loading?: number
  /** Shown below the last row: an InfiniteSentinel. */
  after?: ReactNode
}

/**
 * A list with columns, or with cards in a narrow container. Arrows move, Enter opens, X selects, shift selects a range.
 * The caller does the filtering, sorting and paging.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, rowName, size = 'two', selected, onSelect, actions, loading = 0 } = props
  const t = useT('ui')
  const last = useRef<string | null>(null)
  const keys = rows.map(rowKey)
  const { canSelect = () => true } = props
  const selectable = rows.filter(canSelect).map(rowKey)
  const select = (key: string, range: boolean) => {
    if (!selected || !onSelect) return
    onSelect(range ? toggleRange(selected, selectable, last.current, key) : toggleOne(selected, key))
    last.current = key
  }
  return (
    <div className="@container w-full">
      {/* Explicit roles, because some browsers drop table semantics when rows are laid out as cards. */}
      <table
        role="table"
        aria-label={label}
        aria-busy={loading > 0}
        className="w-full table-fixed border-separate border-spacing-0 @max-list:block [&_td]:border-line @min-list:[&_td]:border-b"
      >
        <TableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          actions={Boolean(actions)}
          all={
            selected && onSelect
              ? { state: allState(selected, selectable), toggle: () => onSelect(toggleAll(selected, selectable)) }
              : undefined
          }
        />
        <tbody role="rowgroup" className="@max-list:block">
          {rows.map((row, index) => (
            <TableRow
              key={keys[index]}
              row={row}
              name={rowName(row)}
              columns={columns}
              size={size}
              tone={props.rowTone?.(row)}
              focusable={index === 0}
              selected={selected?.has(keys[index]!)}
              cannotSelect={!canSelect(row)}
              onSelect={selected && onSelect ? (range) => select(keys[index]!, range) : undefined}
              onOpen={props.onOpen && (() => props.onOpen?.(row))}
              actions={actions}
            />
          ))}
          {Array.from({ length: loading }, (_, index) => (
            // Without a row role, so that code and tests that look for the first row wait for a real one.
            <tr key={index} aria-hidden className={size === 'one' ? 'h-9' : 'h-13'}>
              <td colSpan={columns.length + (onSelect ? 1 : 0) + (actions ? 1 : 0)} className="px-5">
                <Skeleton className="h-3" style={{ width: `${42 + ((index * 17) % 40)}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {loading > 0 && (
        <span role="status" className="sr-only">
          {t('loading', { what: label })}
        </span>
      )}
      {props.after}
    </div>
  )
}

/** The first cell of most tables: tile or avatar, the name, and a line of details. */
export function NameCell({
  tile,
  name,
  beside,
  note,
}: {
  tile?: ReactNode
  name: ReactNode
  beside?: ReactNode
  note?: ReactNode
}) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {tile}
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold">{name}</span>
          {beside}
        </span>
        {note && <span className="truncate text-small text-mute">{note}</span>}
      </span>
    </span>
  )
}
