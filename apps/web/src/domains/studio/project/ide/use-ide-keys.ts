import { useT } from '#lib/i18n.ts'
import { isMac, useKeys } from '#lib/keys.ts'
import { useShortcuts } from '#lib/shortcuts.ts'
import { useIde } from './ide-context.ts'
import { useSplit } from './use-split.ts'

/** On Windows and Linux the browser reserves Ctrl+W and Ctrl+Tab; on a Mac it reserves only keys with Command. */
const closeKeys = isMac() ? 'ctrl+w' : 'alt+w'

export function useIdeKeys(): void {
  const t = useT('project')
  const { lists, shown, focused, open, close } = useIde()
  const split = useSplit()
  const tabs = lists[focused]
  const current = shown[focused]?.key
  const step = (by: number) => {
    const next = current && tabs.at((tabs.indexOf(current) + by) % tabs.length)
    if (next) open(next)
  }
  useKeys(closeKeys, () => current && close(current), current !== undefined)
  useKeys('alt+pagedown', () => step(1), tabs.length > 1)
  useKeys('alt+pageup', () => step(-1), tabs.length > 1)
  useKeys('mod+\\', split.toggle, split.isPossible)
  useShortcuts({
    id: 'project',
    title: t('keys.title'),
    shortcuts: [
      { keys: closeKeys, label: t('keys.close') },
      { keys: ['alt+pageup', 'alt+pagedown'], label: t('keys.walk') },
      { keys: 'mod+\\', label: t('keys.split') },
      { keys: 'F8', label: t('keys.problem') },
    ],
  })
}
