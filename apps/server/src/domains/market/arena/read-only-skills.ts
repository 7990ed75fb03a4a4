import type { SkillPorts, SkillTool, ToolPort } from '#domains/chat/agent/shared/skill-ports.ts'

const readOnlyTools = (tools: SkillTool[]) => tools.filter(({ sideEffects }) => sideEffects === 'none')
const readOnlyPort = <Ref>(port: ToolPort<Ref> | undefined): ToolPort<Ref> | undefined =>
  port && { tools: async (references, context) => readOnlyTools(await port.tools(references, context)) }

/**
 * The skills of a bot in a battle are read-only. Two models answer the same question, so every action would happen
 * twice; memories, variables, files and tasks belong to the conversations of the bot's own users.
 */
export const readOnlySkills = (skills: SkillPorts): SkillPorts => ({
  get plugins() {
    return readOnlyPort(skills.plugins)
  },
  get databases() {
    return readOnlyPort(skills.databases)
  },
  get workflows() {
    const port = skills.workflows
    return port && { ...port, ...readOnlyPort(port)! }
  },
  get knowledge() {
    return skills.knowledge
  },
  get prompts() {
    return skills.prompts
  },
})
