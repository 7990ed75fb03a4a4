import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import type { CellEditorProps } from './grid-columns.ts'

/** Selects one of the values of a column. Typing narrows the list; the empty value is always offered. */
export function ChoiceEditor({ column, text: first, isTyped, onSave, onLeave }: CellEditorProps) {
  const t = useT('database')
  const id = useId()
  const isDone = useRef(false)
  const [word, setWord] = useState(isTyped ? first : '')
  const all = column.choices ?? []
  const found = [...all.filter((one) => one.toLowerCase().includes(word.trim().toLowerCase())), '']
  const [at, setAt] = useState(() => (isTyped ? 0 : Math.max(0, found.indexOf(first))))
  const chosen = Math.min(at, found.length - 1)
  const end = (act: () => void) => {
    if (isDone.current) return
    isDone.current = true
    act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => setAt(Math.min(chosen + 1, found.length - 1)),
      ArrowUp: () => setAt(Math.max(chosen - 1, 0)),
      Escape: () => end(onLeave),
      Enter: () => end(() => onSave(found[chosen]!, 'down')),
      Tab: () => end(() => onSave(found[chosen]!, event.shiftKey ? 'left' : 'right')),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <span className="absolute -inset-px z-3 block">
      <input
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={`${id}-${chosen}`}
        aria-label={column.label}
        value={word}
        placeholder={first}
        onChange={(event) => {
          setWord(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => end(onLeave)}
        className="h-full w-full rounded-sm bg-card px-3 outline-2 outline-focus"
      />
      <ul
        id={id}
        role="listbox"
        aria-label={column.label}
        className="absolute top-full left-0 z-3 mt-1 max-h-56 min-w-full overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float"
      >
        {found.map((one, n) => (
          <li
            key={one}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === chosen}
            // Save before the field loses the focus, which would cancel the edit.
            onMouseDown={(event) => {
              event.preventDefault()
              event.stopPropagation()
              end(() => onSave(one, 'down'))
            }}
            className={cn('cursor-pointer truncate rounded-sm px-2 py-1', n === chosen && 'bg-hover')}
          >
            {one || <span className="text-mute">{t('grid.empty')}</span>}
          </li>
        ))}
      </ul>
    </span>
  )
}
