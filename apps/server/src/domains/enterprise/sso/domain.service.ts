import type { EmailDomainState } from '@orrery/contract'
import { and, asc, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { Resolver } from 'node:dns/promises'
import type { Clock } from '#kit/clock.ts'
import { type Db, violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { ssoErrors } from './sso.errors.ts'
import { emailDomain, isUsableDomain, LAPSE_FAILURES, ssoConnection } from './sso.table.ts'

const WEEK_MS = 7 * 24 * 3600_000
/** Weekly checks without the DNS record, after which admins are warned. */
const WARNING_FAILURES = 2
const recordOf = (domain: string) => `_orrery-challenge.${domain}`
const domainName = /^(?=.{4,253}$)([a-z0-9](-?[a-z0-9])*\.)+[a-z]{2,}$/
/** Public mail services, which no company can own. */
const publicDomains: ReadonlySet<string> = new Set(
  '126.com 139.com 163.com aliyun.com aol.com foxmail.com gmail.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mail.ru me.com msn.com outlook.com pm.me proton.me protonmail.com qq.com sina.com sohu.com web.de yahoo.com yandex.com yandex.ru yeah.net zoho.com'.split(
    ' ',
  ),
)

function stateOf({ verifiedAt, failures }: typeof emailDomain.$inferSelect): EmailDomainState {
  if (verifiedAt === null) return 'unverified'
  if (failures >= LAPSE_FAILURES) return 'lapsed'
  return failures >= WARNING_FAILURES ? 'missing' : 'verified'
}

export interface DomainDeps {
  db: Db
  audit: AuditService
  newId: NewId
  clock: Clock
  /** Name servers to use instead of those of the machine. */
  dnsServers: readonly string[]
}

/** E-mail domains of enterprises, verified by a DNS record that only the owner of the domain can create. */
export function createDomainService({ db, audit, newId, clock, dnsServers }: DomainDeps) {
  async function textsAt(name: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: 3000, tries: 2 })
    if (dnsServers.length) resolver.setServers([...dnsServers])
    return (await resolver.resolveTxt(name).catch(() => [])).map((parts) => parts.join(''))
  }
  const isShown = async (row: { domain: string; challenge: string }) =>
    (await textsAt(recordOf(row.domain))).includes(row.challenge)
  async function find(enterpriseId: string, id: string) {
    const [row] = await db
      .select()
      .from(emailDomain)
      .where(and(eq(emailDomain.id, id), eq(emailDomain.enterpriseId, enterpriseId)))
    if (!row) throw errors.notFound({ what: 'domain' })
    return row
  }
  async function requireFree(domain: string, enterpriseId: string) {
    const [other] = await db
      .select({ id: emailDomain.id })
      .from(emailDomain)
      .where(
        and(
          eq(emailDomain.domain, domain),
          ne(emailDomain.enterpriseId, enterpriseId),
          isNotNull(emailDomain.verifiedAt),
        ),
      )
    if (other) throw ssoErrors.domainTaken({ domain })
  }

  return {
    recordOf,
    stateOf,
    list: (enterpriseId: string) =>
      db.select().from(emailDomain).where(eq(emailDomain.enterpriseId, enterpriseId)).orderBy(asc(emailDomain.domain)),
    async add(enterpriseId: string, typed: string, actorId: string) {
      const domain = typed.toLowerCase().replace(/^@/, '').replace(/\.$/, '')
      if (!domainName.test(domain)) throw ssoErrors.badDomain({ domain: typed })
      if (publicDomains.has(domain)) throw ssoErrors.publicDomain({ domain })
      await requireFree(domain, enterpriseId)
      const row = {
        id: newId(),
        domain,
        enterpriseId,
        challenge: `orrery-domain=${randomToken()}`,
        createdBy: actorId,
        createdAt: clock.now(),
      }
      const added = await db.insert(emailDomain).values(row).onConflictDoNothing().returning()
      if (added[0]) await audit.record({ actorId, enterpriseId, action: 'sso.domain_add', detail: { domain } })
      const [found] = await db
        .select()
        .from(emailDomain)
        .where(and(eq(emailDomain.domain, domain), eq(emailDomain.enterpriseId, enterpriseId)))
      return found!
    },
    async verify(enterpriseId: string, id: string, actorId: string) {
      const row = await find(enterpriseId, id)
      await requireFree(row.domain, enterpriseId)
      const now = clock.now()
      if (!(await isShown(row))) {
        await db.update(emailDomain).set({ checkedAt: now }).where(eq(emailDomain.id, id))
        throw ssoErrors.recordMissing({ record: recordOf(row.domain), challenge: row.challenge })
      }
      const seen = { verifiedAt: row.verifiedAt ?? now, checkedAt: now, failures: 0 }
      try {
        await db.update(emailDomain).set(seen).where(eq(emailDomain.id, id))
      } catch (cause) {
        if (violates(cause, 'email_domain_verified')) throw ssoErrors.domainTaken({ domain: row.domain })
        throw cause
      }
      if (row.verifiedAt === null)
        await audit.record({ actorId, enterpriseId, action: 'sso.domain_verify', detail: { domain: row.domain } })
      return { ...row, ...seen }
    },
    async remove(enterpriseId: string, id: string, actorId: string) {
      const { domain } = await find(enterpriseId, id)
      const [user] = await db
        .select({ name: ssoConnection.name })
        .from(ssoConnection)
        .where(and(eq(ssoConnection.enterpriseId, enterpriseId), sql`${domain} = ANY(${ssoConnection.domains})`))
      if (user) throw ssoErrors.domainInUse({ name: user.name })
      await db.delete(emailDomain).where(eq(emailDomain.id, id))
      await audit.record({ actorId, enterpriseId, action: 'sso.domain_remove', detail: { domain } })
    },
    /** Verified domains of the enterprise that are in effect. */
    async usable(enterpriseId: string): Promise<ReadonlySet<string>> {
      const rows = await db
        .select({ domain: emailDomain.domain })
        .from(emailDomain)
        .where(and(eq(emailDomain.enterpriseId, enterpriseId), isUsableDomain))
      return new Set(rows.map((row) => row.domain))
    },
    /** Checks verified domains again, each once a week. */
    async recheck(): Promise<number> {
      const now = clock.now()
      const due = await db
        .select()
        .from(emailDomain)
        .where(and(isNotNull(emailDomain.verifiedAt), lt(emailDomain.checkedAt, now - WEEK_MS)))
        .limit(200)
      for (const row of due) {
        const failures = (await isShown(row)) ? 0 : row.failures + 1
        await db.update(emailDomain).set({ checkedAt: now, failures }).where(eq(emailDomain.id, row.id))
      }
      return due.length
    },
  }
}
export type DomainService = ReturnType<typeof createDomainService>
