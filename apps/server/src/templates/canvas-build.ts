import { NodeType } from '@orrery/engine/node-type'
import type { Json } from '#kit/read-json.ts'

/** Builds canvases in code: for templates, and for imports from other products. */
export const START = '100001'
export const END = '900001'
type Type = 'string' | 'integer' | 'float' | 'boolean' | 'object' | 'list'
export interface Field {
  name: string
  type?: Type
  required?: boolean
  description?: string
  defaultValue?: string
  schema?: unknown
}
export interface NodeRequest {
  id: string
  type: string
  title: string
  data: Json
}
export const literal = (content: unknown, type: Type = 'string'): Json => ({
  type,
  value: { type: 'literal', content },
})
export const ref = (blockID: string, name: string, type: Type = 'string', schema?: unknown): Json => ({
  type,
  ...(schema === undefined ? {} : { schema }),
  value: { type: 'ref', content: { source: 'block-output', blockID, name } },
})
export const param = (name: string, input: Json): Json => ({ name, input })
const variables = (fields: Field[]): Json[] => fields.map((field) => ({ type: 'string', ...field }))

export const startNode = (fields: Field[]): NodeRequest => ({
  id: START,
  type: NodeType.Start,
  title: 'Start',
  data: { outputs: variables(fields), trigger_parameters: variables(fields) },
})
export const endNode = (inputParameters: Json[]): NodeRequest => ({
  id: END,
  type: NodeType.End,
  title: 'End',
  data: { inputs: { terminatePlan: 'returnVariables', inputParameters } },
})
export const answerNode = (inputParameters: Json[], content: string): NodeRequest => ({
  id: END,
  type: NodeType.End,
  title: 'End',
  data: {
    inputs: { terminatePlan: 'useAnswerContent', streamingOutput: true, inputParameters, content: literal(content) },
  },
})
export const textNode = (id: string, title: string, inputParameters: Json[], template: string): NodeRequest => ({
  id,
  type: NodeType.Text,
  title,
  data: {
    inputs: {
      method: 'concat',
      inputParameters,
      concatParams: [param('concatResult', literal(template)), param('arrayItemConcatChar', literal('\n'))],
    },
    outputs: [{ name: 'output', type: 'string' }],
  },
})
export const codeNode = (
  id: string,
  title: string,
  inputParameters: Json[],
  code: string,
  outputs: Field[],
  language: 3 | 5 = 5,
): NodeRequest => ({
  id,
  type: NodeType.Code,
  title,
  data: { inputs: { inputParameters, code, language }, outputs: variables(outputs) },
})
export interface LlmRequest {
  model: string
  system: string
  prompt: string
  temperature?: number
  maxTokens?: number
  history?: boolean
}
export const llmNode = (id: string, title: string, inputParameters: Json[], input: LlmRequest): NodeRequest => ({
  id,
  type: NodeType.LLM,
  title,
  data: {
    inputs: {
      inputParameters,
      llmParam: [
        param('modelType', literal(input.model, 'integer')),
        param('generationDiversity', literal('balance')),
        param('temperature', literal(String(input.temperature ?? 0.8), 'float')),
        param('maxTokens', literal(String(input.maxTokens ?? 4096), 'integer')),
        param('responseFormat', literal('0', 'integer')),
        param('systemPrompt', literal(input.system)),
        param('prompt', literal(input.prompt)),
        param('enableChatHistory', literal(input.history ?? false, 'boolean')),
        param('chatHistoryRound', literal('3', 'integer')),
      ],
    },
    outputs: [{ name: 'output', type: 'string' }],
  },
})
export const pluginNode = (
  id: string,
  title: string,
  tool: { pluginId: string; pluginName: string; toolId: string; toolName: string },
  inputParameters: Json[],
  outputs: Json[],
): NodeRequest => ({
  id,
  type: NodeType.Api,
  title,
  data: {
    inputs: {
      inputParameters,
      apiParam: [
        param('apiID', literal(tool.toolId)),
        param('apiName', literal(tool.toolName)),
        param('pluginID', literal(tool.pluginId)),
        param('pluginName', literal(tool.pluginName)),
        param('pluginVersion', literal('')),
      ],
    },
    outputs,
  },
})
export interface Branch {
  logic: 'and' | 'or'
  conditions: { operator: number; left: Json; right?: Json }[]
}
export const selectorNode = (id: string, title: string, branches: Branch[]): NodeRequest => ({
  id,
  type: NodeType.If,
  title,
  data: {
    inputs: {
      branches: branches.map(({ logic, conditions }) => ({
        condition: {
          logic: logic === 'or' ? 1 : 2,
          conditions: conditions.map(({ operator, left, right }) => ({
            operator,
            left: { input: left },
            ...(right && { right: { input: right } }),
          })),
        },
      })),
    },
  },
})
export const aggregateNode = (
  id: string,
  title: string,
  groups: { name: string; variables: Json[] }[],
): NodeRequest => ({
  id,
  type: NodeType.VariableAggregator,
  title,
  data: {
    inputs: { mergeGroups: groups },
    outputs: groups.map(({ name }) => ({ name, type: 'string' })),
  },
})
export const edge = (from: string, to: string, port = ''): Json => ({
  sourceNodeID: from,
  targetNodeID: to,
  ...(port && { sourcePortID: port }),
})

/** Places nodes from left to right by their distance from the start, and serialises the canvas. */
export function writeCanvas(nodes: NodeRequest[], edges: Json[]): string {
  const column = new Map<string, number>([[START, 0]])
  // As many rounds as there are nodes: enough for the longest path, and it ends for cycles too.
  for (let round = 0; round < nodes.length; round += 1)
    for (const edge of edges) {
      const next = (column.get(String(edge.sourceNodeID)) ?? 0) + 1
      const target = String(edge.targetNodeID)
      if (next > (column.get(target) ?? 0) && next <= nodes.length) column.set(target, next)
    }
  const rows = new Map<number, number>()
  const placed = nodes.map(({ id, type, title, data }) => {
    const x = column.get(id) ?? 0
    const y = rows.get(x) ?? 0
    rows.set(x, y + 1)
    return {
      id,
      type,
      meta: { position: { x: x * 300, y: y * 200 } },
      data: { nodeMeta: { title, description: '', icon: '', subTitle: '' }, ...data },
    }
  })
  return JSON.stringify({ nodes: placed, edges, versions: { loop: 'v2', batch: 'v2' } })
}
