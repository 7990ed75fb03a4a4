import type { Contract } from '@orrery/contract'
import { createClient } from '@orrery/contract/client'
import { routes } from 'virtual:contract-routes'
import { installErrorHandlers } from './errors.ts'
import { createLogTransport } from './log-transport.ts'
import { addLogSink } from './log.ts'

/** Errors of this page reach the server's log. Reports go past the error rules of the studio: they show nothing and raise nothing. */
export function startLog(): void {
  const { instance } = createClient<Contract>(routes, (path, init) =>
    fetch(path, { ...init, credentials: 'same-origin', keepalive: true }),
  )
  const { sink, flush } = createLogTransport({
    send: (report) => instance.reportError(report),
    // Without query and hash, which may hold private data.
    url: () => location.origin + location.pathname,
  })
  addLogSink(sink)
  installErrorHandlers(window)
  window.addEventListener('pagehide', flush)
}
