import { useNavigate, useSearch } from '@tanstack/react-router'
import type { IdeMode } from '../bar/project-bar.tsx'

/** Logic or interface: it stands in the address, so that a link leads there and going back leaves it. */
export function useMode(): [IdeMode, (mode: IdeMode) => void] {
  const navigate = useNavigate()
  const { mode } = useSearch({ strict: false }) as { mode?: string }
  const set = (next: IdeMode) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, mode: next === 'interface' ? next : undefined }),
    })
  return [mode === 'interface' ? 'interface' : 'logic', set]
}
