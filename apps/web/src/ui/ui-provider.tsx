import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { hostsWanted } from './hosts-wanted.ts'

const UiHosts = lazy(() => import('./ui-hosts.tsx').then((module) => ({ default: module.UiHosts })))

/** Everything the kit needs once: it stands around the whole app. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        {children}
        <Hosts />
      </Tooltip.Provider>
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
