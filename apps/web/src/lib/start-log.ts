import type { Contract } from '@orrery/contract'
import { createClient } from '@orrery/contract/client'
import { routes } from 'virtual:contract-routes'
import { installErrorHandlers } from './errors.ts'
import { createLogTransport } from './log-transport.ts'
import { addLogSink } from './log.ts'

/** Sends errors of this page to the log of the server, without the error rules: reports show and raise nothing. */
export function startLog(): void {
  const { instance } = createClient<Contract>(routes, (path, init) =>
    fetch(path, { ...init, credentials: 'same-origin', keepalive: true }),
  )
  const { sink, flush } = createLogTransport({
    send: (report) => instance.reportError(report),
    // Without query and hash, which may contain private data.
    url: () => location.origin + location.pathname,
  })
  addLogSink(sink)
  installErrorHandlers(window)
  window.addEventListener('pagehide', flush)
}
