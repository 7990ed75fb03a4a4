import { type KeyboardEvent, useState } from 'react'
import { calledBy, type ChatShortcut } from './shortcuts.ts'

/** The shortcuts that match a typed command, and the one that Enter would run. */
export function useCommands(text: string, shortcuts: readonly ChatShortcut[]) {
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const found = calledBy(text, shortcuts)
  const shown = closedAt === text ? [] : found
  const active = Math.min(at, Math.max(0, shown.length - 1))
  const chosen = shown[active]
  /** Returns whether the menu handled the key. */
  const onKey = (event: KeyboardEvent, run: (shortcut: ChatShortcut) => void): boolean => {
    if (event.key === 'Enter' && !event.shiftKey && chosen) run(chosen)
    else if (event.key === 'ArrowDown') setAt((active + 1) % shown.length)
    else if (event.key === 'ArrowUp') setAt((active + shown.length - 1) % shown.length)
    else if (event.key === 'Escape') setClosedAt(text)
    else return false
    event.preventDefault()
    return true
  }
  return { shown, active, chosen, onKey }
}
