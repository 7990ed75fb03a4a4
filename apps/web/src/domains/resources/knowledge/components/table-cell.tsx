import type { KeyboardEvent } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'

interface TableCellProps {
  name: string
  value: string
  sequence: string
  mayEdit: boolean
  /** The text being typed; null unless the cell is being edited. */
  text: string | null
  error: unknown
  onText: (text: string) => void
  onSave: () => void
  onCancel: () => void
}

/** Double click or Enter edits the cell. A rejected value is not discarded; the reason is shown below it. */
export function TableCell(props: TableCellProps) {
  const { value, mayEdit, text, onText } = props
  const t = useT('knowledge')
  const begin = () => mayEdit && onText(value)
  return (
    <td
      tabIndex={text === null ? 0 : -1}
      onDoubleClick={begin}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) {
          event.preventDefault()
          begin()
        }
      }}
      className="focus-inset relative max-w-80 border-r border-b border-line px-3"
    >
      {text !== null ? (
        <CellInput {...props} text={text} />
      ) : value ? (
        <span className="line-clamp-2 wrap-anywhere">{value}</span>
      ) : (
        <span className="text-mute">{t('rows.none')}</span>
      )}
    </td>
  )
}

function CellInput({ name, sequence, text, error, onText, onSave, onCancel }: TableCellProps & { text: string }) {
  const t = useT('knowledge')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onCancel()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      onSave()
    }
  }
  return (
    <>
      <textarea
        autoFocus
        onFocus={(event) => event.target.select()}
        rows={1}
        aria-label={t('rows.cell', { name, n: sequence })}
        aria-invalid={Boolean(error)}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        className="absolute inset-0 z-2 min-h-full w-full resize-none bg-card px-3 py-2 outline-2 outline-focus"
      />
      <span className="absolute top-full left-0 z-3 rounded-md border border-line bg-raised px-2 py-1 text-small whitespace-nowrap shadow-float">
        {error ? (
          <span role="alert" className="text-err">
            {describeError(error).message.replace(/^table_unit_text[:：]\s*/, '')}
          </span>
        ) : (
          <span className="text-mute">{t('rows.cellKeys')}</span>
        )}
      </span>
    </>
  )
}
