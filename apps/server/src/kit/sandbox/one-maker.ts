import { existsSync } from 'node:fs'
import { mkdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 1000
/** Without a beat for so long, the process that was at it is gone. */
const GONE_MS = 15_000
const LOOK_MS = 100

/**
 * Makes a folder that takes seconds of work, while other processes that want it wait instead of making it too. Two may still be at it
 * when one of them was taken for gone: what is made has to appear whole, no matter who is first.
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

/** False: another process is at it. */
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
