import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import { createCache } from '#kit/cache.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { DELIVERY_HEADER, sign, SIGNATURE_HEADER } from '#domains/flow/trigger/shared/signature.ts'
import { connectorHeaders } from './connector-headers.ts'
import { webhookErrors } from './webhook.errors.ts'
import { type DeliveryRow, DeliveryStatus, webhook, webhookDelivery, type WebhookRow } from './webhook.table.ts'

export interface WebhookDeps {
  db: Db
  bus: Bus
  jobs: Jobs
  egress: Egress
  secrets: Secrets
  audit: AuditService
  newId: NewId
  clock: Clock
  log: Log
}
export type WebhookChange = Partial<Pick<WebhookRow, 'url' | 'events' | 'isActive'>>
export type AppAddress = Pick<WebhookRow, 'url' | 'events' | 'connectorId' | 'secret'>
/** What custom channels add to their deliveries. */
export interface ConnectorDeliveries {
  /** The value of the Authorization header of a delivery about this person; undefined for none. */
  authorizationFor(customId: string, userId: string): Promise<string | undefined>
  /**
   * Called with the outcome of a retried delivery: the answer of the program, or undefined after the last try has
   * failed.
   */
  onOutcome(customId: string, body: string, answer: string | undefined): Promise<void>
}
interface Outcome {
  isTaken: boolean
  status: number
  error: string
  /** The response of a custom channel. */
  answer: string
}
const ANSWERED = 'bot.publish'
const JOB = 'webhook.deliver'
const SWEEP = 'webhook.sweep'
const MAX_HOOKS = 10
const TRIES = 6
const TIMEOUT_MS = 15_000
const KEPT_MS = 30 * 24 * 3600_000
const KEEP_MS = 10_000
/** Seconds to wait before each retry. */
const waits = [5, 30, 120, 600, 3600]

/**
 * Delivers the events of published bots to addresses. A delivery keeps its id over all retries, so that receivers can
 * deduplicate.
 */
