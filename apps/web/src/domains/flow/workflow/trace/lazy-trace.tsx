import { lazy, Suspense } from 'react'

const TraceDialog = lazy(() => import('./trace-dialog.tsx').then((module) => ({ default: module.TraceDialog })))

/** Loads the trace view on first use, because most people look at a run without its trace. */
export function LazyTrace(props: { executeId: string; onClose: () => void }) {
  return (
    <Suspense>
      <TraceDialog {...props} />
    </Suspense>
  )
}
