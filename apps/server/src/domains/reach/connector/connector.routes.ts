import { type contract, ConnectorType } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import { DeliveryStatus } from '#domains/reach/webhook/webhook.table.ts'
import { connectorIcon } from '#domains/studio/bot/shared/connector-icon.ts'
import type { ConnectorLists, Listed, ListFilter } from './connector-list.ts'
import type { ConnectorOauth } from './oauth.service.ts'
import type { ReviewService } from './review.service.ts'
import type { ConnectorService, ConnectorTexts, Installer } from './connector.service.ts'

export interface ConnectorRoutesDeps {
  connectors: ConnectorService
  lists: ConnectorLists
  reviews: Pick<ReviewService, 'counts'>
  oauth: Pick<ConnectorOauth, 'shown'>
  spaces: Pick<SpaceService, 'list'>
  links: FileLinks
}
interface Texts {
  connector_title?: string | undefined
  connector_desc?: string | undefined
  connector_icon_uri?: string | undefined
  callback_url?: string | undefined
  is_reviewed?: boolean | undefined
}
const changeOf = (input: Texts): Partial<ConnectorTexts> => ({
  ...(input.connector_title !== undefined && { title: input.connector_title }),
  ...(input.connector_desc !== undefined && { description: input.connector_desc }),
  ...(input.connector_icon_uri !== undefined && { iconUri: input.connector_icon_uri }),
  ...(input.callback_url !== undefined && { callbackUrl: input.callback_url }),
  ...(input.is_reviewed !== undefined && { isReviewed: input.is_reviewed }),
})
interface ListInput {
  connector_type?: ConnectorType | undefined
  search_word: string
  page_token: string
  page_size: number
}
const filterOf = (input: ListInput): ListFilter => ({
  type: input.connector_type,
  search: input.search_word,
  token: input.page_token,
  size: input.page_size,
})
const statusNames = {
  [DeliveryStatus.waiting]: 'waiting',
  [DeliveryStatus.delivered]: 'delivered',
  [DeliveryStatus.failed]: 'failed',
} as const
const Action = { add: 0, remove: 1 } as const

