import type { ReactElement } from 'react'
import { useT } from '#lib/i18n.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** Shown while a page loads slowly: its bar and its background, so that nothing jumps when it appears. */
export function PendingRoute(): ReactElement {
  const t = useT('shell')
  return (
    <div data-pending-route className="flex min-h-0 flex-1 flex-col">
      <span role="status" className="sr-only">
        {t('pending')}
      </span>
      <div className="flex h-14 shrink-0 items-center border-b border-line bg-card px-5">
        <Skeleton className="h-4 w-40" />
      </div>
    </div>
  )
}
