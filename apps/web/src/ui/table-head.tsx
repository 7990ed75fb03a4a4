import { ArrowDown, ArrowUp } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from './checkbox.tsx'
import { Icon } from './icon.tsx'
import { columnStyle, type Column, type Sort } from './table-column.ts'
import { useColumnWidths } from './table-widths.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  all?: { state: 'none' | 'some' | 'all'; toggle: () => void }
  actions: boolean
}

export function TableHead<Row>({ columns, sort, onSort, all, actions }: TableHeadProps<Row>) {
  const t = useT('ui')
  const widthOf = useColumnWidths(columns, (all ? 44 : 0) + (actions ? 96 : 0))
  return (
    <thead role="rowgroup" className="sticky top-0 z-1 bg-card @max-list:hidden">
      <tr role="row" className="h-9 text-left text-small text-mute shadow-[inset_0_-1px_var(--line)]">
        {all && (
          <th role="columnheader" scope="col" className="w-11 pl-5">
            <Checkbox
              checked={all.state === 'all'}
              mixed={all.state === 'some'}
              onChange={all.toggle}
              label={t('table.selectAll')}
            />
          </th>
        )}
        {columns.map((column) => {
          const sorted = sort?.by === column.id
          return (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
              style={{ width: widthOf(column) }}
              className={columnStyle(column, 'font-medium')}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  onClick={() => onSort({ by: column.id, descending: sorted ? !sort.descending : true })}
                  className={cn(
                    'inline-flex h-6 items-center gap-1 rounded-sm hover:text-ink',
                    sorted && 'text-ink',
                    column.align === 'end' && 'flex-row-reverse',
                  )}
                >
                  {column.head}
                  <Icon
                    of={sorted && !sort.descending ? ArrowUp : ArrowDown}
                    size={12}
                    className={cn('shrink-0', !sorted && 'opacity-0')}
                  />
                </button>
              ) : (
                <span className={cn(column.hideHead && 'sr-only')}>{column.head}</span>
              )}
            </th>
          )
        })}
        {actions && (
          <th role="columnheader" scope="col" className="w-24 pr-5">
            <span className="sr-only">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
