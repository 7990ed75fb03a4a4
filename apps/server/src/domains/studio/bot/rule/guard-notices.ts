import type { Jobs } from '#kit/jobs.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { BotRepo } from '../bot.repo.ts'
import type { RuleRow } from './rule.table.ts'

export interface GuardNoticeDeps {
  jobs: Jobs
  notices: Notices
  resources: Pick<ResourceService, 'getMany'>
  repo: Pick<BotRepo, 'kept'>
  mayView(userId: string, botId: string): Promise<boolean>
  /** Notifies programs that subscribe to events of the bot. */
  notifyHooks(botId: string, event: string, data: Record<string, unknown>): Promise<void>
}
interface PauseDetails {
  ruleId: string
  botId: string
  historyId: string
  connectorId: string
  startedBy: string
  reason: { en: string; zh: string }
}
interface NoticeJob extends PauseDetails {
  userId: string
  /** Part of the key of the notice, so that a resumed rule can be reported again. */
  at?: number
}
const NAME = 'bot-guard-mail'
const GUARD_EVENT = 'bot.gray.paused'

/** Notifies the person who started a gray version, the owner of the bot, and programs when the guard pauses it. */
export function createGuardNotices(deps: GuardNoticeDeps) {
  const { jobs, notices, resources, repo } = deps
  async function write({ ruleId, botId, historyId, userId, reason, at = 0 }: NoticeJob): Promise<void> {
    const [[head], version] = await Promise.all([resources.getMany([botId]), repo.kept(historyId)])
    // People who have lost access to the bot are not notified.
    if (!head || !(await deps.mayView(userId, botId))) return
    const name = `${head.name} ${version?.versionName ?? ''}`.trim()
    const link = `/space/${head.spaceId}/bot/${botId}/versions`
    await notices.notify([userId], 'guard', { name, reason }, { key: `${ruleId} ${at}`, link })
  }
  return {
    async notify(rule: RuleRow, reason: { en: string; zh: string }): Promise<void> {
      const { id: ruleId, botId, historyId, connectorId, createdBy: startedBy } = rule
      const [[head], version] = await Promise.all([resources.getMany([botId]), repo.kept(historyId)])
      const details: PauseDetails & Pick<NoticeJob, 'at'> = {
        ruleId,
        botId,
        historyId,
        connectorId,
        startedBy,
        reason,
        at: rule.since,
      }
      // One job per person, so that a failure for one does not delay the other.
      for (const userId of new Set([startedBy, head?.ownerId ?? startedBy]))
        await jobs.send(NAME, { ...details, userId })
      await deps.notifyHooks(botId, GUARD_EVENT, {
        bot_id: botId,
        rule_id: ruleId,
        connector_id: connectorId,
        version: version?.version ?? '',
        version_name: version?.versionName ?? '',
        reason: reason.en,
      })
    },
    start: () => jobs.define<NoticeJob>(NAME, write, { retries: 5 }),
  }
}
export type GuardNotices = ReturnType<typeof createGuardNotices>
