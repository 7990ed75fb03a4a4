import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { hostsWanted } from './hosts-wanted.ts'

const UiHosts = lazy(() => import('./ui-hosts.tsx').then((module) => ({ default: module.UiHosts })))

/** What the kit needs around pages of visitors: hints there open one by one, so that nothing has to be fetched for them. */
export function LightProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      {children}
      <Hosts />
    </CSPProvider>
  )
}

const firstTouches = ['pointermove', 'pointerdown', 'keydown'] as const

/** Hints and messages follow what somebody does: a page that is only opened does not fetch their code. */
function Hosts() {
  const isWanted = hostsWanted.use()
  useEffect(() => {
    if (isWanted) return undefined
    const want = () => hostsWanted.set(true)
    for (const touch of firstTouches) window.addEventListener(touch, want, { once: true, passive: true })
    return () => {
      for (const touch of firstTouches) window.removeEventListener(touch, want)
    }
  }, [isWanted])
  return <Suspense>{isWanted && <UiHosts />}</Suspense>
}
