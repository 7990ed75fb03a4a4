import { NodeType } from '#node-type.ts'
import { isObject, type Values } from '#values/own.ts'
import { boolField, field, listField, numberField, objectField, textField } from '../fields.ts'
import { mapNode, type Reference, type Replacement } from './references.ts'
import {
  edgesOf,
  type EditProblem,
  END,
  freeId,
  idOf,
  idsOf,
  isComposite,
  line,
  nodesOf,
  placed,
  positionOf,
  sourceOf,
  sourcePort,
  START,
  targetOf,
  targetPort,
} from './shapes.ts'

export type Expansion = { ok: true; canvas: Values; nodeIds: string[] } | { ok: false; problems: EditProblem[] }

/** Replaces a node that calls a workflow by the nodes of that workflow. The inputs are not modified. */
export function expandSubWorkflow(canvas: Values, nodeId: string, called: Values): Expansion {
  const top = nodesOf(canvas, 'nodes')
  const parent = top.find((node) => isComposite(node) && nodesOf(node, 'blocks').some((node) => idOf(node) === nodeId))
  const level = { nodes: parent ? nodesOf(parent, 'blocks') : top, edges: edgesOf(parent ?? canvas) }
  const caller = level.nodes.find((node) => idOf(node) === nodeId)
  const problems = check(caller, called, parent !== undefined, nodeId)
  if (!caller || problems.length) return { ok: false, problems }

  const taken = idsOf(top)
  const own = nodesOf(called, 'nodes').filter((node) => ![START, END].includes(idOf(node)))
  const ids = new Map([...idsOf(own)].map((id) => [id, taken.has(id) ? freeId(taken) : (taken.add(id), id)]))
  const renamed = (id: string) => ids.get(id) ?? id
  const unresolved: EditProblem[] = []
  const given = inputsOf(caller)
  const intoInner = (reference: Reference): Replacement => {
    if (reference.blockId !== START) return { blockId: renamed(reference.blockId), path: reference.path }
    return resolve(given.get(reference.path[0] ?? ''), reference.path.slice(1), reference, unresolved, nodeId)
  }
  const results = inputsOf(nodesOf(called, 'nodes').find((node) => idOf(node) === END))
  const intoOuter = (reference: Reference): Replacement => {
    if (reference.blockId !== nodeId) return undefined
    const source = results.get(reference.path[0] ?? '')
    return resolve(
      source && (mapNode({ data: source }, intoInner).data as Values),
      reference.path.slice(1),
      reference,
      unresolved,
      nodeId,
    )
  }
  const moved = shift(own, caller).map((node) => rename(mapNode(node, intoInner), renamed))
  const rest = level.nodes.filter((node) => node !== caller).map((node) => mapNode(node, intoOuter))
  const edges = joined(level.edges, nodeId, edgesOf(called), renamed)
  const canvasAfter = parent
    ? {
        ...canvas,
        nodes: top.map((node) =>
          node === parent
            ? { ...mapNode({ ...parent, blocks: [] }, intoOuter), blocks: [...rest, ...moved], edges }
            : mapNode(node, intoOuter),
        ),
      }
    : { ...canvas, nodes: [...rest, ...moved], edges }
  if (unresolved.length) return { ok: false, problems: unresolved }
  return { ok: true, canvas: canvasAfter, nodeIds: moved.map(idOf) }
}

const problem = (code: string, nodeId: string, message: string): EditProblem => ({ code, nodeId, message })

function check(caller: Values | undefined, called: Values, isInside: boolean, nodeId: string): EditProblem[] {
  const inputs = objectField(objectField(caller, 'data'), 'inputs')
  if (textField(caller, 'type') !== NodeType.SubWorkflow)
    return [problem('notACall', nodeId, 'this node calls no workflow')]
  if (boolField(objectField(inputs, 'batch'), 'batchEnable'))
    return [problem('batchMode', nodeId, 'a node in batch mode stays a call')]
  const onError = objectField(inputs, 'settingOnError')
  if (boolField(onError, 'switch') && (numberField(onError, 'processType') ?? 1) !== 1)
    return [problem('errorSetting', nodeId, 'a call with its own way of handling errors stays a call')]
  const end = nodesOf(called, 'nodes').find((node) => idOf(node) === END)
  if (textField(objectField(objectField(end, 'data'), 'inputs'), 'terminatePlan') === 'useAnswerContent')
    return [problem('answers', nodeId, 'a workflow that ends with an answer stays a call')]
  if (isInside && nodesOf(called, 'nodes').some(isComposite))
    return [problem('nested', nodeId, 'loops and batches cannot stand inside one another')]
  return []
}

