import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Runtime } from './javascript-runtime.ts'
import type { Guards } from './guards.ts'
import { libraries, replacedFiles, wholeLibraries } from './build/shelf.ts'
import { ensureFolder, placeFor, reachableProgram, readPrograms, writeFiles } from './runtime-folder.ts'

const programFiles = ['frames.ts', 'build/shelf.ts', 'build/build-child.ts']
const MEMORY_MB = 512

/** Node with the bundler, in a folder that contains nothing else; it can read this folder and no other. */
export async function prepareBuild(cacheDir: string, guards: Guards): Promise<Runtime> {
  const { as } = guards
  const place = placeFor(cacheDir, as)
  const manifest = createRequire(import.meta.url).resolve('rolldown/package.json')
  const programs = await readPrograms(programFiles)
  const shelf = await readShelf()
  const key = `${process.version} ${await readFile(manifest, 'utf8')} ${[...programs.values(), ...shelf.values()].join('\n')}`
  const folder = await ensureFolder(place, 'build', key, async (half) => {
    const modules = path.dirname(path.dirname(manifest))
    const scope = path.join(modules, '@rolldown')
    const parts = ['rolldown', ...(await readdir(scope)).map((name) => `@rolldown/${name}`)]
    const files = new Map<string, string | Uint8Array>([...programs, ...shelf])
    for (const part of parts)
      for (const name of await readdir(path.join(modules, part), { recursive: true }))
        if (/\.(mjs|js|cjs|node)$|(^|\/)package\.json$/.test(name))
          files.set(`node_modules/${part}/${name}`, await readFile(path.join(modules, part, name)))
    await writeFiles(half, files)
  })
  const flags = ['--no-node-snapshot', '--no-warnings', '--permission', '--allow-addons', `--allow-fs-read=${folder}`]
  return {
    command: await reachableProgram(process.execPath, process.version, place, as),
    args: [...flags, path.join(folder, 'build/build-child.mjs')],
    cwd: folder,
    env: { TZ: 'UTC' },
    memoryBytes: MEMORY_MB * 2 ** 20,
    readyMs: 20_000,
  }
}

/** The libraries that components may use, as files for the build process. */
async function readShelf(): Promise<Map<string, string>> {
  const require = createRequire(import.meta.url)
  const dom = createRequire(require.resolve('react-dom/package.json'))
  const found = new Map<string, string>()
  /** Not every library exports its package.json, so its folder is derived from its entry file. */
  const folderOf = (name: string) => {
    const entry = (name === 'scheduler' ? dom : require).resolve(name)
    const end = path.join('node_modules', name) + path.sep
    return entry.slice(0, entry.lastIndexOf(end) + end.length)
  }
  async function read(file: string): Promise<void> {
    const [name = '', ...rest] = file.split('/')
    const place = `shelf/${file}`
    if (found.has(place)) return
    found.set(place, '')
    const text = replacedFiles[file] ?? (await readFile(path.join(folderOf(name), ...rest), 'utf8'))
    found.set(place, text)
    if (!wholeLibraries.includes(name)) return
    const beside = [...text.matchAll(/^(?:import|export)[^;]*?["'](\.\.?\/[^"']+)["']/gm)].map(([, wanted]) => wanted!)
    await Promise.all(beside.map((wanted) => read(path.posix.join(path.posix.dirname(file), wanted))))
  }
  await Promise.all(Object.values(libraries).map(read))
  // Sorted, so that the same libraries always give the same folder.
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
