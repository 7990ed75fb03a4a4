import type { Handlers } from '#kit/http/context.ts'
import type { BotAgents } from './agent.service.ts'
import { sameSpace } from './bot.view.ts'
import { toAgentInfo } from './work-info.ts'
import type { DraftOps, DraftRoutesDeps } from './draft.routes.ts'

/** Agents of a bot in multi-agent mode. */
export function botAgentRoutes({
  agents,
  view,
}: DraftRoutesDeps): Pick<Handlers<DraftOps>, 'createAgent' | 'copyAgent'> {
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

  return {
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
        .catch(view.orConflict(made))
      return agentAnswer(saved)
    },
    copyAgent: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { bot_id: botId, agent_id: agentId, base_commit_version: base } = input
      return agentAnswer(
        await agents.copy(botId, ctx.userId, agentId, base || undefined).catch(view.orConflict({ agent_id: agentId })),
      )
    },
  }
}
