import { lazy, type ReactElement, Suspense } from 'react'

const MissingPage = lazy(() => import('./missing-page.tsx').then((module) => ({ default: module.MissingPage })))

/** An unknown address. The page for it is rarely shown, so it is loaded on demand. */
export function MissingRoute({ data }: { data?: unknown }): ReactElement {
  return (
    <Suspense>
      <MissingPage isSpace={(data as { what?: unknown } | undefined)?.what === 'space'} />
    </Suspense>
  )
}
