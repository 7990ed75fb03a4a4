import { DomainStatus } from '@orrery/contract'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { miniProgramErrors } from './connector.errors.ts'
import { type DomainRow, miniProgramDomain } from './connector.table.ts'

export interface MiniProgramDeps {
  db: Db
  egress: Pick<Egress, 'fetch'>
  newId: NewId
  clock: Clock
}
const MINI_PROGRAM = '20000004'
const MAX_DOMAINS = 20
const CHECK_MS = 10_000
const reasons = {
  away: {
    reason: 'The domain could not be reached over https. Point it at this server and check its certificate',
    reasonZh: '无法通过 https 访问该域名，请将其指向本服务器并检查证书',
  },
  other: {
    reason: 'Another server answers under this domain. Point it at this one and keep the Host header',
    reasonZh: '该域名由其他服务器响应，请将其指向本服务器并保留 Host 请求头',
  },
} as const

/**
 * Domains on which mini programs open our pages. A platform accepts a domain once it finds its verification file there.
 */
export function createMiniPrograms({ db, egress, newId, clock }: MiniProgramDeps) {
  const ofAccount = (accountId: string) =>
    db
      .select()
      .from(miniProgramDomain)
      .where(eq(miniProgramDomain.accountId, accountId))
      .orderBy(asc(miniProgramDomain.id))
  const fresh = { status: DomainStatus.waiting, reason: '', reasonZh: '', checkedAt: 0 }

  async function own(id: string, accountId: string): Promise<DomainRow> {
    const [row] = await db
      .select()
      .from(miniProgramDomain)
      .where(and(eq(miniProgramDomain.id, id), eq(miniProgramDomain.accountId, accountId)))
    if (!row) throw errors.notFound({ what: 'domain' })
    return row
  }
  /** Requests the file in the way the platform does. */
  async function look({ domain, fileName, fileContent }: DomainRow) {
    try {
      const url = `https://${domain}/${fileName}`
      const answer = await egress.fetch(url, { timeoutMs: CHECK_MS, maxBytes: 10_000, redirect: 'error' })
      const isFound = answer.ok && (await answer.text()).trim() === fileContent.trim()
      return isFound ? { status: DomainStatus.verified } : { status: DomainStatus.failed, ...reasons.other }
    } catch {
      return { status: DomainStatus.failed, ...reasons.away }
    }
  }
  return {
    requireChannel(connectorId: string): void {
      if (connectorId && connectorId !== MINI_PROGRAM) throw miniProgramErrors.unknownChannel({ id: MINI_PROGRAM })
    },
    list: async (accountId: string, word: string): Promise<DomainRow[]> =>
      (await ofAccount(accountId)).filter(({ domain }) => domain.includes(word.trim().toLowerCase())),
    async add(accountId: string, domains: readonly string[]): Promise<void> {
      const known = new Set((await ofAccount(accountId)).map(({ domain }) => domain))
      const added = [...new Set(domains)].filter((domain) => !known.has(domain))
      if (known.size + added.length > MAX_DOMAINS) throw miniProgramErrors.tooMany({ max: MAX_DOMAINS })
      const row = { accountId, connectorId: MINI_PROGRAM, createdAt: clock.now() }
      if (added.length)
        await db
          .insert(miniProgramDomain)
          .values(added.map((domain) => ({ ...row, id: newId(), domain })))
          .onConflictDoNothing()
    },
    remove: (accountId: string, domains: readonly string[]) =>
      db
        .delete(miniProgramDomain)
        .where(and(eq(miniProgramDomain.accountId, accountId), inArray(miniProgramDomain.domain, [...domains]))),
    async rename(id: string, accountId: string, domain: string): Promise<void> {
      await own(id, accountId)
      if ((await ofAccount(accountId)).some((row) => row.domain === domain && row.id !== id))
        throw miniProgramErrors.taken()
      await db
        .update(miniProgramDomain)
        .set({ domain, ...fresh })
        .where(eq(miniProgramDomain.id, id))
    },
    /** Stores the verification file, and checks at once whether it can be fetched. */
    async verify(id: string, accountId: string, fileName: string, fileContent: string): Promise<DomainRow> {
      const row = await own(id, accountId)
      const file = { fileName, fileContent }
      await db.update(miniProgramDomain).set(file).where(eq(miniProgramDomain.id, id))
      const found = { ...fresh, ...(await look({ ...row, ...file })), checkedAt: clock.now() }
      await db
        .update(miniProgramDomain)
        .set(found)
        .where(and(eq(miniProgramDomain.id, id), eq(miniProgramDomain.domain, row.domain)))
      return { ...row, ...file, ...found }
    },
    /** The verification file of a domain. */
    async fileAt(host: string, name: string): Promise<string | undefined> {
      const [row] = await db
        .select({ content: miniProgramDomain.fileContent })
        .from(miniProgramDomain)
        .where(
          and(
            eq(miniProgramDomain.domain, host.toLowerCase().replace(/:\d+$/, '')),
            eq(miniProgramDomain.fileName, name),
            ne(miniProgramDomain.fileContent, ''),
          ),
        )
        .orderBy(asc(miniProgramDomain.id))
        .limit(1)
      return row?.content
    },
    /** The first verified domain of the account. */
    async verified(accountId: string): Promise<string> {
      const row = (await ofAccount(accountId)).find(({ status }) => status === DomainStatus.verified)
      if (!row) throw miniProgramErrors.noDomain()
      return row.domain
    },
  }
}
export type MiniPrograms = ReturnType<typeof createMiniPrograms>
