import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { RunAs } from '../postgres/binaries.ts'

const run = promisify(execFile)

/**
 * Not the user of the database: code that breaks out of its interpreter must not own the database's files. The number
 * needs no entry in /etc/passwd.
 */
const SANDBOX_USER: RunAs = { uid: 65533, gid: 65533 }

/** Limits that the operating system imposes on a sandbox process from outside. */
export interface Guards {
  /** User of the process when the server runs as root. */
  as: RunAs | undefined
  /** The command line to which the command of the process is appended. */
  prefix: string[]
  /** The same without the lower priority, for a program of ours that users wait for. */
  ownPrefix: string[]
  /** Used when no program of the prefix can change the user. */
  spawnAs: RunAs | undefined
  /** Whether the process has a network namespace of its own, without any connection. */
  noNetwork: boolean
  /** Whether the process is killed when the server ends in any way. */
  diesWithServer: boolean
  /** Lets the process use this many bytes more than it uses now. Returns false if this system cannot limit it. */
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
  // A network namespace needs root or a user namespace, in both cases before the user is changed.
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
      // As the process's own user: root in a container often may not change the limits of another user.
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

/** A container or an older system may refuse any of these, so each is tried with a command that does nothing. */
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
