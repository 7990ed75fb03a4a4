import { lazy, Suspense, useEffect } from 'react'
import { appEvents } from '#lib/app-events.ts'
import { connection } from './connection.ts'

const loadCountdown = () => import('./connection-countdown.tsx')
const Countdown = lazy(() => loadCountdown().then((module) => ({ default: module.ConnectionCountdown })))

/** Shows since when the server cannot be reached and when the next attempt is. The page and unsaved input stay. */
export function ConnectionBanner() {
  const offline = connection.use()
  useEffect(() => {
    // Loaded while there is a connection, because it could not be loaded without one.
    loadCountdown().catch(() => {})
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
  return (
    <Suspense>
      <Countdown {...offline} />
    </Suspense>
  )
}
