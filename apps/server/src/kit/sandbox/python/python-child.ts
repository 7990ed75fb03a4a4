import { readFrame, writeFrame } from '../frames.ts'
import { loadPyodide, type DenoApi } from './load-pyodide.ts'

declare const Deno: DenoApi

/** Serves one run and ends, so that nothing is left for the next run. */
const deno = Deno
const [folder, memoryMb] = deno.args as [string, string]
const send = (parts: readonly string[]) => writeFrame((from) => deno.stdout.writeSync(from), parts)
const quiet = { write: (bytes: Uint8Array) => bytes.length }

const snapshot = deno.readFileSync(`${folder}/snapshot.bin`)
const pyodide = await loadPyodide(deno, folder, { snapshot, memoryBytes: Number(memoryMb) * 2 ** 20 })
pyodide.setStdout(quiet)
pyodide.setStderr(quiet)
pyodide.setStdin({ error: true })
const run = pyodide.globals.get('_run')
deno.permissions.revokeSync({ name: 'read' })
send(['ready'])

// When the interpreter itself breaks (os._exit, stack overflow), the error can surface outside of the call below.
const broken = (cause: unknown) => {
  send(['reply', `E${JSON.stringify({ message: String(cause).slice(0, 2000) })}`])
  deno.exit(0)
}
addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  broken(event.reason)
})

const request = readFrame((into) => deno.stdin.readSync(into))
if (request) {
  const [limits, code, params] = request as [string, string, string]
  const { maxOutputBytes, logLines, logBytes } = JSON.parse(limits) as Record<string, number>
  try {
    const answer = await run(code, params, maxOutputBytes, (line: string) => send(['log', line]), logLines, logBytes)
    send(['reply', String(answer)])
  } catch (cause) {
    broken(cause)
  }
}
deno.exit(0)
