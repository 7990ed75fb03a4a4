import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { findGuards } from '../sandbox/guards.ts'
import { createDevtools, type Devtools } from './devtools.ts'

export interface Chromium {
  devtools: Devtools
  readonly isAlive: boolean
  close(): Promise<void>
}
const flags = [
  '--headless',
  '--remote-debugging-pipe',
  // The guards around the browser replace its sandbox: another user, and a network namespace without connections.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-extensions',
  '--hide-scrollbars',
  '--no-first-run',
  '--mute-audio',
]

/** Starts a browser process with a temporary profile folder, which is removed when the browser closes. */
export async function startChromium(file: string): Promise<Chromium> {
  const guards = await findGuards()
  const home = await mkdtemp(path.join(os.tmpdir(), 'orrery-browser-'))
  if (guards.as) await chown(home, guards.as.uid, guards.as.gid)
  // A browser opens more files than user code may.
  const prefix = guards.prefix.map((part) => (part.startsWith('--nofile=') ? '--nofile=4096' : part))
  const [command = file, ...args] = [...prefix, file, ...flags, `--user-data-dir=${home}`, 'about:blank']
  const child: ChildProcess = spawn(command, args, {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // A process group of its own, so that its helpers can be killed with it.
    detached: true,
    ...guards.spawnAs,
  })
  const devtools = createDevtools(child.stdio[3] as Writable, child.stdio[4] as Readable)
  let isAlive = true
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      isAlive = false
      devtools.end()
      resolve()
    }
    // Helper processes may hold the pipes a little longer.
    child.once('exit', end)
    child.once('error', end)
  })
  return {
    devtools,
    get isAlive() {
      return isAlive
    },
    async close() {
      try {
        if (child.pid !== undefined && isAlive) process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
      await gone
      for (const pipe of child.stdio) pipe?.destroy()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
