import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { ChildSpec } from './child.ts'
import type { Guards } from './guards.ts'
import { ensureFolder, placeFor, reachableProgram, readPrograms, writeFiles } from './runtime-folder.ts'

const sources = [
  'guest-clone',
  'guest-console',
  'guest-crypto',
  'guest-run',
  'guest-text',
  'guest-timers',
  'guest-url',
  'host-call',
  'isolate',
  'run-in-isolate',
  'javascript-child',
]
const programFiles = ['frames.ts', ...sources.map((name) => `javascript/${name}.ts`)]

export interface RuntimeOptions {
  cacheDir: string
  guards: Guards
  memoryMb: number
  logLines: number
  logBytes: number
}
export type Runtime = Pick<ChildSpec, 'command' | 'args' | 'cwd' | 'env' | 'memoryBytes' | 'readyMs'>

/**
 * Node with isolated-vm. The optimising compiler is off: its loops can skip the checks for the time and memory limits.
 */
export async function prepareJavascript(options: RuntimeOptions): Promise<Runtime> {
  const { as } = options.guards
  const place = placeFor(options.cacheDir, as)
  const addon = findAddon()
  const programs = await readPrograms(programFiles)
  const folder = await ensureFolder(
    place,
    'javascript',
    `${process.version} ${addon} ${[...programs.values()].join('\n')}`,
    async (half) => {
      await writeFiles(
        half,
        new Map<string, string | Uint8Array>([...programs, ['isolated-vm.node', await readFile(addon)]]),
      )
    },
  )
  const flags = [
    '--no-node-snapshot',
    '--no-opt',
    '--max-old-space-size=192',
    '--no-warnings',
    '--permission',
    '--allow-addons',
    `--allow-fs-read=${folder}`,
  ]
  const args = [path.join(folder, 'isolated-vm.node'), options.memoryMb, options.logLines, options.logBytes].map(String)
  return {
    command: await reachableProgram(process.execPath, process.version, place, as),
    args: [...flags, path.join(folder, 'javascript/javascript-child.mjs'), ...args],
    cwd: folder,
    // The same time zone on every machine, and the same as for Python.
    env: { TZ: 'UTC' },
    // The isolate counts most of its memory; this limit covers the rest, and the copy of a result.
    memoryBytes: (options.memoryMb * 2 + 128) * 2 ** 20,
    readyMs: 20_000,
  }
}

/**
 * The prebuilt binary for this platform and Node version; nothing is compiled, and nothing is loaded into the server.
 */
function findAddon(): string {
  const manifest = createRequire(import.meta.url).resolve('isolated-vm/package.json')
  const { path: find } = createRequire(manifest)('node-gyp-build') as { path(dir: string): string }
  try {
    return find(path.dirname(manifest))
  } catch {
    throw new Error(`isolated-vm has no binary for ${process.platform}-${process.arch} and Node ${process.version}`)
  }
}
