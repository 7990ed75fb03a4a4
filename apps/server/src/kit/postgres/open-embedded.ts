import { StartError } from '../start-error.ts'
import { claimFolder } from './claim.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'

/** The database in the data folder, for this process alone. */
export async function openEmbedded(dataDir: string): Promise<EmbeddedPostgres & { release(): Promise<void> }> {
  const embedded = await startEmbedded(dataDir)
  let release: (() => Promise<void>) | undefined
  try {
    release = await claimFolder(embedded.url)
  } catch (cause) {
    await embedded.stop()
    // It ended together with the process that it was taken over from.
    if (embedded.adopted) return openEmbedded(dataDir)
    throw cause
  }
  if (!release)
    throw new StartError(`Another Orrery is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`)
  return { ...embedded, release }
}