const inputsOf = (node: Values | undefined): Map<string, Values> =>
  new Map(
    listField(objectField(objectField(node, 'data'), 'inputs'), 'inputParameters').flatMap((item) => {
      const input = field(item, 'input')
      return isObject(input) ? [[textField(item, 'name'), input] as const] : []
    }),
  )

/** Follows a source one step towards its origin. */
function resolve(
  source: Values | undefined,
  rest: string[],
  reference: Reference,
  unresolved: EditProblem[],
  nodeId: string,
): Replacement {
  const value = objectField(source, 'value')
  const kind = textField(value, 'type')
  // The caller gave no value: the input stays empty, as it was for the called workflow.
  if (!source || !value || !kind) return { value: { type: 'literal', content: '' } }
  if (kind === 'object_ref' && rest.length) {
    const part = listField(source, 'schema').find((item) => textField(item, 'name') === rest[0])
    const input = field(part, 'input')
    return resolve(isObject(input) ? input : undefined, rest.slice(1), reference, unresolved, nodeId)
  }
  const content = objectField(value, 'content')
  if (kind === 'ref' && content) {
    if (textField(content, 'source').startsWith('global_variable_'))
      return { value: { ...value, content: { ...content, path: [...listField(content, 'path'), ...rest] } } }
    const name = textField(content, 'name')
    return { blockId: textField(content, 'blockID'), path: [...(name ? name.split('.') : []), ...rest] }
  }
  const isLeaf = rest.length === 0 && (reference.expects !== undefined || kind === 'literal')
  if (!isLeaf)
    unresolved.push(
      problem('fixedValue', nodeId, `a part of the fixed value "${reference.path[0] ?? ''}" is used inside`),
    )
  return kind === 'object_ref' ? { value, schema: field(source, 'schema') } : { value }
}

/** Renames a node and the nodes inside it, including the lines between those. */
function rename(node: Values, renamed: (id: string) => string): Values {
  const out: Values = { ...node, id: renamed(idOf(node)) }
  const blocks = nodesOf(node, 'blocks')
  if (blocks.length) out.blocks = blocks.map((block) => rename(block, renamed))
  const edges = edgesOf(node)
  if (edges.length)
    out.edges = edges.map((edge) => ({
      ...edge,
      sourceNodeID: renamed(sourceOf(edge)),
      targetNodeID: renamed(targetOf(edge)),
    }))
  return out
}

/** Moves the nodes together so that their centre is where the call was. */
function shift(nodes: Values[], caller: Values): Values[] {
  const at = positionOf(caller)
  const places = nodes.map(positionOf)
  const middle = (of: (place: { x: number; y: number }) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / Math.max(1, places.length)
  const [dx, dy] = [Math.round(at.x - middle(({ x }) => x)), Math.round(at.y - middle(({ y }) => y))]
  return nodes.map((node, i) => placed(node, places[i]!.x + dx, places[i]!.y + dy))
}

function joined(outer: Values[], nodeId: string, inner: Values[], renamed: (id: string) => string): Values[] {
  const before = outer.filter((edge) => targetOf(edge) === nodeId)
  const after = outer.filter((edge) => sourceOf(edge) === nodeId)
  const first = inner.filter((edge) => sourceOf(edge) === START && targetOf(edge) !== END)
  const last = inner.filter((edge) => targetOf(edge) === END && sourceOf(edge) !== START)
  const through = inner.some((edge) => sourceOf(edge) === START && targetOf(edge) === END)
  return [
    ...outer.filter((edge) => targetOf(edge) !== nodeId && sourceOf(edge) !== nodeId),
    ...before.flatMap((from) => first.map((to) => line(sourceOf(from), renamed(targetOf(to)), sourcePort(from)))),
    ...inner
      .filter((edge) => sourceOf(edge) !== START && targetOf(edge) !== END)
      .map((edge) => ({ ...edge, sourceNodeID: renamed(sourceOf(edge)), targetNodeID: renamed(targetOf(edge)) })),
    ...last.flatMap((from) =>
      after.map((to) => line(renamed(sourceOf(from)), targetOf(to), sourcePort(from), targetPort(to))),
    ),
    ...(through
      ? before.flatMap((from) =>
          after.map((to) => line(sourceOf(from), targetOf(to), sourcePort(from), targetPort(to))),
        )
      : []),
  ]
}
