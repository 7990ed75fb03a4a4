import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { RunAs } from '../postgres/binaries.ts'

const run = promisify(execFile)

/**
 * Not the database's user: code that breaks out of its interpreter must not own the database's files. The number needs no entry
 * in /etc/passwd.
 */
const SANDBOX_USER: RunAs = { uid: 65533, gid: 65533 }

/** Limits that the operating system imposes on a sandbox process from outside. */
export interface Guards {
  /** User of the process when the server runs as root. */
  as: RunAs | undefined
  /** A command line that the process's own command is appended to. */
  prefix: string[]
  /** The same for a program of ours that somebody waits for: it does not stand back for other programs. */
  ownPrefix: string[]
  /** Used when no program of the prefix can change the user. */
  spawnAs: RunAs | undefined
  /** The process has a network of its own, with nothing in it. */
  noNetwork: boolean
  /** It dies with the server, however the server dies. */
  diesWithServer: boolean
  /** Lets the process use this many bytes more than it uses now. False: this system cannot. */
  capMemory(pid: number, bytes: number): Promise<boolean>
}

export async function findGuards(): Promise<Guards> {
  const as = process.getuid?.() === 0 ? SANDBOX_USER : undefined
  const tool = (name: string, args: string[]) => (find(name) ? [find(name)!, ...args] : undefined)
  const limits = (await works(tool('prlimit', ['--core=0', '--nofile=256', '--']))) ?? []
  const nice = (await works(tool('nice', ['-n', '5']))) ?? []
  const keep = ['--no-new-privs', '--inh-caps=-all', '--pdeathsig=KILL', '--']
  const dropped = await works(
    tool(
      'setpriv',
      as ? [`--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups', '--bounding-set=-all', ...keep] : keep,
    ),
  )
  // A network namespace needs root, or a user namespace; either way before the user is changed.
  const alone =
    dropped || !as
      ? await works(tool('unshare', [...(as ? [] : ['--user', '--map-current-user']), '--net', '--ipc', '--']))
      : undefined
  const prlimit = limits[0]
  const ownPrefix = [...(alone ?? []), ...(dropped ?? []), ...limits]
  return {
    as,
    prefix: [...ownPrefix, ...nice],
    ownPrefix,
    spawnAs: dropped ? undefined : as,
    noNetwork: !!alone,
    diesWithServer: !!dropped,
    capMemory: async (pid, bytes) => {
      const status =
        prlimit && process.platform === 'linux' ? await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '') : ''
      const used = Number(/^VmData:\s+(\d+) kB/m.exec(status)?.[1])
      if (!prlimit || !used) return false
      // As the process's own user: root in a container often may not change another user's limits.
      return run(prlimit, ['--pid', String(pid), `--data=${used * 1024 + bytes}`], { ...as }).then(
        () => true,
        () => false,
      )
    },
  }
}

function find(name: string): string | undefined {
  for (const dir of ['/usr/bin', '/bin', '/usr/sbin', '/sbin', ...(process.env.PATH ?? '').split(':')]) {
    const file = path.join(dir, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  }
  return undefined
}

/** A container or an older system may refuse any of these: each is tried with a command that does nothing. */
async function works(prefix: string[] | undefined): Promise<string[] | undefined> {
  const [command, ...args] = prefix ?? []
  if (!command) return undefined
  try {
    await run(command, [...args, find('true') ?? 'true'], { env: {}, timeout: 10_000 })
    return prefix
  } catch {
    return undefined
  }
}
