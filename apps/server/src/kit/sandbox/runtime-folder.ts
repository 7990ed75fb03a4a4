import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { rootDir } from '../config.ts'
import { reachable, sharedDir, type RunAs } from '../postgres/binaries.ts'
import { createFolderOnce } from './create-folder-once.ts'

/** Sources of the sandbox programs, which are not part of the server bundle. */
export const here = path.join(rootDir, 'apps/server/src/kit/sandbox')

/** A folder that the sandbox user can enter, unlike a home folder of mode 0700. */
export function placeFor(cacheDir: string, as: RunAs | undefined): string {
  return as && !reachable(cacheDir, as) ? path.join(sharedDir(), 'sandbox') : cacheDir
}

/**
 * Creates a folder named after its content, once and atomically; it never changes. With a signal, one process creates
 * it while others wait, for content that takes long.
 */
export async function ensureFolder(
  place: string,
  name: string,
  key: string,
  fill: (folder: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  const target = path.join(place, `${name}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`)
  if (existsSync(target)) return target
  if (signal) await createFolderOnce(target, signal, () => makeFolder(place, target, fill))
  else await makeFolder(place, target, fill)
  return target
}
async function makeFolder(place: string, target: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const half = `${target}.${randomUUID()}`
  await mkdir(half, { recursive: true })
  try {
    for (const folder of [place, half]) await chmod(folder, 0o755)
    await fill(half)
    await rename(half, target)
  } catch (cause) {
    await rm(half, { recursive: true, force: true })
    // Another server process may have been faster.
    if (!existsSync(target)) throw cause
  }
}

/** Our own modules compiled to plain JavaScript, for an interpreter that can read only this folder. */
export async function readPrograms(files: readonly string[]): Promise<Map<string, string>> {
  const programs = new Map<string, string>()
  for (const file of files) {
    const text = await readFile(path.join(here, file), 'utf8')
    programs.set(
      file.replace(/\.ts$/, '.mjs'),
      stripTypeScriptTypes(text).replaceAll(/(from '\.[^']*)\.ts'/g, "$1.mjs'"),
    )
  }
  return programs
}

export async function writeFiles(folder: string, files: Map<string, string | Uint8Array>) {
  for (const [name, content] of files) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await chmod(path.dirname(file), 0o755)
    await writeFile(file, content)
    await chmod(file, 0o644)
  }
}

/** The program itself if its user can reach it, else a copy. */
export async function reachableProgram(
  file: string,
  version: string,
  place: string,
  as: RunAs | undefined,
): Promise<string> {
  if (!as || reachable(file, as)) return file
  const name = path.basename(file)
  const folder = await ensureFolder(place, `program-${name}`, version, async (half) => {
    await copyFile(file, path.join(half, name))
    await chmod(path.join(half, name), 0o755)
  })
  return path.join(folder, name)
}
