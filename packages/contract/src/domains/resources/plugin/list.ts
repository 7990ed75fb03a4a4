import { z } from 'zod'
import { op } from '#kit.ts'
import { commaList, id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { devPlugin, playgroundPlugin } from './shapes.ts'

const paging = { page: pageNumber(), size: pageSize(20) }
const search = z.string().trim().max(100).default('')
const viewSpace = { on: 'space', id: 'space_id', can: 'view' } as const
const filters = {
  ...paging,
  name: search,
  space_id: idOrNone(),
  plugin_ids: z.array(id()).max(200).nullish(),
  plugin_types: z.array(int()).max(20).nullish(),
  plugin_type: int().nullish(),
  plugin_tag: int().nullish(),
  channel_id: int().nullish(),
  self_created: z.boolean().nullish(),
  order_by: int().default(0),
  is_get_offline: z.boolean().nullish(),
  /** Only plugins from this source: those of the space, official ones, or MCP servers. */
  source: z.enum(['plugin', 'official', 'mcp']).nullish(),
  /** Only favourites of the caller. */
  is_favorite: z.boolean().nullish(),
  /** Returns only the names and descriptions of tools, for lists. */
  brief: z.boolean().nullish(),
}
const devFilter = {
  ...paging,
  status: z.array(z.int()).max(10).nullish(),
  scope_type: z.int().default(0),
  order_by: z.int().default(1),
  publish_status: z.boolean().nullish(),
  name: search,
  plugin_type_for_filter: z.int().nullish(),
}
const optionalSpace = { ...viewSpace, optional: true } as const

/** Lists of plugins to choose from. */
export const pluginList = {
  setFavorite: op('POST /api/plugin_api/set_favorite', {
    summary: 'Add a plugin or MCP server to your favourites or remove it',
    summaryZh: '收藏或取消收藏插件或 MCP 服务',
    input: () => z.object({ plugin_id: id(), is_favorite: z.boolean() }),
  }),
  mine: op('POST /api/plugin_api/get_plugin_list', {
    summary: 'List the plugins of a space for their creators',
    summaryZh: '列出空间的插件（供创建者使用）',
    access: viewSpace,
    input: () => z.object({ space_id: id(), ...devFilter }),
    output: () => z.object({ plugin_infos: z.array(devPlugin), total: z.int(), page: z.int(), size: z.int() }),
  }),
  dev: op('POST /api/plugin_api/get_dev_plugin_list', {
    summary: 'List the plugins of a space or project with their tools, including drafts',
    summaryZh: '列出空间或项目的插件及工具，包含草稿',
    access: viewSpace,
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        dev_id: idOrNone(),
        ...devFilter,
        project_id: idOrNone(),
        plugin_ids: z.array(id()).max(200).nullish(),
      }),
    output: () => z.object({ plugin_list: z.array(playgroundPlugin), total: z.string() }),
  }),
  published: op(
    [
      'POST /api/plugin_api/get_published_list',
      'POST /api/plugin/get_published_list',
      'GET /api/plugin/get_published_list',
    ],
    {
      summary: 'List the published plugins of a space',
      summaryZh: '列出空间已发布的插件',
      access: optionalSpace,
      input: () =>
        z.object({
          space_id: idOrNone(),
          ...paging,
          plugin_ids: commaList(id()).nullish(),
        }),
      output: () => z.object({ plugin_list: z.array(playgroundPlugin), total: z.int(), page: z.int(), size: z.int() }),
    },
  ),
  playground: op('POST /api/plugin_api/get_playground_plugin_list', {
    summary: 'List the plugins a bot or workflow can use',
    summaryZh: '列出智能体或工作流可用的插件',
    access: optionalSpace,
    input: () => z.object(filters),
    output: () => z.object({ plugin_list: z.array(playgroundPlugin), total: z.int() }),
  }),
  playgroundLegacy: op('POST /api/playground/get_playground_plugins', {
    summary: 'List the plugins a bot can use (legacy)',
    summaryZh: '列出智能体可用的插件（旧版）',
    access: optionalSpace,
    reply: 'flat',
    input: () => z.object(filters),
    output: () =>
      z.object({
        get_plugin_list_data: z.object({ plugin_infos: z.array(playgroundPlugin), total: z.int() }),
        data: z.object({ plugin_list: z.array(playgroundPlugin), total: z.int() }),
      }),
  }),
}
