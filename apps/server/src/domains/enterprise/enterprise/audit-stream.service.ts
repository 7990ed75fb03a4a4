import { X509Certificate } from 'node:crypto'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import { createDrain } from '#kit/work/drain.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { auditEvent } from '#domains/ground/audit/audit.table.ts'
import { auditLink } from './audit-chain.table.ts'
import { actorNames, auditLine } from './audit-line.ts'
import { auditStreamErrors } from './audit-stream.errors.ts'
import { auditStream, type AuditStreamRow, type StreamConfig } from './audit-stream.table.ts'
import type { StreamTargets } from './audit-stream-targets.ts'

const MAX_STREAMS = 10
const BATCH = 500
const LEASE_MS = 3 * 60_000
const LONGEST_WAIT_MS = 3600_000

export interface AuditStreamDeps {
  db: Db
  audit: AuditService
  secrets: Secrets
  targets: StreamTargets
  jobs: Jobs
  log: Log
  newId: NewId
  clock: Clock
}
export interface NewStream {
  name: string
  config: StreamConfig
  secret: string
  isFromStart: boolean
}

/**
 * Streams the audit logs of enterprises in the order of the chain. Delivery is at least once: the cursor moves only
 * after the receiver has accepted entries, and entries sent by a process that died are sent again.
 */