export function createWebhookService(deps: WebhookDeps) {
  const { db, bus, jobs, egress, secrets, audit, newId, clock, log } = deps
  const { get: active } = createCache<WebhookRow[]>({
    bus,
    topic: 'webhook',
    // The owner of a bot may change. The bus message is sent before the change is committed, therefore the short
    // lifetime.
    clearOn: ['resource'],
    limit: 5000,
    ttl: { ms: KEEP_MS, clock },
    load: readActive,
  })
  let ofConnectors: ConnectorDeliveries | undefined
  const ofBot = (botId: string) => db.select().from(webhook).where(eq(webhook.botId, botId)).orderBy(asc(webhook.id))
  function readActive(botId: string): Promise<WebhookRow[]> {
    // Nothing is delivered to apps of disabled owners.
    const ofOwner = sql`${webhook.appId} IN (SELECT a.id FROM api_app a JOIN resource r ON r.owner_id = a.owner_id
      JOIN app_user u ON u.id = a.owner_id AND NOT u.disabled WHERE r.id = ${botId})`
    return db
      .select()
      .from(webhook)
      .where(and(eq(webhook.isActive, true), or(eq(webhook.botId, botId), ofOwner)))
      .execute()
  }
  async function get(botId: string, id: string): Promise<WebhookRow> {
    const [row] = await db
      .select()
      .from(webhook)
      .where(and(eq(webhook.id, id), eq(webhook.botId, botId)))
    if (!row) throw errors.notFound({ what: 'webhook' })
    return row
  }

  /** Makes one try. Idempotent: a delivery that has succeeded is not sent again. */
  async function deliver({ id }: { id: string }): Promise<Outcome | undefined> {
    const [found] = await db
      .select({ delivery: webhookDelivery, hook: webhook })
      .from(webhookDelivery)
      .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
      .where(eq(webhookDelivery.id, id))
    if (!found || found.delivery.status !== DeliveryStatus.waiting || !found.hook.isActive) return undefined
    const { delivery, hook } = found
    const outcome = await send(hook, id, delivery.event, delivery.body)
    const attempts = delivery.attempts + 1
    const isOver = outcome.isTaken || attempts >= TRIES
    await db
      .update(webhookDelivery)
      .set({
        attempts,
        status: outcome.isTaken ? DeliveryStatus.delivered : isOver ? DeliveryStatus.failed : DeliveryStatus.waiting,
        responseStatus: outcome.status,
        error: outcome.error.slice(0, 500),
        ...(isOver && { finishedAt: clock.now() }),
      })
      .where(eq(webhookDelivery.id, id))
    if (!isOver) await jobs.send(JOB, { id }, { startAfter: waits[attempts - 1] ?? 3600 })
    // The outcome of the first try is returned to its caller, so only retries report it here.
    else if (hook.customId && delivery.event === ANSWERED && attempts > 1)
      await ofConnectors?.onOutcome(hook.customId, delivery.body, outcome.isTaken ? outcome.answer : undefined)
    return outcome
  }
  /** Custom channels with OAuth get the token of the person the delivery is about. */
  async function authorization({ customId }: WebhookRow, body: string): Promise<Record<string, string>> {
    const { user_id: userId } = JSON.parse(body) as { user_id?: string }
    const value = customId && userId ? await ofConnectors?.authorizationFor(customId, userId) : undefined
    return value ? { authorization: value } : {}
  }
  async function send(hook: WebhookRow, id: string, event: string, body: string): Promise<Outcome> {
    const seconds = Math.floor(clock.now() / 1000)
    try {
      const answer = await egress.fetch(hook.url, {
        method: 'POST',
        redirect: 'manual',
        timeoutMs: TIMEOUT_MS,
        maxBytes: 64 * 1024,
        secretHeaders: [SIGNATURE_HEADER, 'x-coze-signature'],
        headers: {
          'content-type': 'application/json',
          'x-orrery-event': event,
          [DELIVERY_HEADER]: id,
          [SIGNATURE_HEADER]: sign(secrets.open(hook.secret), seconds, body),
          ...(hook.customId && connectorHeaders(secrets.open(hook.secret), seconds, body)),
          ...(hook.customId && (await authorization(hook, body))),
        },
        body,
      })
      const said = hook.customId ? await answer.text() : ''
      answer.body.resume()
      const error = answer.ok ? '' : `HTTP ${answer.status}`
      return { isTaken: answer.ok, status: answer.status, error, answer: said }
    } catch (cause) {
      const error = cause instanceof AppError ? cause.message : 'could not be reached'
      return { isTaken: false, status: 0, error, answer: '' }
    }
  }

  async function record(actorId: string, action: 'webhook.create' | 'webhook.remove', row: WebhookRow) {
    const [bot] = await db
      .select({ spaceId: resource.spaceId })
      .from(resource)
      .where(eq(resource.id, row.botId ?? '0'))
    const detail = { botId: row.botId, url: new URL(row.url).origin }
    await audit.record({ actorId, ...(bot && { spaceId: bot.spaceId }), action, target: row.id, detail })
  }

  return {
    list: ofBot,
    /** The webhooks of a space, with the name of the bot and the newest delivery. */
    async ofSpace(spaceId: string) {
      const rows = await db
        .select({ hook: webhook, botName: resource.name })
        .from(webhook)
        .innerJoin(resource, eq(resource.id, webhook.botId))
        .where(eq(resource.spaceId, spaceId))
        .orderBy(asc(webhook.id))
      const ids = rows.map((row) => row.hook.id)
      const newest = ids.length
        ? await db
            .selectDistinctOn([webhookDelivery.webhookId])
            .from(webhookDelivery)
            .where(inArray(webhookDelivery.webhookId, ids))
            .orderBy(webhookDelivery.webhookId, desc(webhookDelivery.id))
        : []
      const last = new Map(newest.map((row) => [row.webhookId, row]))
      return rows.map((row) => ({ ...row, last: last.get(row.hook.id) }))
    },
    get,
    async create(botId: string, userId: string, url: string, events: string[]) {
      if ((await ofBot(botId)).length >= MAX_HOOKS) throw webhookErrors.tooMany({ max: MAX_HOOKS })
      egress.checkUrl(url)
      const secret = `whsec_${randomToken()}`
      const now = clock.now()
      const row: WebhookRow = {
        id: newId(),
        botId,
        appId: null,
        customId: null,
        connectorId: '',
        url,
        secret: secrets.seal(secret),
        events,
        isActive: true,
        createdBy: userId,
        createdAt: now,
        updatedAt: now,
      }
      await db.insert(webhook).values(row)
      await record(userId, 'webhook.create', row)
      await bus.publish('webhook', botId)
      return { row, secret }
    },
    async update(botId: string, id: string, change: WebhookChange) {
      await get(botId, id)
      if (change.url) egress.checkUrl(change.url)
      await db
        .update(webhook)
        .set({ ...change, updatedAt: clock.now() })
        .where(eq(webhook.id, id))
      await bus.publish('webhook', botId)
      return get(botId, id)
    },
    async remove(botId: string, id: string, userId: string) {
      const row = await get(botId, id)
      await db.delete(webhook).where(eq(webhook.id, id))
      await record(userId, 'webhook.remove', row)
      await bus.publish('webhook', botId)
    },
    /** Sends a test event at once, so that people see whether their address accepts it and how it is signed. */
    async test(botId: string, id: string): Promise<DeliveryRow> {
      const hook = await get(botId, id)
      const now = clock.now()
      const delivery = { id: newId(), webhookId: id, event: 'webhook.test', createdAt: now }
      const data = { bot_id: botId, message: 'This is a test delivery.' }
      const body = JSON.stringify({
        id: delivery.id,
        event: delivery.event,
        created_at: Math.floor(now / 1000),
        data,
      })
      const { isTaken, status, error } = await send(hook, delivery.id, delivery.event, body)
      const [row] = await db
        .insert(webhookDelivery)
        .values({
          ...delivery,
          body,
          attempts: 1,
          status: isTaken ? DeliveryStatus.delivered : DeliveryStatus.failed,
          responseStatus: status,
          error: error.slice(0, 500),
          finishedAt: clock.now(),
        })
        .returning()
      return row!
    },
    /** Sets the address of an API app; an empty URL removes it. */
    async saveForApp(appId: string, userId: string, input: AppAddress) {
      if (!input.url) await db.delete(webhook).where(eq(webhook.appId, appId))
      else {
        egress.checkUrl(input.url)
        const now = clock.now()
        const values = { ...input, secret: secrets.seal(input.secret), updatedAt: now }
        await db
          .insert(webhook)
          .values({ ...values, id: newId(), appId, createdBy: userId, createdAt: now })
          .onConflictDoUpdate({ target: webhook.appId, set: values })
      }
      await bus.publish('webhook', '*')
    },
    /** Sets the address of a custom connector; an empty URL removes it. */
    async saveForConnector(customId: string, userId: string, { url, secret }: Pick<WebhookRow, 'url' | 'secret'>) {
      if (!url) return void (await db.delete(webhook).where(eq(webhook.customId, customId)))
      egress.checkUrl(url)
      const now = clock.now()
      const values = { url, secret: secrets.seal(secret), events: [], updatedAt: now }
      await db
        .insert(webhook)
        .values({ ...values, id: newId(), customId, createdBy: userId, createdAt: now })
        .onConflictDoUpdate({ target: webhook.customId, set: values })
    },
    extend(connectors: ConnectorDeliveries) {
      ofConnectors = connectors
    },
    /**
     * Sends a question to a custom connector and waits for the first try. Undefined if there is no address. `later`: it
     * is retried.
     */
    async askConnector(
      customId: string,
      data: Record<string, unknown>,
    ): Promise<'later' | { answer: string } | undefined> {
      const [hook] = await db.select().from(webhook).where(eq(webhook.customId, customId))
      if (!hook?.isActive) return undefined
      const id = newId()
      const now = clock.now()
      const body = JSON.stringify({ id, event: ANSWERED, created_at: Math.floor(now / 1000), ...data })
      await db.insert(webhookDelivery).values({ id, webhookId: hook.id, event: ANSWERED, body, createdAt: now })
      const outcome = await deliver({ id })
      return outcome?.isTaken ? { answer: outcome.answer } : 'later'
    },
    /** Notifies a custom connector of an event. Never throws, since the event has already happened. */
    async notifyConnector(customId: string, event: string, data: Record<string, unknown>): Promise<void> {
      try {
        const [hook] = await db.select().from(webhook).where(eq(webhook.customId, customId))
        if (!hook?.isActive) return
        const id = newId()
        const now = clock.now()
        const body = JSON.stringify({ id, event, created_at: Math.floor(now / 1000), ...data })
        await db.insert(webhookDelivery).values({ id, webhookId: hook.id, event, body, createdAt: now })
        await jobs.send(JOB, { id })
      } catch (cause) {
        log.error({ err: cause, customId, event }, 'a connector could not be told')
      }
    },
    /** Deliveries to a custom connector, newest first. */
    ofConnector: async (customId: string, size: number): Promise<DeliveryRow[]> => {
      const [hook] = await db.select().from(webhook).where(eq(webhook.customId, customId))
      return hook
        ? db
            .select()
            .from(webhookDelivery)
            .where(eq(webhookDelivery.webhookId, hook.id))
            .orderBy(desc(webhookDelivery.id))
            .limit(size)
        : []
    },
    deliveries: (id: string, size: number) =>
      db
        .select()
        .from(webhookDelivery)
        .where(eq(webhookDelivery.webhookId, id))
        .orderBy(desc(webhookDelivery.id))
        .limit(size),
    async redeliver(webhookId: string, id: string) {
      const [row] = await db
        .update(webhookDelivery)
        .set({ status: DeliveryStatus.waiting, attempts: 0, finishedAt: null })
        .where(and(eq(webhookDelivery.id, id), eq(webhookDelivery.webhookId, webhookId)))
        .returning({ id: webhookDelivery.id })
      if (!row) throw errors.notFound({ what: 'delivery' })
      await jobs.send(JOB, { id })
    },
    /** Notifies subscribers. Never throws, since the event has already happened. */
    async notify(botId: string, event: string, data: Record<string, unknown>): Promise<void> {
      try {
        const hooks = (await active(botId)).filter(
          ({ events, connectorId }) => events.includes(event) && (!connectorId || connectorId === data.connector_id),
        )
        for (const hook of hooks) {
          const id = newId()
          const now = clock.now()
          const body = JSON.stringify({ id, event, created_at: Math.floor(now / 1000), data })
          await db.insert(webhookDelivery).values({ id, webhookId: hook.id, event, body, createdAt: now })
          await jobs.send(JOB, { id })
        }
      } catch (cause) {
        log.error({ err: cause, botId, event }, 'webhooks could not be told')
      }
    },
    async start() {
      await jobs.define<{ id: string }>(JOB, async (delivery) => void (await deliver(delivery)), { concurrency: 4 })
      await jobs.define(SWEEP, async () => {
        await db.delete(webhookDelivery).where(lt(webhookDelivery.createdAt, clock.now() - KEPT_MS))
        // Deliveries that a dead process stored but did not send.
        const left = await db
          .select({ id: webhookDelivery.id })
          .from(webhookDelivery)
          .where(
            and(
              eq(webhookDelivery.status, DeliveryStatus.waiting),
              eq(webhookDelivery.attempts, 0),
              sql`${webhookDelivery.createdAt} < ${clock.now() - 600_000}`,
            ),
          )
          .limit(500)
        for (const { id } of left) await jobs.send(JOB, { id }, { singletonKey: id })
      })
      await jobs.schedule(SWEEP, 'all', '*/10 * * * *', {})
    },
  }
}
export type WebhookService = ReturnType<typeof createWebhookService>
