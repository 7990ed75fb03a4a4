import { agentSchema, AgentType, type BotAgent, BOT_LIMITS, type BotConfig } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { botErrors } from './bot.errors.ts'
import type { BotService } from './bot.service.ts'

/** Offset of a copy from its original on the canvas. */
const BESIDE = 80

export interface NewAgent {
  type: number
  position?: { x: number; y: number }
  referenceId?: string
  referenceVersion?: string
}

/** Adds agents of multi mode one at a time. They are changed and deleted with the draft. */
export function createBotAgents({ bots, newId }: { bots: BotService; newId: NewId }) {
  async function add(botId: string, userId: string, base: string | undefined, make: (config: BotConfig) => BotAgent) {
    let made: BotAgent | undefined
    const saved = await bots.change(botId, userId, base, (content) => {
      const { agents } = content.config
      if (agents.length >= BOT_LIMITS.agents) throw botErrors.tooManyAgents({ max: BOT_LIMITS.agents })
      made = make(content.config)
      return { ...content, config: { ...content.config, agents: [...agents, made] } }
    })
    return { ...saved, agent: made! }
  }
  return {
    create: (
      botId: string,
      userId: string,
      { type, position, referenceId, referenceVersion }: NewAgent,
      base?: string,
    ) =>
      add(botId, userId, base, ({ agents, model_info }) =>
        agentSchema.parse({
          agent_id: newId(),
          agent_name: `Agent ${agents.length + 1}`,
          agent_type: Object.values(AgentType).find((known) => known === type) ?? AgentType.model,
          agent_position: position,
          model_info,
          // A conversation needs a start agent.
          root_agent: !agents.some((agent) => agent.root_agent),
          reference_id: referenceId,
          first_version: referenceVersion,
          current_version: referenceVersion,
        }),
      ),
    copy: (botId: string, userId: string, agentId: string, base?: string) =>
      add(botId, userId, base, ({ agents }) => {
        const original = agents.find((agent) => agent.agent_id === agentId)
        if (!original) throw errors.notFound({ what: 'agent' })
        const { x, y } = original.agent_position
        return {
          ...structuredClone(original),
          agent_id: newId(),
          agent_name: `${original.agent_name.slice(0, 45)} (2)`,
          root_agent: false,
          agent_position: { x: x + BESIDE, y: y + BESIDE },
          intents: original.intents.map((intent) => ({ ...intent, intent_id: newId() })),
        }
      }),
  }
}
export type BotAgents = ReturnType<typeof createBotAgents>

/** Changes and deletes agents. Jumps to deleted agents are removed with them. */
export function editAgents(agents: BotAgent[], updates: BotAgent[], deleted: string[]): BotAgent[] {
  const gone = new Set(deleted)
  const root = agents.find((agent) => agent.root_agent)
  const isReplaced = updates.some((agent) => agent.root_agent && !gone.has(agent.agent_id))
  if (root && gone.has(root.agent_id) && !isReplaced) throw botErrors.startAgentStays()
  const changed = new Map(updates.map((agent) => [agent.agent_id, agent]))
  return agents
    .filter((agent) => !gone.has(agent.agent_id))
    .map((agent) => changed.get(agent.agent_id) ?? agent)
    .map((agent) => ({ ...agent, intents: agent.intents.filter((intent) => !gone.has(intent.next_agent_id)) }))
}
