import { lazy, type ReactElement, Suspense } from 'react'

const MissingPage = lazy(() => import('./missing-page.tsx').then((module) => ({ default: module.MissingPage })))

/** An address that leads nowhere. Its page is seldom seen, and fetched when it is. */
export function MissingRoute({ data }: { data?: unknown }): ReactElement {
  return (
    <Suspense>
      <MissingPage isSpace={(data as { what?: unknown } | undefined)?.what === 'space'} />
    </Suspense>
  )
}
