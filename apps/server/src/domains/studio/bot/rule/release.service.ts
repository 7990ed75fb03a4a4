import { HistoryType } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { BotRepo, StoredState } from '../bot.repo.ts'
import type { HistoryRow } from '../bot.table.ts'
import { referencesOf } from '../copy-resources.ts'
import { readContent } from '../draft.ts'
import type { Doer, OnlineService } from '../online.service.ts'
import { versionErrors } from '../version.errors.ts'
import type { RuleRepo } from './rule.repo.ts'
import { type OperationRow, RuleStatus, type RuleRow, RuleType, VersionKind } from './rule.table.ts'

export interface ReleaseDeps {
  repo: BotRepo
  rules: RuleRepo
  online: OnlineService
  resources: ResourceService
  clock: Clock
  /** Throws if another person has to approve the rollback first. */
  admitRollback(botId: string): Promise<void>
}
export interface RollbackRequest {
  botId: string
  connectorIds: string[]
  commitVersion: string
  botVersion: string
  publishId?: string | undefined
  remark: string
}
export interface VersionEntry {
  id: string
  kind: number
  isValid: boolean
  by: string
  at: number
  remark: string
  connectorIds: string[]
  history?: StoredState | undefined
  rule?: RuleRow | undefined
  offlineAt?: number | null
  supportsRollback: boolean
}
/** How far back these lists go. The history of drafts has no such limit. */
const MAX_ENTRIES = 1000

