import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const root = path.resolve(import.meta.dirname, '../..')
/** The flags with which `npm start` starts the server. */
export const startFlags = ['--max-semi-space-size=8']
export const startEnv = { MALLOC_ARENA_MAX: '2' }
const TICK_MS = 10
process.setMaxListeners(100)

/** A server or a floor that runs in its own process and is measured from outside. */
export interface Running {
  url: string
  child: ChildProcess
  stop(): Promise<void>
}

export async function startOrrery(dataDir: string, port: number, env: Record<string, string> = {}): Promise<Running> {
  return startProcess([path.join(root, 'apps/server/dist/main.js')], port, {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...env,
  })
}

export async function startProcess(args: string[], port: number, env: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // The child must not outlive this process.
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return {
    url,
    child,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

const PORTS = { first: 20_000, count: 10_000 }
/**
 * A port that nothing listens on, so that a killed process cannot be mistaken for another one. The range is below the
 * ephemeral ports, which the system could assign to a connection before the process starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
}

export async function untilReady(url: string, within = 60_000) {
  for (const deadline = Date.now() + within; Date.now() < deadline;) {
    const isUp = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await sleep(5)
  }
  throw new Error(`${url} did not get ready`)
}

/** The pids of a process, its descendants, and the database in the given folder. */
export function processTree(pid: number, databaseDir?: string): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parentOf = new Map(all.map((item) => [item, Number(stat(item)?.[1] ?? 0)]))
  const members = new Set([pid])
  if (databaseDir) for (const found of all) if (commandOf(found).includes(databaseDir)) members.add(found)
  for (let grew = true; grew;) {
    grew = false
    for (const [item, parent] of parentOf)
      if (members.has(parent) && !members.has(item)) grew = Boolean(members.add(item))
  }
  return [...members]
}

const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`)
/** The fields of /proc/PID/stat after the name of the command: state, parent, … */
const stat = (pid: number) => read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')
const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const listOf = (dir: string) => {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

export const cpuMs = (pids: number[]) =>
  pids.reduce((sum, pid) => sum + (Number(stat(pid)?.[11] ?? 0) + Number(stat(pid)?.[12] ?? 0)) * TICK_MS, 0)
/** CPU of the exited children of a process, and of their children. */
export const exitedCpuMs = (pid: number) => (Number(stat(pid)?.[13] ?? 0) + Number(stat(pid)?.[14] ?? 0)) * TICK_MS
/** CPU of a process, its descendants and the database in the given folder, including exited processes. */
export function processTreeCpuMs(pid: number, databaseDir?: string): number {
  const pids = processTree(pid, databaseDir)
  return cpuMs(pids) + pids.reduce((sum, member) => sum + exitedCpuMs(member), 0)
}
/** The same in nanosecond resolution, from the scheduler, but without exited processes. */
export const exactCpuMs = (pid: number, databaseDir?: string): number =>
  processTree(pid, databaseDir).reduce((sum, member) => {
    const threads = listOf(`/proc/${member}/task`)
    return threads.reduce((all, id) => all + Number(read(`/proc/${member}/task/${id}/schedstat`).split(' ')[0]), sum)
  }, 0) / 1e6
/** Proportional memory: shared pages are counted once. */
export const memoryMb = (pids: number[]) =>
  pids.reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0), 0) / 1024
