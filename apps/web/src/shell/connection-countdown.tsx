import { useEffect, useState } from 'react'
import type { Offline } from '#lib/connection.ts'
import { OfflineBanner } from '#ui/banner.tsx'
import { connection } from './connection.ts'

export function ConnectionCountdown({ since, nextTryAt }: Offline) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  // Rounds up to whole seconds, so that the last second is shown until it has passed.
  return <OfflineBanner since={since} retryIn={nextTryAt - now + 999} onRetry={() => void connection.retry()} />
}
