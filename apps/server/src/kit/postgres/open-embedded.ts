import { StartError } from '../start-error.ts'
import { claimFolder } from './claim.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'

/** Opens the database in the data folder, exclusively for this process. */
export async function openEmbedded(dataDir: string): Promise<EmbeddedPostgres & { release(): Promise<void> }> {
  const embedded = await startEmbedded(dataDir)
  let release: (() => Promise<void>) | undefined
  try {
    release = await claimFolder(embedded.url)
  } catch (cause) {
    await embedded.stop()
    // An adopted database stops together with the process it was taken over from.
    if (embedded.adopted) return openEmbedded(dataDir)
    throw cause
  }
  if (!release)
    throw new StartError(`Another Orrery is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`)
  return { ...embedded, release }
}
