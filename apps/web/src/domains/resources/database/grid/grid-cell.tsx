import { FieldType } from '@orrery/contract/shared/bot-enums'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { KeyHints } from '#ui/key-cap.tsx'
import { Switch } from '#ui/switch.tsx'
import { isTrue, showValue, suggestValue } from './cell-rules.ts'
import type { CellEditorProps, GridColumn } from './grid-columns.ts'
import type { Wrong } from './use-grid.ts'

const pop =
  'absolute top-full z-3 mt-1 flex items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-small whitespace-nowrap shadow-float'

export function CellEditor({ column, text: first, isTyped, onSave, onLeave }: CellEditorProps) {
  const t = useT('database')
  // Finishing with a key also removes the focus, which must not save or cancel a second time.
  const isDone = useRef(false)
  const end = (act: () => void) => {
    if (isDone.current) return
    isDone.current = true
    act()
  }
  const [text, setText] = useState(first)
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      end(onLeave)
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      end(() => onSave(text, 'down'))
    } else if (event.key === 'Tab') {
      event.preventDefault()
      const then = event.shiftKey ? 'left' : 'right'
      end(() => onSave(text, then))
    }
  }
  return (
    <span className="absolute -inset-px z-3 block">
      <textarea
        autoFocus
        rows={1}
        aria-label={column.label}
        value={text}
        onFocus={({ target }) => (isTyped ? target.setSelectionRange(text.length, text.length) : target.select())}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => end(() => onSave(text, 'stay'))}
        className="field-sizing-content max-h-40 min-h-full w-full resize-none rounded-sm bg-card px-3 py-2 outline-2 outline-focus"
      />
      <span className={cn(pop, 'right-0')}>
        <KeyHints
          hints={[
            { keys: 'Enter', label: t('edit.save') },
            { keys: 'shift+Enter', label: t('edit.newLine') },
            { keys: 'Escape', label: t('edit.leave') },
          ]}
        />
      </span>
    </span>
  )
}

interface WrongPopProps {
  column: GridColumn
  wrong: Wrong
  onUse: (text: string) => void
  onUndo: () => void
}

/** Shown under a cell with rejected input: the reason, a suggestion, and undo. */
export function WrongPop({ column, wrong, onUse, onUndo }: WrongPopProps) {
  const t = useT('database')
  const meant = suggestValue(column.type, wrong.text)
  const reason =
    typeof wrong.fault === 'string' ? t(`fault.${wrong.fault}`, { field: column.label }) : wrong.fault.message
  return (
    <span role="alert" className={cn(pop, 'left-0 border-err-solid/40 text-err')}>
      {t('edit.notSaved', { reason })}
      {meant !== null && (
        <button type="button" className="text-ink underline" onClick={() => onUse(meant)}>
          {t('edit.use', { value: meant })}
        </button>
      )}
      <button type="button" className="text-mute underline" onClick={onUndo}>
        {t('grid.undo')}
      </button>
    </span>
  )
}

interface CellValueProps {
  column: GridColumn
  value: string | undefined
  wrongText: string | undefined
  isNew: boolean
  mayEdit: boolean
  channelName: string | undefined
  onSwitch: (on: boolean) => void
}

export function CellValue({ column, value, wrongText, isNew, mayEdit, channelName, onSwitch }: CellValueProps) {
  const t = useT('database')
  if (wrongText !== undefined)
    return (
      <span className="flex items-center justify-end gap-1.5 truncate text-err">
        <Icon of={CircleAlert} size={14} className="shrink-0" />
        <span className="truncate">{wrongText}</span>
      </span>
    )
  if (column.isSystem)
    return (
      <span className="block truncate text-mute tabular-nums">
        {isNew ? newText(column, t('grid.new')) : (channelName ?? value?.replace(/\.\d+$/, ''))}
      </span>
    )
  if (column.type === FieldType.boolean && (value !== undefined || !column.isRequired || isNew))
    return <Switch checked={isTrue(value)} disabled={!mayEdit} label={column.label} onChange={onSwitch} />
  if (value === undefined || value === '')
    return isNew && column.isRequired ? (
      <span className="text-err">{t('grid.required')}</span>
    ) : (
      <span className="text-mute">{t('grid.empty')}</span>
    )
  if (column.own) return column.own.view(value)
  const isNumber = column.type === FieldType.number || column.type === FieldType.float
  return (
    <span
      className={cn(
        'block truncate',
        (isNumber || column.type === FieldType.date) && 'tabular-nums',
        isNumber && 'text-right',
      )}
    >
      {showValue(column.type, value)}
    </span>
  )
}
const newText = (column: GridColumn, text: string) => (column.key === 'bstudio_id' ? text : '')
