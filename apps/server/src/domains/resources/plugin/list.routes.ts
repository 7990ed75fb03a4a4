import { type contract, type Input, type PlaygroundPlugin, PluginStatus } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { ListingsOf } from '#domains/ground/resource/shared/listing-state.ts'
import { type RightsDeps, rightsIn } from '#domains/ground/resource/shared/list-rights.ts'
import type { Listed, ListRequest, PluginLists } from './plugin-list.service.ts'
import type { PluginFavorites } from './plugin-favorites.ts'
import type { Reach } from './shared/plugin-reach.ts'
import type { PluginFilter, PluginService } from './plugin.service.ts'
import { nobody, type PluginView } from './plugin.view.ts'
import { authModeOf } from './shared/auth-mode.ts'

export interface ListRoutesDeps {
  lists: PluginLists
  view: PluginView
  favorites: PluginFavorites
  reach: Reach
  botQuotes: PluginService['botQuotes']
  rights: RightsDeps
  ports: { readonly listings: ListingsOf }
}
type List = typeof contract.pluginList
const orders = ['created', 'updated', 'published', 'published'] as const
const orderOf = (order: number) => orders[order] ?? 'created'

export function listRoutes(deps: ListRoutesDeps): Handlers<List> {
  const { lists, view, favorites, botQuotes } = deps
  async function shown(list: Listed[], ctx: Ctx, isBrief = false): Promise<PlaygroundPlugin[]> {
    const ids = list.map(({ set }) => set.id)
    const owned = list.flatMap(({ found }) => found ?? [])
    const [creator, quotes, marks, listings] = await Promise.all([
      view.creators(
        owned.map(({ head }) => head.ownerId),
        ctx.userId,
      ),
      botQuotes(ids),
      favorites.among(ctx.userId, ids),
      deps.ports.listings(owned.map(({ head }) => head.id)),
    ])
    return list.map(({ set, found }) =>
      view.playground(set, {
        ...(found && { found }),
        creator: found ? creator(found.head.ownerId) : nobody,
        quotes: quotes.get(set.id) ?? 0,
        isFavorite: marks.has(set.id),
        isBrief,
        listing: listings.get(set.id),
      }),
    )
  }
  const requestOf = (input: Input<List['playground']>, ctx: Ctx): ListRequest => ({
    spaceId: input.space_id,
    userId: ctx.userId,
    search: input.name,
    ids: input.plugin_ids?.length ? input.plugin_ids : undefined,
    isOwn: input.self_created === true,
    withDrafts: input.is_get_offline === true,
    order: orderOf(input.order_by),
    locale: ctx.locale,
    page: input.page,
    size: input.size,
    ...(input.source && { source: input.source }),
  })
  /** Whether plugins are requested at all: clients may ask only for workflows, which have a list of their own. */
  const asksForPlugins = (input: Input<List['playground']>) => {
    const types = input.plugin_types ?? []
    return !types.length || types.some((type) => type === 0 || type === 1 || type === 2 || type === 3 || type === 6)
  }
  async function playground(input: Input<List['playground']>, ctx: Ctx) {
    if (!asksForPlugins(input)) return { plugin_list: [], total: 0 }
    const request = requestOf(input, ctx)
    const ids = input.is_favorite ? await favorites.usable(ctx.userId, input.space_id) : request.ids
    if (ids?.length === 0) return { plugin_list: [], total: 0 }
    const { list, total } = await lists.playground({ ...request, ids })
    return { plugin_list: await shown(list, ctx, input.brief === true), total }
  }
  const filterOf = (input: Input<List['mine']>, ctx: Ctx): PluginFilter => ({
    spaceId: input.space_id,
    search: input.name,
    ...(input.scope_type === 1 && { ownerId: ctx.userId }),
    ...(typeof input.publish_status === 'boolean' && { isPublished: input.publish_status }),
    order: orderOf(input.order_by),
  })
  return {
    setFavorite: async (input, ctx) => {
      const kind = await deps.reach(ctx, input.plugin_id, 'view')
      await favorites.set(ctx.userId, input.plugin_id, kind, input.is_favorite)
      return {}
    },
    mine: async (input, ctx) => {
      const { found, total } = await lists.list(filterOf(input, ctx), input.page, input.size)
      const ids = found.map(({ head }) => head.id)
      const [creator, tools, quotes, listings] = await Promise.all([
        view.creators(
          found.map(({ head }) => head.ownerId),
          ctx.userId,
        ),
        lists.toolsOf(ids),
        botQuotes(ids),
        deps.ports.listings(ids),
      ])
      const rights = await rightsIn(deps.rights, ctx.userId, input.space_id)
      const mayDelete = await Promise.all(found.map(async ({ head }) => (await rights(head))('delete')))
      return {
        plugin_infos: found.map((item, index) => ({
          id: item.head.id,
          name: item.head.name,
          desc_for_human: item.head.description,
          plugin_icon: view.iconUrl(item.head.iconUri),
          plugin_type: item.row.pluginType,
          status: item.row.versionId ? PluginStatus.published : PluginStatus.draft,
          plugin_desc: item.head.description,
          openapi_desc: '',
          auth: authModeOf(
            item.row.auth,
            tools
              .filter((tool) => tool.pluginId === item.head.id && !tool.disabled)
              .map((tool) => tool.extend.auth_mode),
          ),
          create_time: seconds(item.head.createdAt),
          update_time: seconds(item.head.updatedAt),
          api_names: tools.filter((tool) => tool.pluginId === item.head.id).map((tool) => tool.name),
          creator: creator(item.head.ownerId),
          publish_status: item.row.versionId !== null,
          space_id: item.head.spaceId,
          statistic_data: { bot_quote: quotes.get(item.head.id) ?? 0 },
          common_params: item.row.commonParams as Record<string, { name: string; value: string }[]>,
          plugin_product_list_status: listings.get(item.head.id)?.draft ?? 0,
          plugin_product_status: listings.get(item.head.id)?.status ?? 0,
          creation_method: item.row.creationMethod,
          cur_user_can_del: mayDelete[index]!,
        })),
        total,
        page: input.page,
        size: input.size,
      }
    },
    dev: async (input, ctx) => {
      const filter: PluginFilter = {
        ...filterOf(input, ctx),
        ids: input.plugin_ids?.length ? input.plugin_ids : undefined,
        ...(input.project_id && { projectId: input.project_id }),
      }
      const { list, total } = await lists.dev(filter, input.page, input.size)
      return { plugin_list: await shown(list, ctx), total: String(total) }
    },
    published: async (input, ctx) => {
      const request: ListRequest = {
        spaceId: input.space_id,
        userId: ctx.userId,
        search: '',
        ids: input.plugin_ids?.length ? input.plugin_ids : undefined,
        isOwn: false,
        withDrafts: false,
        order: 'published',
        locale: ctx.locale,
        page: input.page,
        size: input.size,
      }
      const { list, total } = await lists.playground(request)
      return { plugin_list: await shown(list, ctx), total, page: input.page, size: input.size }
    },
    playground,
    playgroundLegacy: async (input, ctx) => {
      const data = await playground(input, ctx)
      return { get_plugin_list_data: { plugin_infos: data.plugin_list, total: data.total }, data }
    },
  }
}
