import { useEffect, useRef } from 'react'
import { reachBottom } from '#lib/layout.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

/** The part of an infinite query that a growing list needs. */
export interface GrowingQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  /** The last page failed: further pages load only on request. */
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The end of a list that loads on scroll. */
export function InfiniteSentinel({ query }: { query: GrowingQuery }) {
  const t = useT('ui')
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const watching = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!watching || !end.current) return undefined
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void fetchNextPage()
      },
      { rootMargin: `0px 0px ${reachBottom}px` },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [watching, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className="flex h-12 items-center justify-center gap-2 text-small text-mute">
      {isFetchNextPageError ? (
        <Button size="sm" onClick={() => void fetchNextPage()}>
          {t('tryAgain')}
        </Button>
      ) : (
        isFetchingNextPage && (
          <>
            <Spinner /> {t('loadingMore')}
          </>
        )
      )}
    </div>
  )
}
