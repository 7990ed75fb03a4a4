import { useMemo } from 'react'
import { useStored } from '#lib/local-store.ts'

/** Whether the problems of the project are listed. The editors in its tabs open and close the same list. */
export function useProblemsOpen() {
  const [isOpen, setOpen] = useStored('project.problems', false)
  return useMemo(() => ({ isOpen, setOpen }), [isOpen, setOpen])
}
