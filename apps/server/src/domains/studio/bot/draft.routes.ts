import type { Contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { NewId } from '#kit/ids.ts'
import type { FavoriteService } from '#domains/library/favorite/favorite.service.ts'
import type { ListingsOf } from '#domains/ground/resource/shared/listing-state.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { BotAgents } from './agent.service.ts'
import type { BotPorts } from './shared/bot-ports.ts'
import type { BotView } from './bot.view.ts'
import type { BotService } from './bot.service.ts'
import { botAgentRoutes } from './bot-agent.routes.ts'
import { createDraftView } from './draft.view.ts'
import { shortcutRoutes } from './shortcut.routes.ts'
import { workInfoRoutes } from './work-info.routes.ts'
import type { HistoryService } from './history.service.ts'

export interface DraftRoutesDeps {
  bots: BotService
  agents: BotAgents
  history: HistoryService
  favorites: FavoriteService
  resources: ResourceService
  view: BotView
  ports: BotPorts
  newId: NewId
  listings: ListingsOf
}
export type DraftOps = Pick<
  Contract['bot'],
  'getDraft' | 'updateDraft' | 'getInfo' | 'update' | 'saveShortcut' | 'createAgent' | 'copyAgent'
>

export function draftRoutes(deps: DraftRoutesDeps): Handlers<DraftOps> {
  const { bots, view } = deps
  const drafts = createDraftView(deps)

  return {
    ...workInfoRoutes(deps, drafts),
    ...botAgentRoutes(deps),
    ...shortcutRoutes(deps),
    getDraft: async (input, ctx) => {
      const { found, kept, content, flags, versions, connectors } = await drafts.load(
        input.bot_id,
        input.version || input.commit_version,
        ctx,
      )
      return {
        bot_info: view.info(found.head, kept?.version ?? found.bot.version, content),
        bot_option_data: await drafts.references(content, found.head.spaceId, ctx),
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
      const saved = await bots.save(botId, ctx.userId, patch, base, ctx.locale).catch(view.orConflict(patch))
      if (saved.hasChange) await deps.favorites.edited(ctx.userId, botId)
      return drafts.saved(saved, botId, ctx)
    },
  }
}
