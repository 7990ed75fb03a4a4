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
  const { row, name, columns, size, tone, focusable, selected, onSelect, onOpen, actions } = props
  const t = useT('ui')

  const press = (event: MouseEvent<HTMLTableRowElement>) => {
    // A press on something in the row is for that thing; marking text is not a press.
    if ((event.target as Element).closest(controls) || getSelection()?.toString()) return
    onOpen?.()
  }
  const type = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return
    const move = moves[event.key]
    if (move) (event.currentTarget[move] as HTMLElement | null)?.focus()
    else if (event.key === 'Enter') onOpen?.()
    else if (onSelect && isSelectKey(event)) onSelect(event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <tr
      tabIndex={focusable ? 0 : -1}
      onClick={press}
      onKeyDown={type}
      data-selected={selected || undefined}
      className={cn(
        'group/row focus-inset border-b border-line transition-colors hover:bg-page focus-visible:outline-2!',
        size === 'one' ? 'h-9 text-small' : 'h-13',
        onOpen && 'cursor-pointer',
        tone === 'failed' && 'bg-err-soft hover:bg-err-soft',
        tone === 'fresh' && 'bg-brand-soft/60 hover:bg-brand-soft/60',
        selected && 'bg-brand-soft/60 hover:bg-brand-soft/60',
      )}
    >
      {onSelect && (
        <td className="w-11 pl-5" data-row-stop>
          {/* The key that is held is known to the press, not to the change. */}
          <span
            onClickCapture={(event) => event.shiftKey && (event.stopPropagation(), onSelect(true))}
            // With shift a browser would mark the text between the two presses.
            onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          >
            <Checkbox
              checked={selected ?? false}
              onChange={() => onSelect(false)}
              label={t('table.select', { name })}
            />
          </span>
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={columnStyle(column, cn('truncate', column.align === 'end' && 'tabular-nums'))}>
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td className="pr-5 text-right" data-row-stop>
          <span className="inline-flex items-center justify-end gap-1">{actions(row)}</span>
        </td>
      )}
    </tr>
  )
}
