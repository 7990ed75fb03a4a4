import { modelErrors } from './model-errors.ts'

const FIRST_CHUNK_MS = 120_000
const IDLE_MS = 120_000

/** The time limits of one answer: until its first chunk, over all attempts, and then between chunks. */
export interface AnswerClock {
  signal: AbortSignal
  /** Reports that a chunk has arrived. */
  alive(): void
  readonly firstChunkMs: number
  /** Waits, unless a time limit or the caller aborts first. */
  wait(ms: number): Promise<void>
  end(): void
}

export interface ClockOptions {
  provider: string
  signal?: AbortSignal
  firstChunkMs?: number
  idleMs?: number
}

export function createAnswerClock({ provider, signal: caller, ...limits }: ClockOptions): AnswerClock {
  const controller = new AbortController()
  const started = performance.now()
  const firstLimit = limits.firstChunkMs ?? FIRST_CHUNK_MS
  const idleLimit = limits.idleMs ?? IDLE_MS
  let firstChunkMs = 0
  let timer = setTimeout(() => controller.abort(modelErrors.noFirstChunk({ seconds: firstLimit / 1000 })), firstLimit)
  const onAbort = () => controller.abort(caller?.reason)
  if (caller?.aborted) onAbort()
  else caller?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    get firstChunkMs() {
      return firstChunkMs
    },
    alive() {
      if (firstChunkMs) return void timer.refresh()
      firstChunkMs = performance.now() - started
      clearTimeout(timer)
      timer = setTimeout(
        () => controller.abort(modelErrors.stalled({ provider, seconds: idleLimit / 1000 })),
        idleLimit,
      )
    },
    wait: (ms) =>
      new Promise((resolve, reject) => {
        const { signal } = controller
        if (signal.aborted) return reject(signal.reason)
        const stop = () => {
          clearTimeout(pause)
          reject(signal.reason)
        }
        const pause = setTimeout(() => {
          signal.removeEventListener('abort', stop)
          resolve()
        }, ms)
        signal.addEventListener('abort', stop, { once: true })
      }),
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', onAbort)
    },
  }
}
