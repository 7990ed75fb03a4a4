import { HistoryType } from '@orrery/contract/shared/bot-enums'
import { api } from '#lib/api.ts'
import { flags } from '#lib/feature-flags.ts'
import { readFieldError } from '#lib/field-error.ts'
import { readLanguage } from '#lib/i18n.ts'
import {
  type Channel,
  channelState,
  type OfferState,
  type Progress,
  type PublishPort,
  type Version,
} from '#domains/studio/publish/index.ts'

const pageSize = 20
const setUp = 1
const inReview = 1
const byAccount = 2
type Connector = Awaited<ReturnType<typeof api.bot.connectors>>['publish_connector_list'][number]
type Record = Awaited<ReturnType<typeof api.bot.publishRecord>>
type Entry = Awaited<ReturnType<typeof api.bot.history>>['history_infos'][number]

/** The publish port of a bot. */
export function createBotPublishPort(botId: string): PublishPort {
  const base = { bot_id: botId }
  /** The generated description of the changes, before a person edited it. */
  let generated = ''
  const history = (page: number, signal?: AbortSignal) =>
    api.bot.history({ ...base, history_type: HistoryType.publish, page_index: page, page_size: pageSize }, { signal })
  return {
    id: botId,
    async load(signal) {
      const options = { signal }
      const [connectors, log, draft, published, categories] = await Promise.all([
        api.bot.connectors(base, options),
        api.bot.changelog({ ...base, by_rules: true }, options),
        api.bot.getDraft(base, options),
        history(1, signal),
        flags.isOn('market.listing') ? loadCategories(signal) : undefined,
      ])
      const channels = connectors.publish_connector_list.map(toChannel)
      generated = log.changes.length > 0 ? log.content : ''
      const [newest] = published.history_infos
      const { version } = draft.bot_info
      // Without changes, the draft equals the version that is served or was published last.
      const sameAs = log.changes.length === 0 ? newestName(channels) || (newest?.version_name ?? '') : ''
      return {
        channels,
        changes: log.changes,
        summary: generated,
        draft: version,
        lastName: newest?.version_name ?? '',
        // An earlier version may be served again, while the draft still equals the latest publication.
        ownName: sameAs || (newest?.version === version ? newest.version_name : ''),
        sameAs,
        // Editing and publishing are separate rights: editors may not publish, operators may.
        canPublish: draft.collaborator_status.operateable,
        openId: connectors.open_publish_record_id,
        ...(categories && { offer: toOffer(connectors, categories) }),
      }
    },
    async versions(page, signal) {
      const { history_infos: entries, total } = await history(page, signal)
      return { versions: entries.map(toVersion), total }
    },
    async check(channelIds, draft) {
      const connectors = Object.fromEntries(channelIds.map((id) => [id, {}]))
      const answer = await api.bot.publish({ ...base, connectors, commit_version: draft, publish_type: 1 })
      return answer.not_pass_reason.map((reason) => readFieldError(reason).text)
    },
    async publish({ channels, versionName, note, draft, offer, onOffered }) {
      const answer = await api.bot.publish({
        ...base,
        connectors: Object.fromEntries(channels.map(({ id, chosen }) => [id, { ...chosen }])),
        commit_version: draft,
        history_info: note,
        version_name: versionName,
        is_async: true,
        ...(offer?.isOffered && {
          submit_bot_market_config: {
            need_submit: true,
            open_source: offer.isTemplate,
            category_id: offer.categoryId,
          },
        }),
      })
      if (offer?.isOffered)
        onOffered?.({ problem: answer.submit_bot_market_result.msg, isWaiting: answer.hit_manual_check })
      // Stores the generated and the edited text; publishing succeeds even if this fails.
      if (answer.publish_id && (generated || note))
        await api.botVersion
          .recordChangelog({
            ...base,
            publish_id: answer.publish_id,
            llm_result: generated,
            user_result: note || generated,
          })
          .catch(() => {})
      return answer.publish_record_id
    },
    async describe() {
      const { content } = await api.bot.changelog(base)
      generated = content
      return content
    },
    progress: async (id) => toProgress(await api.bot.publishRecord({ ...base, publish_record_id: id })),
    retry: (id) => api.bot.retryPublish({ ...base, publish_record_id: id }),
    rollback: (publishId) => api.bot.rollback({ ...base, publish_id: publishId }),
    unpublish: (channelIds) => api.bot.unpublish({ ...base, connectors: [...channelIds] }),
    bind: (channelId) => api.bot.bind({ ...base, connector_id: channelId }),
    unbind: (channelId) => api.bot.unbind({ ...base, connector_id: channelId }),
    accountAddress: async (channelId) =>
      (await api.bot.authState({ connector_id: channelId })).state['authorize_url'] ?? '',
    forgetAccount: (channelId) => api.bot.cancelAuth({ connector_id: channelId }),
  }
}

const loadCategories = async (signal: AbortSignal) =>
  (await api.market.categories({ lang: readLanguage() }, { signal })).categories
const toOffer = (
  { last_submit_config: last, submit_bot_market_option: option }: Awaited<ReturnType<typeof api.bot.connectors>>,
  categories: Awaited<ReturnType<typeof loadCategories>>,
): OfferState => ({
  last: { isOffered: last.need_submit, isTemplate: last.open_source, categoryId: last.category_id },
  canBeTemplate: option.can_open_source,
  categories: categories.map(({ id, name }) => ({ id, name })),
})
/** Name of the latest publication among the served versions. */
const newestName = (channels: readonly Channel[]): string =>
  channels
    .filter((channel) => channel.publishId)
    .toSorted((a, b) => (BigInt(a.publishId) < BigInt(b.publishId) ? 1 : -1))[0]?.versionName ?? ''

const toChannel = (connector: Connector): Channel => ({
  id: connector.id,
  name: connector.name,
  text: connector.desc,
  isReady: connector.config_status === setUp,
  publishId: connector.publish_id,
  versionName: connector.version_name,
  publishedAt: connector.last_publish_time * 1000,
  reason: '',
  flows: [],
  isSingle: false,
  given: [],
  link: connector.share_link,
  isInReview: connector.connector_status === inReview,
  isByAccount: connector.bind_type === byAccount,
  choices: connector.user_configs.map(({ key, enums }) => ({ key, values: enums })),
  chosen: connector.bind_info,
})
function toProgress(record: Record): Progress {
  const next = record.connector_publish_result.find((item) => item.connector_publish_status === 0)
  return {
    versionName: record.version_name,
    startedAt: record.create_time * 1000,
    isOver: next === undefined,
    check: 'done',
    reasons: [],
    freeze: 'done',
    faults: [],
    channels: record.connector_publish_result.map((item) => ({
      id: item.connector_id,
      name: item.connector_name,
      state: channelState(item.connector_publish_status, item === next),
      at: item.finish_time * 1000,
      reason: item.connector_publish_status_msg,
    })),
  }
}
const toVersion = (entry: Entry): Version => ({
  id: entry.publish_id,
  name: entry.version_name,
  note: entry.info,
  at: Number(entry.create_time) * 1000,
  by: { id: entry.creator.id, name: entry.creator.name, avatarUrl: entry.creator.avatar_url },
  live: entry.live_connectors,
})
