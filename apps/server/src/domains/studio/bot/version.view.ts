import type { Locale } from '#kit/errors.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import type { BotView } from './bot.view.ts'
import type { HistoryRow } from './bot.table.ts'
import type { PublishService } from './publish.service.ts'
import { grayIds } from './rule/gray-rules.ts'
import { type RuleRow, RuleType } from './rule/rule.table.ts'
import { connectorIcon } from './shared/connector-icon.ts'

/** Versions of bots in wire format. */
export function createVersionView({ view, publishing }: { view: BotView; publishing: PublishService }) {
  const person = (users: Map<string, UserRow>, id: string) => {
    const user = users.get(id)
    return { id, name: user?.name ?? '', avatar_url: view.linkOf(user?.avatarKey) }
  }
  async function connectorOf(botId: string, locale: Locale) {
    const nameOf = await publishing.namesFor(botId, locale)
    return (id: string) => ({ id, name: nameOf(id), icon: view.linkOf(connectorIcon(id)) })
  }
  const nameIn = (rule: RuleRow | undefined, type: number) => (rule?.type === type ? rule.name : '')
  return {
    person,
    connectorOf,
    /** Fields that every list contains about a version. */
    about: (history: HistoryRow | undefined, rule: RuleRow | undefined) => ({
      bot_version: history?.version ?? '',
      version_name: history?.versionName ?? '',
      commit_version: history?.version ?? '',
      rule_id: rule?.id ?? '',
      x_tt_env: nameIn(rule, RuleType.lane),
      version_identifier: nameIn(rule, RuleType.identifier),
      gray_id_list: grayIds(rule?.grayConfig ?? null),
      ...(rule?.grayConfig && { gray_config: rule.grayConfig }),
      publish_id: history?.kind === 2 ? history.id : '',
    }),
    rule: (
      rule: RuleRow,
      history: HistoryRow | undefined,
      users: Map<string, UserRow>,
      connector: { id: string; name: string; icon: string },
      locale: Locale,
    ) => ({
      rule_id: rule.id,
      connector_info: connector,
      creator_name: users.get(rule.createdBy)?.name ?? '',
      create_time: secondsText(rule.createdAt),
      version: history?.version ?? '',
      version_name: history?.versionName ?? '',
      version_type: rule.type,
      x_tt_env: nameIn(rule, RuleType.lane),
      version_identifier: nameIn(rule, RuleType.identifier),
      bot_version: history?.version ?? '',
      publish_id: rule.historyId,
      gray_id_list: grayIds(rule.grayConfig),
      ...(rule.grayConfig && { gray_config: rule.grayConfig }),
      status: rule.status,
      offline_time: secondsText(rule.offlineAt),
      operator_name: (rule.operator && users.get(rule.operator)?.name) || '',
      pause_reason: rule.paused?.[locale === 'zh-CN' ? 'zh' : 'en'] ?? '',
    }),
  }
}
export type VersionView = ReturnType<typeof createVersionView>
