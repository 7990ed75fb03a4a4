import { isId } from '@orrery/contract'
import { NodeType } from '#node-type.ts'

type Json = Record<string, unknown>
export interface CanvasNode {
  id: string
  type: string
  title: string
  data: Json
  raw: Json
  blocks: CanvasNode[]
}
interface CanvasEdge {
  from: string
  to: string
  port: string
}
export interface Needs {
  workflows: { id: string; version: string }[]
  plugins: string[]
  knowledge: string[]
  databases: string[]
  models: string[]
}
/** Facts about a canvas, read leniently: a draft need not be complete. */
export interface CanvasFacts {
  nodes: CanvasNode[]
  edges: CanvasEdge[]
  inputs: Json[]
  outputs: Json[]
  /** What the workflow returns: 0 variables, 1 an answer. */
  endType: number
  outputNodes: { node_id: string; node_type: string; node_title: string }[]
  needs: Needs
  nodeCount: number
}

export function readFacts(schema: string): CanvasFacts {
  const canvas = object(parse(schema))
  const nodes = readNodes(canvas.nodes)
  const all = flatten(nodes)
  const start = nodes.find((node) => node.type === NodeType.Start)
  const end = nodes.find((node) => node.type === NodeType.End)
  const endInputs = object(end?.data.inputs)
  const isAnswer = endInputs.terminatePlan === 'useAnswerContent'
  return {
    nodes,
    edges: readEdges(canvas.edges, nodes),
    inputs: list(start?.data.outputs).map(object),
    outputs: isAnswer ? [{ name: 'output', type: 'string' }] : list(endInputs.inputParameters).map(toVariable),
    endType: isAnswer ? 1 : 0,
    outputNodes: all
      .filter((node) => node.type === NodeType.Message || (node.type === NodeType.End && isAnswer))
      .map((node) => ({ node_id: node.id, node_type: node.type, node_title: node.title })),
    needs: readNeeds(all),
    nodeCount: all.length,
  }
}

/** Replaces ids of resources of another space. */
export function replaceIds(schema: string, ids: ReadonlyMap<string, string>): string {
  if (ids.size === 0) return schema
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.get(value) ?? value
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]))
  }
  const canvas = parse(schema)
  return canvas === undefined ? schema : JSON.stringify(walk(canvas))
}

export const flatten = (nodes: CanvasNode[]): CanvasNode[] => nodes.flatMap((node) => [node, ...flatten(node.blocks)])

function readNodes(source: unknown): CanvasNode[] {
  return list(source).map((item) => {
    const raw = object(item)
    const data = object(raw.data)
    return {
      id: text(raw.id),
      type: text(raw.type),
      title: text(object(data.nodeMeta).title),
      data,
      raw,
      blocks: readNodes(raw.blocks),
    }
  })
}

function readEdges(source: unknown, nodes: CanvasNode[]): CanvasEdge[] {
  const own = list(source).map((item) => {
    const edge = object(item)
    return { from: text(edge.sourceNodeID), to: text(edge.targetNodeID), port: text(edge.sourcePortID) }
  })
  return [...own, ...nodes.flatMap((node) => readEdges(node.raw.edges, node.blocks))]
}

function toVariable(param: unknown): Json {
  const { name, input } = object(param)
  const { type, schema, assistType } = object(input)
  return {
    name,
    type,
    ...(schema === undefined ? {} : { schema }),
    ...(assistType === undefined ? {} : { assistType }),
  }
}

function readNeeds(nodes: CanvasNode[]): Needs {
  const workflows = new Map<string, { id: string; version: string }>()
  const found = {
    plugins: new Set<string>(),
    knowledge: new Set<string>(),
    databases: new Set<string>(),
    models: new Set<string>(),
  }
  const call = (id: unknown, version: unknown) => {
    const key = text(id)
    if (isId(key)) workflows.set(`${key}@${text(version)}`, { id: key, version: text(version) })
  }
  const add = (set: Set<string>, id: unknown) => void (isId(text(id)) && set.add(text(id)))
  for (const { type, data } of nodes) {
    const inputs = object(data.inputs)
    if (type === NodeType.SubWorkflow) call(inputs.workflowId, inputs.workflowVersion)
    for (const param of list(inputs.apiParam)) if (object(param).name === 'pluginID') add(found.plugins, literal(param))
    for (const param of list(inputs.datasetParam))
      if (object(param).name === 'datasetList') for (const item of list(literal(param))) add(found.knowledge, item)
    for (const item of list(inputs.databaseInfoList)) add(found.databases, object(item).databaseInfoID)
    const tools = object(inputs.fcParam)
    for (const found of list(object(tools.workflowFCParam).workflowList))
      call(object(found).workflow_id, object(found).workflow_version)
    for (const item of list(object(tools.pluginFCParam).pluginList)) add(found.plugins, object(item).plugin_id)
    for (const item of list(object(tools.knowledgeFCParam).knowledgeList)) add(found.knowledge, object(item).id)
    const model = Array.isArray(inputs.llmParam)
      ? literal(inputs.llmParam.find((param) => object(param).name === 'modelType'))
      : object(inputs.llmParam).modelType
    add(found.models, model)
  }
  return {
    workflows: [...workflows.values()],
    plugins: [...found.plugins],
    knowledge: [...found.knowledge],
    databases: [...found.databases],
    models: [...found.models],
  }
}

const literal = (param: unknown): unknown => object(object(object(param).input).value).content
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
function parse(schema: string): unknown {
  try {
    return JSON.parse(schema)
  } catch {
    return undefined
  }
}
