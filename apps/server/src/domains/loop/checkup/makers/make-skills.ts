import { agentSkills } from './agents.ts'
import { answerSkills } from './answers.ts'
import { knowledgeSkills } from './knowledge.ts'
import { memorySkills } from './memory.ts'
import { personaSkills, safetySkills } from './persona.ts'
import type { BotFacts, Skill } from './skill.ts'
import { pluginSkills, taskSkills, workflowSkills } from './tools.ts'

/** All skills of a bot that can be tested. */
export const makeSkills = (facts: BotFacts): Skill[] => [
  ...answerSkills(facts),
  ...knowledgeSkills(facts),
  ...pluginSkills(facts),
  ...workflowSkills(facts),
  ...taskSkills(facts),
  ...memorySkills(facts),
  ...agentSkills(facts),
  ...personaSkills(facts),
  ...safetySkills(facts),
]
