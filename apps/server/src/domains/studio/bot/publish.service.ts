import { ConnectorId, HistoryType, PublishRecordStatus } from '@orrery/contract'
import { nextVersions, versionFault } from '@orrery/contract/shared/version-name'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Secrets } from '#kit/secrets.ts'
import { createCache } from '#kit/cache.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { Channel } from '#domains/ground/resource/shared/resource-use.ts'
import { textsOf } from './bot-texts.ts'
import { botErrors } from './bot.errors.ts'
import type { BotRepo } from './bot.repo.ts'
import type { BotService, RunnableBot } from './bot.service.ts'
import type { ConnectorRow } from './bot.table.ts'
import { readContent } from './draft.ts'
import type { PublicationRepo } from './publication.repo.ts'
import { createPublications, type PublicationDeps, waiting } from './publication.service.ts'

/** A channel for bots. The two channels defined here need nothing but this instance; others are registered. */
export interface Connector {
  id: string
  en: { name: string; desc: string }
  zh: { name: string; desc: string }
  /** Binding type: 5 API, 6 web SDK. */
  bindType: number
  /** Whether it is bound by default. */
  isReady: boolean
  /** Prepares the channel to serve a version. If this throws, the error is the reason why the channel failed. */
  serve?(what: Serving): Promise<unknown>
  /** Called when the channel no longer serves a bot. */
  withdraw?(what: { resourceId: string }): Promise<unknown>
  /** For channels with credentials of their own: stores and tests them, and reports their state. */
  account?: ChannelAccountPort
  /** Icon of the channel. */
  iconUri?: string
  /** For channels that act in the name of the publisher: whether the publisher has authorised it. */
  isAllowedBy?(userId: string): Promise<boolean>
  /** Settings that this person can choose on the channel. */
  choicesFor?(userId: string): Promise<ChannelChoice[]>
  /** The address at which the channel shows what was published to it. */
  linkTo?(resourceId: string): Promise<string>
}
export interface ChannelChoice {
  key: string
  values: { value: string; label: string }[]
}
/** What a channel is to serve. The last three fields are missing for projects. */
export interface Serving {
  resourceId: string
  userId: string
  publicationId?: string
  historyId?: string
  /** The settings chosen for the channel. */
  config?: Record<string, string>
}
/** Custom channels: each is available in the spaces in which it is installed. */
export interface CustomConnectors {
  ofSpace(spaceId: string): Promise<Connector[]>
  /** Undefined unless the channel is installed in the space. */
  find(id: string, spaceId: string): Promise<Connector | undefined>
  /** Called when a bot was deleted, to notify the channels that served it. */
  removed(botId: string): Promise<void>
}
export interface ChannelAccountPort {
  /** The state on the publish page: 1 configured, 2 not configured, 3 disconnected, 5 needs to be configured again. */
  status(resourceId: string): Promise<number>
  /** Secrets are masked. */
  read(resourceId: string): Promise<Record<string, string>>
  save(resourceId: string, userId: string, detail: Record<string, string>): Promise<unknown>
  /** Saves and tests the settings. An error names what is missing. */
  bind(resourceId: string, userId: string, detail: Record<string, string>): Promise<unknown>
  remove(resourceId: string, userId: string): Promise<unknown>
}
const ownConnectors: Connector[] = [
  {
    id: ConnectorId.api,
    en: { name: 'API', desc: 'Call the bot from your own programs with a token' },
    zh: { name: 'API', desc: '使用令牌在自己的程序中调用智能体' },
    bindType: 5,
    isReady: true,
  },
  {
    id: ConnectorId.webSdk,
    en: { name: 'Web SDK', desc: 'Put the bot on a web page as a chat window' },
    zh: { name: 'Web SDK', desc: '以聊天窗口的形式嵌入网页' },
    bindType: 6,
    isReady: true,
  },
]
const CACHE_LIMIT = 2000
const MASK = '••••••'
const isSecret = (key: string) => /secret|token|password|passwd|private|credential|(^|_)key$/i.test(key)

