import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import type { ChatShortcut } from '../shortcuts.ts'

interface CommandMenuProps {
  id: string
  shortcuts: readonly ChatShortcut[]
  active: number
  onRun: (shortcut: ChatShortcut) => void
}

/** Shortcuts that match a typed `/` command. */
export function CommandMenu({ id, shortcuts, active, onRun }: CommandMenuProps) {
  const t = useT('chat')
  if (shortcuts.length === 0) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('commands')}
      className="mb-2 max-h-52 overflow-y-auto rounded-lg border border-line bg-card p-1 shadow-card"
    >
      {shortcuts.map((shortcut, index) => (
        <div
          key={shortcut.id}
          id={`${id}-${shortcut.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keeps the focus in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onRun(shortcut)}
          onKeyDown={() => {}}
          className={cn(
            'flex cursor-pointer items-baseline gap-2 rounded-md px-2 py-1.5 hover:bg-hover',
            index === active && 'bg-hover',
          )}
        >
          <span className="font-mono text-small">{shortcut.command}</span>
          <span className="min-w-0 truncate text-small text-mute">
            {[shortcut.name, shortcut.description].filter(Boolean).join(' · ')}
          </span>
        </div>
      ))}
    </div>
  )
}
