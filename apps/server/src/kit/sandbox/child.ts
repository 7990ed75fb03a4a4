import { spawn } from 'node:child_process'
import { createFrameReader, encodeFrame } from './frames.ts'
import type { Guards } from './guards.ts'

export interface ChildSpec {
  command: string
  args: string[]
  cwd: string
  env: Record<string, string>
  guards: Guards
  /** Memory in bytes that the process may use beyond its size when ready. */
  memoryBytes: number
  maxReplyBytes: number
  readyMs: number
  /** Ends the process, even while it starts. */
  signal: AbortSignal
}
/** The parts of the reply, and the lines printed before it. */
interface Answer {
  parts: string[]
  lines: string[]
}
export interface Child {
  readonly alive: boolean
  /** Whether the operating system limits its memory as well. */
  readonly capped: boolean
  /** Number of requests so far. */
  readonly runs: number
  /** Rejects with ChildExited when the process ends first. One request at a time. */
  ask(parts: readonly string[], maxLines: number): Promise<Answer>
  /** Ends the process with SIGKILL, which cannot be caught. Resolves when it has exited. */
  kill(): Promise<void>
}
export class ChildExited extends Error {
  override name = 'ChildExited'
  readonly lines: string[]
  constructor(how: string, lines: string[] = []) {
    super(how)
    this.lines = lines
  }
}

/** Starts a sandbox process and waits until it reports that it is ready. */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const [command = spec.command, ...args] = [...spec.guards.prefix, spec.command, ...spec.args]
  const child = spawn(command, args, {
    cwd: spec.cwd,
    env: spec.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: spec.signal,
    killSignal: 'SIGKILL',
    ...spec.guards.spawnAs,
  })
  let alive = true
  let runs = 0
  let complaint = ''
  let waiting: { answer(parts: string[]): void; gone(how: string): void; lines: string[]; maxLines: number } | undefined

  const end = (how: string) => {
    alive = false
    waiting?.gone(how)
    waiting = undefined
  }
  const exited = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      end(`exit ${code ?? signal}: ${complaint.trim()}`)
      resolve()
    })
    // Also emitted when the signal fires; then the process is still running for a moment.
    child.once('error', (cause) => {
      end(cause.message)
      if (child.pid === undefined) resolve()
    })
  })
  const kill = () => {
    alive = false
    child.kill('SIGKILL')
    return exited
  }
  const onFrame = (parts: string[]) => {
    const [kind, line = ''] = parts
    if (kind !== 'log') {
      waiting?.answer(parts)
      waiting = undefined
    } else if (waiting && waiting.lines.length < waiting.maxLines) waiting.lines.push(line)
  }
  const read = createFrameReader(spec.maxReplyBytes, onFrame)
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      if (alive) read(chunk)
    } catch (cause) {
      // The output is not our protocol: another program is writing.
      complaint = (cause as Error).message
      void kill()
    }
  })
  child.stderr.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-4000)))
  child.stdin.on('error', () => undefined)

  const next = (maxLines: number) =>
    new Promise<Answer>((resolve, reject) => {
      const lines: string[] = []
      waiting = {
        lines,
        maxLines,
        answer: (parts) => resolve({ parts, lines }),
        gone: (how) => reject(new ChildExited(how, lines)),
      }
    })
  const late = setTimeout(() => {
    complaint = `not ready after ${spec.readyMs} ms. ${complaint}`
    void kill()
  }, spec.readyMs)
  let capped: boolean
  try {
    await next(0)
    capped = await spec.guards.capMemory(child.pid!, spec.memoryBytes)
  } catch (cause) {
    await kill()
    throw cause
  } finally {
    clearTimeout(late)
  }
  return {
    capped,
    get alive() {
      return alive
    },
    get runs() {
      return runs
    },
    ask: (parts, maxLines) => {
      runs++
      const answer = next(maxLines)
      if (alive) child.stdin.write(encodeFrame(parts))
      else end('gone')
      return answer
    },
    kill,
  }
}
