import { isId } from '@orrery/contract'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { WebhookService } from '#domains/reach/webhook/webhook.service.ts'
import { apiApp, ApiAppType, type ApiAppRow } from './api-app.table.ts'
import { developerErrors } from './developer.errors.ts'

export interface ApiAppDeps {
  db: Db
  webhooks: Pick<WebhookService, 'saveForApp'>
  egress: Pick<Egress, 'checkUrl'>
  secrets: Secrets
  audit: AuditService
  newId: NewId
  clock: Clock
  /** Channels that bots can be published to. */
  channelIds(): string[]
}
export interface NewApiApp {
  appType: ApiAppType
  name: string
  connectorId: string
  callbackUrl?: string
  verifyToken?: string | undefined
}
const MAX_APPS = 50

/** Event apps: programs that receive the events of a person's bots. The webhook service delivers the events. */
export function createApiApps(deps: ApiAppDeps) {
  const { db, webhooks, secrets, audit, newId, clock } = deps
  type Act = 'create' | 'update' | 'delete' | 'subscribe' | 'unsubscribe'
  const note = (actorId: string, action: Act, target: string, detail: Record<string, unknown> = {}) =>
    audit.record({ actorId, action: `api_app.${action}`, target, detail })
  const ofOwner = (ownerId: string) => db.select().from(apiApp).where(eq(apiApp.ownerId, ownerId))

  async function own(id: string, ownerId: string): Promise<ApiAppRow> {
    const [row] = await db
      .select()
      .from(apiApp)
      .where(and(eq(apiApp.id, id), eq(apiApp.ownerId, ownerId)))
    if (!row) throw errors.notFound({ what: 'API app' })
    return row
  }
  async function save(row: ApiAppRow, change: Partial<ApiAppRow>): Promise<void> {
    const [now] = await db
      .update(apiApp)
      .set({ ...change, updatedAt: clock.now() })
      .where(eq(apiApp.id, row.id))
      .returning()
    if (now) await connect(now)
  }
  const connect = (row: ApiAppRow) =>
    webhooks.saveForApp(row.id, row.ownerId, {
      url: row.callbackUrl,
      events: row.events,
      connectorId: row.connectorId,
      secret: secrets.open(row.verifyToken),
    })

  return {
    verifyToken: (row: ApiAppRow) => secrets.open(row.verifyToken),
    own,
    async create(ownerId: string, input: NewApiApp): Promise<ApiAppRow> {
      const mine = await ofOwner(ownerId)
      if (mine.length >= MAX_APPS) throw developerErrors.tooManyApps({ max: MAX_APPS })
      const isOfChannel = input.appType === ApiAppType.connector
      const channels = deps.channelIds()
      if (isOfChannel && !channels.includes(input.connectorId))
        throw developerErrors.noChannel({ ids: channels.join(', ') })
      if (isOfChannel && mine.some((item) => item.connectorId === input.connectorId))
        throw developerErrors.channelTaken()
      if (input.callbackUrl) deps.egress.checkUrl(input.callbackUrl)
      const now = clock.now()
      const row: ApiAppRow = {
        id: newId(),
        ownerId,
        appType: input.appType,
        name: input.name,
        connectorId: isOfChannel ? input.connectorId : '',
        callbackUrl: input.callbackUrl ?? '',
        verifyToken: secrets.seal(input.verifyToken ?? `vt_${randomToken()}`),
        events: [],
        createdAt: now,
        updatedAt: now,
      }
      await db.insert(apiApp).values(row)
      await note(ownerId, 'create', row.id, { name: row.name, url: row.callbackUrl })
      await connect(row)
      return row
    },
    async update(id: string, ownerId: string, change: Partial<Pick<ApiAppRow, 'name' | 'callbackUrl'>>) {
      const row = await own(id, ownerId)
      if (change.callbackUrl) deps.egress.checkUrl(change.callbackUrl)
      await save(row, change)
      await note(ownerId, 'update', id, { ...change })
    },
    async remove(id: string, ownerId: string) {
      const row = await own(id, ownerId)
      // Removes the address first, so that nothing more is delivered.
      await webhooks.saveForApp(id, ownerId, { url: '', events: [], connectorId: '', secret: '' })
      await db.delete(apiApp).where(eq(apiApp.id, row.id))
      await note(ownerId, 'delete', id)
    },
    async subscribe(id: string, ownerId: string, events: readonly string[], isWanted: boolean) {
      const row = await own(id, ownerId)
      const kept = row.events.filter((event) => !events.includes(event))
      await save(row, { events: isWanted ? [...kept, ...new Set(events)] : kept })
      await note(ownerId, isWanted ? 'subscribe' : 'unsubscribe', id, { events: [...events] })
    },
    /** Newest first; the token of a page is the last id of the page before. */
    async page(ownerId: string, appType: ApiAppType | undefined, token: string, size: number) {
      const rows = await db
        .select()
        .from(apiApp)
        .where(
          and(
            eq(apiApp.ownerId, ownerId),
            appType === undefined ? undefined : eq(apiApp.appType, appType),
            isId(token) ? lt(apiApp.id, token) : undefined,
          ),
        )
        .orderBy(desc(apiApp.id))
        .limit(size + 1)
      const shown = rows.slice(0, size)
      const hasMore = rows.length > size
      return { rows: shown, hasMore, next: hasMore ? shown.at(-1)!.id : '' }
    },
  }
}
export type ApiApps = ReturnType<typeof createApiApps>
