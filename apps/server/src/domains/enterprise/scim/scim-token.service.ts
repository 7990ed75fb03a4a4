import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { type Db, note } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { provisioningErrors } from './scim.errors.ts'
import { scimCall, scimToken } from './scim.table.ts'

const MAX_TOKENS = 5
const KEPT_CALLS = 200
const DAY_MS = 24 * 3600_000
const SEEN_EVERY_MS = 60_000
const SHOWN = 4000

/** Tokens of directories, and a log of their latest calls. */
export function createScimTokens({
  db,
  bus,
  audit,
  newId,
  clock,
}: {
  db: Db
  bus: Bus
  audit: AuditService
  newId: NewId
  clock: Clock
}) {
  const waiting: CallRow[] = []
  let writing: Promise<void> | undefined
  /** Writes queued calls in batches, so that the log costs a busy directory next to nothing. */
  const write = () =>
    (writing ??= (async () => {
      while (waiting.length) {
        const rows = waiting.splice(0, 100)
        await note(db.execute(insertCalls(rows)))
        // Trim only now and then: a few calls more than shown do no harm.
        const due = rows.filter(({ id }) => BigInt(id) % 16n === 0n).map(({ enterpriseId }) => enterpriseId)
        for (const enterpriseId of new Set(due)) await note(trimLog(enterpriseId))
      }
      writing = undefined
    })())
  async function trimLog(enterpriseId: string) {
    const [oldest] = await db
      .select({ id: scimCall.id })
      .from(scimCall)
      .where(eq(scimCall.enterpriseId, enterpriseId))
      .orderBy(desc(scimCall.id))
      .limit(1)
      .offset(KEPT_CALLS)
    if (oldest)
      await db.delete(scimCall).where(and(eq(scimCall.enterpriseId, enterpriseId), lt(scimCall.id, oldest.id)))
  }
  const tokens = createCache({
    bus,
    // These topics are published when a token, an enterprise or an account changes.
    clearOn: ['scim_token', 'enterprise', 'session'],
    limit: 1000,
    ttl: { ms: SEEN_EVERY_MS, clock },
    load: read,
  })
  async function read(tokenHash: string) {
    const now = clock.now()
    const [row] = await db
      .select()
      .from(scimToken)
      .where(and(eq(scimToken.tokenHash, tokenHash), gt(scimToken.expiresAt, now)))
    if (row && now - (row.lastUsedAt ?? 0) >= SEEN_EVERY_MS)
      await note(db.update(scimToken).set({ lastUsedAt: now }).where(eq(scimToken.id, row.id)))
    return row
  }
  const live = (enterpriseId: string) =>
    and(eq(scimToken.enterpriseId, enterpriseId), gt(scimToken.expiresAt, clock.now()))
  return {
    list: (enterpriseId: string) => db.select().from(scimToken).where(live(enterpriseId)).orderBy(asc(scimToken.id)),
    async create(enterpriseId: string, days: number, actorId: string) {
      if ((await db.$count(scimToken, live(enterpriseId))) >= MAX_TOKENS)
        throw provisioningErrors.tokenLimit({ max: MAX_TOKENS })
      const token = `scim_${randomToken()}`
      const [id, now] = [newId(), clock.now()]
      await db.insert(scimToken).values({
        id,
        enterpriseId,
        tokenHash: sha256(token),
        hint: token.slice(-4),
        createdBy: actorId,
        createdAt: now,
        expiresAt: now + days * DAY_MS,
      })
      await audit.record({ actorId, enterpriseId, action: 'scim.token_create', target: id })
      return { id, token }
    },
    async revoke(enterpriseId: string, id: string, actorId: string) {
      const mine = and(eq(scimToken.id, id), eq(scimToken.enterpriseId, enterpriseId))
      const gone = await db.delete(scimToken).where(mine).returning({ id: scimToken.id })
      if (!gone.length) throw errors.notFound({ what: 'token' })
      await bus.publish('scim_token', '*')
      await audit.record({ actorId, enterpriseId, action: 'scim.token_revoke', target: id })
    },
    async find(token: string) {
      if (!token.startsWith('scim_')) return undefined
      const row = await tokens.get(sha256(token))
      return row && row.expiresAt > clock.now() ? row : undefined
    },
    async calls(enterpriseId: string) {
      await writing
      return db
        .select()
        .from(scimCall)
        .where(eq(scimCall.enterpriseId, enterpriseId))
        .orderBy(desc(scimCall.id))
        .limit(KEPT_CALLS)
    },
    /** Queues a call for the log that admins see, with passwords hidden. */
    noteCall(
      enterpriseId: string,
      {
        method,
        path,
        status,
        ...call
      }: { method: string; path: string; request: string; status: number; answer: string },
    ) {
      const [request, answer] = [hidden(call.request).slice(0, SHOWN), call.answer.slice(0, SHOWN)]
      waiting.push({ id: newId(), enterpriseId, method, path, request, status, answer, at: clock.now() })
      void write()
    },
  }
}
export type ScimTokens = ReturnType<typeof createScimTokens>

type CallRow = typeof scimCall.$inferInsert
/** Passed as arrays: a statement with one parameter per field would take longer to build than to run. */
function insertCalls(rows: readonly CallRow[]) {
  const list = (field: keyof CallRow) => sql.param(rows.map((row) => row[field]))
  return sql`INSERT INTO scim_call (id, enterprise_id, method, path, request, status, answer, at)
    SELECT * FROM unnest(${list('id')}::bigint[], ${list('enterpriseId')}::bigint[], ${list('method')}::text[], ${list('path')}::text[],
      ${list('request')}::text[], ${list('status')}::smallint[], ${list('answer')}::text[], ${list('at')}::bigint[])`
}
const hidden = (text: string) => text.replaceAll(/("password"\s*:\s*)"(?:[^"\\]|\\.)*"/gi, '$1"***"')
