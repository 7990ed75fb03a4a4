import path from 'node:path'
import { readBackup } from '../apps/server/src/kit/backup/restore.ts'
import { folderBlobs } from '../apps/server/src/kit/blobs/folder.ts'
import { s3Blobs } from '../apps/server/src/kit/blobs/s3.ts'
import { readConfig } from '../apps/server/src/kit/config.ts'
import { openDatabase } from '../apps/server/src/kit/db.ts'
import { startJobs } from '../apps/server/src/kit/jobs.ts'
import { createLog } from '../apps/server/src/kit/log.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'

/** `npm run restore -- <file>`: fills an empty instance (DATA_DIR or DATABASE_URL) from a backup. */
const [file, ...rest] = process.argv.slice(2)
if (!file) {
  process.stderr.write('Say which backup: npm run restore -- <file>\n')
  process.exit(1)
}
const config = readConfig(process.env, rest)
const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
const url = config.databaseUrl ?? embedded!.url
const database = openDatabase(url, 4)
try {
  const blobs = config.s3 ? s3Blobs(config.s3) : folderBlobs(path.join(config.dataDir, 'blobs'))
  const prepareJobs = async () => (await startJobs(url, createLog({ level: 'warn' }))).stop()
  const manifest = await readBackup(
    { pool: database.pool, blobs, dataDir: config.dataDir, prepareJobs },
    path.resolve(file),
  )
  process.stdout.write(
    `Restored the backup of ${manifest.createdAt} into ${config.databaseUrl ? 'the database' : config.dataDir}. Start it with npm start.\n`,
  )
} catch (cause) {
  process.stderr.write(`Not restored: ${(cause as Error).message}\n`)
  process.exitCode = 1
} finally {
  await database.close()
  if (embedded && !embedded.adopted) await embedded.stop()
}
