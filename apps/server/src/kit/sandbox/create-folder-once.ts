import { existsSync } from 'node:fs'
import { mkdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 1000
/** After this time without a heartbeat, the process creating the folder is considered dead. */
const STALE_MS = 15_000
const POLL_MS = 100

/**
 * Creates a folder that takes seconds of work, while other processes that need it wait. Two may still create it when
 * one was wrongly considered dead: the folder must therefore appear atomically.
 */
export async function createFolderOnce(
  folder: string,
  signal: AbortSignal,
  make: () => Promise<unknown>,
): Promise<void> {
  const claimFolder = `${folder}.making`
  await mkdir(path.dirname(folder), { recursive: true })
  while (!existsSync(folder)) {
    signal.throwIfAborted()
    if (!(await claim(claimFolder))) {
      await sleep(POLL_MS, undefined, { signal })
      continue
    }
    const beat = setInterval(
      () => void utimes(claimFolder, new Date(), new Date()).catch(() => undefined),
      HEARTBEAT_MS,
    )
    try {
      await make()
      return
    } finally {
      clearInterval(beat)
      await release(claimFolder)
    }
  }
}
const release = (claimFolder: string) => rm(claimFolder, { recursive: true, force: true })

/** Claims the creation; false while another process holds the claim. */
async function claim(claimFolder: string): Promise<boolean> {
  try {
    await mkdir(claimFolder)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  }
  const beat = await stat(claimFolder).catch(() => undefined)
  if (beat && Date.now() - beat.mtimeMs > STALE_MS) await release(claimFolder)
  return false
}
