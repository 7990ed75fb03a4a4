import { ConnectorPublishStatus, type Contract, type Input } from '@orrery/contract'
import { AppError, type Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { BotService } from './bot.service.ts'
import { contentOf } from './bot.service.ts'
import { type BotView, sameSpace } from './bot.view.ts'
import type { BotOffers } from './shared/bot-offers.ts'
import { connectorIcon } from './shared/connector-icon.ts'
import type { BranchService } from './branch.service.ts'
import type { ChangelogWriter } from './changelog-writer.ts'
import { readContent } from './draft.ts'
import type { HistoryService } from './history.service.ts'
import { listChanges } from './list-changes.ts'
import type { OnlineService } from './online.service.ts'
import type { PublicationRow } from './publication.table.ts'
import type { PublishService } from './publish.service.ts'
import type { ReviewService } from './rule/review.service.ts'
import { ReviewKind } from './rule/rule.table.ts'

export interface PublishRoutesDeps {
  bots: BotService
  history: HistoryService
  publishing: PublishService
  online: OnlineService
  reviews: Pick<ReviewService, 'require'>
  branches: Pick<BranchService, 'draftAndBase'>
  view: BotView
  ports: { readonly shares: ShareLinks; readonly offers: BotOffers }
  mayPublish(userId: string, botId: string): Promise<boolean>
  changelog: ChangelogWriter
  /** Pages of the instance owner that apply to every channel. */
  policies(): Promise<{ privacyPolicy: string; userAgreement: string }>
  links: FileLinks
}
/** The addresses at which visitors reach published resources. */
interface ShareLinks {
  /** Links by resource and channel. */
  linksOf(resourceIds: string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>
}
type PublishOps = Pick<
  Contract['bot'],
  | 'publish'
  | 'publishRecord'
  | 'retryPublish'
  | 'rollback'
  | 'unpublish'
  | 'connectors'
  | 'bind'
  | 'unbind'
  | 'connectorConfig'
  | 'saveConnectorConfig'
  | 'changelog'
>
const ConfigStatus = { configured: 1, notConfigured: 2 } as const
const PublishStatus = { success: 1, failed: 2, goesOn: 3 } as const
/** States of a channel: serving, being published to, or not serving. */
const ConnectorStatus = { normal: 0, inReview: 1, offline: 2 } as const
const inProgress: readonly number[] = [ConnectorPublishStatus.default, ConnectorPublishStatus.auditing]
const isBeingPublished = (newest: PublicationRow | undefined, connectorId: string) => {
  const status = newest?.connectors[connectorId]?.status
  return status !== undefined && inProgress.includes(status)
}
const isComplete = ({ connectors }: PublicationRow) =>
  Object.values(connectors).every((connector) => connector.status === ConnectorPublishStatus.success)
const shownStatus: Record<number, number> = {
  [ConnectorPublishStatus.success]: PublishStatus.success,
  [ConnectorPublishStatus.failed]: PublishStatus.failed,
}

/** The result if there was no error. */
const noError = { result_code: 0, msg: '' }
type PublishInput = Input<Contract['bot']['publish']>
const AllowPublish = { allowed: 0, forbidden: 1 } as const
const channelTexts = {
  en: { mayNot: 'You may not publish this bot. Ask its owner', bind: 'Set this channel up before you publish to it' },
  'zh-CN': { mayNot: '你没有发布此智能体的权限，请联系其所有者', bind: '发布前请先完成渠道配置' },
} satisfies Record<Locale, object>

export function publishRoutes(deps: PublishRoutesDeps): Handlers<PublishOps> {
  const { bots, history, publishing, online, view } = deps
  const linksOf = async (botId: string) => (await deps.ports.shares.linksOf([botId])).get(botId)
  async function sincePublication(botId: string) {
    const found = await bots.get(botId)
    const last = (await history.online(botId)) ?? (await history.lastPublication(botId))
    const before = last && readContent(await history.at(botId, last.version))
    return { spaceId: found.head.spaceId, before, after: contentOf(found) }
  }
  async function sinceBase(botId: string, userId: string) {
    const { draft, base } = await deps.branches.draftAndBase(botId, userId)
    return { spaceId: base.head.spaceId, before: contentOf(base), after: contentOf(draft) }
  }
  async function shownRecord(row: PublicationRow, { locale }: Ctx) {
    const links = await linksOf(row.botId)
    const nameOf = await publishing.namesFor(row.botId, locale)
    const names = await online.versionNames([row])
    return {
      publish_record_id: row.id,
      publish_id: row.historyId,
      version_name: names.get(row.historyId) ?? '',
      publish_status: row.status,
      create_time: seconds(row.createdAt),
      connector_publish_result: Object.entries(row.connectors).map(([id, item]) => ({
        connector_id: id,
        connector_name: nameOf(id),
        connector_publish_status: item.status,
        connector_publish_status_msg: locale === 'zh-CN' ? item.messageZh : item.message,
        share_link: links?.get(id) ?? '',
        finish_time: seconds(item.at),
      })),
    }
  }
  /** Submits the bot to the marketplace. An error there does not affect the publication. */
  async function offer(
    { bot_id: botId, history_info: note, submit_bot_market_config: listing }: PublishInput,
    ctx: Ctx,
  ) {
    if (!listing?.need_submit) return undefined
    try {
      const { isWaiting } = await deps.ports.offers.submit({
        botId,
        userId: ctx.userId,
        isAdmin: ctx.actor!.isInstanceOwner,
        isOpenSource: listing.open_source,
        categoryId: listing.category_id,
        note,
      })
      return { isWaiting, result: noError }
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      return { isWaiting: false, result: { result_code: cause.code, msg: cause.text(ctx.locale) } }
    }
  }
  return {
    publish: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const result = await publishing
        .publish({
          botId: input.bot_id,
          userId: ctx.userId,
          connectors: input.connectors,
          note: input.history_info,
          base: input.commit_version || undefined,
          versionName: input.version_name,
          dryRun: input.publish_type === 1,
          // Only a published bot can be offered, so an offer waits for the publication.
          isAsync: input.is_async && !input.submit_bot_market_config?.need_submit,
        })
        .catch(view.orConflict({ publish: true }))
      const links = result.record && (await linksOf(input.bot_id))
      const nameOf = await publishing.namesFor(input.bot_id, ctx.locale)
      const entries = await Promise.all(
        Object.entries(result.record?.connectors ?? {}).map(async ([id, item]) => {
          const connector = {
            name: nameOf(id),
            share_link: links?.get(id) ?? '',
            bind_info: await publishing.config(input.bot_id, id),
          }
          const msg = ctx.locale === 'zh-CN' ? item.messageZh : item.message
          const status = shownStatus[item.status] ?? PublishStatus.goesOn
          return [id, { connector, code: item.code, msg, publish_result_status: status }] as const
        }),
      )
      const offered = result.record && (await offer(input, ctx))
      return {
        publish_result: Object.fromEntries(entries),
        connector_bind_result: Object.fromEntries(entries.map(([id, entry]) => [id, [entry]])),
        check_not_pass: result.refusal !== undefined,
        not_pass_reason: result.refusal === undefined ? [] : [result.refusal.text(ctx.locale)],
        hit_manual_check: offered?.isWaiting ?? false,
        submit_bot_market_result: offered?.result ?? noError,
        publish_id: result.publishId,
        version: result.version,
        version_name: result.versionName,
        publish_record_id: result.record?.id ?? '',
      }
    },
    publishRecord: async (input, ctx) =>
      shownRecord(await publishing.publications.record(input.bot_id, input.publish_record_id), ctx),
    retryPublish: async (input, ctx) =>
      shownRecord(await publishing.publications.retry(input.bot_id, input.publish_record_id), ctx),
    rollback: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const doer = { userId: ctx.userId, spaceId: ctx.located!.spaceId }
      await deps.reviews.require(input.bot_id, ReviewKind.rollback)
      const done = await online.rollback(input.bot_id, input.publish_id, input.connectors, doer)
      return { version: done.version, version_name: done.versionName, connectors: done.connectors }
    },
    unpublish: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const doer = { userId: ctx.userId, spaceId: ctx.located!.spaceId }
      const connectors = await online.unpublish(input.bot_id, input.connectors, doer)
      await publishing.withdrawn(input.bot_id, connectors)
      return { connectors }
    },
    connectors: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      await bots.get(input.bot_id)
      const rows = await publishing.rows(input.bot_id)
      const names = await online.versionNames(rows.values())
      const last = await history.lastPublication(input.bot_id)
      // A link gives access, so it is shown only to people who may publish.
      const mayPublish = await deps.mayPublish(ctx.userId, input.bot_id)
      const links = mayPublish ? await linksOf(input.bot_id) : undefined
      const { privacyPolicy, userAgreement } = await deps.policies()
      const texts = channelTexts[ctx.locale]
      const offered = await deps.ports.offers.last(input.bot_id)
      const newest = await publishing.publications.newest(input.bot_id)
      const list = await Promise.all(
        (await publishing.connectorsOfBot(input.bot_id)).map(async (connector) => {
          const row = rows.get(connector.id)
          const text = connector[ctx.locale === 'zh-CN' ? 'zh' : 'en']
          const isAllowed = (await connector.isAllowedBy?.(ctx.userId)) ?? true
          const isBound = isAllowed && publishing.isBound(connector, row)
          const choices = (await connector.choicesFor?.(ctx.userId)) ?? []
          return {
            id: connector.id,
            name: text.name,
            icon: deps.links.make(connector.iconUri || connectorIcon(connector.id)),
            desc: text.desc,
            share_link:
              links?.get(connector.id) ?? (mayPublish ? ((await connector.linkTo?.(input.bot_id)) ?? '') : ''),
            config_status:
              (await connector.account?.status(input.bot_id)) ??
              (isBound ? ConfigStatus.configured : ConfigStatus.notConfigured),
            last_publish_time: Math.floor((row?.publishedAt ?? 0) / 1000),
            bind_type: connector.bindType,
            bind_info: await publishing.config(input.bot_id, connector.id),
            bind_id: row?.bindId ?? '',
            is_last_published: last !== undefined && row?.historyId === last.id,
            connector_status: isBeingPublished(newest, connector.id)
              ? ConnectorStatus.inReview
              : row?.historyId
                ? ConnectorStatus.normal
                : ConnectorStatus.offline,
            privacy_policy: privacyPolicy,
            user_agreement: userAgreement,
            allow_punish: mayPublish ? AllowPublish.allowed : AllowPublish.forbidden,
            not_allow_reason: mayPublish ? '' : texts.mayNot,
            config_status_toast: isBound ? '' : texts.bind,
            publish_id: row?.historyId ?? '',
            version_name: names.get(row?.historyId ?? '') ?? '',
            user_configs: choices.map(({ key, values }) => ({ key, enums: values })),
          }
        }),
      )
      return {
        publish_connector_list: list,
        submit_bot_market_option: { can_open_source: mayPublish },
        last_submit_config: {
          need_submit: offered !== undefined,
          open_source: offered?.isOpenSource ?? false,
          category_id: offered?.categoryId ?? '',
        },
        open_publish_record_id: newest && !isComplete(newest) ? newest.id : '',
      }
    },
    bind: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { head } = await bots.get(input.bot_id)
      const bindId = await publishing.bind(input.bot_id, ctx.userId, input.connector_id, input.connector_info)
      return {
        bind_id: bindId,
        bind_bot_id: head.id,
        bind_bot_name: head.name,
        bind_space_id: head.spaceId,
        bind_agent_type: input.agent_type ?? 0,
      }
    },
    unbind: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      await bots.get(input.bot_id)
      await publishing.unbind(input.bot_id, ctx.userId, input.connector_id, input.bind_id)
      return {}
    },
    connectorConfig: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const detail = await publishing.config(input.bot_id, input.connector_id)
      return { config: { app_id: detail.app_id ?? '', connector_id: input.connector_id, detail } }
    },
    saveConnectorConfig: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      await bots.get(input.bot_id)
      await publishing.saveConfig(input.bot_id, ctx.userId, input.connector_id, input.detail)
      return {}
    },
    changelog: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { spaceId, before, after } = await (input.since_base
        ? sinceBase(input.bot_id, ctx.userId)
        : sincePublication(input.bot_id))
      const { text, isByModel } = await deps.changelog(
        { spaceId, before, after, locale: ctx.locale, signal: ctx.signal },
        input.by_rules,
      )
      return {
        content: text,
        by_model: isByModel,
        changes: listChanges(before, after, ctx.locale),
      }
    },
  }
}
