import type { SkillPorts, SkillTool, ToolPort } from '#domains/chat/agent/shared/skill-ports.ts'

const looking = (tools: SkillTool[]) => tools.filter(({ sideEffects }) => sideEffects === 'none')
const quiet = <Ref>(port: ToolPort<Ref> | undefined): ToolPort<Ref> | undefined =>
  port && { tools: async (references, context) => looking(await port.tools(references, context)) }

/**
 * The skills of a bot in a battle are read-only. Two models answer the same question, so every action would happen
 * twice; memories, variables, files and tasks belong to the conversations of the bot's own users.
 */
export const quietSkills = (skills: SkillPorts): SkillPorts => ({
  get plugins() {
    return quiet(skills.plugins)
  },
  get databases() {
    return quiet(skills.databases)
  },
  get workflows() {
    const port = skills.workflows
    return port && { ...port, ...quiet(port)! }
  },
  get knowledge() {
    return skills.knowledge
  },
  get prompts() {
    return skills.prompts
  },
})