export interface PublishDeps {
  bots: BotService
  repo: BotRepo
  records: PublicationRepo
  resources: ResourceService
  audit: AuditService
  bus: Bus
  jobs: Jobs
  log: Log
  secrets: Secrets
  newId: NewId
  clock: Clock
  content: Pick<ContentGuard, 'check'>
  /** Finds a published project under an id that belongs to no bot. */
  otherSource: BotSource
  custom: Pick<CustomConnectors, 'ofSpace' | 'find'>
  /** Throws unless the version has passed the publish gate. */
  gate: { require(botId: string, version: string): Promise<void> }
  onLive: PublicationDeps['onLive']
  /** Throws if changes have to be submitted or reviewed first. */
  admit(botId: string, userId: string): Promise<void>
}
export interface PublishRequest {
  botId: string
  userId: string
  connectors: Record<string, Record<string, string>>
  note: string
  /** The version that the caller has looked at. */
  base?: string
  /** Version name; the next patch by default. */
  versionName?: string
  dryRun: boolean
  /** Returns as soon as the publication has started; its record shows the progress. */
  isAsync?: boolean
  /** Whether another person has approved this version. */
  isReviewed?: boolean
}
/** Finds a resource other than a bot that visitors can chat with like with a bot. */
type BotSource = (id: string, connectorId: string | undefined) => Promise<RunnableBot | undefined>

