import { agentSchema, AgentType, type BotAgent, type BotConfig, BotMode } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { botErrors } from './bot.errors.ts'

/** In multi mode, exactly one agent is the start, and every intent leads to an existing agent. */
export function checkAgents(agents: BotAgent[], mode: BotMode) {
  const ids = new Set(agents.map((agent) => agent.agent_id))
  if (ids.size < agents.length || ids.has('')) throw botErrors.agentIds()
  const starts = agents.filter((agent) => agent.root_agent)
  if (starts.length > 1) throw botErrors.severalStartAgents({ a: starts[0]!.agent_name, b: starts[1]!.agent_name })
  if (!starts.length && (agents.length || mode === BotMode.multi)) throw botErrors.noStartAgent()
  for (const agent of agents)
    for (const intent of agent.intents)
      if (intent.next_agent_id && !ids.has(intent.next_agent_id))
        throw botErrors.danglingJump({ agent: agent.agent_name, target: intent.next_agent_id })
}

const startName: Record<Locale, string> = { en: 'Start', 'zh-CN': '起始节点' }

/** Gives a bot that enters multi mode a start agent, which uses the bot's own model. */
export function withStart(config: BotConfig, newId: NewId, locale: Locale): BotConfig {
  if (config.bot_mode !== BotMode.multi || config.agents.length) return config
  const start = agentSchema.parse({
    agent_id: newId(),
    agent_name: startName[locale],
    agent_type: AgentType.model,
    root_agent: true,
    model_info: config.model_info,
  })
  return { ...config, agents: [start] }
}
