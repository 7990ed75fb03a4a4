import { lazy, Suspense } from 'react'
import { useSaved } from './saver-context.ts'

const CanvasConflict = lazy(() =>
  import('./conflict-dialog.tsx').then((module) => ({ default: module.CanvasConflict })),
)

/** Opens the conflict dialog when another save came first. */
export function ConflictHost() {
  const state = useSaved((saved) => saved.state)
  if (state.is !== 'conflict') return null
  return (
    <Suspense>
      <CanvasConflict key={state.conflict.theirs.version} conflict={state.conflict} />
    </Suspense>
  )
}
