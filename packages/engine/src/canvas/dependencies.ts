import { NodeType } from '#node-type.ts'
import { isObject, type Values } from '#values/own.ts'
import { field, listField, objectField, textField } from './fields.ts'

export type DependencyKind = 'workflow' | 'plugin' | 'tool' | 'knowledge' | 'database' | 'model'

/** Something outside the canvas that a node needs. */
export interface Dependency {
  kind: DependencyKind
  id: string
  version: string
  nodeId: string
}

type Replace = (dependency: Dependency) => string | undefined
interface Visit {
  nodeId: string
  replace: Replace
}

/** Everything outside the canvas that its nodes need, in the order of the nodes. Nothing is loaded or run. */
export function dependenciesOf(canvas: unknown): Dependency[] {
  const found: Dependency[] = []
  visitNodes(canvas, (item) => {
    found.push(item)
    return undefined
  })
  return found
}

/** A copy of the canvas with other ids. */
export function mapDependencies(canvas: Values, replace: Replace): Values {
  const copy = structuredClone(canvas)
  visitNodes(copy, replace)
  return copy
}

function visitNodes(canvas: unknown, replace: Replace): void {
  const stack = [...listField(canvas, 'nodes')].reverse()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const inputs = objectField(objectField(node, 'data'), 'inputs')
    if (inputs) visitInputs(textField(node, 'type'), inputs, { nodeId: textField(node, 'id'), replace })
    stack.push(...[...listField(node, 'blocks')].reverse())
  }
}

function visitInputs(type: string, inputs: Values, visit: Visit): void {
  if (type === NodeType.SubWorkflow || type === NodeType.Imageflow)
    use(visit, 'workflow', inputs, 'workflowId', textField(inputs, 'workflowVersion'))
  if (type === NodeType.TriggerUpsert) use(visit, 'workflow', objectField(inputs, 'meta'), 'workflowId')
  if (type === NodeType.Api) {
    const params = listField(inputs, 'apiParam')
    const version = textField(literalOf(params, 'pluginVersion'), 'content')
    use(visit, 'plugin', literalOf(params, 'pluginID'), 'content', version)
    use(visit, 'tool', literalOf(params, 'apiID'), 'content', version)
  }
  for (const info of listField(inputs, 'databaseInfoList')) use(visit, 'database', info, 'databaseInfoID')
  visitKnowledge(listField(inputs, 'datasetParam')[0], visit)
  visitModel(field(inputs, 'llmParam'), visit)
  visitSkills(objectField(inputs, 'fcParam'), visit)
}

function visitKnowledge(param: unknown, visit: Visit): void {
  const value = objectField(objectField(param, 'input'), 'value')
  const content = field(value, 'content')
  const ids = typeof content === 'string' ? parseList(content) : content
  if (!value || !Array.isArray(ids)) return
  const mapped = ids.map(
    (id) => visit.replace({ kind: 'knowledge', id: String(id), version: '', nodeId: visit.nodeId }) ?? id,
  )
  setField(value, 'content', typeof content === 'string' ? JSON.stringify(mapped) : mapped)
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function visitModel(raw: unknown, visit: Visit): void {
  if (Array.isArray(raw)) use(visit, 'model', literalOf(raw, 'modelType'), 'content')
  else use(visit, 'model', raw, 'modelType')
}

function visitSkills(raw: unknown, visit: Visit): void {
  for (const found of listField(objectField(raw, 'workflowFCParam'), 'workflowList')) {
    use(visit, 'workflow', found, 'workflow_id', textField(found, 'workflow_version'))
  }
  for (const found of listField(objectField(raw, 'pluginFCParam'), 'pluginList')) {
    use(visit, 'plugin', found, 'plugin_id', textField(found, 'plugin_version'))
    use(visit, 'tool', found, 'api_id', textField(found, 'plugin_version'))
  }
  for (const found of listField(objectField(raw, 'knowledgeFCParam'), 'knowledgeList'))
    use(visit, 'knowledge', found, 'id')
}

const literalOf = (params: unknown[], name: string): unknown =>
  objectField(
    objectField(
      params.find((param) => textField(param, 'name') === name),
      'input',
    ),
    'value',
  )

function use({ nodeId, replace }: Visit, kind: DependencyKind, holder: unknown, key: string, version = ''): void {
  const id = textField(holder, key)
  if (!id || !isObject(holder)) return
  const other = replace({ kind, id, version, nodeId })
  if (other !== undefined) setField(holder, key, other)
}

function setField(holder: Values, key: string, value: unknown): void {
  const own = Object.keys(holder).find((item) => item.toLowerCase() === key.toLowerCase()) ?? key
  holder[own] = value
}
