import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { compileCacheDir, rootDir } from '../config.ts'

export class LaneTimeout extends Error {}
export class LaneCrash extends Error {}
export interface Lane {
  run<T>(task: string, input: unknown, options?: { timeoutMs?: number; transfer?: ArrayBuffer[] }): Promise<T>
  close(): Promise<void>
}
interface Reply {
  id: number
  result?: unknown
  failure?: { reason: string; params: Record<string, string | number> }
  message?: string
}
/** The worker refused the input, with a reason; the caller turns it into an error. */
export class LaneRefusal extends Error {
  readonly reason: string
  readonly params: Record<string, string | number>
  constructor(reason: string, params: Record<string, string | number>) {
    super(reason)
    this.reason = reason
    this.params = params
  }
}

/**
 * A worker thread that runs one task at a time. A task over its time or memory limit fails, and its worker is replaced
 * for the next task. `entry` is a source file below `kit`: the built server has no files beside itself.
 */
export function createLane(entry: string, { memoryMb = 512, data }: { memoryMb?: number; data?: unknown } = {}): Lane {
  let worker: Worker | undefined
  let tail: Promise<unknown> = Promise.resolve()
  let count = 0

  function start(): Worker {
    const made = new Worker(path.join(rootDir, 'apps/server/src/kit', entry), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      stderr: true,
      stdout: true,
      // Most of the time before the first task goes into reading and compiling the worker's sources.
      env: { NODE_COMPILE_CACHE: compileCacheDir },
      execArgv: ['--no-warnings'],
    })
    made.stderr.resume()
    made.stdout.resume()
    made.once('exit', () => {
      if (worker === made) worker = undefined
    })
    return made
  }

  function one<T>(task: string, input: unknown, timeoutMs: number, transfer: ArrayBuffer[]): Promise<T> {
    const mine = (worker ??= start())
    const id = (count += 1)
    return new Promise<T>((resolve, reject) => {
      const end = (act: () => void) => {
        clearTimeout(timer)
        mine.off('message', onMessage).off('error', onError).off('exit', onExit)
        mine.unref()
        act()
      }
      const onMessage = (reply: Reply) => {
        if (reply.id !== id) return
        if (reply.failure) return end(() => reject(new LaneRefusal(reply.failure!.reason, reply.failure!.params)))
        if (reply.message !== undefined) return end(() => reject(new Error(reply.message)))
        end(() => resolve(reply.result as T))
      }
      const onError = (cause: Error) => {
        worker = undefined
        end(() => reject(new LaneCrash(cause.message)))
      }
      const onExit = () => onError(new Error('exit'))
      const timer = setTimeout(() => {
        worker = undefined
        end(() => reject(new LaneTimeout()))
        void mine.terminate()
      }, timeoutMs)
      mine.ref()
      mine.on('message', onMessage).on('error', onError).on('exit', onExit)
      mine.postMessage({ id, task, input }, transfer)
    })
  }
  return {
    run<T>(
      task: string,
      input: unknown,
      { timeoutMs = 120_000, transfer = [] }: { timeoutMs?: number; transfer?: ArrayBuffer[] } = {},
    ) {
      const result = tail.then(() => one<T>(task, input, timeoutMs, transfer))
      tail = result.catch(() => {})
      return result
    },
    async close() {
      await worker?.terminate()
    },
  }
}
