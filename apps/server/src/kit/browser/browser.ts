import type { Log } from '../log.ts'
import { type Chromium, startChromium } from './chromium.ts'
import { findChromium } from './find-chromium.ts'
import { takePicture, type Shot } from './take-picture.ts'

export interface Browser {
  /** Whether a browser is installed on this machine. */
  isThere(): boolean
  /** Throws `BrowserBusy` while too many requests wait. `timeoutMs`: the time limit of this page. */
  take(shot: Shot, timeoutMs?: number): Promise<Buffer>
  close(): Promise<void>
}
export interface BrowserOptions {
  /** Path of the program; by default the first found on the PATH. */
  path: string | undefined
  log: Log
  /** The time limit of a page. */
  timeoutMs?: number
}
/** The queue is full: a further request would wait too long. */
export class BrowserBusy extends Error {}

const AT_ONCE = 2
const MAX_WAITING = 20
const IDLE_MS = 60_000

/** A Chromium on this machine that draws pages. Started with the first picture, closed after being idle for a while. */
export function createBrowser({ path, log, timeoutMs: defaultTimeoutMs }: BrowserOptions): Browser {
  let running: Promise<Chromium> | undefined
  let idle: NodeJS.Timeout | undefined
  let active = 0
  let isClosed = false
  const waiting: (() => void)[] = []

  async function open(): Promise<Chromium> {
    const found = await running?.catch(() => undefined)
    if (found?.isAlive) return found
    const file = findChromium(path)
    if (!file || isClosed) throw new Error('There is no browser')
    running = startChromium(file)
    return running
  }
  async function shut() {
    const found = await running?.catch(() => undefined)
    running = undefined
    await found?.close().catch((cause: unknown) => log.warn({ err: cause }, 'closing the browser'))
  }
  async function acquire() {
    if (active < AT_ONCE) return void (active += 1)
    if (waiting.length >= MAX_WAITING) throw new BrowserBusy()
    // `release` passes the slot on, so `active` stays the same.
    await new Promise<void>((resolve) => void waiting.push(resolve))
  }
  function release() {
    const first = waiting.shift()
    if (first) return first()
    active -= 1
    if (active === 0) idle = setTimeout(() => void shut(), IDLE_MS).unref()
  }
  return {
    isThere: () => findChromium(path) !== undefined,
    async take(shot, timeoutMs = defaultTimeoutMs) {
      clearTimeout(idle)
      await acquire()
      try {
        return await takePicture((await open()).devtools, shot, timeoutMs)
      } finally {
        release()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await shut()
    },
  }
}
