import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { ConfirmHost } from './confirm-host.tsx'
import { ToastProvider } from './toast.tsx'
import { TooltipHost } from './tooltip.tsx'

/** Everything the kit needs once: it stands around the whole app. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        <ToastProvider>
          {children}
          <ConfirmHost />
          <TooltipHost />
        </ToastProvider>
      </Tooltip.Provider>
    </CSPProvider>
  )
}
