import type { KeyboardEvent, MouseEvent } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from './checkbox.tsx'
import { columnStyle, type Column, type RowActions } from './table-column.ts'

interface TableRowProps<Row> {
  row: Row
  name: string
  columns: readonly Column<Row>[]
  size: 'one' | 'two'
  tone?: 'failed' | 'fresh'
  focusable: boolean
  selected?: boolean
  cannotSelect: boolean
  onSelect?: (range: boolean) => void
  onOpen?: () => void
  actions?: RowActions<Row>
}

const controls = 'a, button, input, label, [role="checkbox"], [role="switch"], [role="menuitem"], [data-row-stop]'
const moves: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

const isSelectKey = (event: KeyboardEvent): boolean =>
  (event.key.toLowerCase() === 'x' || event.key === ' ') && !event.ctrlKey && !event.metaKey && !event.altKey

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, name, columns, size, tone, focusable, selected, cannotSelect, onSelect, onOpen, actions } = props
  const t = useT('ui')

  const lead = Math.max(
    columns.findIndex((column) => column.leadsCard),
    0,
  )
  const press = (event: MouseEvent<HTMLTableRowElement>) => {
    // Clicks on controls in the row are handled by them; selecting text does not count as a click.
    if ((event.target as Element).closest(controls) || getSelection()?.toString()) return
    onOpen?.()
  }
  const type = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return
    const move = moves[event.key]
    if (move) (event.currentTarget[move] as HTMLElement | null)?.focus()
    else if (event.key === 'Enter') onOpen?.()
    else if (onSelect && !cannotSelect && isSelectKey(event)) onSelect(event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <tr
      role="row"
      tabIndex={focusable ? 0 : -1}
      onClick={press}
      onKeyDown={type}
      data-selected={selected || undefined}
      className={cn(
        'group/row focus-inset border-b border-line transition-colors hover:bg-page focus-visible:outline-2!',
        size === 'one' ? 'h-9 text-small' : 'h-13',
        // As a card: title, checkbox and menu in the first line, everything else below.
        '@max-list:flex @max-list:h-auto @max-list:flex-wrap @max-list:items-center @max-list:gap-x-3 @max-list:gap-y-1 @max-list:border-b @max-list:px-4 @max-list:py-2.5',
        onOpen && 'cursor-pointer',
        tone === 'failed' && 'bg-err-soft hover:bg-err-soft',
        tone === 'fresh' && 'bg-brand-soft/60 hover:bg-brand-soft/60',
        selected && 'bg-brand-soft/60 hover:bg-brand-soft/60',
      )}
    >
      {onSelect && (
        <td role="cell" className="w-11 pl-5 @max-list:w-auto @max-list:pl-0" data-row-stop>
          {/* The state of the shift key is part of the click event, not of the change event. */}
          <span
            onClickCapture={(event) => event.shiftKey && !cannotSelect && (event.stopPropagation(), onSelect(true))}
            // With shift, the browser would select the text between the two clicks.
            onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          >
            <Checkbox
              checked={selected ?? false}
              disabled={cannotSelect}
              onChange={() => onSelect(false)}
              label={t('table.select', { name })}
            />
          </span>
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          role="cell"
          data-lead={index === lead || undefined}
          data-head={typeof column.head === 'string' ? column.head : undefined}
          className={columnStyle(
            column,
            cn(
              'truncate @max-list:max-w-full @max-list:p-0! @max-list:text-left',
              column.align === 'end' && 'tabular-nums',
              // A card has no header, so a number or date needs its name.
              (column.isNamedOnCard ?? (column.align === 'end' && !column.hideHead)) &&
                '@max-list:before:mr-1 @max-list:before:text-mute @max-list:before:content-[attr(data-head)]',
              index === lead
                ? '@max-list:min-w-0 @max-list:flex-[1_1_calc(100%-8rem)]'
                : '@max-list:order-2 empty:@max-list:hidden',
            ),
          )}
        >
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td role="cell" className="pr-5 text-right @max-list:order-1 @max-list:pr-0" data-row-stop>
          <span className="inline-flex items-center justify-end gap-1">{actions(row)}</span>
        </td>
      )}
    </tr>
  )
}
