import { readConfig } from '../apps/server/src/kit/config.ts'
import { openDatabase } from '../apps/server/src/kit/db.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'

/** `npm run sso -- off <id or name of an enterprise>`: allows passwords again when nobody can sign in. */
const [act, which = '', ...rest] = process.argv.slice(2)
if (act !== 'off' || which === '') {
  process.stderr.write('Usage: npm run sso -- off <id or name of an enterprise>\n')
  process.exit(2)
}
const config = readConfig(process.env, rest)
const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
const database = openDatabase(config.databaseUrl ?? embedded!.url, 2)
const { rows } = await database.pool.query<{ enterprise: string; name: string }>(
  `UPDATE sso_connection c SET is_enforced = false FROM enterprise e
   WHERE e.id = c.enterprise_id AND c.is_enforced AND (e.id::text = $1 OR e.name = $1)
   RETURNING e.name AS enterprise, c.name`,
  [which],
)
// Network rules and two-step verification can lock everybody out too. A running server reloads them within 10 s.
const lifted = await database.pool.query<{ enterprise: string }>(
  `UPDATE enterprise e SET security = security || '{"ip_mode": "watch", "factor_required": false, "factor_since": 0}'
   WHERE (e.id::text = $1 OR e.name = $1) AND (e.security->>'ip_mode' = 'on' OR (e.security->>'factor_required')::boolean)
   RETURNING e.name AS enterprise`,
  [which],
)
await database.close()
// The database is left running if it was already running, because it then belongs to a server.
if (embedded && !embedded.adopted) await embedded.stop()
for (const { enterprise, name } of rows) process.stdout.write(`${enterprise}: “${name}” is no longer required.\n`)
for (const { enterprise } of lifted.rows)
  process.stdout.write(
    `${enterprise}: the allow list is only watched, and two-step verification is no longer required.\n`,
  )
const count = rows.length + lifted.rows.length
if (!count) process.stdout.write('No enterprise with this id or name requires single sign-on or keeps people out.\n')
process.exit(count ? 0 : 1)
