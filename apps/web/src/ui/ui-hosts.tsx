import { ConfirmHost } from './confirm-host.tsx'
import { ToastProvider } from './toast.tsx'
import { TooltipHost } from './tooltip.tsx'

/** Where toasts, questions and hints appear. None of it is needed for the first paint: it comes in a chunk of its own. */
export function UiHosts() {
  return (
    <>
      <ToastProvider>{null}</ToastProvider>
      <ConfirmHost />
      <TooltipHost />
    </>
  )
}
