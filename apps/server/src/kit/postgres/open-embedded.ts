import { StartError } from '../start-error.ts'
import { claimFolder } from './claim.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'

/** The database in the data folder, for this process alone. */
export async function openEmbedded(dataDir: string): Promise<EmbeddedPostgres & { release(): Promise<void> }> {
  const embedded = await startEmbedded(dataDir)
  const release = await claimFolder(embedded.url).catch(async (cause: unknown) => {
    await embedded.stop()
    throw cause
  })
  if (!release)
    throw new StartError(`Another Orrery is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`)
  return { ...embedded, release }
}
