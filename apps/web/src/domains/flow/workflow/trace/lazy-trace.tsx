import { lazy, Suspense } from 'react'

const TraceDialog = lazy(() => import('./trace-dialog.tsx').then((module) => ({ default: module.TraceDialog })))

/** Loaded on first use: most runs are read without their trace. */
export function LazyTrace(props: { executeId: string; onClose: () => void }) {
  return (
    <Suspense>
      <TraceDialog {...props} />
    </Suspense>
  )
}
