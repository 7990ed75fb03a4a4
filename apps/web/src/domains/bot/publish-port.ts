import { HistoryType } from '@orrery/contract/shared/bot-enums'
import { api } from '../../lib/api.ts'
import type { Channel, PublishPort, Version } from '../publish/index.ts'

const pageSize = 20
const setUp = 1
type Connector = Awaited<ReturnType<typeof api.bot.connectors>>['publish_connector_list'][number]
type Entry = Awaited<ReturnType<typeof api.bot.history>>['history_infos'][number]

/** Publishing a bot. */
export function createBotPublishPort(botId: string): PublishPort {
  const base = { bot_id: botId }
  const quiet = { quiet: true }
  const history = (page: number, signal?: AbortSignal) =>
    api.bot.history(
      { ...base, history_type: HistoryType.publish, page_index: page, page_size: pageSize },
      { signal, quiet: true },
    )
  return {
    id: botId,
    async load(signal) {
      const options = { signal, quiet: true }
      const [connectors, log, draft, published] = await Promise.all([
        api.bot.connectors(base, options),
        api.bot.changelog(base, options),
        api.bot.getDraft(base, options),
        history(1, signal),
      ])
      const [newest] = published.history_infos
      const version = draft.bot_info.version
      return {
        channels: connectors.publish_connector_list.map(toChannel),
        changes: log.changes,
        summary: log.changes.length > 0 ? log.content : '',
        draft: version,
        lastName: newest?.version_name ?? '',
        ownName: newest?.version === version ? newest.version_name : '',
      }
    },
    async versions(page, signal) {
      const { history_infos: entries, total } = await history(page, signal)
      return { versions: entries.map(toVersion), total }
    },
    async check(channelIds, draft) {
      const connectors = Object.fromEntries(channelIds.map((id) => [id, {}]))
      const answer = await api.bot.publish({ ...base, connectors, commit_version: draft, publish_type: 1 }, quiet)
      return answer.not_pass_reason
    },
    async publish({ channelId, versionName, note, draft }) {
      const answer = await api.bot.publish(
        {
          ...base,
          connectors: { [channelId]: {} },
          commit_version: draft,
          history_info: note,
          version_name: versionName,
        },
        quiet,
      )
      return answer.version_name
    },
    rollback: (publishId) => api.bot.rollback({ ...base, publish_id: publishId }, quiet),
    unpublish: (channelIds) => api.bot.unpublish({ ...base, connectors: [...channelIds] }, quiet),
  }
}

const toChannel = (one: Connector): Channel => ({
  id: one.id,
  name: one.name,
  text: one.desc,
  isReady: one.config_status === setUp,
  publishId: one.publish_id,
  versionName: one.version_name,
  publishedAt: one.last_publish_time * 1000,
})
const toVersion = (entry: Entry): Version => ({
  id: entry.publish_id,
  name: entry.version_name,
  note: entry.info,
  at: Number(entry.create_time) * 1000,
  by: { id: entry.creator.id, name: entry.creator.name, avatarUrl: entry.creator.avatar_url },
  live: entry.live_connectors,
})
