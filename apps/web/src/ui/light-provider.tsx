import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { hostsNeeded } from './hosts-needed.ts'

const UiHosts = lazy(() => import('./ui-hosts.tsx').then((module) => ({ default: module.UiHosts })))

/** The providers for pages of visitors. Hints have no shared delay there, so that no code has to be loaded for it. */
export function LightProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      {children}
      <Hosts />
    </CSPProvider>
  )
}

const firstInputs = ['pointermove', 'pointerdown', 'keydown'] as const

/** Loads the hosts of hints and messages at the first input, not when the page is opened. */
function Hosts() {
  const isNeeded = hostsNeeded.use()
  useEffect(() => {
    if (isNeeded) return undefined
    const need = () => hostsNeeded.set(true)
    for (const touch of firstInputs) window.addEventListener(touch, need, { once: true, passive: true })
    return () => {
      for (const touch of firstInputs) window.removeEventListener(touch, need)
    }
  }, [isNeeded])
  return <Suspense>{isNeeded && <UiHosts />}</Suspense>
}
