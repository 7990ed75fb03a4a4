import path from 'node:path'
import { folderBlobs } from '../apps/server/src/kit/blobs/folder.ts'
import { s3Blobs } from '../apps/server/src/kit/blobs/s3.ts'
import { writeBackup } from '../apps/server/src/kit/backup/backup.ts'
import { readConfig } from '../apps/server/src/kit/config.ts'
import { migrate, openDatabase } from '../apps/server/src/kit/db.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { loadKey } from '../apps/server/src/kit/secrets.ts'
import { version } from '../apps/server/src/version.ts'

/** `npm run backup -- [file]`: saves the whole instance in a file, also while it runs. Settings as for `npm start`. */
const [first, ...rest] = process.argv.slice(2)
const hasFile = first !== undefined && !first.startsWith('--')
const config = readConfig(process.env, hasFile ? rest : process.argv.slice(2))
const file = path.resolve(
  hasFile ? first : `orrery-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.backup`,
)

const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
const database = openDatabase(config.databaseUrl ?? embedded!.url, 2)
await migrate(database.pool)
const blobs = config.s3 ? s3Blobs(config.s3) : folderBlobs(path.join(config.dataDir, 'blobs'))
const manifest = await writeBackup(
  { pool: database.pool, blobs, key: loadKey(config.dataDir, config.secretKey).toString('hex'), version },
  file,
)
await database.close()
// The database is left running if it was already running, because it then belongs to a server.
if (embedded && !embedded.adopted) await embedded.stop()
process.stdout.write(
  `Saved ${manifest.tables.length} tables and all files to ${file}. It holds the key: keep it secret.\n`,
)
process.exit(0)
