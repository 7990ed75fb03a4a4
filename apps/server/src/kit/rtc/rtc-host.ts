import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { rootDir } from '../config.ts'
import type { Log } from '../log.ts'
import { createRtcLine, type RtcLine } from './rtc-line.ts'
import type { FromRtcCall, FromRtcWorker, RtcEnd, RtcPlace, RtcRefusal, ToRtcWorker } from './rtc-messages.ts'

/** A source file: the built server has no files beside itself, and most processes never load the library. */
const entry = path.join(rootDir, 'apps/server/src/kit/rtc/rtc-child.ts')
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }
const IDLE_MS = 30_000

interface Call {
  room: string
  take(message: FromRtcCall): void
  end(why: RtcEnd | 'worker'): void
}
/** An offer that was refused. `worker`: the thread ended, or another offer for the room replaced this one. */
export class RtcRefusedError extends Error {
  readonly refusal: RtcRefusal | 'worker'
  constructor(refusal: RtcRefusal | 'worker') {
    super(refusal)
    this.refusal = refusal
  }
}

/**
 * Calls over WebRTC, in a thread of their own. It starts with the first call and stops some time after the last. If it
 * dies, its calls end and the next call starts another thread.
 */
export function createRtcHost(place: RtcPlace, log: Log) {
  const calls = new Map<number, Call>()
  let worker: Worker | undefined
  let count = 0
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const made = new Worker(entry, { workerData: place, resourceLimits: limits, env: {}, execArgv: ['--no-warnings'] })
    made.on('message', (message: FromRtcWorker) => {
      if ('failure' in message) log.warn({ reason: message.failure }, 'something went wrong in a call over WebRTC')
      else calls.get(message.call)?.take(message)
    })
    made.on('error', (cause) => log.error({ err: cause }, 'the thread for calls over WebRTC failed'))
    made.on('exit', () => {
      if (worker !== made) return
      worker = undefined
      endAll('worker')
    })
    made.unref()
    return made
  }
  const tell = (message: ToRtcWorker) => worker?.postMessage(message, [])
  function endAll(why: RtcEnd | 'worker') {
    for (const call of calls.values()) call.end(why)
  }
  function forget(id: number) {
    calls.delete(id)
    clearTimeout(idle)
    if (calls.size === 0) idle = setTimeout(() => void close(), IDLE_MS).unref()
  }
  async function close() {
    const last = worker
    if (!last) return
    const ended = new Promise<void>((resolve) => last.once('exit', () => resolve()))
    // From here on, the process waits for the thread.
    last.ref()
    endAll('closed')
    tell({ call: 0, do: 'end' })
    worker = undefined
    clearTimeout(idle)
    await ended
  }
  /** A room has one call at a time: a caller who comes back has left the previous one. */
  function leave(room: string) {
    for (const [id, call] of calls) {
      if (call.room !== room) continue
      tell({ call: id, do: 'drop' })
      call.end('left')
    }
  }
  return {
    /** Answers an offer. */
    open(room: string, offer: string): Promise<RtcLine> {
      leave(room)
      clearTimeout(idle)
      worker ??= start()
      const id = (count += 1)
      return new Promise<RtcLine>((resolve, reject) => {
        const { line, take, end } = createRtcLine(id, tell, (why) => {
          forget(id)
          reject(new RtcRefusedError('worker'))
          const isOurs = why === 'worker'
          log[isOurs ? 'warn' : 'debug']({ room, why }, 'a call over WebRTC has ended')
        })
        function refuse(refusal: RtcRefusal) {
          forget(id)
          reject(new RtcRefusedError(refusal))
        }
        calls.set(id, {
          room,
          end,
          take(message) {
            if ('answer' in message) resolve({ ...line, answer: message.answer })
            else if ('refusal' in message) refuse(message.refusal)
            else take(message)
          },
        })
        tell({ call: id, do: 'open', offer })
      })
    },
    size: () => calls.size,
    close,
  }
}
export type RtcHost = ReturnType<typeof createRtcHost>
