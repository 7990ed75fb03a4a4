import { NodeType } from '#node-type.ts'
import type { Values } from '#values/own.ts'

/** Short notation for canvases in tests. The functions write the same JSON that the editor saves. */
export type BlockInput = Values
export type RawNode = Values & { id: string; type: string }

const typeCode: Record<string, number> = { string: 1, integer: 2, boolean: 3, float: 4, list: 99, object: 6 }
export const lit = (type: string, content: unknown, extra: Values = {}): BlockInput => ({
  type,
  ...extra,
  value: { type: 'literal', content, rawMeta: { type: typeCode[type] } },
})
export const str = (content: unknown): BlockInput => lit('string', content)
export const int = (content: unknown): BlockInput => lit('integer', content)
export const float = (content: unknown): BlockInput => lit('float', content)
export const bool = (content: unknown): BlockInput => lit('boolean', content)
export const listOf = (element: string, content: unknown): BlockInput =>
  lit('list', content, { schema: { type: element } })
export const objectLit = (content: unknown, schema: Values[] = []): BlockInput => lit('object', content, { schema })

/** `ref('10.a.b')` is the field `a.b` of node 10; `s` is the start node. */
export function ref(where: string, type = 'string', extra: Values = {}): BlockInput {
  const dot = where.indexOf('.')
  const id = dot < 0 ? where : where.slice(0, dot)
  const name = dot < 0 ? '' : where.slice(dot + 1)
  return { type, ...extra, value: { type: 'ref', content: { source: 'block-output', blockID: nodeId(id), name } } }
}
export const refList = (where: string, element = 'string'): BlockInput =>
  ref(where, 'list', { schema: { type: element } })
export const refObject = (where: string, schema: Values[] = []): BlockInput => ref(where, 'object', { schema })
export const global = (
  scope: 'app' | 'user' | 'system',
  path: string[],
  type = 'string',
  extra: Values = {},
): BlockInput => ({
  type,
  ...extra,
  value: { type: 'ref', content: { source: `global_variable_${scope}`, path, blockID: '', name: '' } },
})
export const objectRef = (fields: Record<string, BlockInput>): BlockInput => ({
  type: 'object',
  schema: params(fields),
  value: { type: 'object_ref' },
})
export const params = (inputs: Record<string, BlockInput>): Values[] =>
  Object.entries(inputs).map(([name, input]) => ({ name, input }))

export const variable = (name: string, type = 'string', extra: Values = {}): Values => ({ name, type, ...extra })
/** `vars('a', 'n:integer', 'l:list<string>', 'q!:string')`; `!` marks a required variable. */
export function vars(...list: string[]): Values[] {
  return list.map((item) => {
    const [left = '', type = 'string'] = item.split(':')
    const name = left.replace('!', '')
    const element = /^list<(.+)>$/.exec(type)?.[1]
    const shape = element
      ? { type: 'list', schema: { type: element } }
      : { type, ...(type === 'object' ? { schema: [] } : {}) }
    return { name, required: left.endsWith('!'), ...shape }
  })
}

const nodeId = (id: string): string => (id === 's' ? '100001' : id === 'e' ? '900001' : id)

export function node(
  type: string,
  id: string,
  inputs: Values | undefined,
  outputs?: Values[],
  rest: Values = {},
): RawNode {
  const data = { nodeMeta: { title: `${type}-${id}` }, ...(inputs ? { inputs } : {}), ...(outputs ? { outputs } : {}) }
  return { id: nodeId(id), type, meta: { position: { x: 0, y: 0 } }, data, ...rest }
}
export const start = (...outputs: (string | Values)[]): RawNode =>
  node(
    '1',
    's',
    undefined,
    outputs.flatMap((output) => (typeof output === 'string' ? vars(output) : [output])),
  )
export const end = (inputs: Record<string, BlockInput> = {}): RawNode =>
  node('2', 'e', { terminatePlan: 'returnVariables', inputParameters: params(inputs) })
export const endText = (template: string, inputs: Record<string, BlockInput> = {}, streamingOutput = false): RawNode =>
  node('2', 'e', {
    terminatePlan: 'useAnswerContent',
    content: str(template),
    streamingOutput,
    inputParameters: params(inputs),
  })
export const output = (
  id: string,
  template: string,
  inputs: Record<string, BlockInput> = {},
  streamingOutput = false,
): RawNode => node('13', id, { content: str(template), streamingOutput, inputParameters: params(inputs) })
export const text = (id: string, template: string, inputs: Record<string, BlockInput> = {}, joiner = ','): RawNode =>
  node(
    '15',
    id,
    {
      method: 'concat',
      inputParameters: params(inputs),
      concatParams: params({ concatResult: str(template), arrayItemConcatChar: str(joiner) }),
    },
    vars('output'),
  )
