import { BotMode, personaOf } from '@orrery/contract'
import type { BotFacts, Skill } from './skill.ts'
import { hashOf } from './skill.ts'

const QUESTIONS_PER_AGENT = 3
const firstSentence = (text: string) => /^[^.!?。！？\n]+/.exec(text.trim())?.[0]?.slice(0, 300) ?? ''

/** Questions come from the purpose of each agent, not from its handover scenario, so that a wrong scenario is found. */
export function agentSkills({ config, language }: BotFacts): Skill[] {
  if (config.bot_mode !== BotMode.multi) return []
  const start = config.agents.find((agent) => agent.root_agent) ?? config.agents[0]
  return config.agents
    .filter((agent) => agent.agent_id !== start?.agent_id)
    .flatMap((agent): Skill[] => {
      const about = agent.description.trim() || firstSentence(personaOf(agent.prompt_info))
      if (!about) return []
      const questions =
        language === 'zh'
          ? [`我需要帮助：${about}`, `请处理：${about}`, `${about}，谁能帮我？`]
          : [`I need help: ${about}`, `Please take care of this: ${about}`, `Who can help me with this? ${about}`]
      return [
        {
          key: `agent/${agent.agent_id}`,
          module: 'agents',
          subDivision: agent.agent_id,
          name: agent.agent_name,
          hash: hashOf(agent.agent_name, about),
          rows: questions.slice(0, QUESTIONS_PER_AGENT).map((input) => ({
            turns: [{ input, agent: agent.agent_name }],
            checks: [{ key: 'agent' as const }],
          })),
        },
      ]
    })
}
