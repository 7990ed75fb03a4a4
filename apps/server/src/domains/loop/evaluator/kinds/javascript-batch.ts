import { AppError } from '#kit/errors.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import { sandboxErrors } from '#kit/sandbox/sandbox-errors.ts'

interface Done {
  result: unknown
  stdout: string
}
interface Waiting {
  params: object
  signal: AbortSignal
  resolve(done: Done): void
  reject(cause: unknown): void
}
type Answered = { result?: unknown; failed?: boolean }
/** Runs code on one row in its own isolate. */
type RunAlone = (code: string, owner: string, params: object, signal: AbortSignal) => Promise<Done>

const GATHER_MS = 15
const MOST_ROWS = 100
const BATCH_MS = 30_000
const REMEMBERED = 1000
/** Appended after the user's code, so that the line numbers in its errors stay correct. */
const frame = `async function main({ params }) {
  const rows = []
  for (const row of params.rows)
    try {
      const result = await (typeof exec_evaluation === 'function' ? exec_evaluation(row.turn) : evaluate(row.fields))
      JSON.stringify(result)
      rows.push({ result })
    } catch { rows.push({ failed: true }) }
  return { rows }
}`
/** Errors of the sandbox itself, after which an immediate retry would be pointless. */
const isFinal = (cause: unknown) =>
  cause instanceof AppError &&
  [sandboxErrors.busy(), sandboxErrors.closed(), sandboxErrors.stopped()].some(({ code }) => code === cause.code)

/**
 * Batches rows with the same code into one isolate, because creating an isolate costs more than most rows. A row that
 * fails is run again alone to get its own error. Code that failed as a whole is not batched again.
 */
export function createJavascriptRows(sandbox: Pick<Sandbox, 'run'>, alone: RunAlone) {
  const gathered = new Map<string, Waiting[]>()
  const unbatchable = new Set<string>()
  const runOne = async (code: string, owner: string, row: Waiting) =>
    alone(code, owner, row.params, row.signal).then(row.resolve, row.reject)

  async function runBatch(code: string, owner: string, rows: Waiting[]): Promise<Answered[] | undefined> {
    const abandoned = new AbortController()
    const abortIfUnused = () => rows.every(({ signal }) => signal.aborted) && abandoned.abort()
    for (const { signal } of rows) signal.addEventListener('abort', abortIfUnused, { once: true })
    try {
      const { output } = await sandbox.run({
        language: 'javascript',
        code: `${code}\n${frame}`,
        params: { rows: rows.map(({ params }) => params) },
        timeoutMs: BATCH_MS,
        owner,
        signal: abandoned.signal,
      })
      return (output as { rows?: Answered[] }).rows
    } catch (cause) {
      if (abandoned.signal.aborted || isFinal(cause)) throw cause
      if (unbatchable.size >= REMEMBERED) unbatchable.clear()
      unbatchable.add(code)
      return undefined
    } finally {
      for (const { signal } of rows) signal.removeEventListener('abort', abortIfUnused)
    }
  }
  async function run(code: string, owner: string, rows: Waiting[]): Promise<void> {
    try {
      const answers = rows.length > 1 && !unbatchable.has(code) ? await runBatch(code, owner, rows) : undefined
      for (const [at, row] of rows.entries()) {
        const answer = answers?.[at]
        if (row.signal.aborted) row.reject(row.signal.reason)
        else if (answer && !answer.failed) row.resolve({ result: answer.result, stdout: '' })
        // Run rows in sequence: a long queue of one owner would keep others waiting.
        else await runOne(code, owner, row)
      }
    } catch (cause) {
      for (const row of rows) row.reject(row.signal.aborted ? row.signal.reason : cause)
    }
  }
  function flush(key: string, code: string, owner: string): void {
    const rows = gathered.get(key) ?? []
    gathered.delete(key)
    if (rows.length) void run(code, owner, rows)
  }
  return (code: string, owner: string, params: object, signal: AbortSignal) =>
    new Promise<Done>((resolve, reject) => {
      const key = `${owner}\n${code}`
      const rows = gathered.get(key) ?? []
      if (!rows.length) setTimeout(() => flush(key, code, owner), GATHER_MS)
      rows.push({ params, signal, resolve, reject })
      gathered.set(key, rows)
      if (rows.length >= MOST_ROWS) flush(key, code, owner)
    })
}
