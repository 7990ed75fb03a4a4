import { type BotConfig, BOT_LIMITS, type BotPatch, type Contract, type ResourceKind } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { NewId } from '#kit/ids.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { FavoriteService } from '#domains/library/favorite/favorite.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { type BotAgents, editAgents } from './agent.service.ts'
import type { ToolDetail } from '#domains/resources/plugin/shared/tool-details.ts'
import type { BotPorts } from './bot-ports.ts'
import { botErrors } from './bot.errors.ts'
import { type BotView, sameSpace } from './bot.view.ts'
import { type BotService, contentOf, type FoundBot, type Saved } from './bot.service.ts'
import { referencesOf } from './copy-resources.ts'
import { applyPatch, type Content, readContent, tidy } from './draft.ts'
import type { HistoryService } from './history.service.ts'
import { fromAgentInfo, fromWorkInfo, toAgentInfo, toWorkInfo } from './work-info.ts'

export interface DraftRoutesDeps {
  bots: BotService
  agents: BotAgents
  history: HistoryService
  favorites: FavoriteService
  resources: ResourceService
  view: BotView
  ports: BotPorts
  newId: NewId
}
type DraftOps = Pick<
  Contract['bot'],
  'getDraft' | 'updateDraft' | 'getInfo' | 'update' | 'saveShortcut' | 'createAgent' | 'copyAgent'
>

