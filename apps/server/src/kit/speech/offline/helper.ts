import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { rootDir } from '../../config.ts'

/** The process died, or did not answer in time. */
export class HelperExited extends Error {
  override name = 'HelperExited'
}
/** The helper refused the task, with a reason. */
export class HelperRefusal extends Error {
  override name = 'HelperRefusal'
}
/** Messages of a helper: pieces of an answer, then its end. */
export type Reply = { id: number } & ({ piece: unknown } | { end: true } | { refusal: string } | { fault: string })
export type Order = { id: number; task: string; input: unknown } | { drop: number }

export interface Helper {
  /** Streams the answer. One task at a time; others wait. Leaving the loop early aborts the task. */
  ask<T>(task: string, input: unknown, signal?: AbortSignal): AsyncGenerator<T>
  close(): void
  /** Whether the process is running. */
  readonly isRunning: boolean
  /** Number of unfinished tasks. */
  readonly load: number
}
export interface HelperOptions {
  /** A process idle for this long is ended. */
  idleMs?: number
  /** A process that sends no piece of its answer for this long is considered dead. */
  silentMs?: number
  /** Keeps an idle process running because it will be needed soon. */
  isAwaited?(): boolean
}
const IDLE_MS = 60_000
const SILENT_MS = 60_000

interface Job {
  id: number
  task: string
  input: unknown
  replies: Reply[]
  /** Wakes the caller that waits for the answer. */
  wake(): void
  /** Called when nobody waits for the answer any more. */
  drop(): void
  isDropped: boolean
}

/**
 * A process that is started when it is first needed and ends when it is idle, because it loads much. If it crashes, one
 * task fails, and the next one gets a new process. `entry` is a source file in this folder: the built server has no
 * files beside itself.
 */
export function createHelper(entry: string, options: HelperOptions = {}): Helper {
  const { idleMs = IDLE_MS, silentMs = SILENT_MS, isAwaited = () => false } = options
  let child: ChildProcess | undefined
  let tail: Promise<void> = Promise.resolve()
  let waiting = 0
  let count = 0
  let idle: NodeJS.Timeout | undefined

  function close() {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }
  function start(): ChildProcess {
    const made = fork(path.join(rootDir, 'apps/server/src/kit/speech/offline', entry), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
      execArgv: ['--no-warnings', '--max-old-space-size=256'],
    })
    // The helper must not keep an otherwise finished process alive.
    made.unref()
    made.channel?.unref()
    const forget = () => {
      if (child === made) child = undefined
    }
    made.once('exit', forget).once('error', forget)
    return made
  }

  /** Gives the helper one job, and resolves when the helper has finished, whether or not anybody reads the answer. */
  async function work(job: Job) {
    if (job.isDropped) return
    const mine = (child ??= start())
    const { promise, resolve } = Promise.withResolvers<void>()
    const told = (reply: Reply) => {
      job.replies.push(reply)
      job.wake()
      if (!('piece' in reply)) resolve()
    }
    const gone = () => told({ id: job.id, fault: `${entry} ended` })
    const kill = () => {
      mine.kill('SIGKILL')
      gone()
    }
    let late = setTimeout(kill, silentMs)
    const onMessage = (reply: Reply) => {
      if (reply.id !== job.id) return
      clearTimeout(late)
      late = setTimeout(kill, silentMs)
      told(reply)
    }
    mine.on('message', onMessage).once('exit', gone).once('error', gone)
    mine.channel?.ref()
    job.drop = () => {
      job.isDropped = true
      if (mine.connected) mine.send({ drop: job.id } satisfies Order)
      resolve()
    }
    mine.send({ id: job.id, task: job.task, input: job.input } satisfies Order, (cause) => cause && gone())
    await promise
    job.drop = () => {}
    clearTimeout(late)
    mine.off('message', onMessage).off('exit', gone).off('error', gone)
    mine.channel?.unref()
  }
  async function takeTurn(job: Job) {
    waiting += 1
    clearTimeout(idle)
    await (tail = tail.then(() => work(job)))
    waiting -= 1
    rest()
  }
  function rest() {
    clearTimeout(idle)
    if (waiting === 0 && child) idle = setTimeout(() => (isAwaited() ? rest() : close()), idleMs).unref()
  }

  return {
    close,
    get isRunning() {
      return child !== undefined
    },
    get load() {
      return waiting
    },
    async *ask<T>(task: string, input: unknown, signal?: AbortSignal) {
      signal?.throwIfAborted()
      const job: Job = {
        id: (count += 1),
        task,
        input,
        replies: [],
        wake() {},
        drop: () => void (job.isDropped = true),
        isDropped: false,
      }
      const onAbort = () => job.wake()
      signal?.addEventListener('abort', onAbort)
      void takeTurn(job)
      try {
        for (;;) {
          signal?.throwIfAborted()
          const reply = job.replies.shift()
          if (!reply) await new Promise<void>((resolve) => (job.wake = resolve))
          else if ('piece' in reply) yield reply.piece as T
          else if ('refusal' in reply) throw new HelperRefusal(reply.refusal)
          else if ('fault' in reply) throw new HelperExited(reply.fault)
          else return
        }
      } finally {
        signal?.removeEventListener('abort', onAbort)
        job.drop()
      }
    },
  }
}
