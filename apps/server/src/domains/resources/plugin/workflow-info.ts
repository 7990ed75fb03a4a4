import type { ApiParameter } from '@orrery/contract'
import type { Ctx } from '#kit/http/context.ts'
import type { PanelPlugin, PluginInfo } from './shared/plugin-info.ts'
import type { PluginFavorites } from './plugin-favorites.ts'
import type { OAuthService, OAuthTarget } from './oauth.service.ts'
import type { Listed, PluginLists } from './plugin-list.service.ts'
import type { Reach } from './shared/plugin-reach.ts'
import type { Toolsets } from './toolset.service.ts'

export interface WorkflowInfoDeps {
  toolsets: Pick<Toolsets, 'find'>
  lists: Pick<PluginLists, 'playground'>
  reach: Reach
  oauth: Pick<OAuthService, 'status' | 'begin'>
  favorites: Pick<PluginFavorites, 'usable'>
  /** The OAuth target of a plugin; undefined if it needs none. */
  targetOf(pluginId: string): Promise<OAuthTarget | undefined>
  iconUrl(uri: string): string
}
type Json = Record<string, unknown>
const AUTHORIZED = 1
const PLUGIN = 1
const MAX_LISTED = 1000
const types = ['string', 'string', 'integer', 'float', 'object', 'list', 'boolean']

/** Plugins for the workflow editor. */
export function createWorkflowInfo(deps: WorkflowInfoDeps): PluginInfo {
  const { toolsets, lists, reach, oauth, favorites } = deps
  const reached = (ctx: Ctx, id: string) => reach(ctx, id, 'view').catch(() => undefined)

  return {
    async tool({ pluginId, apiId, apiName, version }, ctx) {
      if (!(await reached(ctx, pluginId))) return undefined
      // Unpublished tools can be tried by those who may view the plugin.
      const set = (await toolsets.find(pluginId, version ?? '')) ?? (await toolsets.find(pluginId, '', true))
      const tool = set?.tools.find((tool) => tool.id === apiId) ?? set?.tools.find((tool) => tool.name === apiName)
      if (!set || !tool) return undefined
      return {
        name: set.name,
        apiName: tool.name,
        desc: tool.description || set.description,
        icon: deps.iconUrl(set.iconUri),
        inputs: toVariables(tool.request),
        outputs: toVariables(tool.response),
        spaceId: set.spaceId ?? '',
        projectId: '',
        version: set.version,
        latest: set.version,
        updatedAt: 0,
        type: PLUGIN,
        example: {
          request: tool.example?.request ?? '',
          response: tool.example?.response ?? '',
        },
        needsAuth: (await deps.targetOf(pluginId)) !== undefined,
        isOfficial: set.source === 'official',
      }
    },
    async auth(pluginId, ctx) {
      if (!(await reached(ctx, pluginId))) return undefined
      const target = await deps.targetOf(pluginId)
      if (!target) return { isOAuth: false, isAllowed: true, isShared: false, url: '' }
      const isAllowed = (await oauth.status(target, ctx.userId)) === AUTHORIZED
      const isPersonal = target.settings.grantType === 'authorization_code'
      const url = !isAllowed && isPersonal ? await oauth.begin(target, ctx.userId) : ''
      return { isOAuth: true, isAllowed, isShared: !isPersonal, url }
    },
    async search({ where, spaceId, projectId, words, page, size }, ctx) {
      const marked = where === 'favorite' ? await favorites.usable(ctx.userId, spaceId) : undefined
      if (marked && !marked.length) return { plugins: [], hasMore: false }
      const { list } = await lists.playground({
        spaceId,
        userId: ctx.userId,
        search: words ?? '',
        ids: marked,
        isOwn: false,
        withDrafts: where === 'project',
        order: 'updated',
        locale: ctx.locale,
        page: 1,
        size: MAX_LISTED,
      })
      const chosen = list.filter((item) => fits(item, where, projectId))
      const shown = chosen.slice((page - 1) * size, page * size)
      return { plugins: shown.map(({ set }) => toPanel(set, deps.iconUrl)), hasMore: page * size < chosen.length }
    },
  }
}

function fits({ set, found }: Listed, where: string, projectId: string | undefined): boolean {
  if (where === 'favorite') return true
  if (where === 'store') return set.source === 'official'
  if (where === 'project') return found !== undefined && found.head.projectId === projectId
  return set.source !== 'official' && !found?.head.projectId
}

const toPanel = (set: Listed['set'], iconUrl: (uri: string) => string): PanelPlugin => ({
  plugin_id: set.id,
  name: set.name,
  desc: set.description,
  icon: iconUrl(set.iconUri),
  version: set.version,
  tool_list: set.tools
    .filter((tool) => !tool.disabled)
    .map((tool) => ({ api_id: tool.id, api_name: tool.name, api_desc: tool.description })),
})

/** Parameters of a tool as canvas variables, without those that its author has hidden. */
function toVariables(parameters: readonly ApiParameter[]): Json[] {
  return parameters
    .filter((parameter) => !parameter.global_disable)
    .map((parameter) => {
      const type = types[parameter.type] ?? 'string'
      const fields = toVariables(parameter.sub_parameters.filter((field) => field.name !== '[Array Item]'))
      const element = types[parameter.sub_type ?? 1] ?? 'string'
      const item = parameter.sub_parameters.find((field) => field.name === '[Array Item]')
      return {
        name: parameter.name,
        type,
        required: parameter.is_required,
        ...(parameter.desc && { description: parameter.desc }),
        ...(parameter.assist_type && { assistType: parameter.assist_type }),
        ...(type === 'object' && { schema: fields }),
        ...(type === 'list' && {
          schema:
            element === 'object'
              ? { type: element, schema: item ? toVariables(item.sub_parameters) : fields }
              : { type: element },
        }),
        ...(parameter.global_default && { defaultValue: parameter.global_default }),
      }
    })
}