export const code = (
  id: string,
  name: string,
  inputs: Record<string, BlockInput>,
  outputs: Values[],
  extra: Values = {},
): RawNode => node('5', id, { code: name, language: 5, inputParameters: params(inputs), ...extra }, outputs)
export function llm(
  id: string,
  prompt: string,
  inputs: Record<string, BlockInput> = {},
  outputs: Values[] = vars('output'),
  { settings = {}, ...extra }: Values & { settings?: Record<string, unknown> } = {},
): RawNode {
  const fixed = { modelType: '7', modleName: 'test', prompt, systemPrompt: '', responseFormat: '0', ...settings }
  const llmParam = Object.entries(fixed).map(([name, content]) => ({ name, input: str(content) }))
  return node('3', id, { inputParameters: params(inputs), llmParam, ...extra }, outputs)
}
export interface When {
  left: BlockInput
  op: number
  right?: BlockInput
}
export const selector = (id: string, ...branches: (When | { any?: When[]; all?: When[] })[]): RawNode =>
  node('8', id, {
    branches: branches.map((branch) => {
      const list = 'op' in branch ? [branch] : (branch.any ?? branch.all ?? [])
      const conditions = list.map(({ left, op, right }) => ({
        operator: op,
        left: { input: left },
        ...(right ? { right: { input: right } } : {}),
      }))
      return { condition: { logic: 'any' in branch ? 1 : 2, conditions } }
    }),
  })

/** Lines such as `s>10` and `10:true>11`; `s>10>e` creates several lines. */
export function lines(...list: string[]): Values[] {
  return list.flatMap((chain) => {
    const stops = chain.split('>')
    return stops.slice(1).map((to, i) => {
      const [from = '', port = ''] = stops[i]!.split(':')
      return {
        sourceNodeID: nodeId(from),
        targetNodeID: nodeId(to.split(':')[0]!),
        ...(port ? { sourcePortID: port } : {}),
      }
    })
  })
}
export interface Canvas {
  nodes: RawNode[]
  edges: Values[]
}
export const canvas = (nodes: RawNode[], ...edges: string[]): Canvas => ({ nodes, edges: lines(...edges) })
/** A canvas with all nodes in a row. */
export const chain = (...nodes: RawNode[]): Canvas => canvas(nodes, nodes.map((node) => node.id).join('>'))

interface Rounds {
  inputs?: Record<string, BlockInput>
  outputs?: Record<string, BlockInput>
  blocks: RawNode[]
  /** Lines inside; `in` and `out` are the beginning and the end of a round. */
  lines: string[]
}
function rounds(
  type: typeof NodeType.Loop | typeof NodeType.Batch,
  id: string,
  settings: Values,
  { inputs = {}, outputs = {}, blocks, lines: inner }: Rounds,
): RawNode {
  const word = type === NodeType.Loop ? 'loop' : 'batch'
  const edges = lines(...inner).map((edge) => ({
    ...edge,
    ...(edge.sourceNodeID === 'in' ? { sourceNodeID: id, sourcePortID: `${word}-function-inline-output` } : {}),
    ...(edge.targetNodeID === 'out' ? { targetNodeID: id, targetPortID: `${word}-function-inline-input` } : {}),
  }))
  return node(type, id, { ...settings, inputParameters: params(inputs) }, params(outputs), { blocks, edges })
}
export const loop = (
  id: string,
  kind: 'array' | 'count' | 'infinite',
  rest: Rounds & { count?: BlockInput; variables?: Record<string, BlockInput> },
): RawNode =>
  rounds(
    '21',
    id,
    { loopType: kind, loopCount: rest.count ?? int('10'), variableParameters: params(rest.variables ?? {}) },
    rest,
  )
export const batch = (id: string, rest: Rounds & { size?: number; together?: number }): RawNode =>
  rounds('28', id, { batchSize: int(String(rest.size ?? 100)), concurrentSize: int(String(rest.together ?? 10)) }, rest)

export const subWorkflow = (
  id: string,
  workflowId: string,
  inputs: Record<string, BlockInput>,
  outputs: Values[],
  extra: Values = {},
): RawNode =>
  node('9', id, { workflowId, workflowVersion: '', type: 0, inputParameters: params(inputs), ...extra }, outputs)
