import { ConfirmHost } from './confirm-host.tsx'
import { ToastProvider } from './toast.tsx'
import { TooltipHost } from './tooltip-host.tsx'

/** Hosts for toasts, dialogs and hints. They are not needed for the first paint, so they load in their own chunk. */
export function UiHosts() {
  return (
    <>
      <ToastProvider>{null}</ToastProvider>
      <ConfirmHost />
      <TooltipHost />
    </>
  )
}
