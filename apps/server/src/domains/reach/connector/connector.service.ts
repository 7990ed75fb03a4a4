import { ConnectorPublicType } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { WebhookService } from '#domains/reach/webhook/webhook.service.ts'
import type { PublishService } from '#domains/studio/bot/publish.service.ts'
import { connectorErrors } from './connector.errors.ts'
import type { ConnectorRepo, Found } from './connector.repo.ts'
import type { ConnectorRow } from './connector.table.ts'
import type { ReviewService } from './review.service.ts'

export interface ConnectorDeps {
  repo: ConnectorRepo
  webhooks: Pick<WebhookService, 'saveForConnector' | 'notifyConnector' | 'ofConnector'>
  publishing: Pick<PublishService, 'release' | 'ready'>
  reviews: Pick<ReviewService, 'withdraw'>
  uploads: Pick<UploadService, 'requireIcon'>
  egress: Pick<Egress, 'checkUrl'>
  secrets: Secrets
  audit: AuditService
  newId: NewId
  clock: Clock
}
/** The person who installs channels, and in which spaces they may. */
export interface Installer {
  userId: string
  may(spaceId: string): Promise<boolean>
}
export interface ConnectorTexts {
  title: string
  description: string
  iconUri: string
  callbackUrl: string
  isReviewed: boolean
}
const MAX_CONNECTORS = 50

