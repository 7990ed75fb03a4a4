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
  /** Only this kind: plugins of the space, official ones, or its MCP servers. */
  source: z.enum(['plugin', 'official', 'mcp']).nullish(),
  /** Only what the caller has marked. */
  is_favorite: z.boolean().nullish(),
  /** Tools by name and description alone: what a list shows. */
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

/** Plugins to choose from. */
export const pluginList = {
  setFavorite: op('POST /api/plugin_api/set_favorite', {
    summary: 'Mark a plugin, an official one or an MCP server as a favourite, or no longer',
    input: () => z.object({ plugin_id: id(), is_favorite: z.boolean() }),
  }),
  mine: op('POST /api/plugin_api/get_plugin_list', {
    summary: 'The plugins of a space as their makers see them',
    access: viewSpace,
    input: () => z.object({ space_id: id(), ...devFilter }),
    output: () => z.object({ plugin_infos: z.array(devPlugin), total: z.int(), page: z.int(), size: z.int() }),
  }),
  dev: op('POST /api/plugin_api/get_dev_plugin_list', {
    summary: 'The plugins of a space or of a project with their tools, drafts included',
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
      summary: 'Published plugins of a space',
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
    summary:
      'Plugins that a bot or a workflow can take: official ones, published ones of the space, and its MCP servers',
    access: optionalSpace,
    input: () => z.object(filters),
    output: () => z.object({ plugin_list: z.array(playgroundPlugin), total: z.int() }),
  }),
  playgroundLegacy: op('POST /api/playground/get_playground_plugins', {
    summary: 'Plugins that a bot can take, in the shape of the older clients',
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
