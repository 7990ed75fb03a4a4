import { lt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Actor } from '#kit/http/context.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { FactorService } from '#domains/ground/factor/factor.service.ts'
import type { PasswordRules } from '#domains/ground/passport/password-policy.service.ts'
import type { SessionRules, SessionService } from '#domains/ground/passport/session.service.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import type { EnterpriseSettingsService } from './settings.service.ts'
import { securityErrors } from './security.errors.ts'
import { governedBy, type SecurityPreview } from './security-preview.ts'
import { createNetworkCheck, DAY_MS, HOUR_MS, readRange, readSecurity, type SecurityRules } from './security-rules.ts'
import { enterpriseIpWatch } from './security.table.ts'

const WATCH_KEPT_MS = 30 * DAY_MS

export interface SecurityDeps {
  db: Db
  clock: Clock
  audit: AuditService
  enterprises: Pick<EnterpriseService, 'get'>
  settings: Pick<EnterpriseSettingsService, 'saveSecurity'>
  sessions: Pick<SessionService, 'limit'>
  factors: Pick<FactorService, 'hasAny'>
  preview: SecurityPreview
  hasBreachServer: boolean
}

/** Rules of enterprises about sessions, passwords, networks and second factors. */
export function createEnterpriseSecurity(deps: SecurityDeps) {
  const { db, clock, enterprises } = deps
  const of = async (enterpriseId: string) => readSecurity((await enterprises.get(enterpriseId)).security)
  const sessionRulesOf = ({ session_hours: hours, idle_minutes: idle }: SecurityRules): SessionRules => ({
    ...(hours > 0 && { lifetimeMs: hours * HOUR_MS }),
    ...(idle > 0 && { idleMs: idle * 60_000 }),
  })
  /** Rules of the enterprise to which the e-mail domain of the account belongs; a domain belongs to one enterprise. */
  async function governing(userId: string): Promise<SecurityRules[]> {
    const { rows } = await db.execute<{ security: Record<string, unknown> }>(
      sql`SELECT e.security FROM enterprise_person p JOIN enterprise e ON e.id = p.enterprise_id JOIN app_user u ON u.id = p.user_id
        JOIN email_domain d ON d.enterprise_id = e.id AND d.verified_at IS NOT NULL AND d.domain = lower(split_part(u.email, '@', 2))
        WHERE p.user_id = ${userId} AND p.status = 'active' AND NOT u.is_instance_owner`,
    )
    return rows.map(({ security }) => readSecurity(security))
  }
  /** Refuses rules that would lock out the admin who saves them, or that nobody could meet. */
  async function check(rules: SecurityRules, { userId }: Actor, address: string) {
    for (const text of rules.ip_list) if (!readRange(text)) throw securityErrors.badRange({ text })
    if (rules.ip_mode !== 'off' && !rules.ip_list.length) throw securityErrors.emptyList()
    if (rules.ip_mode === 'on' && !createNetworkCheck(rules.ip_list)(address))
      throw securityErrors.ownAddress({ address })
    if (rules.factor_required && !(await deps.factors.hasAny(userId))) throw securityErrors.ownFactor()
    if (rules.password_breaches && !deps.hasBreachServer) throw securityErrors.noBreachServer()
  }

  return {
    of,
    preview: async (enterpriseId: string, rules: SecurityRules, address: string) => ({
      ...(await deps.preview(enterpriseId, rules, (await of(enterpriseId)).factor_since)),
      is_own_address_inside: rules.ip_mode !== 'on' || createNetworkCheck(rules.ip_list)(address),
    }),
    /** Saves rules. Stricter session rules apply to open sessions at once, looser ones from the next sign-in. */
    async save(enterpriseId: string, rules: SecurityRules, actor: Actor, address: string): Promise<number> {
      await check(rules, actor, address)
      const before = await of(enterpriseId)
      const factorSince = rules.factor_required ? before.factor_since || clock.now() : 0
      const changed = (Object.keys(rules) as (keyof SecurityRules)[]).filter(
        (key) => JSON.stringify(rules[key]) !== JSON.stringify(before[key]),
      )
      await deps.settings.saveSecurity(enterpriseId, { ...rules, factor_since: factorSince })
      await deps.audit.record({
        actorId: actor.userId,
        enterpriseId,
        action: 'enterprise.security',
        target: enterpriseId,
        detail: Object.fromEntries(changed.map((key) => [key, rules[key]])),
      })
      if (!changed.includes('session_hours') && !changed.includes('idle_minutes')) return 0
      const { rows } = await db.execute<{ id: string }>(governedBy(enterpriseId))
      if (!rows.length) return 0
      return deps.sessions.limit(
        rows.map(({ id }) => id),
        sessionRulesOf(rules),
      )
    },
    /** Session limits of an account, for the ground district. */
    async sessionRules(userId: string): Promise<SessionRules> {
      const [first] = await governing(userId)
      return first ? sessionRulesOf(first) : {}
    },
    /** Password rules of an account, for the ground district. */
    async passwordRules(userId: string): Promise<PasswordRules | undefined> {
      const [first] = await governing(userId)
      return (
        first && {
          minLength: first.password_length,
          words: first.password_words,
          history: first.password_history,
          refusesBreached: first.password_breaches,
          maxDays: first.password_days,
        }
      )
    },
    dropOldWatches: () => db.delete(enterpriseIpWatch).where(lt(enterpriseIpWatch.lastAt, clock.now() - WATCH_KEPT_MS)),
  }
}
export type EnterpriseSecurity = ReturnType<typeof createEnterpriseSecurity>