/** Channels that people have built. They belong to an account and serve the spaces in which they are installed. */
export function createConnectorService(deps: ConnectorDeps) {
  const { repo, webhooks, secrets, audit, clock, newId } = deps
  const newToken = () => `cbt_${randomToken().slice(0, 32)}`
  type Act = 'create' | 'update' | 'delete' | 'install' | 'uninstall' | 'publicity'
  const note = (actorId: string, act: Act, target: string, detail: Record<string, unknown>, spaceId?: string) =>
    audit.record({ actorId, ...(spaceId && { spaceId }), action: `connector.${act}`, target, detail })

  async function own(id: string, userId: string): Promise<ConnectorRow> {
    const found = await repo.byId(id)
    if (found?.row.ownerId !== userId) throw errors.notFound({ what: 'connector' })
    return found.row
  }
  /** The channels that a person can see without a space: their own and public ones. */
  async function offered(id: string, userId: string): Promise<Found> {
    const found = await repo.byId(id)
    const isOffered = found && (found.row.ownerId === userId || found.row.publicType === ConnectorPublicType.public)
    if (!isOffered) throw errors.notFound({ what: 'connector' })
    return found
  }
  async function check(change: Partial<ConnectorTexts>, userId: string): Promise<void> {
    if (change.iconUri) await deps.uploads.requireIcon(change.iconUri, userId)
    if (change.callbackUrl) deps.egress.checkUrl(change.callbackUrl)
  }
  const connect = (row: ConnectorRow) =>
    webhooks.saveForConnector(row.id, row.ownerId, {
      url: row.callbackUrl,
      secret: secrets.open(row.callbackToken),
    })

  async function install(id: string, spaceId: string, { userId, may }: Installer): Promise<void> {
    const { row, isClosed } = await offered(id, userId)
    if (!(await may(spaceId))) throw errors.noAccess()
    if (isClosed) throw connectorErrors.closed()
    if (!(await repo.install({ connectorId: id, spaceId, addedBy: userId, createdAt: clock.now() }))) return
    await note(userId, 'install', id, { name: row.title }, spaceId)
    await webhooks.notifyConnector(id, 'connector.install', { connector_id: id, space_id: spaceId })
  }
  /**
   * Uninstalls a channel. The bots of the space go offline on it first, so that no bot is served on a missing channel.
   */
  async function uninstall(id: string, spaceId: string, { userId, may }: Installer): Promise<void> {
    if (!(await may(spaceId))) throw errors.noAccess()
    const found = await repo.byId(id)
    if (!found || !(await repo.isInstalled(id, spaceId))) throw errors.notFound({ what: 'connector' })
    await release(id, userId, spaceId)
    if (!(await repo.uninstall(id, spaceId))) return
    await note(userId, 'uninstall', id, { name: found.row.title }, spaceId)
    await webhooks.notifyConnector(id, 'connector.uninstall', { connector_id: id, space_id: spaceId })
  }
  async function release(id: string, userId: string, spaceId?: string): Promise<void> {
    await deps.reviews.withdraw(id, spaceId)
    for (const bot of (await repo.bots(id, spaceId)).filter(({ isServed }) => isServed)) {
      await deps.publishing.release(bot.id, userId, id)
      // A custom channel needs no set-up, so bots can be published to it as soon as it is installed again.
      await deps.publishing.ready(bot.id, id)
      await webhooks.notifyConnector(id, 'bot.unpublish', { connector_id: id, bot_id: bot.id })
    }
  }
  /** Does the work for each id. A refusal of one does not stop the others. */
  async function each(ids: readonly string[], work: (id: string) => Promise<void>): Promise<Record<string, boolean>> {
    const result: Record<string, boolean> = {}
    for (const id of new Set(ids))
      result[id] = await work(id).then(
        () => true,
        (cause: unknown) => {
          if (cause instanceof AppError && cause.status < 500) return false
          throw cause
        },
      )
    return result
  }

  return {
    token: (row: ConnectorRow) => secrets.open(row.callbackToken),
    install,
    spacesOf: async (id: string): Promise<ReadonlySet<string>> =>
      new Set((await repo.installs([id])).map((item) => item.spaceId)),
    /** The channels of a person, newest first. */
    async page(userId: string, token: string, size: number) {
      const found = await repo.page(userId, token, size + 1)
      const rows = found.slice(0, size)
      const hasMore = found.length > size
      const installs = await repo.installs(rows.map((row) => row.id))
      const atHand = await repo.atHand(userId)
      return {
        rows: rows.map((row) => ({
          row,
          spaceIds: installs.filter((item) => item.connectorId === row.id).map((item) => item.spaceId),
          isAtHand: atHand.has(row.id),
        })),
        hasMore,
        next: hasMore ? rows.at(-1)!.id : '',
      }
    },
    async create(input: ConnectorTexts, spaceIds: string[], who: Installer): Promise<ConnectorRow> {
      if ((await repo.ofOwner(who.userId)).length >= MAX_CONNECTORS)
        throw connectorErrors.tooMany({ max: MAX_CONNECTORS })
      await check(input, who.userId)
      const now = clock.now()
      const row: ConnectorRow = {
        ...input,
        id: newId(),
        ownerId: who.userId,
        callbackToken: secrets.seal(newToken()),
        publicType: ConnectorPublicType.private,
        oauthConfig: '',
        createdAt: now,
        updatedAt: now,
      }
      await repo.transaction(async (tx) => {
        await repo.insert(row, tx)
        await repo.addToAccount({ connectorId: row.id, accountId: who.userId, createdAt: now }, tx)
      })
      await connect(row)
      await note(who.userId, 'create', row.id, { name: row.title })
      await each(spaceIds, (spaceId) => install(row.id, spaceId, who))
      return row
    },
    /** `spaceIds` are the spaces in which the channel shall be installed, among those the creator manages. */
    async update(id: string, change: Partial<ConnectorTexts>, spaceIds: string[] | undefined, who: Installer) {
      const before = await own(id, who.userId)
      await check(change, who.userId)
      // A new address gets a new token, so that the operator of the old address cannot verify or forge its callbacks.
      const isMoved = change.callbackUrl !== undefined && change.callbackUrl !== before.callbackUrl
      const values = { ...change, ...(isMoved && { callbackToken: secrets.seal(newToken()) }), updatedAt: clock.now() }
      await repo.update(id, values)
      const row = { ...before, ...values }
      await connect(row)
      await note(who.userId, 'update', id, { name: row.title })
      if (spaceIds) {
        const there = (await repo.installs([id])).map((item) => item.spaceId)
        await each(spaceIds, (spaceId) => install(id, spaceId, who))
        await each(
          there.filter((spaceId) => !spaceIds.includes(spaceId)),
          (spaceId) => uninstall(id, spaceId, who),
        )
      }
      return row
    },
    async remove(id: string, userId: string): Promise<void> {
      const row = await own(id, userId)
      const others = (await repo.bots(id)).filter((bot) => bot.isServed && bot.ownerId !== userId)
      if (others.length) throw connectorErrors.inUse({ count: others.length })
      await release(id, userId)
      await repo.remove(id)
      await note(userId, 'delete', id, { name: row.title })
    },
    /** The newest callbacks with their outcomes. */
    async deliveries(id: string, userId: string, size: number) {
      await own(id, userId)
      return webhooks.ofConnector(id, size)
    },
    /** The channels of all accounts, for the instance owner. */
    async all(token: string, size: number) {
      const found = await repo.allOf(token, size + 1)
      const rows = found.slice(0, size)
      const installs = await repo.installs(rows.map(({ row }) => row.id))
      const hasMore = found.length > size
      return {
        rows: rows.map((item) => ({
          ...item,
          spaceCount: installs.filter(({ connectorId }) => connectorId === item.row.id).length,
        })),
        hasMore,
        next: hasMore ? rows.at(-1)!.row.id : '',
      }
    },
    async setPublic(id: string, userId: string, isPublic: boolean): Promise<void> {
      const found = await repo.byId(id)
      if (!found) throw errors.notFound({ what: 'connector' })
      await repo.update(id, { publicType: isPublic ? ConnectorPublicType.public : ConnectorPublicType.private })
      await note(userId, 'publicity', id, { name: found.row.title, isPublic })
    },
    /** Installs or uninstalls several channels in one space, or one channel in several spaces. */
    async bind(ids: string[], spaceIds: string[], isOut: boolean, by: 'connector' | 'space', who: Installer) {
      const act = isOut ? uninstall : install
      if (by === 'space' && ids.length > 1) throw connectorErrors.severalByOne()
      if (!spaceIds.length) throw connectorErrors.noSpaces()
      return by === 'space'
        ? each(spaceIds, (spaceId) => act(ids[0]!, spaceId, who))
        : each(ids, (id) => act(id, spaceIds[0]!, who))
    },
    /**
     * Adds channels to the account, or removes them. A removed channel is also uninstalled from the spaces that the
     * person manages.
     */
    manage: (ids: string[], isOut: boolean, spaceIds: string[], who: Installer) =>
      each(ids, async (id) => {
        if (!isOut) {
          const { isClosed } = await offered(id, who.userId)
          if (isClosed) throw connectorErrors.closed()
          await repo.addToAccount({ connectorId: id, accountId: who.userId, createdAt: clock.now() })
          return
        }
        if (!(await repo.atHand(who.userId)).has(id)) throw errors.notFound({ what: 'connector' })
        const there = (await repo.installs([id])).map((item) => item.spaceId)
        for (const spaceId of there.filter((item) => spaceIds.includes(item))) await uninstall(id, spaceId, who)
        await repo.removeFromAccount(id, who.userId)
      }),
  }
}
export type ConnectorService = ReturnType<typeof createConnectorService>
