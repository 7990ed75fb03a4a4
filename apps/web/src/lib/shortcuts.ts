import { useEffect } from 'react'
import type { Keys } from './keys.ts'
import { createRegistry } from './registry.ts'

interface Shortcut {
  keys: Keys | readonly Keys[]
  label: string
}
export interface ShortcutGroup {
  id: string
  title: string
  shortcuts: readonly Shortcut[]
}

/** Entries of the "?" sheet besides the global shortcuts. */
export const shortcutGroups = createRegistry<ShortcutGroup>()

/** Lists the keys of a page while it is mounted. The page handles the keys itself. */
export function useShortcuts(group: ShortcutGroup): void {
  const { id, title } = group
  const content = JSON.stringify(group.shortcuts)
  useEffect(() => shortcutGroups.add({ id, title, shortcuts: JSON.parse(content) as Shortcut[] }), [id, title, content])
}
