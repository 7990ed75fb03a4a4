import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { lazy, Suspense, type ReactNode } from 'react'

const UiHosts = lazy(() => import('./ui-hosts.tsx').then((module) => ({ default: module.UiHosts })))

/** Everything the kit needs once: it stands around the whole app. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        {children}
        <Suspense>
          <UiHosts />
        </Suspense>
      </Tooltip.Provider>
    </CSPProvider>
  )
}
