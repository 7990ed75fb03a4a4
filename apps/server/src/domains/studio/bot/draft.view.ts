import { ProductState, type ResourceKind } from '@orrery/contract'
import type { Ctx } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { ToolDetail } from '#domains/resources/plugin/shared/tool-details.ts'
import { contentOf, type FoundBot, type Saved } from './bot.service.ts'
import { referencesOf } from './copy-resources.ts'
import { type Content, readContent } from './draft.ts'
import type { DraftRoutesDeps } from './draft.routes.ts'

/** A draft with its context, for the editor. */
export function createDraftView({
  bots,
  history,
  favorites,
  resources,
  view,
  ports,
  listings: listingsOf,
}: Omit<DraftRoutesDeps, 'agents' | 'newId'>) {
  async function saved(result: Saved & { found?: FoundBot }, botId: string, { locale, userId }: Ctx) {
    const found = result.found ?? (await bots.draftOf(botId, userId))
    const { branch, sameWithOnline } = await view.standing(found)
    return {
      has_change: result.hasChange,
      check_not_pass: result.refusal !== undefined,
      check_not_pass_msg: result.refusal?.text(locale) ?? '',
      branch,
      same_with_online: sameWithOnline,
      version: result.version || found.bot.version,
      update_time: secondsText(found.head.updatedAt),
    }
  }
  async function load(botId: string, version: string | undefined, ctx: Ctx) {
    const found = await bots.draftOf(botId, ctx.userId)
    const isOld = Boolean(version) && version !== found.bot.version
    const kept = isOld ? await history.at(botId, version!) : undefined
    const [standing, commit, may, hasCollaborators, connectors, listings] = await Promise.all([
      view.standing(found),
      history.lastCommit(botId),
      ctx.access.rightsOn(ctx.actor!, botId),
      bots.hasCollaborators(botId),
      view.served(botId, ctx.locale),
      listingsOf([botId]),
    ])
    const listing = listings.get(botId)
    if (!isOld) await bots.markSeen(botId, ctx.userId, found.bot.version)
    await favorites.opened(ctx.userId, botId)
    const { published, branch, sameWithOnline } = standing
    const users = await view.usersById(
      [commit?.createdBy, published?.createdBy].filter((id): id is string => id !== undefined),
    )
    const publisher = published && users.get(published.createdBy)
    return {
      found,
      kept,
      content: kept ? readContent(kept) : contentOf(found),
      flags: {
        has_unpublished_change: published !== undefined && !sameWithOnline,
        bot_market_status: listing?.status === ProductState.listed ? 1 : 0,
        in_collaboration: found.bot.developMode === 1 || hasCollaborators,
        same_with_online: sameWithOnline,
        editable: may('editInfo') && !isOld,
        deletable: may('delete'),
        collaborator_status: {
          commitable: may('editInfo'),
          operateable: may('publish'),
          manageable: may('deleteCollaborator'),
        },
        publisher: publisher && {
          user_id: publisher.id,
          name: publisher.name,
          icon_url: view.linkOf(publisher.avatarKey),
          nick_name: publisher.name,
        },
      },
      versions: {
        branch,
        commit_version: found.bot.commitVersion,
        committer_name: (commit && users.get(commit.createdBy)?.name) ?? '',
        commit_time: secondsText(commit?.createdAt),
        publish_time: secondsText(found.head.publishedAt),
      },
      connectors,
    }
  }

  /** Names and icons of referenced resources that the caller may see. */
  async function references(content: Content, spaceId: string, ctx: Ctx) {
    const used = referencesOf(content.config)
    const rows = await resources.getMany(used.map(({ id }) => id))
    const known = new Map<string, (typeof rows)[number]>()
    for (const row of rows) if (await ctx.access.can(ctx.actor!, 'resource', row.id, 'view')) known.set(row.id, row)
    const mapOf = <T extends object>(kind: ResourceKind, more: (id: string) => T) =>
      Object.fromEntries(
        used.flatMap(({ id }) => {
          const row = known.get(id)
          if (row?.kind !== kind) return []
          return [
            [id, { id, name: row.name, description: row.description, icon_url: view.linkOf(row.iconUri), ...more(id) }],
          ]
        }),
      )
    const { config } = content
    const all = [config, ...config.agents]
    const modelIds = [...new Set(all.map((item) => item.model_info.model_id).filter(Boolean))]
    const models = (await ports.describeModels?.(spaceId, modelIds)) ?? new Map()
    const tools = all.flatMap((item) => item.plugin_info_list).filter((tool) => tool.api_id)
    const toolDetails = (await ports.describeTools?.(spaceId, tools, ctx.locale)) ?? new Map<string, ToolDetail>()
    const details = tools.flatMap((tool) => {
      const found = toolDetails.get(tool.api_id)
      return known.has(tool.plugin_id) || found?.source === 'official' ? [{ tool, found: found ?? goneTool(tool) }] : []
    })
    const pluginOf = (workflowId: string) =>
      all.flatMap((item) => item.workflow_info_list).find((flow) => flow.workflow_id === workflowId)?.plugin_id ?? ''
    return {
      model_detail_map: Object.fromEntries(
        [...models].map(([id, model]) => [
          id,
          {
            name: model.name,
            model_name: model.modelName,
            model_id: id,
            model_family: model.family,
            model_icon_url: model.iconUrl,
          },
        ]),
      ),
      plugin_detail_map: {
        ...Object.fromEntries(
          details
            .filter(({ found }) => found.source === 'official' || found.source === 'mcp')
            .map(({ tool: { plugin_id: id }, found }) => [
              id,
              { id, name: found.pluginName, description: '', icon_url: found.iconUrl },
            ]),
        ),
        ...mapOf('plugin', () => ({})),
      },
      plugin_api_detail_map: Object.fromEntries(
        details.map(({ tool: { api_id: id, plugin_id }, found }) => [
          id,
          {
            id,
            name: found.name,
            description: found.description,
            plugin_id,
            plugin_name: found.pluginName,
            plugin_icon: found.iconUrl,
            source: found.source,
          },
        ]),
      ),
      workflow_detail_map: mapOf('workflow', (id) => ({ plugin_id: pluginOf(id) })),
      knowledge_detail_map: mapOf('knowledge', (id) => ({
        format_type: rows.find((row) => row.id === id)?.subType ?? 0,
      })),
      shortcut_command_list: config.shortcuts.map(view.shortcut),
    }
  }

  return { saved, load, references }
}
export type DraftView = ReturnType<typeof createDraftView>

/** Details of a tool that no longer exists in its plugin. */
const goneTool = ({ api_name: name }: { api_name: string }): ToolDetail => ({
  name,
  description: '',
  pluginName: '',
  iconUrl: '',
  source: '',
})
