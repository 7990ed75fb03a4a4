import { useMemo } from 'react'
import { useStored } from '#lib/local-store.ts'

/** Whether the problem list of the project is open. The editors in its tabs share this state. */
export function useProblemsOpen() {
  const [isOpen, setOpen] = useStored('project.problems', false)
  return useMemo(() => ({ isOpen, setOpen }), [isOpen, setOpen])
}
