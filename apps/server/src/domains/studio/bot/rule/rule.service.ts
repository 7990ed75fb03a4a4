import type { GrayRuleConfig } from '@orrery/contract'
import { HistoryType } from '@orrery/contract'
import { nextVersions } from '@orrery/contract/shared/version-name'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { BotRepo } from '../bot.repo.ts'
import { type BotService, contentOf, type RunnableBot } from '../bot.service.ts'
import type { HistoryRow } from '../bot.table.ts'
import { readContent } from '../draft.ts'
import type { PublishService } from '../publish.service.ts'
import { versionErrors } from '../version.errors.ts'
import { type CallTraffic, choose, type Reason, type ServedRule } from './choose.ts'
import { grayOf, readGray } from './gray-rules.ts'
import { breaksOf } from './incompatible.ts'
import type { RuleRepo } from './rule.repo.ts'
import { Operation, RuleStatus, type RuleRow, RuleType, VersionKind } from './rule.table.ts'

export interface RuleDeps {
  bots: BotService
  repo: BotRepo
  rules: RuleRepo
  publishing: PublishService
  audit: AuditService
  bus: Bus
  newId: NewId
  clock: Clock
  /** Throws if the version has to be reviewed or tested first. */
  admit(botId: string, version: string, hash: string): Promise<void>
}
export interface MultiPublish {
  botId: string
  userId: string
  connectorIds: string[]
  type: number
  publishId: string
  lane: string
  identifier: string
  grayIds?: string[] | undefined
  gray?: GrayRuleConfig | undefined
  commitVersion: string
  botVersion: string
  remark: string
}
export interface CallTrafficStrict extends CallTraffic {
  /** Whether an unknown lane or identifier is refused. */
  isStrict?: boolean | undefined
}
/** The version that answers a call. */
export interface ServedCall {
  /** Undefined for the official version. */
  bot?: RunnableBot
  ruleId: string
  reason: Reason
  /** The lane on which the version is served, if any. */
  lane?: string
  missing?: string
  isPinned: boolean
}
interface LiveRule extends ServedRule {
  bot: RunnableBot
}
const MAX_LANES = 8
const MAX_PINS = 20_000
/** Rule id that represents the official version. */
const OFFICIAL = '0'
const kindOf = (type: number) => (type === RuleType.gray ? VersionKind.gray : VersionKind.prePublish)
const saltOf = (botId: string, connectorId: string) => `bot:${botId}:${connectorId}`

