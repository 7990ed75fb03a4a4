import { boolField, field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import { END, line, START } from '#canvas/edit/shapes.ts'
import { NodeType } from '#node-type.ts'
import { isObject, type Values } from '#values/own.ts'
import { casesOf, condition } from './conditions.ts'
import { type ConvertedNode, makeNode } from './nodes.ts'
import { createScope, type DifyNode, type DifyNote, isMark, listOf, plain, type Scope, shapeOf } from './scope.ts'

interface Edge {
  from: string
  handle: string
  to: string
}

/** Converts the graph of a workflow or chatflow to a canvas. */
export function canvasOf(workflow: Values, isChat: boolean, modelId = ''): { canvas: Values; notes: DifyNote[] } {
  const scope = createScope(workflow, isChat, modelId)
  const edges = listField(objectField(workflow, 'graph'), 'edges')
    .filter(isObject)
    .map((item) => ({
      from: textField(item, 'source'),
      handle: textField(item, 'sourceHandle'),
      to: textField(item, 'target'),
    }))
  // The only top-level answer becomes the end node if nothing follows it.
  const answers = scope.nodes.filter((node) => node.kind === 'answer' && !node.parent)
  const [only] = answers
  if (only && answers.length === 1 && !edges.some((edge) => edge.from === only.source)) only.id = END
  const made = inOrder(scope, edges)
  const nodes = scope.nodes
    .filter((node) => !node.parent && node.kind !== 'end' && !isMark(node.kind))
    .map((node) => toRaw(node, made))
  const lines = linesBetween(scope, edges, '')
  addEnd(scope, nodes, lines, edges)
  return { canvas: { nodes, edges: lines, versions: { loop: 'v2' } }, notes: scope.notes }
}

/** Converts each node after the nodes it references, so that their outputs are declared. */
function inOrder(scope: Scope, edges: Edge[]): Map<DifyNode, ConvertedNode & { blocks?: Values[]; edges?: Values[] }> {
  const made = new Map<DifyNode, ConvertedNode & { blocks?: Values[]; edges?: Values[] }>()
  const before = (node: DifyNode) =>
    edges
      .filter((edge) => edge.to === node.source)
      .map((edge) => scope.byId(edge.from))
      .filter((item) => item !== undefined)
  const visit = (node: DifyNode, seen: Set<DifyNode>) => {
    if (made.has(node) || seen.has(node)) return
    seen.add(node)
    if (node.parent) {
      const parent = scope.byId(node.parent)
      if (parent && !made.has(parent)) return visit(parent, seen)
    }
    for (const found of before(node)) visit(found, seen)
    if (isRounds(node))
      made.set(
        node,
        makeRounds(node, scope, edges, made, (item) => visit(item, seen)),
      )
    else if (node.kind === 'start') made.set(node, makeStart(node, scope))
    else if (node.kind === 'answer') made.set(node, makeAnswer(node, scope))
    else if (node.kind !== 'end' && !isMark(node.kind) && !made.has(node)) made.set(node, makeNode(node, scope))
  }
  for (const node of scope.nodes) if (!node.parent) visit(node, new Set())
  return made
}

const isRounds = (node: DifyNode) => node.kind === 'iteration' || node.kind === 'loop'

function makeStart(node: DifyNode, scope: Scope): ConvertedNode {
  const outputs = listField(node.data, 'variables')
    .filter(isObject)
    .map((item) => {
      const shape = shapeOf(textField(item, 'type'))
      scope.declare(node, textField(item, 'variable'), shape)
      return {
        name: textField(item, 'variable'),
        ...shape,
        required: boolField(item, 'required'),
        description: textField(item, 'label'),
        ...(textField(item, 'default') && { defaultValue: textField(item, 'default') }),
      }
    })
  const chat = scope.isChat
    ? [
        { name: 'USER_INPUT', ...plain('string'), required: true },
        { name: 'CONVERSATION_NAME', ...plain('string'), required: false },
      ]
    : []
  return { type: NodeType.Start, outputs: [...chat, ...outputs] }
}

function makeAnswer(node: DifyNode, scope: Scope): ConvertedNode {
  const { text, inputs } = scope.template(textField(node.data, 'answer'), node)
  const said = { content: scope.literal(text), streamingOutput: true, inputParameters: inputs }
  return node.id === END
    ? { type: NodeType.End, inputs: { terminatePlan: 'useAnswerContent', ...said } }
    : { type: NodeType.Message, inputs: said }
}

function makeRounds(
  node: DifyNode,
  scope: Scope,
  edges: Edge[],
  made: Map<DifyNode, ConvertedNode & { blocks?: Values[]; edges?: Values[] }>,
  visit: (node: DifyNode) => void,
): ConvertedNode & { blocks: Values[]; edges: Values[] } {
  const isBatch = node.kind === 'iteration' && boolField(node.data, 'is_parallel')
  const type = isBatch ? '28' : '21'
  const list = scope.ref(field(node.data, 'iterator_selector'), node)
  const element = objectField(list, 'schema')
  scope.declare(
    node,
    'item',
    element ? { ...element, type: textField(element, 'type') || 'string' } : plain('string'),
    'item',
  )
  scope.declare(node, 'index', plain('integer'))
  const variables = listField(node.data, 'loop_variables').filter(isObject)
  for (const variable of variables)
    scope.declare(node, textField(variable, 'label'), shapeOf(textField(variable, 'var_type')))
  const inner = scope.nodes.filter((item) => item.parent === node.source)
  // Registered before the inner nodes are converted, since they look it up.
  made.set(node, { type })
  for (const found of inner) visit(found)
  const blocks = inner.filter((item) => !isMark(item.kind) && item.kind !== 'loop-end').map((item) => toRaw(item, made))
  const lines = linesBetween(scope, edges, node.source)
  const ends = inner.filter((item) => item.kind === 'loop-end')
  for (const end of ends)
    blocks.push({ id: end.id, type: NodeType.Break, meta: place(end), data: { nodeMeta: { title: end.title } } })
  if (node.kind === 'loop') {
    addBreak(node, scope, blocks, lines)
    return {
      type,
      inputs: {
        loopType: 'count',
        loopCount: scope.literal(String(numberField(node.data, 'loop_count') ?? 10), plain('integer')),
        variableParameters: variables.map((variable) => ({
          name: textField(variable, 'label'),
          input:
            textField(variable, 'value_type') === 'variable'
              ? scope.ref(field(variable, 'value'), node)
              : scope.literal(textField(variable, 'value'), shapeOf(textField(variable, 'var_type'))),
        })),
        inputParameters: [],
      },
      outputs: variables.map((variable) => ({
        name: textField(variable, 'label'),
        input: { ...scope.ref([node.source, textField(variable, 'label')], node) },
      })),
      blocks,
      edges: lines,
    }
  }
  const result = scope.ref(field(node.data, 'output_selector'), node)
  const item = {
    type: textField(result, 'type') || 'string',
    ...(result.schema === undefined ? {} : { schema: result.schema }),
  }
  scope.declare(node, 'output', listOf(item))
  return {
    type,
    inputs: {
      inputParameters: [{ name: 'item', input: list }],
      ...(isBatch
        ? {
            batchSize: scope.literal('1000', plain('integer')),
            concurrentSize: scope.literal(String(numberField(node.data, 'parallel_nums') ?? 10), plain('integer')),
          }
        : { loopType: 'array', loopCount: scope.literal('10', plain('integer')), variableParameters: [] }),
    },
    outputs: [{ name: 'output', input: { ...result, ...listOf(item) } }],
    blocks,
    edges: lines,
  }
}

/** Ends a loop on its condition: Dify has it on the loop, we use a selector and a Break at the end of each round. */
function addBreak(node: DifyNode, scope: Scope, blocks: Values[], lines: Values[]) {
  const conditions = listField(node.data, 'break_conditions').filter(isObject)
  if (!conditions.length) return
  const [test, leave] = [scope.newId(), scope.newId()]
  const logic = textField(node.data, 'logical_operator') === 'or' ? 1 : 2
  blocks.push(
    {
      id: test,
      type: NodeType.If,
      meta: { position: { x: 900, y: 0 } },
      data: {
        nodeMeta: { title: `${node.title}?` },
        inputs: {
          branches: [{ condition: { logic, conditions: conditions.map((item) => condition(item, node, scope)) } }],
        },
      },
    },
    { id: leave, type: NodeType.Break, meta: { position: { x: 1200, y: 0 } }, data: { nodeMeta: { title: 'Break' } } },
  )
  for (const edge of lines)
    if (edge.targetNodeID === node.id)
      Object.assign(edge, line(String(edge.sourceNodeID), test), { targetPortID: undefined })
  lines.push(line(test, leave, 'true'), line(test, node.id, 'false', 'loop-function-inline-input'))
}

/** Lines between the nodes of the same level: the canvas or one loop. */
function linesBetween(scope: Scope, edges: Edge[], parent: string): Values[] {
  const holder = scope.byId(parent)
  const word = holder && (holder.kind === 'iteration' && boolField(holder.data, 'is_parallel') ? 'batch' : 'loop')
  const found: Values[] = []
  for (const { from, handle, to } of edges) {
    const [source, target] = [scope.byId(from), scope.byId(to)]
    if (!source || !target || source.parent !== parent || target.parent !== parent || target.kind === 'end') continue
    if (isMark(source.kind)) found.push(line(holder!.id, target.id, `${word}-function-inline-output`))
    else found.push(line(source.id, target.id, portOf(source, handle)))
  }
  if (!holder) return found
  const inner = scope.nodes.filter((node) => node.parent === parent && !isMark(node.kind) && node.kind !== 'loop-end')
  for (const node of inner) {
    if (!found.some((item) => item.targetNodeID === node.id))
      found.push(line(holder.id, node.id, `${word}-function-inline-output`))
    for (const port of openPorts(node, found))
      found.push(line(node.id, holder.id, port, `${word}-function-inline-input`))
  }
  return found
}

/** The ports of a node that are not connected yet. */
function openPorts(node: DifyNode, lines: Values[]): string[] {
  const ports = portsOf(node)
  const used = new Set(
    lines.filter((line) => line.sourceNodeID === node.id).map((line) => String(line.sourcePortID ?? '')),
  )
  return ports.filter((port) => !used.has(port))
}
function portsOf(node: DifyNode): string[] {
  if (node.kind === 'if-else') return [...casesOf(node).map((_, at) => (at === 0 ? 'true' : `true_${at}`)), 'false']
  if (node.kind === 'question-classifier')
    return [...listField(node.data, 'classes').map((_, at) => `branch_${at}`), 'default']
  if (node.kind === 'iteration' || node.kind === 'loop') return [outPort(node)]
  return ['']
}
const outPort = (node: DifyNode) =>
  node.kind === 'iteration' && boolField(node.data, 'is_parallel') ? 'batch-output' : 'loop-output'

function portOf(node: DifyNode, handle: string): string {
  if (node.kind === 'if-else') {
    const at = casesOf(node).findIndex((testCase) => testCase.id === handle)
    return at < 0 ? 'false' : at === 0 ? 'true' : `true_${at}`
  }
  if (node.kind === 'question-classifier') {
    const at = listField(node.data, 'classes').findIndex((item) => textField(item, 'id') === handle)
    return at < 0 ? 'default' : `branch_${at}`
  }
  return isRounds(node) ? outPort(node) : ''
}

/** Adds the only end. Several ends of a file become one aggregator that takes the values of the branch that ran. */
function addEnd(scope: Scope, nodes: Values[], lines: Values[], edges: Edge[]) {
  const ends = scope.nodes.filter((node) => node.kind === 'end')
  const top = scope.nodes.filter((node) => !node.parent && node.kind !== 'end' && !isMark(node.kind))
  const right = Math.max(0, ...top.map((item) => item.x)) + 420
  const wanted = ends.map((end) =>
    listField(end.data, 'outputs')
      .filter(isObject)
      .map((item) => ({ name: textField(item, 'variable'), input: scope.ref(field(item, 'value_selector'), end) })),
  )
  const merged = wanted.length > 1 ? merge(scope, wanted, right) : undefined
  if (merged) nodes.push(merged)
  const target = merged ? String(merged.id) : END
  for (const { from, handle, to } of edges) {
    const source = scope.byId(from)
    if (source && !source.parent && scope.byId(to)?.kind === 'end')
      lines.push(line(source.id, target, portOf(source, handle)))
  }
  // Connect dead ends to the end node.
  for (const node of top)
    if (node.id !== END) for (const port of openPorts(node, lines)) lines.push(line(node.id, target, port))
  if (nodes.some((node) => node.id === END)) return
  if (merged) lines.push(line(target, END))
  const inputParameters = merged
    ? listField(objectField(merged, 'data'), 'outputs').map((item) => ({
        name: textField(item, 'name'),
        input: scopeRef(target, item as Values),
      }))
    : (wanted[0] ?? [])
  nodes.push({
    id: END,
    type: NodeType.End,
    meta: { position: { x: right + (merged ? 420 : 0), y: ends[0]?.y ?? 0 } },
    data: {
      nodeMeta: { title: ends[0]?.title ?? 'End' },
      inputs: scope.isChat
        ? { terminatePlan: 'useAnswerContent', streamingOutput: false, content: scope.literal(''), inputParameters: [] }
        : { terminatePlan: 'returnVariables', inputParameters },
    },
  })
  if (!nodes.some((node) => node.id === START))
    scope.note(undefined, 'The file has no start node', '文件中没有开始节点')
}
const scopeRef = (blockID: string, declared: Values): Values => ({
  type: textField(declared, 'type'),
  ...(declared.schema === undefined ? {} : { schema: declared.schema }),
  value: { type: 'ref', content: { source: 'block-output', blockID, name: textField(declared, 'name') } },
})

function merge(scope: Scope, wanted: { name: string; input: Values }[][], x: number): Values {
  const names = [...new Set(wanted.flat().map((item) => item.name))]
  const groups = names.map((name) => ({
    name,
    variables: wanted
      .flat()
      .filter((item) => item.name === name)
      .map((item) => item.input),
  }))
  return {
    id: scope.newId(),
    type: NodeType.VariableAggregator,
    meta: { position: { x, y: 0 } },
    data: {
      nodeMeta: { title: 'Results' },
      inputs: { mergeGroups: groups },
      outputs: groups.map(({ name, variables }) => ({
        name,
        type: textField(variables[0], 'type') || 'string',
        ...(variables[0]!.schema === undefined ? {} : { schema: variables[0]!.schema }),
      })),
    },
  }
}

const place = (node: DifyNode) => ({ position: { x: node.x, y: node.y } })
function toRaw(node: DifyNode, made: Map<DifyNode, ConvertedNode & { blocks?: Values[]; edges?: Values[] }>): Values {
  const { type, inputs, outputs, blocks, edges } = made.get(node)!
  return {
    id: node.id,
    type,
    meta: { ...place(node), ...(blocks && { canvasPosition: { x: node.x, y: node.y + 240 } }) },
    data: {
      nodeMeta: { title: node.title, description: textField(node.data, 'desc') },
      ...(inputs && { inputs }),
      ...(outputs && { outputs }),
    },
    ...(blocks && { blocks, edges }),
  }
}
