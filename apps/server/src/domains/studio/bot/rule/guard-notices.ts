import type { Jobs } from '#kit/jobs.ts'
import type { Mail } from '#kit/mail.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { BotRepo } from '../bot.repo.ts'
import type { RuleRow } from './rule.table.ts'

export interface GuardNoticeDeps {
  jobs: Jobs
  mail: Pick<Mail, 'isOn' | 'send'>
  people: Pick<PassportService, 'getMany'>
  resources: Pick<ResourceService, 'getMany'>
  repo: Pick<BotRepo, 'kept'>
  mayView(userId: string, botId: string): Promise<boolean>
  /** Programs that listen to the bot. */
  tellHooks(botId: string, event: string, data: Record<string, unknown>): Promise<void>
  publicUrl: string
}
interface Told {
  ruleId: string
  botId: string
  historyId: string
  connectorId: string
  startedBy: string
  reason: { en: string; zh: string }
}
interface Letter extends Told {
  userId: string
}
const NAME = 'bot-guard-mail'
const GUARD_EVENT = 'bot.gray.paused'

/** Tells the person who began a gray version, the owner of the bot and programs that the guard has paused it. */
export function createGuardNotices(deps: GuardNoticeDeps) {
  const { jobs, mail, people, resources, repo, publicUrl } = deps
  async function write({ botId, historyId, userId, reason }: Letter): Promise<void> {
    if (!mail.isOn()) return
    const [[person], [head], version] = await Promise.all([
      people.getMany([userId]),
      resources.getMany([botId]),
      repo.kept(historyId),
    ])
    // Those who have left since are told nothing.
    if (!person || person.disabled || !head || !(await deps.mayView(userId, botId))) return
    const link = `${publicUrl}/space/${head.spaceId}/bot/${botId}/versions`
    const name = `${head.name} ${version?.versionName ?? ''}`.trim()
    const [subject, text] =
      person.locale === 'en'
        ? [
            `The gray version of ${name} is paused`,
            `${reason.en}\n\nNobody gets it until a person decides.\nOpen: ${link}`,
          ]
        : [`${name} 的灰度版本已暂停`, `${reason.zh}\n\n在有人处理之前，所有用户都使用正式版本。\n查看：${link}`]
    await mail.send({ to: person.email, subject, text })
  }
  return {
    async tell(rule: RuleRow, reason: { en: string; zh: string }): Promise<void> {
      const { id: ruleId, botId, historyId, connectorId, createdBy: startedBy } = rule
      const [[head], version] = await Promise.all([resources.getMany([botId]), repo.kept(historyId)])
      const told: Told = { ruleId, botId, historyId, connectorId, startedBy, reason }
      // One letter is one job: a mailbox that refuses does not hold back the other.
      for (const userId of new Set([startedBy, head?.ownerId ?? startedBy])) await jobs.send(NAME, { ...told, userId })
      await deps.tellHooks(botId, GUARD_EVENT, {
        bot_id: botId,
        rule_id: ruleId,
        connector_id: connectorId,
        version: version?.version ?? '',
        version_name: version?.versionName ?? '',
        reason: reason.en,
      })
    },
    start: () => jobs.define<Letter>(NAME, write, { retries: 5 }),
  }
}
export type GuardNotices = ReturnType<typeof createGuardNotices>
