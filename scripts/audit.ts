import { createAuditChain } from '../apps/server/src/domains/enterprise/enterprise/audit-chain.service.ts'
import { readConfig } from '../apps/server/src/kit/config.ts'
import { openDatabase } from '../apps/server/src/kit/db.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { createSecrets, loadKey } from '../apps/server/src/kit/secrets.ts'

/** `npm run audit -- verify`: verifies the audit chain of every enterprise, also while the instance runs. */
const [command, ...rest] = process.argv.slice(2)
if (command !== 'verify') {
  process.stderr.write('Use: npm run audit -- verify\n')
  process.exit(2)
}
const config = readConfig(process.env, rest)
const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
const database = openDatabase(config.databaseUrl ?? embedded!.url, 2)
const secrets = createSecrets(loadKey(config.dataDir, config.secretKey))
const chain = createAuditChain({ db: database.db, secrets, clock: { now: () => Date.now() } })
let isWhole = true
for (const id of await chain.enterprises()) {
  const { entries, broken } = await chain.verify(id)
  isWhole &&= broken === undefined
  const found = broken ? `entry ${broken.no} (event ${broken.eventId}): ${broken.why}` : 'whole'
  process.stdout.write(`enterprise ${id}: ${entries} entries, ${found}\n`)
}
await database.close()
// The database is left running if it was already running, because it then belongs to a server.
if (embedded && !embedded.adopted) await embedded.stop()
process.exit(isWhole ? 0 : 1)
