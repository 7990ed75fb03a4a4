import { useNavigate, useSearch } from '@tanstack/react-router'
import type { IdeMode } from '../bar/project-bar.tsx'

/** The mode, logic or interface. It is stored in the URL, so that links and the back button work. */
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
