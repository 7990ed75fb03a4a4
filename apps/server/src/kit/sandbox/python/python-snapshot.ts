import { loadPyodide, type DenoApi } from './load-pyodide.ts'

declare const Deno: DenoApi

/**
 * Starts Python once, loads modules that code often imports, and writes the interpreter's memory to standard output.
 */
const deno = Deno
const [folder] = deno.args as [string]
const guest = deno.readTextFileSync(`${folder}/python-guest.py`)
const pyodide = await loadPyodide(deno, folder, { memoryBytes: 256 * 2 ** 20 })
pyodide.runPython(guest)
const snapshot = pyodide.makeMemorySnapshot()
for (let at = 0; at < snapshot.length;) at += deno.stdout.writeSync(snapshot.subarray(at))
deno.exit(0)