export function createAuditStreams({ db, audit, secrets, targets, jobs, log, newId, clock }: AuditStreamDeps) {
  const drain = createDrain<AuditStreamRow>({
    name: 'enterprise.audit-stream',
    jobs,
    log,
    cron: '* * * * *',
    concurrency: 2,
    claim,
    work,
  })
  const waiting = sql`${auditStream.isOn} AND EXISTS (SELECT FROM audit_link l
    WHERE l.enterprise_id = ${auditStream.enterpriseId} AND l.no > ${auditStream.cursor})`

  async function claim(): Promise<AuditStreamRow | undefined> {
    const now = clock.now()
    const [row] = await db
      .update(auditStream)
      .set({ leaseUntil: now + LEASE_MS, fence: sql`${auditStream.fence} + 1` })
      .where(
        sql`${auditStream.id} = (SELECT id FROM ${auditStream} WHERE lease_until < ${now} AND next_at <= ${now} AND ${waiting}
          ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
      )
      .returning()
    return row
  }
  const held = ({ id, fence }: AuditStreamRow) => and(eq(auditStream.id, id), eq(auditStream.fence, fence))

  async function work(row: AuditStreamRow, signal: AbortSignal): Promise<void> {
    const secret = row.sealedSecret && secrets.open(row.sealedSecret)
    let { cursor } = row
    try {
      while (!signal.aborted) {
        const lines = await read(row.enterpriseId, cursor)
        if (!lines.length) break
        await targets.send(row.config, { enterpriseId: row.enterpriseId, secret, lines })
        cursor = lines.at(-1)!.no
        const now = clock.now()
        const kept = await db
          .update(auditStream)
          .set({ cursor, failures: 0, lastError: '', lastSentAt: now, leaseUntil: now + LEASE_MS })
          .where(and(held(row), eq(auditStream.isOn, true)))
          .returning({ id: auditStream.id })
        // Stop: the stream was paused or removed, or another process has taken over.
        if (!kept.length) return
      }
      await db.update(auditStream).set({ leaseUntil: 0 }).where(held(row))
    } catch (cause) {
      const failures = row.failures + 1
      const wait = Math.min(LONGEST_WAIT_MS, 15_000 * 2 ** Math.min(failures, 10))
      await db
        .update(auditStream)
        .set({ failures, lastError: reasonOf(cause), nextAt: clock.now() + wait, leaseUntil: 0 })
        .where(held(row))
      log.warn({ stream: row.id, reason: reasonOf(cause) }, 'audit entries could not be delivered')
    }
  }
  async function read(enterpriseId: string, cursor: number) {
    const rows = await db
      .select({ no: auditLink.no, hash: auditLink.hash, event: auditEvent })
      .from(auditLink)
      .innerJoin(auditEvent, eq(auditEvent.id, auditLink.eventId))
      .where(and(eq(auditLink.enterpriseId, enterpriseId), gt(auditLink.no, cursor)))
      .orderBy(asc(auditLink.no))
      .limit(BATCH)
    const names = await actorNames(
      db,
      rows.map(({ event }) => event),
    )
    return rows.map(({ no, hash, event }) => ({ no, hash, ...auditLine(event, names) }))
  }
  async function headOf(enterpriseId: string): Promise<number> {
    const { rows } = await db.execute<{ no: string | null }>(
      sql`SELECT max(no) AS no FROM audit_link WHERE enterprise_id = ${enterpriseId}`,
    )
    return Number(rows[0]?.no ?? 0)
  }
  async function known(enterpriseId: string, id: string): Promise<AuditStreamRow> {
    const [row] = await db
      .select()
      .from(auditStream)
      .where(and(eq(auditStream.id, id), eq(auditStream.enterpriseId, enterpriseId)))
    if (!row) throw errors.notFound({ what: 'audit stream' })
    return row
  }
  const entryOf = (actorId: string, { id, enterpriseId, name, config }: AuditStreamRow) => ({
    actorId,
    enterpriseId,
    target: id,
    detail: { name, kind: config.kind },
  })

  return {
    drain: drain.drain,
    wake: drain.wake,
    start: drain.start,
    headOf,
    list: (enterpriseId: string) =>
      db.select().from(auditStream).where(eq(auditStream.enterpriseId, enterpriseId)).orderBy(asc(auditStream.id)),
    /** Creates a stream after a test delivery with an entry of action `audit.test`. */
    async create(enterpriseId: string, { name, config, secret, isFromStart }: NewStream, actorId: string) {
      if (config.kind === 's3' && !secret) throw auditStreamErrors.secretNeeded()
      if (config.kind === 'syslog' && config.authority && !isCertificate(config.authority))
        throw auditStreamErrors.badAuthority()
      if ((await db.$count(auditStream, eq(auditStream.enterpriseId, enterpriseId))) >= MAX_STREAMS)
        throw auditStreamErrors.limit({ max: MAX_STREAMS })
      const signing = config.kind === 'webhook' ? randomToken() : ''
      const now = clock.now()
      const key = signing || (config.kind === 's3' ? secret : '')
      const id = newId()
      const probe = { id, at: now, actorId, spaceId: null, action: 'audit.test', target: id, address: '', enterpriseId }
      const blank = { sessionId: null, tokenId: null, onBehalfOf: null, userAgent: '', detail: {} }
      const lines = [{ no: 0, hash: '', ...auditLine({ ...probe, ...blank }, new Map()) }]
      await targets.send(config, { enterpriseId, secret: key, lines }).catch((cause: unknown) => {
        throw auditStreamErrors.refused({ reason: reasonOf(cause) })
      })
      const [row] = await db
        .insert(auditStream)
        .values({
          id,
          enterpriseId,
          name,
          config,
          sealedSecret: key && secrets.seal(key),
          cursor: isFromStart ? 0 : await headOf(enterpriseId),
          createdBy: actorId,
          createdAt: now,
        })
        .returning()
      await audit.record({ action: 'enterprise.audit_stream', ...entryOf(actorId, row!) })
      await drain.wake()
      return { row: row!, signing }
    },
    async setState(enterpriseId: string, id: string, isOn: boolean, actorId: string) {
      const row = await known(enterpriseId, id)
      await db
        .update(auditStream)
        .set({ isOn, ...(isOn && { failures: 0, nextAt: 0 }) })
        .where(eq(auditStream.id, id))
      const action = isOn ? 'enterprise.audit_stream_on' : 'enterprise.audit_stream_off'
      await audit.record({ action, ...entryOf(actorId, row) })
      if (isOn) await drain.wake()
    },
    async remove(enterpriseId: string, id: string, actorId: string) {
      const row = await known(enterpriseId, id)
      await db.delete(auditStream).where(eq(auditStream.id, id))
      await audit.record({ action: 'enterprise.audit_stream_remove', ...entryOf(actorId, row) })
    },
  }
}
export type AuditStreams = ReturnType<typeof createAuditStreams>

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause)).slice(0, 200)

function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem))
  } catch {
    return false
  }
}
