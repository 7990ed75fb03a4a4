import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterFile } from './after-file.ts'
import { runAs } from '#kit/postgres/binaries.ts'

/**
 * Whether a file system can be mounted, which needs root. Otherwise the tests that need a disk of their own are
 * skipped.
 */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryMount()

export interface SmallDisk {
  dir: string
  fill(): void
  free(): void
  setReadOnly(isReadOnly: boolean): void
}

/** A real file system of a few megabytes, on which a database can run too. It can be filled and made read-only. */
export function openSmallDisk(megabytes: number): SmallDisk {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'orrery-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', dir])
  const owner = runAs()
  if (owner) chownSync(dir, owner.uid, owner.gid)
  afterFile(() => {
    execFileSync('umount', ['-l', dir])
    rmSync(dir, { recursive: true, force: true })
  })
  const filler = path.join(dir, 'filler')
  return {
    dir,
    fill() {
      const { bavail, bsize } = statfsSync(dir)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
    },
    free: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) => void execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, dir]),
  }
}

function tryMount(): boolean {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'orrery-disk-'))
  chmodSync(dir, 0o700)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', dir], { stdio: 'ignore' })
    execFileSync('umount', [dir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
