import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { botErrors } from './bot.errors.ts'
import type { BotRepo } from './bot.repo.ts'
import type { ConnectorRow } from './bot.table.ts'
import type { RuleRepo } from './rule/rule.repo.ts'
import { Operation, RuleType, VersionKind } from './rule/rule.table.ts'

export interface OnlineDeps {
  repo: BotRepo
  rules: RuleRepo
  newId: NewId
  resources: ResourceService
  audit: AuditService
  bus: Bus
  clock: Clock
}
export interface Doer {
  userId: string
  spaceId: string
}

/** Changes which published version is served: an earlier one, or none. Versions are immutable. */
export function createOnlineService({ repo, rules, resources, audit, bus, newId, clock }: OnlineDeps) {
  async function serving(botId: string, wanted: string[]): Promise<ConnectorRow[]> {
    const live = (await repo.connectors(botId)).filter((row) => row.historyId !== null)
    const meant = wanted.length ? live.filter((row) => wanted.includes(row.connectorId)) : live
    if (!meant.length) throw botErrors.nothingOnline()
    return meant
  }
  async function serve(
    botId: string,
    rows: ConnectorRow[],
    historyId: string | null,
    { userId, spaceId }: Doer,
    detail: object,
    remark = '',
  ) {
    const now = clock.now()
    const connectors = rows.map((row) => row.connectorId)
    await repo.transaction(async (tx) => {
      // Lock against a concurrent publication.
      await repo.lock(botId, tx)
      if (historyId !== null && !(await repo.publication(botId, historyId))) throw botErrors.noSuchPublication()
      for (const row of rows)
        await repo.saveConnector({ ...row, historyId, publishedAt: historyId === null ? null : now }, tx)
      const all = await repo.connectors(botId)
      const isOnline = historyId !== null || all.some((row) => row.historyId && !connectors.includes(row.connectorId))
      await resources.touch(botId, userId, { publishedAt: isOnline ? now : null }, tx)
      // Taking the official version offline ends all rules. Replacing it ends only the gray version.
      const which = historyId === null ? {} : { type: RuleType.gray }
      const ended = await rules.end(botId, connectors, which, { userId, now }, tx)
      const isPromoted = ended.some((rule) => rule.historyId === historyId)
      const operation = historyId === null ? Operation.offline : isPromoted ? Operation.publish : Operation.rollback
      const kind = operation === Operation.rollback ? VersionKind.rollback : VersionKind.online
      const what = { botId, historyId: historyId ?? rows[0]!.historyId, connectorIds: connectors }
      await rules.note({ id: newId(), ...what, operation, kind, remark, createdBy: userId, createdAt: now }, tx)
      const action = historyId === null ? 'bot.unpublish' : 'bot.rollback'
      await audit.record({ actorId: userId, spaceId, action, target: botId, detail: { ...detail, connectors } }, tx)
    })
    await bus.publish('bot', botId)
    return connectors
  }
  return {
    async rollback(botId: string, publishId: string, wanted: string[], doer: Doer, remark = '') {
      const target = await repo.publication(botId, publishId)
      if (!target) throw botErrors.noSuchPublication()
      const rows = await serving(botId, wanted)
      const connectors = await serve(botId, rows, target.id, doer, { version: target.versionName || undefined }, remark)
      await repo.transaction((tx) => repo.addConnectors(target.id, connectors, '', tx))
      return { version: target.version, versionName: target.versionName, connectors }
    },
    unpublish: async (botId: string, wanted: string[], doer: Doer) =>
      serve(botId, await serving(botId, wanted), null, doer, {}),
    versionNames: (rows: Iterable<Pick<ConnectorRow, 'historyId'>>) =>
      repo.versionNames([...rows].flatMap(({ historyId }) => historyId ?? [])),
  }
}
export type OnlineService = ReturnType<typeof createOnlineService>
