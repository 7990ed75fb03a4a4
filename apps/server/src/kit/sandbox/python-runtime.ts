import { spawn } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Guards } from './guards.ts'
import type { Runtime, RuntimeOptions } from './javascript-runtime.ts'
import { ensureFolder, here, placeFor, reachableProgram, readPrograms, writeFiles } from './runtime-folder.ts'

const require = createRequire(import.meta.url)
const programFiles = ['frames.ts', 'python/load-pyodide.ts', 'python/python-child.ts', 'python/python-snapshot.ts']
const pyodideFiles = ['pyodide.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json']

/** Python compiled to WebAssembly, in a Deno that may read one folder during its start and nothing afterwards. */
export async function preparePython(options: RuntimeOptions, signal: AbortSignal): Promise<Runtime> {
  const { as } = options.guards
  const place = placeFor(options.cacheDir, as)
  const deno = findDeno()
  const pyodide = path.dirname(require.resolve('pyodide/package.json'))
  const { version } = require('pyodide/package.json') as { version: string }
  const command = await reachableProgram(deno.file, deno.version, place, as)
  const programs = await readPrograms(programFiles)
  programs.set('python-guest.py', await readFile(path.join(here, 'python/python-guest.py'), 'utf8'))
  const folder = await ensureFolder(
    place,
    'python',
    `${version} ${deno.version} ${process.arch} ${[...programs.values()].join('\n')}`,
    async (half) => {
      await writeFiles(half, programs)
      for (const file of pyodideFiles) await copyFile(path.join(pyodide, file), path.join(half, file))
      await writeFile(
        path.join(half, 'pyodide.asm.js'),
        asScript(await readFile(path.join(pyodide, 'pyodide.asm.mjs'), 'utf8')),
      )
      await writeFile(path.join(half, 'snapshot.bin'), await makeSnapshot(command, half, options.guards, signal))
    },
    signal,
  )
  return {
    command,
    args: [...denoFlags(folder), path.join(folder, 'python/python-child.mjs'), folder, String(options.memoryMb)],
    cwd: folder,
    env: denoEnv,
    memoryBytes: (options.memoryMb + 96) * 2 ** 20,
    readyMs: 60_000,
  }
}

// This folder cannot be created, so Deno has no cache that could leak from one run to the next.
const denoEnv = { DENO_DIR: '/dev/null/deno' }
const denoFlags = (folder: string) => [
  'run',
  '--quiet',
  '--no-prompt',
  '--no-config',
  '--no-lock',
  '--no-remote',
  '--no-npm',
  '--no-code-cache',
  `--allow-read=${folder}`,
  '--v8-flags=--disallow-code-generation-from-strings,--max-old-space-size=192',
]

function findDeno() {
  const name = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  try {
    const manifest = require.resolve(`${name}/package.json`)
    return {
      file: path.join(path.dirname(manifest), 'deno'),
      version: (require(manifest) as { version: string }).version,
    }
  } catch {
    throw new Error(`Deno is not installed for ${process.platform}-${process.arch} (${name})`)
  }
}

/** Deno loads a module of this size twice as slowly as a script, because it searches it for imports. */
function asScript(text: string): string {
  const end = /export default (\w+);\s*$/
  if (!end.test(text)) throw new Error('This build of Pyodide is not the one that was expected')
  return text.replaceAll('import.meta.url', '"file:///pyodide.asm.mjs"').replace(end, '$1')
}

/** Starting Python takes seconds; starting from a memory snapshot takes a fraction of one. */
async function makeSnapshot(deno: string, folder: string, guards: Guards, signal: AbortSignal): Promise<Uint8Array> {
  const program = [...denoFlags(folder), path.join(folder, 'python/python-snapshot.mjs'), folder]
  const [command = deno, ...args] = [...guards.ownPrefix, deno, ...program]
  const child = spawn(command, args, {
    cwd: folder,
    env: denoEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    timeout: 180_000,
    killSignal: 'SIGKILL',
    ...guards.spawnAs,
  })
  const chunks: Buffer[] = []
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-4000)))
  child.once('error', (cause) => (complaint = cause.message))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`Python's memory could not be written: ${complaint.trim()}`)
  return Buffer.concat(chunks)
}
