import { lazy, Suspense } from 'react'
import { useSaved } from './saver-context.ts'

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })),
)

/** Asks which version stays, as soon as a save met one of somebody else. */
export function ConflictHost() {
  const state = useSaved((saved) => saved.state)
  if (state.is !== 'conflict') return null
  return (
    <Suspense>
      <ConflictDialog key={state.conflict.theirs.version} conflict={state.conflict} />
    </Suspense>
  )
}
