import type { KnowledgeChunk, SkillContext, SkillTool, ToolResult } from '#domains/chat/agent/shared/skill-ports.ts'
import type { TestApp } from './test-app.ts'

export interface CalledTool {
  name: string
  args: Record<string, unknown>
  context: SkillContext
}
/** Replaces the districts that own skills with a few tools and a knowledge base. */
export function openSkillLab(t: TestApp) {
  const called: CalledTool[] = []
  const asked: { query: string; context: SkillContext }[] = []
  const lab = {
    called,
    asked,
    chunks: [] as KnowledgeChunk[],
    tools: new Map<
      string,
      Partial<SkillTool> & { answer?(args: Record<string, unknown>): ToolResult | Promise<ToolResult> }
    >(),
    reset() {
      called.length = 0
      asked.length = 0
      lab.chunks = []
      lab.tools.clear()
    },
  }
  const toTool = (name: string, context: SkillContext): SkillTool => {
    const { answer, ...rest } = lab.tools.get(name) ?? {}
    return {
      name,
      title: name,
      description: `The tool ${name}`,
      kind: 'plugin',
      sideEffects: 'none',
      pluginId: '77',
      pluginName: 'Lab plugin',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      async call(args) {
        called.push({ name, args, context })
        return answer ? answer(args) : { kind: 'text', content: `${name} of ${String(args.city)}` }
      },
      ...rest,
    }
  }
  t.services.replaceSkills({
    plugins: {
      tools: async (references, context) =>
        references.filter(({ api_name }) => lab.tools.has(api_name)).map(({ api_name }) => toTool(api_name, context)),
    },
    knowledge: {
      async retrieve(query, _, context) {
        asked.push({ query, context })
        return lab.chunks
      },
      countProcessing: async () => 0,
    },
  })
  return lab
}
export type SkillLab = ReturnType<typeof openSkillLab>

export const pluginRefs = (...names: string[]) => names.map((api_name) => ({ plugin_id: '77', api_id: '78', api_name }))
export const chunk = (text: string, documentName = 'House rules'): KnowledgeChunk => ({
  text,
  score: 0.9,
  sliceId: '3',
  documentId: '2',
  documentName,
  datasetId: '1',
  datasetName: 'Shelf',
})
