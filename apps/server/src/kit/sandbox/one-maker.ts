import { existsSync } from 'node:fs'
import { mkdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 1000
/** After this time without a heartbeat, the process creating the folder is considered dead. */
const GONE_MS = 15_000
const LOOK_MS = 100

/**
 * Creates a folder that takes seconds of work, while other processes that need it wait. Two may still create it when
 * one was wrongly considered dead: the folder must therefore appear atomically.
 */
export async function oneMaker(folder: string, signal: AbortSignal, make: () => Promise<unknown>): Promise<void> {
  const sign = `${folder}.making`
  await mkdir(path.dirname(folder), { recursive: true })
  while (!existsSync(folder)) {
    signal.throwIfAborted()
    if (!(await putUp(sign))) {
      await sleep(LOOK_MS, undefined, { signal })
      continue
    }
    const beat = setInterval(() => void utimes(sign, new Date(), new Date()).catch(() => undefined), BEAT_MS)
    try {
      await make()
      return
    } finally {
      clearInterval(beat)
      await takeDown(sign)
    }
  }
}
const takeDown = (sign: string) => rm(sign, { recursive: true, force: true })

/** Claims the creation; false while another process holds the claim. */
async function putUp(sign: string): Promise<boolean> {
  try {
    await mkdir(sign)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  }
  const beat = await stat(sign).catch(() => undefined)
  if (beat && Date.now() - beat.mtimeMs > GONE_MS) await takeDown(sign)
  return false
}
