import type { BotConfig, BotPatch } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { editAgents } from './agent.service.ts'
import { sameSpace } from './bot.view.ts'
import { applyPatch, tidy } from './draft.ts'
import { fromAgentInfo, fromWorkInfo, toAgentInfo, toWorkInfo } from './work-info.ts'
import type { DraftOps, DraftRoutesDeps } from './draft.routes.ts'
import type { DraftView } from './draft.view.ts'

/** Drafts in the older format, in which clients send groups as JSON strings. */
export function workInfoRoutes(
  { bots, view, newId }: DraftRoutesDeps,
  drafts: DraftView,
): Pick<Handlers<DraftOps>, 'getInfo' | 'update'> {
  return {
    getInfo: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { found, kept, content, flags, versions, connectors } = await drafts.load(
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
        .saveWith(input.bot_id, ctx.userId, input.base_commit_version || undefined, (before) => {
          const edited = { ...before, config: edit(before.config) }
          // Agents and shortcuts are applied first, since the rest may refer to them.
          return applyPatch(edited, patch, newId, ctx.locale)
        })
        .catch(view.orConflict(patch))
      return drafts.saved(saved, input.bot_id, ctx)
    },
  }
}
