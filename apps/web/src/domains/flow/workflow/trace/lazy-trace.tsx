import { lazy, Suspense } from 'react'

const TraceDialog = lazy(() => import('./trace-dialog.tsx').then((module) => ({ default: module.TraceDialog })))

/** The trace comes with the first press on it: most runs are read without. */
export function LazyTrace(props: { executeId: string; onClose: () => void }) {
  return (
    <Suspense>
      <TraceDialog {...props} />
    </Suspense>
  )
}