export function draftRoutes(deps: DraftRoutesDeps): Handlers<DraftOps> {
  const { bots, agents, history, view } = deps

  async function changed(saved: Saved & { found?: FoundBot }, botId: string) {
    const found = saved.found ?? (await bots.get(botId))
    const { branch, sameWithOnline } = await view.standing(found)
    return {
      has_change: saved.hasChange,
      check_not_pass: saved.refusal !== undefined,
      check_not_pass_msg: saved.refusal ?? '',
      branch,
      same_with_online: sameWithOnline,
      version: saved.version || found.bot.version,
      update_time: secondsText(found.head.updatedAt),
    }
  }
  /** A stale save is refused with both versions. */
  const orConflict = (yours: unknown) => (cause: unknown) => {
    throw view.conflict(cause, yours)
  }

  async function shown(botId: string, version: string | undefined, ctx: Ctx) {
    const found = await bots.get(botId)
    const isOld = Boolean(version) && version !== found.bot.version
    const kept = isOld ? await history.at(botId, version!) : undefined
    const [standing, commit, editable, deletable, manageable, hasCollaborators, connectors] = await Promise.all([
      view.standing(found),
      history.lastCommit(botId),
      ctx.access.can(ctx.actor!, 'bot', botId, 'editInfo'),
      ctx.access.can(ctx.actor!, 'bot', botId, 'delete'),
      ctx.access.can(ctx.actor!, 'bot', botId, 'deleteCollaborator'),
      deps.bots.hasCollaborators(botId),
      view.served(botId, ctx.locale),
    ])
    if (!isOld) await bots.markSeen(botId, ctx.userId, found.bot.version)
    await deps.favorites.opened(ctx.userId, botId)
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
        bot_market_status: 0,
        in_collaboration: found.bot.developMode === 1 || hasCollaborators,
        same_with_online: sameWithOnline,
        editable: editable && !isOld,
        deletable,
        collaborator_status: { commitable: editable, operateable: editable, manageable },
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

  /** Names and icons of what the configuration refers to, as far as the reader may know of it. */
  async function options(content: Content, spaceId: string, ctx: Ctx) {
    const references = referencesOf(content.config)
    const rows = await deps.resources.getMany(references.map(({ id }) => id))
    const known = new Map<string, (typeof rows)[number]>()
    for (const row of rows) if (await ctx.access.can(ctx.actor!, 'resource', row.id, 'view')) known.set(row.id, row)
    const mapOf = <T extends object>(kind: ResourceKind, more: (id: string) => T) =>
      Object.fromEntries(
        references.flatMap(({ id }) => {
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
    const models = (await deps.ports.describeModels?.(spaceId, modelIds)) ?? new Map()
    const tools = all.flatMap((item) => item.plugin_info_list).filter((tool) => tool.api_id)
    const told = (await deps.ports.describeTools?.(spaceId, tools, ctx.locale)) ?? new Map<string, ToolDetail>()
    const details = tools.flatMap((tool) => {
      const found = told.get(tool.api_id)
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

  return {
    getDraft: async (input, ctx) => {
      const { found, kept, content, flags, versions, connectors } = await shown(
        input.bot_id,
        input.version || input.commit_version,
        ctx,
      )
      return {
        bot_info: view.info(found.head, kept?.version ?? found.bot.version, content),
        bot_option_data: await options(content, found.head.spaceId, ctx),
        ...flags,
        has_publish: found.head.publishedAt !== null,
        space_id: found.head.spaceId,
        connectors,
        ...versions,
        copy_error: found.bot.copy?.error ?? '',
      }
    },
    updateDraft: async (input, ctx) => {
      const { bot_id: botId, version, ...patch } = input.bot_info
      const base = version || input.base_commit_version || undefined
      const saved = await bots.save(botId, ctx.userId, patch, base).catch(orConflict(patch))
      if (saved.hasChange) await deps.favorites.edited(ctx.userId, botId)
      return changed(saved, botId)
    },
    getInfo: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { found, kept, content, flags, versions, connectors } = await shown(
        input.bot_id,
        input.version || input.commit_version,
        ctx,
      )
      const { head, bot } = found
      const { config } = content
      return {
        data: {
          id: head.id,
          name: content.name,
          description: content.description,
          icon_uri: content.iconUri,
          icon_url: view.linkOf(content.iconUri),
          visibility: bot.visibility,
          has_published: head.publishedAt === null ? 0 : 1,
          app_ids: [],
          create_time: secondsText(head.createdAt),
          update_time: secondsText(head.updatedAt),
          creator_id: head.ownerId,
          space_id: head.spaceId,
          work_info: toWorkInfo(config),
          connectors,
          bot_mode: config.bot_mode,
          agents: config.agents.map(toAgentInfo),
          version: kept?.version ?? bot.version,
          bot_tag_info: [
            {
              bot_id: head.id,
              key: 'time_capsule_mode',
              value: String(config.bot_tag_info.time_capsule_info.time_capsule_mode),
            },
          ],
          filebox_info: { mode: config.filebox_info.Mode },
          ...versions,
          multi_agent_info: {
            session_type: config.multi_agent_info.session_type,
            connector_type: config.multi_agent_info.connector_type,
          },
        },
        ...flags,
      }
    },
    update: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { shortcuts, ...groups } = fromWorkInfo(input.work_info ?? {})
      const patch: BotPatch = {
        ...groups,
        name: input.name,
        description: input.description,
        icon_uri: input.icon_uri,
        bot_mode: input.bot_mode,
        filebox_info: input.filebox_info && { Mode: input.filebox_info.mode },
      }
      const edit = (config: BotConfig): BotConfig => {
        const updates = (input.update_agents ?? []).map((agent) => {
          const before = config.agents.find((item) => item.agent_id === agent.id)
          if (!before) throw errors.notFound({ what: 'agent' })
          return fromAgentInfo(before, agent)
        })
        const own = shortcuts?.map((shortcut) => ({ ...shortcut, object_id: input.bot_id }))
        return tidy({
          ...config,
          agents: editAgents(config.agents, updates, input.delete_agents ?? []),
          ...(own && { shortcuts: own }),
          ...(groups.shortcut_sort && { shortcut_sort: groups.shortcut_sort }),
        })
      }
      const saved = await bots
        .saveWith(input.bot_id, ctx.userId, patch, input.base_commit_version || undefined, (before) => {
          const edited = { ...before, config: edit(before.config) }
          // The agents and shortcuts are in place before the rest, which may refer to them.
          return applyPatch(edited, patch, deps.newId)
        })
        .catch(orConflict(patch))
      if (input.visibility !== undefined && saved.refusal === undefined)
        await bots.setVisibility(input.bot_id, input.visibility)
      return changed(saved, input.bot_id)
    },
    saveShortcut: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const given = { ...input.shortcuts, object_id: input.object_id }
      const isNew = given.command_id === ''
      const shortcut = isNew ? { ...given, command_id: deps.newId() } : given
      const saved = await bots
        .change(input.object_id, ctx.userId, input.version, (before) => {
          const { shortcuts } = before.config
          if (!isNew && !shortcuts.some((item) => item.command_id === shortcut.command_id))
            throw botErrors.noSuchShortcut()
          if (isNew && shortcuts.length >= BOT_LIMITS.shortcuts)
            throw botErrors.shortcutLimit({ max: BOT_LIMITS.shortcuts })
          if (shortcut.tool_type !== 0 && shortcut.plugin_id === '') throw botErrors.shortcutTool()
          const list = isNew
            ? [...shortcuts, shortcut]
            : shortcuts.map((item) => (item.command_id === shortcut.command_id ? shortcut : item))
          const sort = isNew ? [...before.config.shortcut_sort, shortcut.command_id] : before.config.shortcut_sort
          return { ...before, config: tidy({ ...before.config, shortcuts: list, shortcut_sort: sort }) }
        })
        .catch(orConflict(shortcut))
      return { shortcuts: view.shortcut(shortcut), version: saved.version }
    },
    createAgent: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const made = {
        type: input.agent_type,
        position: input.position,
        referenceId: input.references?.reference_id,
        referenceVersion: input.references?.version,
      }
      if (input.references) await ctx.access.require(ctx.actor!, 'bot', input.references.reference_id, 'view')
      const saved = await agents
        .create(input.bot_id, ctx.userId, made, input.base_commit_version || undefined)
        .catch(orConflict(made))
      return agentAnswer(saved)
    },
    copyAgent: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { bot_id: botId, agent_id: agentId, base_commit_version: base } = input
      return agentAnswer(
        await agents.copy(botId, ctx.userId, agentId, base || undefined).catch(orConflict({ agent_id: agentId })),
      )
    },
  }

  async function agentAnswer(saved: Awaited<ReturnType<BotAgents['create']>>) {
    const { branch, sameWithOnline } = await view.standing(saved.found)
    return {
      agentData: {
        agentInfo: toAgentInfo(saved.agent),
        branch,
        same_with_online: sameWithOnline,
        version: saved.version,
      },
    }
  }
}

/** The plugin is there, the tool is not, or not any more. */
const goneTool = ({ api_name: name }: { api_name: string }): ToolDetail => ({
  name,
  description: '',
  pluginName: '',
  iconUrl: '',
  source: '',
})