export function createPublishService(deps: PublishDeps) {
  const { bots, repo, clock, secrets, newId } = deps
  const connectors = new Map(ownConnectors.map((connector) => [connector.id, connector]))
  const published = createCache({
    bus: deps.bus,
    topic: 'bot',
    limit: CACHE_LIMIT,
    load: (botId, connectorId) => loadPublished(botId, connectorId || undefined),
  })

  const versions = createCache({ bus: deps.bus, topic: 'bot', limit: CACHE_LIMIT, load: loadVersion })
  async function loadVersion(botId: string, version: string): Promise<RunnableBot | undefined> {
    const [found, row] = await Promise.all([repo.byId(botId), repo.publicationAt(botId, version)])
    if (!found || !row) return undefined
    const { spaceId, ownerId } = found.head
    return { id: botId, spaceId, ownerId, version: row.version, ...readContent(row) }
  }
  const spaceOf = async (botId: string) => (await deps.resources.spaceOf(botId)) ?? '0'
  async function requireConnector(id: string, botId: string): Promise<Connector> {
    const found = connectors.get(id) ?? (await deps.custom.find(id, await spaceOf(botId)))
    if (!found) throw botErrors.unknownConnector({ id })
    return found
  }
  const isBound = (connector: Connector, row: ConnectorRow | undefined) => row?.isBound ?? connector.isReady
  const openConfig = (row: ConnectorRow | undefined) =>
    row?.config ? (JSON.parse(secrets.open(row.config)) as Record<string, string>) : {}
  const sealConfig = (detail: Record<string, string>, before: ConnectorRow | undefined) => {
    const old = openConfig(before)
    const merged = Object.fromEntries(
      Object.entries(detail).map(([key, value]) => [key, value === MASK ? (old[key] ?? '') : value]),
    )
    return secrets.seal(JSON.stringify(merged))
  }

  async function loadPublished(botId: string, connectorId: string | undefined): Promise<RunnableBot | undefined> {
    const found = await repo.byId(botId)
    if (!found) return deps.otherSource(botId, connectorId)
    const row = await repo.publishedAt(botId, connectorId)
    if (!row) return undefined
    return {
      id: botId,
      spaceId: found.head.spaceId,
      ownerId: found.head.ownerId,
      version: row.version,
      ...readContent(row),
    }
  }

  const publications = createPublications({ ...deps, connectorOf: requireConnector, isBound, configOf: openConfig })

  async function unbind(botId: string, userId: string, connectorId: string, bindId: string) {
    const connector = await requireConnector(connectorId, botId)
    const before = await repo.connector(botId, connectorId)
    if (!isBound(connector, before) || (bindId && before && before.bindId !== bindId))
      throw errors.notFound({ what: 'binding' })
    if (connector.account) return void (await connector.account.remove(botId, userId))
    await release(botId, userId, connectorId)
    if (before?.historyId) await connector.withdraw?.({ resourceId: botId })
  }
  /** Takes the channel offline. A bot without channels is not published any more. */
  async function release(botId: string, userId: string, connectorId: string) {
    const before = await repo.connector(botId, connectorId)
    await repo.saveConnector({
      botId,
      connectorId,
      bindId: before?.bindId ?? newId(),
      isBound: false,
      config: '',
      historyId: null,
      publishedAt: null,
    })
    if (!(await repo.connectors(botId)).some((row) => row.historyId))
      await deps.resources.touch(botId, userId, { publishedAt: null })
    await deps.bus.publish('bot', botId)
  }

  return {
    publications,
    unbind,
    release,
    /** Marks a channel with an account of its own as ready for publishing. */
    async ready(botId: string, connectorId: string) {
      const before = await repo.connector(botId, connectorId)
      await repo.saveConnector({ botId, connectorId, bindId: before?.bindId ?? newId(), isBound: true, config: '' })
    },
    /** Takes a published bot off a channel. Returns false if it was not published there. */
    async unlist(botId: string, userId: string, connectorId: string): Promise<boolean> {
      const row = await repo.connector(botId, connectorId)
      if (!row?.historyId) return false
      await release(botId, userId, connectorId)
      // Keep the credentials for the next publication.
      if ((await requireConnector(connectorId, botId)).account) await this.ready(botId, connectorId)
      return true
    },
    /** Registers a channel. Called by the districts that implement channels. */
    register: (connector: Connector) =>
      void connectors.set(connector.id, { ...connectors.get(connector.id), ...connector }),
    /** Sets how an existing channel serves versions. */
    extend: (id: string, serve: Connector['serve']) =>
      void connectors.set(id, { ...connectors.get(id)!, ...(serve && { serve }) }),
    channelName(id: string, locale: Locale): string {
      const found = connectors.get(id)
      return found?.[locale === 'zh-CN' ? 'zh' : 'en'].name ?? id
    },
    channelOf(id: string): Channel {
      const found = connectors.get(id)
      return { id, en: found?.en.name ?? id, zh: found?.zh.name ?? id }
    },
    connectors: () => [...connectors.values()],
    /** The channels to which a bot of this space can be published. */
    connectorsOf: async (spaceId: string) => [...connectors.values(), ...(await deps.custom.ofSpace(spaceId))],
    connectorsOfBot: async (botId: string) => [
      ...connectors.values(),
      ...(await deps.custom.ofSpace(await spaceOf(botId))),
    ],
    isChannel: async (id: string, botId: string) =>
      connectors.has(id) || (await deps.custom.find(id, await spaceOf(botId))) !== undefined,
    /** Notifies custom channels that they no longer serve a bot. */
    async withdrawn(botId: string, ids: readonly string[]) {
      for (const id of ids) {
        const found = await deps.custom.find(id, await spaceOf(botId))
        await found?.withdraw?.({ resourceId: botId })
      }
    },
    /** Returns the names of the channels available to a bot. */
    async namesFor(botId: string, locale: Locale): Promise<(id: string) => string> {
      const custom = new Map((await deps.custom.ofSpace(await spaceOf(botId))).map((item) => [item.id, item]))
      return (id) => (connectors.get(id) ?? custom.get(id))?.[locale === 'zh-CN' ? 'zh' : 'en'].name ?? id
    },
    rows: async (botId: string) => new Map((await repo.connectors(botId)).map((row) => [row.connectorId, row])),
    isBound,
    async bind(botId: string, userId: string, connectorId: string, info: Record<string, string>) {
      const { account } = await requireConnector(connectorId, botId)
      if (account) {
        await account.bind(botId, userId, info)
        return (await repo.connector(botId, connectorId))!.bindId
      }
      const before = await repo.connector(botId, connectorId)
      const row = {
        botId,
        connectorId,
        bindId: before?.bindId ?? newId(),
        isBound: true,
        config: sealConfig(info, before),
      }
      await repo.saveConnector(row)
      return row.bindId
    },
    /** Settings with masked secrets. A secret sent back as its mask is not changed. */
    async config(botId: string, connectorId: string) {
      const { account } = await requireConnector(connectorId, botId)
      if (account) return account.read(botId)
      const detail = openConfig(await repo.connector(botId, connectorId))
      return Object.fromEntries(
        Object.entries(detail).map(([key, value]) => [key, value && isSecret(key) ? MASK : value]),
      )
    },
    async saveConfig(botId: string, userId: string, connectorId: string, detail: Record<string, string>) {
      const connector = await requireConnector(connectorId, botId)
      if (connector.account) return void (await connector.account.save(botId, userId, detail))
      const before = await repo.connector(botId, connectorId)
      const bound = isBound(connector, before)
      await repo.saveConnector({
        botId,
        connectorId,
        bindId: before?.bindId ?? newId(),
        isBound: bound,
        config: sealConfig(detail, before),
      })
    },
    /** Creates an immutable version and starts publishing it to its channels. */
    async publish(request: PublishRequest) {
      const { botId, userId, connectors: targets, note, base, versionName, dryRun, isAsync, isReviewed } = request
      const ids = Object.keys(targets)
      if (!ids.length) throw botErrors.noConnector()
      if (!dryRun && !isReviewed) await deps.admit(botId, userId)
      const chosen = new Map<string, Connector>()
      for (const id of ids) chosen.set(id, await requireConnector(id, botId))
      for (const id of dryRun ? [] : ids)
        if (Object.keys(targets[id]!).length) await chosen.get(id)!.account?.bind(botId, userId, targets[id]!)
      const rows = await this.rows(botId)
      for (const id of ids) if (!isBound(chosen.get(id)!, rows.get(id))) throw botErrors.connectorNotBound({ id })
      const { content } = await bots.getDraft(botId)
      const refusal = await deps.content.check('bot', { ...textsOf(content), changelog: note })
      if (refusal !== undefined || dryRun)
        return { refusal, publishId: '', version: '', versionName: '', record: undefined }
      const result = await repo.transaction(async (tx) => {
        const found = await repo.lock(botId, tx)
        if (!found) throw errors.notFound({ what: 'bot' })
        if (base !== undefined && base !== found.bot.version) throw errors.conflict({}, { found, base })
        const now = clock.now()
        const version = found.bot.version
        await deps.gate.require(botId, version)
        const last = await repo.newest(botId, HistoryType.publish, tx)
        // Publishing unchanged content again, e.g. to one more channel, does not create a version.
        const same = [last, await repo.online(botId, tx)].find((kept) => kept?.hash === found.bot.hash)
        const row = {
          ...bots.snapshot(found, HistoryType.publish),
          note,
          versionName: same ? same.versionName : nameFor(versionName, last?.versionName ?? ''),
          connectorIds: ids,
          createdBy: userId,
          createdAt: now,
        }
        const historyId = same ? same.id : row.id
        if (same) await repo.addConnectors(historyId, ids, note, tx)
        else await repo.addHistory(row, tx)
        for (const connectorId of ids) {
          const before = rows.get(connectorId)
          const given = targets[connectorId]!
          const isOwn = chosen.get(connectorId)!.account !== undefined
          const config = !isOwn && Object.keys(given).length ? sealConfig(given, before) : (before?.config ?? '')
          const bindId = before?.bindId ?? newId()
          await repo.saveConnector({ botId, connectorId, bindId, isBound: true, config }, tx)
        }
        const recordId = newId()
        await deps.records.insert(
          {
            id: recordId,
            botId,
            historyId,
            status: PublishRecordStatus.connectorPublishing,
            connectors: Object.fromEntries(ids.map((id) => [id, waiting])),
            createdBy: userId,
            createdAt: now,
          },
          tx,
        )
        await deps.audit.record(
          {
            actorId: userId,
            spaceId: found.head.spaceId,
            action: 'bot.publish',
            target: botId,
            detail: { version: row.versionName || undefined, connectors: ids },
          },
          tx,
        )
        return { recordId, publishId: historyId, version, versionName: row.versionName }
      })
      await publications.begin(result.recordId, !isAsync)
      return { refusal: undefined, ...result, record: await publications.record(botId, result.recordId) }
    },
    /** A publication by its version, even if no channel serves it any more. */
    getVersion: (botId: string, version: string) => versions.get(botId, version),
    /** The version that a channel serves or, without a channel, the newest served publication. */
    async getPublished(botId: string, connectorId?: string): Promise<RunnableBot> {
      const found = await published.get(botId, connectorId)
      if (!found) throw errors.notFound({ what: 'bot' })
      return found
    },
  }
}
/** Version names must increase, so that names show which version is later. */
function nameFor(input: string | undefined, last: string): string {
  if (input === undefined || input === '') return last ? nextVersions(last).patch : 'v1.0.0'
  if (versionFault(input, last) !== undefined) throw botErrors.badVersionName({ last: last || 'v0.0.0' })
  return `v${input.trim().replace(/^v/i, '')}`
}
export type PublishService = ReturnType<typeof createPublishService>
