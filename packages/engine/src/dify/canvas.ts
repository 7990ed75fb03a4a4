import { boolField, field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import { END, line, START } from '#canvas/edit/shapes.ts'
import { isObject, type Values } from '#values/own.ts'
import { casesOf, condition } from './conditions.ts'
import { type Made, makeNode } from './nodes.ts'
import { createScope, type DifyNode, type DifyNote, isMark, listOf, plain, type Scope, shapeOf } from './scope.ts'

interface Edge {
  from: string
  handle: string
  to: string
}

/** The graph of a workflow or chatflow as a canvas of ours. */
export function canvasOf(workflow: Values, isChat: boolean, modelId = ''): { canvas: Values; notes: DifyNote[] } {
  const scope = createScope(workflow, isChat, modelId)
  const edges = listField(objectField(workflow, 'graph'), 'edges')
    .filter(isObject)
    .map((one) => ({
      from: textField(one, 'source'),
      handle: textField(one, 'sourceHandle'),
      to: textField(one, 'target'),
    }))
  // An app that answers once, at its end, ends with that answer.
  const answers = scope.nodes.filter((one) => one.kind === 'answer' && !one.parent)
  const [only] = answers
  if (only && answers.length === 1 && !edges.some((one) => one.from === only.source)) only.id = END
  const made = inOrder(scope, edges)
  const nodes = scope.nodes
    .filter((one) => !one.parent && one.kind !== 'end' && !isMark(one.kind))
    .map((one) => toRaw(one, made))
  const lines = linesBetween(scope, edges, '')
  finish(scope, nodes, lines, edges)
  return { canvas: { nodes, edges: lines, versions: { loop: 'v2' } }, notes: scope.notes }
}

/** Nodes are made after those whose values they take, so that what they refer to is declared. */
function inOrder(scope: Scope, edges: Edge[]): Map<DifyNode, Made & { blocks?: Values[]; edges?: Values[] }> {
  const made = new Map<DifyNode, Made & { blocks?: Values[]; edges?: Values[] }>()
  const before = (node: DifyNode) =>
    edges
      .filter((one) => one.to === node.source)
      .map((one) => scope.byId(one.from))
      .filter((one) => one !== undefined)
  const visit = (node: DifyNode, seen: Set<DifyNode>) => {
    if (made.has(node) || seen.has(node)) return
    seen.add(node)
    if (node.parent) {
      const parent = scope.byId(node.parent)
      if (parent && !made.has(parent)) return visit(parent, seen)
    }
    for (const one of before(node)) visit(one, seen)
    if (isRounds(node))
      made.set(
        node,
        makeRounds(node, scope, edges, made, (one) => visit(one, seen)),
      )
    else if (node.kind === 'start') made.set(node, makeStart(node, scope))
    else if (node.kind === 'answer') made.set(node, makeAnswer(node, scope))
    else if (node.kind !== 'end' && !isMark(node.kind) && !made.has(node)) made.set(node, makeNode(node, scope))
  }
  for (const node of scope.nodes) if (!node.parent) visit(node, new Set())
  return made
}

const isRounds = (node: DifyNode) => node.kind === 'iteration' || node.kind === 'loop'

function makeStart(node: DifyNode, scope: Scope): Made {
  const outputs = listField(node.data, 'variables')
    .filter(isObject)
    .map((one) => {
      const shape = shapeOf(textField(one, 'type'))
      scope.declare(node, textField(one, 'variable'), shape)
      return {
        name: textField(one, 'variable'),
        ...shape,
        required: boolField(one, 'required'),
        description: textField(one, 'label'),
        ...(textField(one, 'default') && { defaultValue: textField(one, 'default') }),
      }
    })
  const chat = scope.isChat
    ? [
        { name: 'USER_INPUT', ...plain('string'), required: true },
        { name: 'CONVERSATION_NAME', ...plain('string'), required: false },
      ]
    : []
  return { type: '1', outputs: [...chat, ...outputs] }
}

function makeAnswer(node: DifyNode, scope: Scope): Made {
  const { text, inputs } = scope.template(textField(node.data, 'answer'), node)
  const said = { content: scope.literal(text), streamingOutput: true, inputParameters: inputs }
  return node.id === END
    ? { type: '2', inputs: { terminatePlan: 'useAnswerContent', ...said } }
    : { type: '13', inputs: said }
}

function makeRounds(
  node: DifyNode,
  scope: Scope,
  edges: Edge[],
  made: Map<DifyNode, Made & { blocks?: Values[]; edges?: Values[] }>,
  visit: (node: DifyNode) => void,
): Made & { blocks: Values[]; edges: Values[] } {
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
  for (const one of variables) scope.declare(node, textField(one, 'label'), shapeOf(textField(one, 'var_type')))
  const inner = scope.nodes.filter((one) => one.parent === node.source)
  // Known to be on its way: the inner ones ask for it first.
  made.set(node, { type })
  for (const one of inner) visit(one)
  const blocks = inner.filter((one) => !isMark(one.kind) && one.kind !== 'loop-end').map((one) => toRaw(one, made))
  const lines = linesBetween(scope, edges, node.source)
  const ends = inner.filter((one) => one.kind === 'loop-end')
  for (const one of ends)
    blocks.push({ id: one.id, type: '19', meta: place(one), data: { nodeMeta: { title: one.title } } })
  if (node.kind === 'loop') {
    addBreak(node, scope, blocks, lines)
    return {
      type,
      inputs: {
        loopType: 'count',
        loopCount: scope.literal(String(numberField(node.data, 'loop_count') ?? 10), plain('integer')),
        variableParameters: variables.map((one) => ({
          name: textField(one, 'label'),
          input:
            textField(one, 'value_type') === 'variable'
              ? scope.ref(field(one, 'value'), node)
              : scope.literal(textField(one, 'value'), shapeOf(textField(one, 'var_type'))),
        })),
        inputParameters: [],
      },
      outputs: variables.map((one) => ({
        name: textField(one, 'label'),
        input: { ...scope.ref([node.source, textField(one, 'label')], node) },
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

/** Their loops end on a condition of the loop; ours on a Break behind a selector at the end of each round. */
function addBreak(node: DifyNode, scope: Scope, blocks: Values[], lines: Values[]) {
  const conditions = listField(node.data, 'break_conditions').filter(isObject)
  if (!conditions.length) return
  const [test, leave] = [scope.newId(), scope.newId()]
  const logic = textField(node.data, 'logical_operator') === 'or' ? 1 : 2
  blocks.push(
    {
      id: test,
      type: '8',
      meta: { position: { x: 900, y: 0 } },
      data: {
        nodeMeta: { title: `${node.title}?` },
        inputs: {
          branches: [{ condition: { logic, conditions: conditions.map((one) => condition(one, node, scope)) } }],
        },
      },
    },
    { id: leave, type: '19', meta: { position: { x: 1200, y: 0 } }, data: { nodeMeta: { title: 'Break' } } },
  )
  for (const edge of lines)
    if (edge.targetNodeID === node.id)
      Object.assign(edge, line(String(edge.sourceNodeID), test), { targetPortID: undefined })
  lines.push(line(test, leave, 'true'), line(test, node.id, 'false', 'loop-function-inline-input'))
}

/** Lines among the nodes that stand in the same place: the canvas, or one loop. */
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
  const inner = scope.nodes.filter((one) => one.parent === parent && !isMark(one.kind) && one.kind !== 'loop-end')
  for (const node of inner) {
    if (!found.some((one) => one.targetNodeID === node.id))
      found.push(line(holder.id, node.id, `${word}-function-inline-output`))
    for (const port of openPorts(node, found))
      found.push(line(node.id, holder.id, port, `${word}-function-inline-input`))
  }
  return found
}

/** The ways out of a node that lead nowhere yet. */
function openPorts(node: DifyNode, lines: Values[]): string[] {
  const ports = portsOf(node)
  const used = new Set(lines.filter((one) => one.sourceNodeID === node.id).map((one) => String(one.sourcePortID ?? '')))
  return ports.filter((one) => !used.has(one))
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
    const at = casesOf(node).findIndex((one) => one.id === handle)
    return at < 0 ? 'false' : at === 0 ? 'true' : `true_${at}`
  }
  if (node.kind === 'question-classifier') {
    const at = listField(node.data, 'classes').findIndex((one) => textField(one, 'id') === handle)
    return at < 0 ? 'default' : `branch_${at}`
  }
  return isRounds(node) ? outPort(node) : ''
}

/** One end, as canvases have it: several ends of a file meet in a node that takes what the branch that ran gave. */
function finish(scope: Scope, nodes: Values[], lines: Values[], edges: Edge[]) {
  const ends = scope.nodes.filter((one) => one.kind === 'end')
  const top = scope.nodes.filter((one) => !one.parent && one.kind !== 'end' && !isMark(one.kind))
  const right = Math.max(0, ...top.map((one) => one.x)) + 420
  const wanted = ends.map((end) =>
    listField(end.data, 'outputs')
      .filter(isObject)
      .map((one) => ({ name: textField(one, 'variable'), input: scope.ref(field(one, 'value_selector'), end) })),
  )
  const merged = wanted.length > 1 ? merge(scope, wanted, right) : undefined
  if (merged) nodes.push(merged)
  const target = merged ? String(merged.id) : END
  for (const { from, handle, to } of edges) {
    const source = scope.byId(from)
    if (source && !source.parent && scope.byId(to)?.kind === 'end')
      lines.push(line(source.id, target, portOf(source, handle)))
  }
  // What led nowhere in the file led to its end.
  for (const node of top)
    if (node.id !== END) for (const port of openPorts(node, lines)) lines.push(line(node.id, target, port))
  if (nodes.some((one) => one.id === END)) return
  if (merged) lines.push(line(target, END))
  const inputParameters = merged
    ? listField(objectField(merged, 'data'), 'outputs').map((one) => ({
        name: textField(one, 'name'),
        input: scopeRef(target, one as Values),
      }))
    : (wanted[0] ?? [])
  nodes.push({
    id: END,
    type: '2',
    meta: { position: { x: right + (merged ? 420 : 0), y: ends[0]?.y ?? 0 } },
    data: {
      nodeMeta: { title: ends[0]?.title ?? 'End' },
      inputs: scope.isChat
        ? { terminatePlan: 'useAnswerContent', streamingOutput: false, content: scope.literal(''), inputParameters: [] }
        : { terminatePlan: 'returnVariables', inputParameters },
    },
  })
  if (!nodes.some((one) => one.id === START)) scope.note(undefined, 'The file has no start node', '文件中没有开始节点')
}
const scopeRef = (blockID: string, declared: Values): Values => ({
  type: textField(declared, 'type'),
  ...(declared.schema === undefined ? {} : { schema: declared.schema }),
  value: { type: 'ref', content: { source: 'block-output', blockID, name: textField(declared, 'name') } },
})

function merge(scope: Scope, wanted: { name: string; input: Values }[][], x: number): Values {
  const names = [...new Set(wanted.flat().map((one) => one.name))]
  const groups = names.map((name) => ({
    name,
    variables: wanted
      .flat()
      .filter((one) => one.name === name)
      .map((one) => one.input),
  }))
  return {
    id: scope.newId(),
    type: '32',
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
function toRaw(node: DifyNode, made: Map<DifyNode, Made & { blocks?: Values[]; edges?: Values[] }>): Values {
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
