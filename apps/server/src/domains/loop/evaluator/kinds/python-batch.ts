import { AppError } from '#kit/errors.ts'
import { sandboxErrors } from '#kit/sandbox/sandbox-errors.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'

interface Waiting {
  params: object
  signal: AbortSignal
  resolve(done: { result: unknown; stdout: string }): void
  reject(cause: unknown): void
}
interface Answered {
  result?: unknown
  stdout?: string
  error?: string
  line?: number
  traceback?: string
}
const GATHER_MS = 15
const MOST_ROWS = 100
const ROW_MS = 10_000
const BATCH_MS = 30_000
/** Runs a batch of rows in one Python process, because a start costs more than most rows. Errors stay per row. */
const frame = `
class EvalOutput:
    def __init__(self, score=None, reason=""):
        self.score = score
        self.reason = reason
def main(args):
    import contextlib, io, traceback
    named = globals().get("exec_evaluation")
    rows = []
    for row in args.params["rows"]:
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                result = named(row["turn"]) if named else evaluate(row["fields"])
            if isinstance(result, EvalOutput):
                result = {"score": result.score, "reason": result.reason}
            import json
            json.dumps(result)
            rows.append({"result": result, "stdout": printed.getvalue()[:4000]})
        except BaseException as fault:
            lines = traceback.extract_tb(fault.__traceback__)
            text = "".join(traceback.format_exception(fault)).split("\\n")[-20:]
            rows.append({
                "error": type(fault).__name__ + ": " + str(fault)[:2000],
                "line": lines[-1].lineno if lines else 0,
                "traceback": "\\n".join(text)[:4000],
                "stdout": printed.getvalue()[:4000],
            })
    return {"rows": rows}
`
function settle(row: Waiting, { result, stdout = '', error, line, traceback }: Answered): void {
  if (error === undefined) return row.resolve({ result, stdout })
  const place = line ? { place: ` (line ${line})`, placeZh: `（第 ${line} 行）` } : { place: '', placeZh: '' }
  row.reject(sandboxErrors.threw({ message: error, ...place }, { logs: [stdout], line, traceback }))
}
/** Whether one row may have caused the failure of a batch: a timeout, memory exhaustion or a crash. */
const isOfOneRow = (cause: unknown) =>
  cause instanceof AppError &&
  [sandboxErrors.timedOut(), sandboxErrors.outOfMemory(), sandboxErrors.crashed()].some(
    ({ code }) => code === cause.code,
  )

/** Batches rows with the same Python code as they arrive. */
export function createPythonRows(sandbox: Pick<Sandbox, 'run'>) {
  const gathered = new Map<string, Waiting[]>()
  async function run(code: string, owner: string, rows: Waiting[], timeoutMs: number): Promise<void> {
    const live = rows.filter(({ signal, reject }) => {
      if (signal.aborted) reject(signal.reason)
      return !signal.aborted
    })
    if (!live.length) return
    // Abort the run when all callers have aborted.
    const abandoned = new AbortController()
    const abortIfUnused = () => live.every(({ signal }) => signal.aborted) && abandoned.abort()
    for (const { signal } of live) signal.addEventListener('abort', abortIfUnused, { once: true })
    try {
      const { output } = await sandbox.run({
        language: 'python',
        code: `${code}\n${frame}`,
        params: { rows: live.map(({ params }) => params) },
        timeoutMs,
        owner,
        signal: abandoned.signal,
      })
      const answers = (output as { rows?: Answered[] }).rows ?? []
      for (const [at, row] of live.entries()) settle(row, answers[at] ?? {})
    } catch (cause) {
      if (live.length > 1 && isOfOneRow(cause)) for (const row of live) await run(code, owner, [row], ROW_MS)
      else for (const row of live) row.reject(row.signal.aborted ? row.signal.reason : cause)
    } finally {
      for (const { signal } of live) signal.removeEventListener('abort', abortIfUnused)
    }
  }
  function flush(key: string, code: string, owner: string): void {
    const rows = gathered.get(key) ?? []
    gathered.delete(key)
    if (rows.length) void run(code, owner, rows, rows.length > 1 ? BATCH_MS : ROW_MS)
  }
  return (code: string, owner: string, params: object, signal: AbortSignal) =>
    new Promise<{ result: unknown; stdout: string }>((resolve, reject) => {
      const key = `${owner}\n${code}`
      const rows = gathered.get(key) ?? []
      if (!rows.length) setTimeout(() => flush(key, code, owner), GATHER_MS)
      rows.push({ params, signal, resolve, reject })
      gathered.set(key, rows)
      if (rows.length >= MOST_ROWS) flush(key, code, owner)
    })
}
