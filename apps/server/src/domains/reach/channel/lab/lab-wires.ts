import type { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { egressErrors } from '#kit/egress/egress-errors.ts'
import type { EgressSocket } from '#kit/egress/socket.ts'
import type { Notes } from '../adapter.ts'
import type { Seen } from './lab-place.ts'
import type { Simulator } from './simulator.ts'

/** A socket to a simulator in this process. */
export function labSocket(simulator: Simulator, address: string): EgressSocket {
  const { pathname, search, host } = new URL(address)
  if (!simulator.open || simulator.faults.outage) throw egressErrors.unreachable({ host })
  const closed = Promise.withResolvers<{ code: number; reason: string }>()
  const early: (string | Buffer)[] = []
  let listener = (data: string | Buffer): void => void early.push(data)
  const close = () => closed.resolve({ code: 1000, reason: '' })
  const take = simulator.open(pathname + search, {
    send: (data) => queueMicrotask(() => listener(data)),
    close,
  })
  return {
    send: (data) => take(typeof data === 'string' ? data : Buffer.from(data)),
    onMessage(next) {
      listener = next
      for (const data of early.splice(0)) next(data)
    },
    closed: closed.promise,
    close,
  }
}

/** A plain connection to a simulator. The first label of the host name selects the protocol. */
export function labStream(simulator: Simulator, host: string, seen: Seen[]): Socket {
  const serve = simulator.streams?.[host.split('.')[0]!]
  if (!serve || simulator.faults.outage) throw egressErrors.unreachable({ host })
  const [ours, theirs] = duplexPair()
  // Unlike a network connection, the two ends of a pair do not close together.
  theirs.once('close', () => ours.destroy())
  serve(theirs)
  const write = ours.write.bind(ours) as (chunk: Buffer | string) => boolean
  const calm = {
    setTimeout: () => ours,
    setKeepAlive: () => ours,
    destroySoon: () => void ours.end(),
    write(chunk: Buffer | string) {
      const text = chunk.toString()
      // Show the content of the dialogue, but not who sent it.
      if (host.startsWith('smtp') && /^(MAIL|RCPT|DATA|[\w-]+: )/i.test(text))
        seen.push({ method: 'SMTP', path: text.split(/[\r\n:]/)[0]!.slice(0, 40), body: text.slice(0, 4000) })
      return write(chunk)
    },
  }
  return Object.assign(ours, calm) as unknown as Socket
}

/** Notes that exist only during the try. */
export function labNotes(): Notes {
  const notes = new Map<string, Record<string, unknown>>()
  return {
    get: async (key) => notes.get(key),
    put: async (key, value) => void notes.set(key, { ...notes.get(key), ...value }),
  }
}
