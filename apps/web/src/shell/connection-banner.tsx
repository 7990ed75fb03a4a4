import { useEffect, useState } from 'react'
import { appEvents } from '../lib/app-events.ts'
import { createConnection } from '../lib/connection.ts'
import { queryClient } from '../lib/query.ts'
import { OfflineBanner } from '../ui/banner.tsx'

const connection = createConnection({
  ping: async () => (await fetch('/healthz', { cache: 'no-store' })).ok,
  // What was asked for in vain, or may have changed meanwhile, is asked for again.
  onBack: () => void queryClient.invalidateQueries(),
})

/** Says since when the server cannot be reached and when it is tried again. The page and what was typed in it stay. */
export function ConnectionBanner() {
  const offline = connection.use()
  useEffect(() => {
    const stop = appEvents.on('connectionLost', connection.lost)
    const comeBack = () => void connection.retry()
    window.addEventListener('offline', connection.lost)
    window.addEventListener('online', comeBack)
    return () => {
      stop()
      window.removeEventListener('offline', connection.lost)
      window.removeEventListener('online', comeBack)
    }
  }, [])
  if (!offline) return null
  return <Countdown since={offline.since} until={offline.nextTryAt} />
}

function Countdown({ since, until }: { since: number; until: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return <OfflineBanner since={since} retryIn={until - now + 999} onRetry={() => void connection.retry()} />
}
