import { sql, type SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { createNetworkCheck, DAY_MS, HOUR_MS, type SecurityRules } from './security-rules.ts'

const SHOWN = 50
const LOOKS_BACK_MS = 7 * DAY_MS

/** Accounts with an e-mail of a verified domain of the enterprise; its session and password rules apply to them. */
export const governedBy = (enterpriseId: string): SQL =>
  sql`SELECT u.id FROM enterprise_person p JOIN app_user u ON u.id = p.user_id
    JOIN email_domain d ON d.enterprise_id = p.enterprise_id AND d.verified_at IS NOT NULL
      AND d.domain = lower(split_part(u.email, '@', 2))
    WHERE p.enterprise_id = ${enterpriseId} AND p.status = 'active' AND NOT u.is_instance_owner`

interface Found extends Record<string, unknown> {
  user_id: string
  name: string
  email: string
}
const people = (rows: readonly (Found & { addresses?: string[] })[]) => ({
  total: rows.length,
  people: rows.slice(0, SHOWN).map(({ user_id, name, email, addresses }) => ({
    user_id,
    name,
    email,
    ...(addresses && { addresses: addresses.slice(0, 5) }),
  })),
})

/** Shows which people unsaved rules would affect, and how. */
export function createSecurityPreview({ db, clock }: { db: Db; clock: Clock }) {
  async function sessions(enterpriseId: string, { session_hours: hours, idle_minutes: idle }: SecurityRules) {
    const now = clock.now()
    const { rows } = await db.execute<Found & { sessions: number }>(
      sql`SELECT u.id AS user_id, u.name, u.email, count(*)::int AS sessions FROM user_session s JOIN app_user u ON u.id = s.user_id
        WHERE s.expires_at > ${now} AND u.id IN (${governedBy(enterpriseId)})
          AND ((${hours} > 0 AND s.created_at < ${now - hours * HOUR_MS}) OR (${idle} > 0 AND s.last_seen_at < ${now - idle * 60_000}))
        GROUP BY u.id ORDER BY u.name, u.id`,
    )
    return { ...people(rows), sessions: rows.reduce((sum, row) => sum + row.sessions, 0) }
  }
  async function addresses(enterpriseId: string, { ip_mode: mode, ip_list: list }: SecurityRules) {
    if (mode === 'off') return people([])
    const since = clock.now() - LOOKS_BACK_MS
    const { rows } = await db.execute<Found & { addresses: string[] }>(
      sql`SELECT u.id AS user_id, u.name, u.email, array_agg(DISTINCT seen.address) AS addresses FROM (
          SELECT s.user_id, s.address FROM user_session s JOIN enterprise_person p ON p.user_id = s.user_id
            WHERE p.enterprise_id = ${enterpriseId} AND p.status = 'active' AND s.expires_at > ${clock.now()} AND s.last_seen_at > ${since}
          UNION SELECT a.actor_id, a.address FROM audit_event a WHERE a.enterprise_id = ${enterpriseId} AND a.at > ${since}
          UNION SELECT w.user_id, w.address FROM enterprise_ip_watch w WHERE w.enterprise_id = ${enterpriseId} AND w.last_at > ${since}
        ) seen JOIN app_user u ON u.id = seen.user_id WHERE seen.address <> '' AND (u.kind = 'service' OR EXISTS (
          SELECT FROM enterprise_person p WHERE p.enterprise_id = ${enterpriseId} AND p.user_id = u.id AND p.status = 'active'))
        GROUP BY u.id ORDER BY u.name, u.id`,
    )
    const isInside = createNetworkCheck(list)
    return people(
      rows
        .map((row) => ({ ...row, addresses: row.addresses.filter((address) => !isInside(address)) }))
        .filter((row) => row.addresses.length > 0),
    )
  }
  async function factors(enterpriseId: string, rules: SecurityRules, since: number) {
    if (!rules.factor_required) return { ...people([]), due_at: 0 }
    const { rows } = await db.execute<Found>(
      sql`SELECT u.id AS user_id, u.name, u.email FROM enterprise_person p JOIN app_user u ON u.id = p.user_id
        WHERE p.enterprise_id = ${enterpriseId} AND p.status = 'active'
          AND NOT EXISTS (SELECT FROM user_totp t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
          AND NOT EXISTS (SELECT FROM user_passkey k WHERE k.user_id = u.id)
          AND NOT EXISTS (SELECT FROM sso_identity i JOIN sso_connection c ON c.id = i.connection_id
            WHERE i.user_id = u.id AND c.enterprise_id = p.enterprise_id AND c.state = 'active')
        ORDER BY u.name, u.id`,
    )
    return { ...people(rows), due_at: (since || clock.now()) + rules.factor_grace_days * DAY_MS }
  }
  async function passwords(enterpriseId: string): Promise<number> {
    const { rows } = await db.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM app_user WHERE password_hash <> '' AND id IN (${governedBy(enterpriseId)})`,
    )
    return rows[0]!.n
  }
  async function oldPasswords(enterpriseId: string, { password_days: days }: SecurityRules) {
    if (days === 0) return people([])
    const { rows } = await db.execute<Found>(
      sql`SELECT id AS user_id, name, email FROM app_user WHERE password_hash <> ''
        AND coalesce(password_set_at, created_at) < ${clock.now() - days * DAY_MS} AND id IN (${governedBy(enterpriseId)})
        ORDER BY name, id`,
    )
    return people(rows)
  }
  return async (enterpriseId: string, rules: SecurityRules, factorSince: number) => ({
    sessions: await sessions(enterpriseId, rules),
    addresses: await addresses(enterpriseId, rules),
    factors: await factors(enterpriseId, rules, factorSince),
    passwords: await passwords(enterpriseId),
    old_passwords: await oldPasswords(enterpriseId, rules),
  })
}
export type SecurityPreview = ReturnType<typeof createSecurityPreview>
