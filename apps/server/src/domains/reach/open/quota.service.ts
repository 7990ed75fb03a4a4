import { and, asc, eq } from 'drizzle-orm'
import type pg from 'pg'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { type Db, inTransaction } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { createCache } from '#kit/cache.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { openErrors } from './open.errors.ts'
import { periodAt } from './quota-period.ts'
import { openCounter, openQuota, type QuotaRow } from './usage.table.ts'

export interface QuotaDeps {
  db: Db
  pool: pg.Pool
  bus: Bus
  audit: AuditService
  newId: NewId
  clock: Clock
}
/** Subjects of a limit. */
export interface Used {
  spaceId: string
  botId: string
  userId: string
  tokenId: string
}
export type NewQuota = Pick<QuotaRow, 'spaceId' | 'subject' | 'subjectId' | 'unit' | 'period' | 'max'>
/** Counts one call unless the limit is reached. The row lock keeps concurrent calls from exceeding the limit. */
const take = `INSERT INTO open_counter AS c (quota_id, starts_at, used) VALUES ($1, $2, 1)
  ON CONFLICT (quota_id, starts_at) DO UPDATE SET used = c.used + 1 WHERE c.used < $3 RETURNING used`
const grow = `INSERT INTO open_counter AS c (quota_id, starts_at, used) VALUES ($1, $2, $3)
  ON CONFLICT (quota_id, starts_at) DO UPDATE SET used = greatest(0, c.used + $3)`

/** External usage limits of a space. Calls are counted before admission, tokens after use. */
export function createQuotaService({ db, pool, bus, audit, newId, clock }: QuotaDeps) {
  const { get: rulesOf } = createCache<QuotaRow[]>({
    bus,
    topic: 'quota',
    limit: 5000,
    load: (spaceId) =>
      db.select().from(openQuota).where(eq(openQuota.spaceId, spaceId)).orderBy(asc(openQuota.id)).execute(),
  })
  const applies = ({ subject, subjectId }: QuotaRow, used: Used) =>
    ({ space: used.spaceId, bot: used.botId, user: used.userId, token: used.tokenId })[subject] === subjectId
  function refusal(rule: QuotaRow, now: number) {
    const { endsAt } = periodAt(rule.period, now)
    // A limit without a period can only be raised: retry after a day.
    const seconds = endsAt ? Math.ceil((endsAt - now) / 1000) : 86_400
    return openErrors.quotaUsedUp({
      max: rule.max,
      unit: rule.unit,
      period: rule.period,
      subject: rule.subject,
      seconds,
    })
  }
  async function reserve(rules: QuotaRow[], now: number) {
    await inTransaction(pool, async (client) => {
      for (const rule of rules) {
        const { startsAt } = periodAt(rule.period, now)
        const isFree =
          rule.unit === 'calls'
            ? rule.max > 0 && (await client.query(take, [rule.id, startsAt, rule.max])).rowCount === 1
            : await hasTokens(client, rule, startsAt)
        if (!isFree) throw refusal(rule, now)
      }
    })
  }
  async function hasTokens(client: pg.PoolClient, rule: QuotaRow, startsAt: number): Promise<boolean> {
    const text = 'SELECT used FROM open_counter WHERE quota_id = $1 AND starts_at = $2'
    const { rows } = await client.query<{ used: string }>(text, [rule.id, startsAt])
    return Number(rows[0]?.used ?? 0) < rule.max
  }
  async function change(rules: QuotaRow[], now: number, by: number) {
    for (const rule of rules) {
      const { startsAt } = periodAt(rule.period, now)
      // If the counter does not allow the change, it stays as it is.
      await pool.query(grow, [rule.id, startsAt, by]).catch(() => {})
    }
  }

  return {
    /** Admits a call, or throws with the time to wait. The result settles the call. */
    async admit(used: Used) {
      const rules = (await rulesOf(used.spaceId)).filter((rule) => applies(rule, used))
      const now = clock.now()
      if (rules.length) await reserve(rules, now)
      const of = (unit: QuotaRow['unit']) => rules.filter((rule) => rule.unit === unit)
      return {
        /** Returns the reserved call, which was not made. */
        giveBack: () => change(of('calls'), now, -1),
        use: (tokens: number) => (tokens ? change(of('tokens'), now, tokens) : Promise.resolve()),
      }
    },
    /** Counts the tokens of a call that was admitted earlier. */
    async use(used: Used, tokens: number): Promise<void> {
      if (!tokens) return
      const rules = (await rulesOf(used.spaceId)).filter((rule) => rule.unit === 'tokens' && applies(rule, used))
      await change(rules, clock.now(), tokens)
    },
    async list(spaceId: string) {
      const now = clock.now()
      const rows = await db.select().from(openQuota).where(eq(openQuota.spaceId, spaceId)).orderBy(asc(openQuota.id))
      return Promise.all(rows.map((row) => this.show(row, now)))
    },
    async show(row: QuotaRow, now = clock.now()) {
      const { startsAt, endsAt } = periodAt(row.period, now)
      const [counter] = await db
        .select({ used: openCounter.used })
        .from(openCounter)
        .where(and(eq(openCounter.quotaId, row.id), eq(openCounter.startsAt, startsAt)))
      return { row, used: counter?.used ?? 0, endsAt }
    },
    async set(quota: NewQuota, userId: string) {
      const changed = { max: quota.max, changedBy: userId, changedAt: clock.now() }
      const [row] = await db
        .insert(openQuota)
        .values({ id: newId(), ...quota, ...changed })
        .onConflictDoUpdate({
          target: [openQuota.spaceId, openQuota.subject, openQuota.subjectId, openQuota.unit, openQuota.period],
          set: changed,
        })
        .returning()
      const { spaceId, ...detail } = quota
      await audit.record({ actorId: userId, spaceId, action: 'quota.set', target: row!.id, detail })
      await bus.publish('quota', spaceId)
      return this.show(row!)
    },
    async remove(spaceId: string, id: string, userId: string) {
      const where = and(eq(openQuota.id, id), eq(openQuota.spaceId, spaceId))
      const gone = await db.delete(openQuota).where(where).returning({ id: openQuota.id })
      if (!gone.length) throw errors.notFound({ what: 'limit' })
      await audit.record({ actorId: userId, spaceId, action: 'quota.remove', target: id })
      await bus.publish('quota', spaceId)
    },
  }
}
export type QuotaService = ReturnType<typeof createQuotaService>
