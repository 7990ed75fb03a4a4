import type { Egress } from '../../egress/egress.ts'
import { modelErrors } from '../../models/model-errors.ts'
import type { ModelConfig } from '../../models/provider-config.ts'

/** A connection to a provider for one exchange. */
export interface Line {
  send(data: string | Uint8Array<ArrayBuffer>): void
  /** Incoming messages until the reader stops. A close by the other side is a failure. */
  messages(): AsyncGenerator<string | Buffer>
}
export type OpenLine = () => Promise<Line & { close(): void }>
interface Address {
  url: string
  headers: Record<string, string>
}
const OPEN_MS = 10_000

/** Opens a line through the guarded socket client: the address rules of requests apply. */
export async function openLine(
  { providerName: provider }: ModelConfig,
  egress: Egress,
  { url, headers }: Address,
  signal: AbortSignal,
): Promise<Line & { close(): void }> {
  signal.throwIfAborted()
  const socket = await egress.socket(url, { headers, openTimeoutMs: OPEN_MS })
  const come: (string | Buffer)[] = []
  let isOver = false
  let wake = () => {}
  socket.onMessage((message) => {
    come.push(message)
    wake()
  })
  void socket.closed.then(() => {
    isOver = true
    wake()
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  return {
    send: (data) => socket.send(data),
    async *messages() {
      for (;;) {
        signal.throwIfAborted()
        const next = come.shift()
        if (next !== undefined) yield next
        else if (isOver) throw modelErrors.cutOff({ provider })
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    close() {
      signal.removeEventListener('abort', onAbort)
      socket.close()
    },
  }
}
