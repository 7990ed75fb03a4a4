import { onStored, readStored, useStored, writeStored } from './local-store.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'

export function readTheme(): Theme {
  const stored = readStored<unknown>(key, 'system')
  return themes.find((theme) => theme === stored) ?? 'system'
}

export function setTheme(theme: Theme): void {
  writeStored(key, theme === 'system' ? null : theme)
}

/** The styles follow the system unless the root names a theme. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}

/** Applies the choice made here or in another window. */
export function startTheme(): () => void {
  applyTheme(readTheme())
  return onStored(key, () => applyTheme(readTheme()))
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  useStored(key, null)
  return [readTheme(), setTheme]
}