/** What channels serve and have served: official versions, lanes, gray versions, and the operations on them. */
export function createReleaseService({ repo, rules, online, resources, clock, admitRollback }: ReleaseDeps) {
  /** Names of resources of a version that no longer exist. */
  async function missingResourcesOf(row: HistoryRow): Promise<string[]> {
    const { config } = readContent(row)
    const used = referencesOf(config).filter(({ kind }) => kind !== 'plugin')
    const heads = new Set((await resources.getMany(used.map(({ id }) => id))).map(({ id }) => id))
    const names = new Map([
      ...config.workflow_info_list.map((one) => [one.workflow_id, one.workflow_name] as const),
      ...config.database_list.map((one) => [one.table_id, one.table_name] as const),
      ...config.knowledge.knowledge_info.map((one) => [one.id, one.name] as const),
    ])
    return used.filter(({ id }) => !heads.has(id)).map(({ id }) => names.get(id) || id)
  }
  async function targetOf(request: RollbackRequest): Promise<HistoryRow> {
    const { botId, publishId, botVersion, commitVersion } = request
    const isVersion = (text: string) => /^\d{1,18}$/.test(text)
    const commit = isVersion(commitVersion) ? await repo.historyAt(botId, commitVersion) : undefined
    if (commitVersion && commitVersion !== '0' && !commit) throw versionErrors.noState({ field: 'commit_version' })
    const field = publishId ? 'publish_id' : botVersion ? 'bot_version' : 'commit_version'
    const found = publishId
      ? await repo.kept(publishId)
      : isVersion(botVersion)
        ? await repo.publicationAt(botId, botVersion)
        : commit && (await repo.publishedAs(botId, commit.hash))
    if (!found || found.botId !== botId || found.kind !== HistoryType.publish) throw versionErrors.noState({ field })
    if (commit && commit.hash !== found.hash) throw versionErrors.otherVersion({ commit: commitVersion })
    return found
  }
  async function historiesOf(ids: (string | null)[]): Promise<Map<string, HistoryRow>> {
    const rows = await repo.keptMany([...new Set(ids.flatMap((id) => id ?? []))])
    return new Map(rows.map((row) => [row.id, row]))
  }

  return {
    missingResourcesOf,
    targetOf,
    /** Makes the version the official one. A gray version of these channels goes offline. */
    async rollback(request: RollbackRequest, doer: Doer, isReviewed = false) {
      const target = await targetOf(request)
      const gone = await missingResourcesOf(target)
      if (gone.length) throw versionErrors.resourcesGone({ names: gone.join(', ') })
      if (!isReviewed) await admitRollback(request.botId)
      await online.rollback(request.botId, target.id, request.connectorIds, doer, request.remark)
      return { version: target.version, versionName: target.versionName }
    },
    /** By channel: the official version, then the versions served beside it. */
    async current(botId: string): Promise<(VersionEntry & { type: number })[]> {
      const channels = (await repo.connectors(botId)).filter((row) => row.historyId)
      const list = await rules.online(botId)
      const known = await historiesOf([...channels.map((row) => row.historyId), ...list.map((row) => row.historyId)])
      return channels.flatMap((channel) => {
        const history = known.get(channel.historyId!)
        const official = {
          id: channel.historyId!,
          type: 1,
          kind: VersionKind.online,
          isValid: true,
          by: history?.createdBy ?? '0',
          at: channel.publishedAt ?? 0,
          remark: history?.note ?? '',
          connectorIds: [channel.connectorId],
          history,
          supportsRollback: false,
        }
        const beside = list
          .filter((rule) => rule.connectorId === channel.connectorId)
          .map((rule) => ({
            id: rule.id,
            type: rule.type === RuleType.gray ? 3 : 2,
            kind: rule.type === RuleType.gray ? VersionKind.gray : VersionKind.prePublish,
            isValid: true,
            by: rule.createdBy,
            at: rule.createdAt,
            remark: '',
            connectorIds: [rule.connectorId],
            history: known.get(rule.historyId),
            rule,
            supportsRollback: false,
          }))
        return [official, ...beside]
      })
    },
    async history(botId: string, kinds: number[], connectorIds: string[], page: number, size: number) {
      const includesKind = (kind: number) => !kinds.length || kinds.includes(kind)
      const states = [HistoryType.commit, HistoryType.publish].filter((kind) =>
        includesKind(kind === HistoryType.commit ? VersionKind.commit : VersionKind.online),
      )
      const [kept, ruled, acts, channels] = await Promise.all([
        states.length ? repo.historyPage(botId, states, '', 1, MAX_ENTRIES) : { rows: [] },
        includesKind(VersionKind.prePublish) || includesKind(VersionKind.gray)
          ? rules.page(botId, 0, '', 0, MAX_ENTRIES)
          : { rows: [] },
        includesKind(VersionKind.rollback)
          ? rules.operations(botId, [VersionKind.rollback], connectorIds, MAX_ENTRIES)
          : [],
        repo.connectors(botId),
      ])
      const live = new Set(channels.flatMap((row) => row.historyId ?? []))
      const newest = kept.rows.find((row) => row.kind === HistoryType.commit)
      const entries: VersionEntry[] = [
        ...kept.rows
          // A publication that only rules serve is listed as those rules.
          .filter((row) => row.kind === HistoryType.commit || row.connectorIds.length)
          .map((row) => {
            const isCommit = row.kind === HistoryType.commit
            return {
              id: row.id,
              kind: isCommit ? VersionKind.commit : VersionKind.online,
              isValid: isCommit ? row.id === newest?.id : live.has(row.id),
              by: row.createdBy,
              at: row.createdAt,
              remark: row.note,
              connectorIds: row.connectorIds,
              history: row,
              supportsRollback: !isCommit && !live.has(row.id),
            }
          }),
        ...ruled.rows.map((rule) => ({
          id: rule.id,
          kind: rule.type === RuleType.gray ? VersionKind.gray : VersionKind.prePublish,
          isValid: rule.status === RuleStatus.online,
          by: rule.createdBy,
          at: rule.createdAt,
          remark: '',
          connectorIds: [rule.connectorId],
          rule,
          offlineAt: rule.offlineAt,
          supportsRollback: !live.has(rule.historyId),
        })),
        ...acts.map((act) => ({
          id: act.id,
          kind: VersionKind.rollback,
          isValid: act.historyId !== null && live.has(act.historyId),
          by: act.createdBy,
          at: act.createdAt,
          remark: act.remark,
          connectorIds: act.connectorIds,
          ...(act.historyId && { history: { id: act.historyId } as StoredState }),
          supportsRollback: false,
        })),
      ]
      const matching = entries
        .filter(({ kind }) => includesKind(kind))
        .filter((entry) => !connectorIds.length || entry.connectorIds.some((id) => connectorIds.includes(id)))
        .toSorted((a, b) => b.at - a.at || (BigInt(b.id) > BigInt(a.id) ? 1 : -1))
      const shown = matching.slice((page - 1) * size, page * size)
      const ids = shown.map(({ rule, history }) => rule?.historyId ?? history?.id ?? null)
      const known = await historiesOf(ids)
      const texts = await rules.changelogs([...known.keys()])
      const rows = await Promise.all(
        shown.map(async (entry, index) => {
          const history = known.get(ids[index] ?? '')
          const mayRollBack =
            entry.supportsRollback && history !== undefined && !(await missingResourcesOf(history)).length
          const remark = (entry.kind === VersionKind.online && texts.get(history?.id ?? '')) || entry.remark
          return { ...entry, history, remark, supportsRollback: mayRollBack }
        }),
      )
      return { rows, total: matching.length }
    },
    async operations(botId: string, kinds: number[], connectorIds: string[], page: number, size: number) {
      const all = await rules.operations(botId, kinds, connectorIds, MAX_ENTRIES)
      const shown = all.slice((page - 1) * size, page * size)
      const known = await historiesOf(shown.map((row) => row.historyId))
      const named = await Promise.all(shown.map((row) => (row.ruleId ? rules.byId(botId, row.ruleId) : undefined)))
      const channels = new Set((await repo.connectors(botId)).flatMap((row) => row.historyId ?? []))
      const rows = shown.map((row: OperationRow, index) => ({
        row,
        history: known.get(row.historyId ?? ''),
        rule: named[index],
        isValid: named[index]
          ? named[index].status === RuleStatus.online
          : row.historyId !== null && channels.has(row.historyId),
      }))
      return { rows, total: all.length }
    },
    async recordChangelog(botId: string, historyId: string, userId: string, machineText: string, personText: string) {
      if (!(await repo.publication(botId, historyId))) throw versionErrors.noState({ field: 'publish_id' })
      await rules.saveChangelog({ historyId, machineText, personText, createdBy: userId, createdAt: clock.now() })
    },
  }
}
export type ReleaseService = ReturnType<typeof createReleaseService>
