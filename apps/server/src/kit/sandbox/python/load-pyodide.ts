import { runInThisContext } from 'node:vm'

/** Runs under Deno, for which the project is not type-checked: only what is used is declared. */
export interface DenoApi {
  args: string[]
  readFileSync(path: string): Uint8Array<ArrayBuffer>
  readTextFileSync(path: string): string
  stdin: { readSync(into: Uint8Array): number | null }
  stdout: { writeSync(from: Uint8Array): number }
  permissions: { revokeSync(what: { name: 'read' }): unknown }
  exit(code: number): never
}
export interface Pyodide {
  runPython(code: string, options?: { globals?: unknown }): unknown
  globals: { get(name: string): (...args: unknown[]) => unknown }
  makeMemorySnapshot(): Uint8Array
  setStdout(options: { write(bytes: Uint8Array): number }): void
  setStderr(options: { write(bytes: Uint8Array): number }): void
  setStdin(options: { error: boolean }): void
}
type LoadPyodide = (options: Record<string, unknown>) => Promise<Pyodide>

/**
 * Starts Pyodide as if in a bare web worker: it finds neither the API of Deno nor that of Node, and its files come from
 * memory. Python's `js` module can reach `globals` and nothing else.
 */
export async function loadPyodide(
  deno: DenoApi,
  folder: string,
  options: { snapshot?: Uint8Array; memoryBytes: number },
): Promise<Pyodide> {
  const scope = globalThis as Record<string, unknown>
  const stdlib = deno.readFileSync(`${folder}/python_stdlib.zip`)
  const compiled = WebAssembly.compile(deno.readFileSync(`${folder}/pyodide.asm.wasm`))
  const info: unknown = (JSON.parse(deno.readTextFileSync(`${folder}/pyodide-lock.json`)) as { info: unknown }).info
  const program = deno.readTextFileSync(`${folder}/pyodide.asm.js`)
  for (const name of ['Deno', 'process', 'Worker', 'WebSocket', 'EventSource', 'BroadcastChannel']) delete scope[name]
  scope.WorkerGlobalScope = Object.defineProperty(() => undefined, Symbol.hasInstance, { value: () => true })
  scope.location = new URL('file:///')
  scope.fetch = async (url: unknown) => ({ ok: true, url, arrayBuffer: async () => stdlib.buffer })
  const { instantiateStreaming } = WebAssembly
  WebAssembly.instantiateStreaming = async (_source, imports) => {
    const module = await compiled
    const instance = await WebAssembly.instantiate(module, imports)
    capMemory(instance.exports.memory as WebAssembly.Memory, options.memoryBytes)
    return { instance, module }
  }
  const module = (await import(`${folder}/pyodide.mjs`)) as { loadPyodide: LoadPyodide }
  const pyodide = await module.loadPyodide({
    indexURL: 'file:///',
    lockFileContents: { info, packages: {} },
    createPyodideModule: runInThisContext(program),
    jsglobals: {},
    env: { HOME: '/home/user', LANG: 'C.UTF-8' },
    ...(options.snapshot ? { _loadSnapshot: options.snapshot } : { _makeSnapshot: true }),
  })
  WebAssembly.instantiateStreaming = instantiateStreaming
  for (const name of ['fetch', 'location', 'WorkerGlobalScope']) delete scope[name]
  return pyodide
}

/** By default, the module may grow to 4 GB. All growth goes through `grow`; a refusal becomes Python's MemoryError. */
function capMemory(memory: WebAssembly.Memory, max: number) {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65536 > max) throw new RangeError('memory limit')
    return grow(pages)
  }
}