/** Several versions of a bot on one channel. The choice between them is made in memory. */
export function createRuleService(deps: RuleDeps) {
  const { bots, repo, rules, publishing, bus, newId, clock } = deps
  const served = createCache<LiveRule[]>({ bus, topic: 'bot', limit: 5000, load: loadServed })
  /** Rule by conversation. A pin never changes. */
  const pins = new Map<string, string>()

  async function loadServed(botId: string, connectorId: string): Promise<LiveRule[]> {
    const [rows, found] = await Promise.all([rules.served(botId, connectorId), repo.byId(botId)])
    if (!found || !rows.length) return []
    const { spaceId, ownerId } = found.head
    return rows.map(({ rule, history }) => ({
      id: rule.id,
      type: rule.type,
      name: rule.name,
      gray: rule.grayConfig ? grayOf(rule.grayConfig) : undefined,
      isPaused: rule.paused !== null,
      bot: { id: botId, spaceId, ownerId, version: history.version, ...readContent(history) },
    }))
  }
  async function pinOf(conversationId: string): Promise<string | undefined> {
    const known = pins.get(conversationId) ?? (await rules.pinOf(conversationId))
    if (known !== undefined) keepPin(conversationId, known)
    return known
  }
  function keepPin(conversationId: string, ruleId: string) {
    if (pins.size >= MAX_PINS) pins.delete(pins.keys().next().value!)
    pins.set(conversationId, ruleId)
  }

  /** The state that a request refers to: a publication, a commit, or undefined for the base. */
  async function stateOf(
    given: Pick<MultiPublish, 'botId' | 'botVersion' | 'commitVersion'>,
  ): Promise<HistoryRow | undefined> {
    const { botId, botVersion, commitVersion } = given
    const version = botVersion || commitVersion
    if (!version || version === '0') return undefined
    const isVersion = /^\d{1,18}$/.test(version)
    const row =
      (isVersion && botVersion ? await repo.publicationAt(botId, botVersion) : undefined) ??
      (isVersion ? await repo.historyAt(botId, version) : undefined)
    if (!row) throw versionErrors.noState({ field: botVersion ? 'bot_version' : 'commit_version' })
    return row
  }
  /** The publication with this content: an existing one, or a new one that no channel serves officially. */
  async function publicationOf(botId: string, userId: string, state: HistoryRow | undefined, remark: string, tx: Tx) {
    if (state?.kind === HistoryType.publish) return state
    const found = await bots.get(botId, tx)
    const content = state ?? { ...bots.snapshot(found, HistoryType.publish) }
    const last = await repo.newest(botId, HistoryType.publish, tx)
    const same = await repo.publishedAs(botId, content.hash, tx)
    if (same) return same
    const row = {
      ...content,
      id: newId(),
      kind: HistoryType.publish,
      note: remark,
      versionName: last?.versionName ? nextVersions(last.versionName).patch : 'v1.0.0',
      connectorIds: [],
      createdBy: userId,
      createdAt: clock.now(),
    }
    await repo.addHistory(row, tx)
    return row as HistoryRow
  }
  function nameOf({ type, lane, identifier }: MultiPublish): string {
    if (type === RuleType.lane) {
      if (!/^[a-z0-9_-]{1,32}$/.test(lane) || lane === 'prod' || lane === 'main') throw versionErrors.badLane()
      return lane
    }
    if (type === RuleType.gray) return ''
    if (!/^[\w.-]{1,64}$/.test(identifier)) throw versionErrors.badIdentifier()
    return identifier
  }
  function requireFree(all: RuleRow[], connectorId: string, type: number, name: string) {
    const own = all.filter((rule) => rule.connectorId === connectorId && rule.type === type)
    if (type === RuleType.gray && own.length) throw versionErrors.grayRuns({ id: connectorId })
    if (own.some((rule) => rule.name === name)) throw versionErrors.nameTaken({ name, id: connectorId })
    if (type === RuleType.lane && own.length >= MAX_LANES)
      throw versionErrors.tooManyLanes({ id: connectorId, max: MAX_LANES })
  }
  async function ownRule(botId: string, ruleId: string): Promise<RuleRow> {
    const row = await rules.byId(botId, ruleId)
    if (!row) throw versionErrors.noRule()
    return row
  }
  const answerOf = async (rows: RuleRow[]) => {
    const history = await repo.kept(rows[0]!.historyId)
    return {
      ruleIds: rows.map(({ id }) => id),
      version: history?.version ?? '',
      versionName: history?.versionName ?? '',
    }
  }
  function answerRepeated(rows: RuleRow[], requestHash: string) {
    if (rows.some((row) => row.requestHash !== requestHash)) throw versionErrors.otherRequest()
    return answerOf(rows)
  }

  return {
    /** Chooses the version for a call. Returns undefined if the official version is the only one. */
    async serve(
      botId: string,
      connectorId: string,
      traffic: CallTrafficStrict,
      conversationId?: string,
    ): Promise<ServedCall | undefined> {
      const list = await served.get(botId, connectorId)
      const named = traffic.mayName ? traffic.identifier || traffic.lane : undefined
      if (!list.length) {
        if (named && traffic.isStrict) throw versionErrors.noSuchLane({ name: named })
        return undefined
      }
      const pinned = conversationId === undefined ? undefined : await pinOf(conversationId)
      const { rule, reason, missing } = choose(list, traffic, saltOf(botId, connectorId), pinned)
      if (missing && traffic.isStrict) throw versionErrors.noSuchLane({ name: missing })
      return {
        ...(rule && { bot: rule.bot }),
        ruleId: rule?.id ?? OFFICIAL,
        reason,
        ...(rule?.type === RuleType.lane && { lane: rule.name }),
        ...(missing && { missing }),
        isPinned: pinned !== undefined,
      }
    },
    /** Pins a conversation to the version with which it began. */
    async pin(conversationId: string, ruleId: string): Promise<void> {
      keepPin(conversationId, ruleId)
      // A conversation with messages and no pin is on the official version, so most turns need no row.
      if (ruleId !== OFFICIAL) await rules.pin(conversationId, ruleId)
    },
    /** The channels of a bot, and whether each has an official version. */
    async channels(botId: string) {
      const rows = await publishing.rows(botId)
      return (await publishing.connectorsOfBot(botId)).map((connector) => ({
        connector,
        hasPublished: Boolean(rows.get(connector.id)?.historyId),
      }))
    },
    /** Serves a version beside the official one. Idempotent by `publishId`. */
    async publish(given: MultiPublish, locale: Locale) {
      const { botId, userId, type, publishId, remark } = given
      const connectorIds = [...new Set(given.connectorIds)].toSorted()
      const name = nameOf(given)
      const gray = type === RuleType.gray ? readGray(given.gray, given.grayIds) : undefined
      const state = await stateOf(given)
      const asked = [connectorIds, type, name, gray, given.botVersion, given.commitVersion]
      const requestHash = sha256(JSON.stringify(asked))
      const before = await rules.byPublishId(botId, publishId)
      if (before.length) return answerRepeated(before, requestHash)
      const known = new Set((await this.channels(botId)).map(({ connector }) => connector.id))
      for (const id of connectorIds) if (!known.has(id)) throw versionErrors.noRules({ id })
      const rows = await repo.transaction(async (tx) => {
        const found = await repo.lock(botId, tx)
        if (!found) throw errors.notFound({ what: 'bot' })
        const meanwhile = await rules.byPublishId(botId, publishId, tx)
        if (meanwhile.length) return meanwhile
        // The state may have been deleted in the meantime.
        if (state && !(await repo.kept(state.id))) throw versionErrors.noState({ field: 'bot_version' })
        const content = state ? readContent(state) : contentOf(found)
        const online = await rules.online(botId, tx)
        for (const id of connectorIds) {
          const official = (await repo.connector(botId, id, tx))?.historyId
          if (!official) throw versionErrors.noOfficial({ id })
          requireFree(online, id, type, name)
          const breaks = breaksOf(readContent((await repo.kept(official))!).config, content.config, locale)
          if (breaks.length) throw versionErrors.incompatible({ what: breaks.join(locale === 'zh-CN' ? '、' : ', ') })
        }
        const history = await publicationOf(botId, userId, state, remark, tx)
        if (type === RuleType.gray) await deps.admit(botId, history.version, history.hash)
        const now = clock.now()
        const made = connectorIds.map((connectorId): RuleRow => ({
          id: newId(),
          botId,
          connectorId,
          type,
          name,
          grayConfig: gray ?? null,
          historyId: history.id,
          status: RuleStatus.online,
          createdBy: userId,
          createdAt: now,
          offlineAt: null,
          operator: null,
          publishId,
          requestHash,
          paused: null,
          bad: 0,
          since: now,
        }))
        await rules.insert(made, tx)
        for (const rule of made) await note(rule, Operation.publish, userId, remark, tx)
        const detail = { version: history.versionName, connectors: connectorIds, name: name || undefined }
        const { spaceId } = found.head
        await deps.audit.record({ actorId: userId, spaceId, action: 'bot.serve', target: botId, detail }, tx)
        return made
      })
      await bus.publish('bot', botId)
      return answerRepeated(rows, requestHash)
    },
    async inactivate(botId: string, ruleId: string, userId: string, remark: string): Promise<void> {
      const rule = await ownRule(botId, ruleId)
      await repo.transaction(async (tx) => {
        const found = await repo.lock(botId, tx)
        const ended = { status: RuleStatus.offline, offlineAt: clock.now(), operator: userId }
        if (!found || !(await rules.update(ruleId, ended, tx))) throw versionErrors.ruleOffline()
        await note(rule, Operation.offline, userId, remark, tx)
        const { spaceId } = found.head
        const detail = { connectors: [rule.connectorId], name: rule.name || undefined }
        await deps.audit.record({ actorId: userId, spaceId, action: 'bot.unserve', target: botId, detail }, tx)
      })
      await bus.publish('bot', botId)
    },
    /** Changes who gets a gray version. A version paused by the guard is resumed. */
    async updateGray(
      botId: string,
      ruleId: string,
      userId: string,
      { gray, grayIds, remark }: { gray?: GrayRuleConfig | undefined; grayIds?: string[] | undefined; remark: string },
    ): Promise<void> {
      const rule = await ownRule(botId, ruleId)
      if (rule.type !== RuleType.gray) throw versionErrors.notGray()
      const grayConfig = readGray(gray ?? withoutAllowed(rule.grayConfig, grayIds), grayIds)
      await repo.transaction(async (tx) => {
        await repo.lock(botId, tx)
        const change = { grayConfig, paused: null, bad: 0, ...(rule.paused && { since: clock.now() }) }
        if (!(await rules.update(ruleId, change, tx))) throw versionErrors.ruleOffline()
        await note({ ...rule, grayConfig }, Operation.modify, userId, remark, tx)
      })
      await bus.publish('bot', botId)
    },
    /** Pauses a gray version for the guard: nobody gets it until a person decides. */
    async pause(rule: RuleRow, reason: { en: string; zh: string }): Promise<boolean> {
      const isPaused = await repo.transaction(async (tx) => {
        await repo.lock(rule.botId, tx)
        const now = await rules.byId(rule.botId, rule.id, tx)
        if (!now || now.paused || !(await rules.update(rule.id, { paused: reason }, tx))) return false
        await note(rule, Operation.modify, rule.createdBy, reason.en, tx, true)
        return true
      })
      if (isPaused) await bus.publish('bot', rule.botId)
      return isPaused
    },
    async tryChoice(botId: string, connectorId: string, traffic: CallTraffic) {
      const list = await served.get(botId, connectorId)
      const { rule, reason } = choose(list, { ...traffic, mayName: true }, saltOf(botId, connectorId))
      const bot = rule?.bot ?? (await publishing.getPublished(botId, connectorId))
      return { version: bot.version, ruleId: rule?.id ?? '', reason }
    },
    ownRule,
    noteBad: (ruleId: string, bad: number) => rules.update(ruleId, { bad }),
  }

  function note(rule: RuleRow, operation: number, userId: string, remark: string, tx: Tx, isGuard = false) {
    return rules.note(
      {
        id: newId(),
        botId: rule.botId,
        operation,
        kind: kindOf(rule.type),
        ruleId: rule.id,
        historyId: rule.historyId,
        connectorIds: [rule.connectorId],
        grayConfig: rule.grayConfig,
        remark,
        isGuard,
        createdBy: userId,
        createdAt: clock.now(),
      },
      tx,
    )
  }
}
export type RuleService = ReturnType<typeof createRuleService>

/** The older call names only users; they replace the previous allow list. */
function withoutAllowed(config: GrayRuleConfig | null, ids: string[] | undefined): GrayRuleConfig | undefined {
  if (!config || !ids) return config ?? undefined
  const { allow_list: _, ...rest } = config
  return rest
}
