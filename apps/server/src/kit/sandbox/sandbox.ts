import type { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { ChildExited, startChild, type Child } from './child.ts'
import { findGuards } from './guards.ts'
import { prepareJavascript, type Runtime } from './javascript-runtime.ts'
import { createPool, type Pool, type Turn } from './pool.ts'
import { preparePython } from './python-runtime.ts'
import { diedError, isExhausted, parse, readReply, timedOut, type Limits, type RunResult } from './reply.ts'
import { sandboxErrors } from './sandbox-errors.ts'

export type Language = 'javascript' | 'python'
export interface RunRequest {
  language: Language
  /** A function `main`: in JavaScript (or TypeScript) `main({ params })`, in Python `main(args)` with `args.params`. */
  code: string
  params: Record<string, unknown>
  timeoutMs?: number
  /** At most the `memoryMb` of the sandbox. */
  memoryMb?: number
  maxOutputBytes?: number
  signal?: AbortSignal
  /** The owner of the run, for instance a space: owners take turns in the queue. */
  owner?: string
}
export interface Sandbox {
  /** Rejects with one of `sandboxErrors`; lines printed until then are in the error's `data.logs`. */
  run(request: RunRequest): Promise<RunResult>
  /**
   * Waits for a first process of the language: starting one on a new machine can take minutes, which must not count as
   * running time of the code. Rejects like `run` if it cannot start.
   */
  ready(language: Language, turn?: Turn): Promise<void>
  /** Starts a process of the language before the first run, which would otherwise wait for it. */
  warm(language: Language): Promise<void>
  close(): Promise<void>
}
export interface SandboxOptions {
  /** Cache of the interpreters' files and Python's memory snapshot: about 45 MB, rebuilt when missing. */
  cacheDir: string
  log: Log
  memoryMb?: number
  maxOutputBytes?: number
  /** Upper limit for the time of every run, whatever its request. */
  maxTimeoutMs?(): number | undefined
  /** Processes that may work at the same time, per language. */
  javascriptProcesses?: number
  pythonProcesses?: number
  /** Python processes kept ready between runs. */
  pythonSpares?: number
  maxQueue?: number
  idleMs?: number
}

const names: Record<Language, string> = { javascript: 'JavaScript', python: 'Python' }
const maxInputBytes = 16 * 2 ** 20
const maxReplyBytes = 65 * 2 ** 20
const logLines = 1000
const logBytes = 64 * 1024
const defaultTimeoutMs = 60_000
// The isolate enforces its timeout itself and can then still return printed lines; otherwise the process is killed.
const graceMs: Record<Language, number> = { javascript: 500, python: 0 }

/** Runs user code (JavaScript and Python) in processes that can only compute. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const memoryMb = options.memoryMb ?? 128
  const closing = new AbortController()
  const guards = once(async () => {
    const found = await findGuards()
    const { noNetwork, diesWithServer, as } = found
    options.log.info({ noNetwork, diesWithServer, uid: as?.uid }, 'sandbox guards')
    return found
  })
  const runtimes: Record<Language, () => Promise<Runtime>> = {
    javascript: once(async () =>
      prepareJavascript({ cacheDir: options.cacheDir, guards: await guards(), memoryMb, logLines, logBytes }),
    ),
    python: once(async () =>
      preparePython(
        { cacheDir: options.cacheDir, guards: await guards(), memoryMb: pythonMb(memoryMb), logLines, logBytes },
        closing.signal,
      ),
    ),
  }
  const start = async (language: Language): Promise<Child> => {
    try {
      return await startChild({
        ...(await runtimes[language]()),
        guards: await guards(),
        maxReplyBytes,
        signal: closing.signal,
      })
    } catch (cause) {
      if (closing.signal.aborted) throw sandboxErrors.closed()
      options.log.error({ err: cause, language }, 'sandbox process did not start')
      throw sandboxErrors.notAvailable({ language: names[language], reason: (cause as Error).message })
    }
  }
  const pool = (language: Language, size: number, spare: number, runsPerChild: number) =>
    createPool({
      size,
      spare,
      runsPerChild,
      maxQueue: options.maxQueue ?? 200,
      idleMs: options.idleMs ?? 600_000,
      start: () => start(language),
      errors: sandboxErrors,
    })
  // A JavaScript process creates an isolate per run; a Python process serves one run only, as code can reach all of it.
  const pools: Record<Language, Pool> = {
    javascript: pool('javascript', options.javascriptProcesses ?? 4, 0, 1000),
    python: pool('python', options.pythonProcesses ?? 2, options.pythonSpares ?? 1, 1),
  }

  return {
    async run(request) {
      const limits: Limits = {
        timeoutMs: Math.min(
          request.timeoutMs ?? defaultTimeoutMs,
          options.maxTimeoutMs?.() ?? Number.POSITIVE_INFINITY,
        ),
        memoryMb: Math.max(8, Math.min(request.memoryMb ?? memoryMb, memoryMb)),
        maxOutputBytes: Math.min(
          request.maxOutputBytes ?? options.maxOutputBytes ?? 8 * 2 ** 20,
          maxReplyBytes - 2 ** 20,
        ),
      }
      const params = paramsJson(request.params)
      if (Buffer.byteLength(params) + Buffer.byteLength(request.code) > maxInputBytes)
        throw sandboxErrors.inputTooLarge({ max: maxInputBytes })
      const { owner, signal } = request
      return pools[request.language].use((child) => runOn(child, request, params, limits), { owner, signal })
    },
    ready: (language, turn) => pools[language].ready(turn),
    warm: (language) => pools[language].warm(),
    async close() {
      closing.abort()
      await Promise.all([pools.javascript.close(), pools.python.close()])
    },
  }
}

/** Python itself takes about 30 MB of its memory. */
const pythonMb = (memoryMb: number) => memoryMb + 64

async function runOn(child: Child, request: RunRequest, params: string, limits: Limits): Promise<RunResult> {
  let error: ((logs: string[]) => AppError) | undefined
  const kill = (because: (logs: string[]) => AppError) => {
    error ??= because
    void child.kill()
  }
  const stop = () => kill((logs) => sandboxErrors.stopped({}, { logs }))
  const deadline = setTimeout(
    () => kill((logs) => timedOut(limits, logs)),
    limits.timeoutMs + graceMs[request.language],
  )
  request.signal?.addEventListener('abort', stop, { once: true })
  if (request.signal?.aborted) stop()
  try {
    const { parts, lines } = await child.ask(
      [JSON.stringify({ ...limits, logLines, logBytes }), request.code, params],
      logLines,
    )
    const [kind, answer = '', printed] = parts
    if (kind !== 'reply' || isExhausted(answer)) void child.kill()
    return readReply(kind === 'reply' ? answer : '', printed === undefined ? lines : readLines(printed), limits)
  } catch (cause) {
    if (!(cause instanceof ChildExited)) throw cause
    throw error?.(cause.lines) ?? diedError(cause.message, limits, cause.lines)
  } finally {
    clearTimeout(deadline)
    request.signal?.removeEventListener('abort', stop)
  }
}

function readLines(json: string): string[] {
  const lines = parse(json)
  return Array.isArray(lines) ? lines.slice(0, logLines).map(String) : []
}

function paramsJson(params: Record<string, unknown>): string {
  try {
    return JSON.stringify(params)
  } catch (cause) {
    throw sandboxErrors.badParams({ message: (cause as Error).message })
  }
}

/** Runs `make` once; a failure is retried on the next call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((cause: unknown) => {
      made = undefined
      throw cause
    }))
}
