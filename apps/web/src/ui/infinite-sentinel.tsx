import { useEffect, useRef } from 'react'
import { reachBottom } from '#lib/layout.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

interface InfiniteSentinelProps {
  hasMore: boolean
  loading: boolean
  onReach: () => void
  /** The last page failed: nothing is fetched by itself until a person asks for it. */
  failed?: boolean
}

/** The end of a list that loads on scroll. */
export function InfiniteSentinel({ hasMore, loading, failed = false, onReach }: InfiniteSentinelProps) {
  const t = useT('ui')
  const end = useRef<HTMLDivElement>(null)
  const watching = hasMore && !loading && !failed
  useEffect(() => {
    if (!watching || !end.current) return undefined
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onReach()
      },
      { rootMargin: `0px 0px ${reachBottom}px` },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [watching, onReach])
  if (!hasMore) return null
  return (
    <div ref={end} className="flex h-12 items-center justify-center gap-2 text-small text-mute">
      {failed ? (
        <Button size="sm" onClick={onReach}>
          {t('tryAgain')}
        </Button>
      ) : (
        loading && (
          <>
            <Spinner /> {t('loadingMore')}
          </>
        )
      )}
    </div>
  )
}