export function connectorRoutes(deps: ConnectorRoutesDeps): Handlers<typeof contract.connector> {
  const { connectors, lists, reviews, oauth, spaces, links } = deps
  const may = (ctx: Ctx) => (spaceId: string) => ctx.access.can(ctx.actor!, 'space', spaceId, 'manageConnectors')
  const installer = (ctx: Ctx): Installer => ({ userId: ctx.userId, may: may(ctx) })
  /** Throws unless the account is the caller's own: nobody acts for another account. */
  function requireOwn(accountId: string | undefined, { userId }: Ctx) {
    if (accountId !== undefined && accountId !== userId) throw errors.notFound({ what: 'account' })
  }
  /** The spaces in which the caller may install channels. */
  async function managed(ctx: Ctx): Promise<string[]> {
    const ids = (await spaces.list(ctx.userId)).map(({ space }) => space.id)
    const allowed = await Promise.all(ids.map(may(ctx)))
    return ids.filter((_, index) => allowed[index])
  }
  const picture = (id: string, uri: string) => links.make(uri || connectorIcon(id))
  const shown = (item: Listed) => ({
    id: item.id,
    name: item.name,
    icon_url: picture(item.id, item.iconUri),
    icon_uri: item.iconUri,
    desc: item.description,
    detail_url: '',
    agent_type: item.takes,
    connector_type: item.type,
    cannot_install: item.isClosed,
  })
  return {
    create: async (input, ctx) => {
      requireOwn(input.account_id, ctx)
      const texts = {
        title: input.connector_title,
        description: input.connector_desc,
        iconUri: input.connector_icon_uri,
        callbackUrl: input.callback_url,
        isReviewed: input.is_reviewed,
      }
      const row = await connectors.create(texts, input.space_id_list, installer(ctx))
      return { callback_token: connectors.token(row) }
    },
    update: async (input, ctx) => {
      requireOwn(input.account_id, ctx)
      const row = await connectors.update(input.id, changeOf(input), input.space_id_list, installer(ctx))
      return { callback_token: connectors.token(row) }
    },
    remove: async (input, ctx) => {
      await connectors.remove(input.id, ctx.userId)
      return {}
    },
    list: async (input, ctx) => {
      requireOwn(input.account_id, ctx)
      const page = await connectors.page(ctx.userId, input.page_token, input.page_size)
      const waiting = await reviews.counts(page.rows.map(({ row }) => row.id))
      return {
        data: page.rows.map(({ row, spaceIds, isAtHand }) => ({
          id: row.id,
          name: row.title,
          icon_url: picture(row.id, row.iconUri),
          icon_uri: row.iconUri,
          desc: row.description,
          public_type: row.publicType,
          callback_url: row.callbackUrl,
          oauth_config: oauth.shown(row),
          is_reviewed: row.isReviewed,
          waiting_count: waiting.get(row.id) ?? 0,
          space_id_list: spaceIds,
          callback_token: connectors.token(row),
          create_time: seconds(row.createdAt),
          is_added_to_account: isAtHand,
        })),
        has_more: page.hasMore,
        next_page_token: page.next,
      }
    },
    deliveries: async (input, ctx) => ({
      items: (await connectors.deliveries(input.id, ctx.userId, input.page_size)).map((row) => ({
        id: row.id,
        event: row.event,
        status: statusNames[row.status as keyof typeof statusNames],
        attempts: row.attempts,
        response_status: row.responseStatus,
        error: row.error,
        create_time: seconds(row.createdAt),
      })),
    }),
    all: async (input) => {
      const page = await connectors.all(input.page_token, input.page_size)
      return {
        data: page.rows.map(({ row, userName, spaceCount }) => ({
          id: row.id,
          name: row.title,
          desc: row.description,
          user_name: userName,
          callback_url: row.callbackUrl,
          public_type: row.publicType,
          space_count: spaceCount,
          create_time: seconds(row.createdAt),
        })),
        has_more: page.hasMore,
        next_page_token: page.next,
      }
    },
    setPublic: async (input, ctx) => {
      await connectors.setPublic(input.id, ctx.userId, input.is_public)
      return {}
    },
    bindSpace: async (input, ctx) => {
      requireOwn(input.account_id, ctx)
      const isBySpace = input.operate_all_space || input.space_id_list.length > 0
      const spaceIds = input.operate_all_space
        ? await managed(ctx)
        : isBySpace
          ? input.space_id_list
          : [input.space_id].filter((id) => id !== undefined)
      const by = isBySpace ? 'space' : 'connector'
      const { connector_id_list: ids, uninstall } = input
      return { manage_result: await connectors.bind(ids, spaceIds, uninstall, by, installer(ctx)) }
    },
    ofSpace: async (input, ctx) => {
      const page = await lists.ofSpace(input.space_id, ctx.userId, ctx.locale, filterOf(input))
      return {
        data: page.items.map((item) => ({ ...shown(item), is_added: item.isAdded })),
        has_more: page.hasMore,
        next_page_token: page.next,
      }
    },
    spaceStatus: async (input, ctx) => {
      requireOwn(input.account_id, ctx)
      // Only the spaces of the caller count, so that nothing about other spaces is revealed.
      const seen = new Set((await spaces.list(ctx.userId)).map(({ space }) => space.id))
      const there = await connectors.spacesOf(input.connector_id)
      const status = (id: string) => (seen.has(id) && there.has(id) ? (1 as const) : (0 as const))
      return { bind_status_map: Object.fromEntries(input.space_id_list.map((id) => [id, status(id)])) }
    },
    manageAccount: async (input, ctx) => {
      requireOwn(input.account_id, ctx)
      const isOut = input.action === Action.remove
      const spaceIds = isOut ? await managed(ctx) : []
      return { manage_result: await connectors.manage(input.connector_id_list, isOut, spaceIds, installer(ctx)) }
    },
    ofAccount: async (input, ctx) => {
      requireOwn(input.account_id, ctx)
      const page = await lists.ofAccount(ctx.userId, input.space_id, ctx.locale, filterOf(input))
      const mine = await managed(ctx)
      return {
        data: page.items.map((item) => {
          const isOfficial = item.type === ConnectorType.official
          return {
            ...shown(item),
            added_space_count: isOfficial ? mine.length : mine.filter((id) => item.spaceIds.has(id)).length,
            total_space_count: mine.length,
            is_added_to_space: isOfficial || (input.space_id !== undefined && item.spaceIds.has(input.space_id)),
            is_added_to_account: item.isAtHand,
          }
        }),
        has_more: page.hasMore,
        next_page_token: page.next,
      }
    },
    install: async (input, ctx) => {
      await connectors.install(input.connector_id, input.workspace_id, installer(ctx))
      return {}
    },
  }
}
