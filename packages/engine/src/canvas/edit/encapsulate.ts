import { NodeType } from '#node-type.ts'
import type { Values } from '#values/own.ts'
import { textField } from '../fields.ts'
import { mapNode, type Reference, referencesOf } from './references.ts'
import {
  type CanvasVariable,
  createNames,
  declaredOutput,
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
  typeOf,
} from './shapes.ts'

export interface NewWorkflowRef {
  id: string
  spaceId: string
  name: string
  description?: string
  icon?: string
  version?: string
}
export type Encapsulation =
  | {
      ok: true
      /** The canvas of the workflow to create. */
      inner: Values
      inputs: CanvasVariable[]
      outputs: CanvasVariable[]
      /** Creates the canvas with the chosen nodes replaced by one node that calls the new workflow. */
      put(workflow: NewWorkflowRef, nodeId?: string): { canvas: Values; nodeId: string }
    }
  | { ok: false; problems: EditProblem[] }

/** One graph of a canvas: the top level, or the inside of a loop or batch. */
interface Level {
  nodes: Values[]
  edges: Values[]
  parent: Values | undefined
}
const GAP = 480
const onlyInLoops = new Set<string>([NodeType.Break, NodeType.LoopSetVariable, NodeType.Continue])
const fixed = new Set<string>([NodeType.Start, NodeType.End])

/** Extracts chosen nodes into a workflow without changing what the canvas does. The inputs are not modified. */
export function encapsulate(canvas: Values, chosenIds: Iterable<string>): Encapsulation {
  const chosen = new Set(chosenIds)
  const level = levelOf(canvas, chosen)
  const problems = level ? check(level, chosen) : [problem('otherLevel', '', 'choose nodes of one level only')]
  if (!level || problems.length) return { ok: false, problems }

  const own = level.nodes.filter((node) => chosen.has(idOf(node)))
  const inside = idsOf(own)
  const inputs = gather(
    own.flatMap(referencesOf).filter((item) => !inside.has(item.blockId)),
    level.nodes,
  )
  const others = outsideOf(level, chosen)
  const outputs = gather(
    others.flatMap(referencesOf).filter((item) => inside.has(item.blockId)),
    own,
  )
  const { entries, exits, between } = cut(level, chosen)
  const inner = innerCanvas(canvas, own, { inputs, outputs, between, entries, exits })
  return {
    ok: true,
    inner,
    inputs: inputs.map(({ variable }) => variable),
    outputs: outputs.map(({ variable }) => variable),
    put(workflow, nodeId = freeId(idsOf(nodesOf(canvas, 'nodes')))) {
      const caller = callerNode(nodeId, workflow, own, inputs, outputs)
      const back = replacer(outputs, nodeId)
      const nodes = [...level.nodes.filter((node) => !chosen.has(idOf(node))), caller]
      const edges = [
        ...level.edges.filter((edge) => !chosen.has(sourceOf(edge)) && !chosen.has(targetOf(edge))),
        ...unique(entries.map((edge) => line(sourceOf(edge), nodeId, sourcePort(edge)))),
        ...unique(exits.map((edge) => line(nodeId, targetOf(edge), '', targetPort(edge)))),
      ]
      return { canvas: rebuild(canvas, level.parent, nodes, edges, back), nodeId }
    },
  }
}

const problem = (code: string, nodeId: string, message: string): EditProblem => ({ code, nodeId, message })

function levelOf(canvas: Values, chosen: ReadonlySet<string>): Level | undefined {
  const top = nodesOf(canvas, 'nodes')
  const levels: Level[] = [
    { nodes: top, edges: edgesOf(canvas), parent: undefined },
    ...top.filter(isComposite).map((node) => ({ nodes: nodesOf(node, 'blocks'), edges: edgesOf(node), parent: node })),
  ]
  return levels.find(({ nodes }) => {
    const ids = new Set(nodes.map(idOf))
    return chosen.size > 0 && [...chosen].every((id) => ids.has(id))
  })
}

function check(level: Level, chosen: ReadonlySet<string>): EditProblem[] {
  const own = level.nodes.filter((node) => chosen.has(idOf(node)))
  const problems = own.flatMap((node) => {
    const type = textField(node, 'type')
    if (fixed.has(type)) return problem('startOrEnd', idOf(node), 'Start and End stay where they are')
    if (onlyInLoops.has(type)) return problem('loopStep', idOf(node), 'this node belongs to the loop around it')
    return []
  })
  if (problems.length) return problems
  const { entries, exits } = cut(level, chosen)
  if (!entries.length) return [problem('noEntry', idOf(own[0]), 'nothing leads to the chosen nodes')]
  if (!exits.length) return [problem('noExit', idOf(own.at(-1)), 'nothing leads on from the chosen nodes')]
  const entered = groups(entries, targetOf, (edge) => `${sourceOf(edge)}:${sourcePort(edge)}`)
  if (new Set(entered.values()).size > 1)
    return [...entered.keys()].map((id) => problem('entries', id, 'the chosen nodes are entered from different places'))
  const left = groups(
    exits,
    (edge) => `${sourceOf(edge)}:${sourcePort(edge)}`,
    (edge) => targetOf(edge),
  )
  if (new Set(left.values()).size > 1)
    return [...left.keys()].map((key) =>
      problem('exits', key.split(':')[0]!, 'the chosen nodes lead on to different places'),
    )
  const back = findReturningNode(level, chosen)
  return back ? [problem('comesBack', back, 'a way leaves the chosen nodes and comes back: choose this node too')] : []
}

/** For every key the set of its values as one text, so that keys with the same values compare equal. */
function groups(edges: Values[], key: (edge: Values) => string, value: (edge: Values) => string): Map<string, string> {
  const found = new Map<string, Set<string>>()
  for (const edge of edges) {
    const set = found.get(key(edge)) ?? new Set()
    found.set(key(edge), set.add(value(edge)))
  }
  return new Map([...found].map(([item, set]) => [item, [...set].sort().join('\n')]))
}

function cut({ edges }: Level, chosen: ReadonlySet<string>) {
  const isIn = (id: string) => chosen.has(id)
  return {
    entries: edges.filter((edge) => !isIn(sourceOf(edge)) && isIn(targetOf(edge))),
    exits: edges.filter((edge) => isIn(sourceOf(edge)) && !isIn(targetOf(edge))),
    between: edges.filter((edge) => isIn(sourceOf(edge)) && isIn(targetOf(edge))),
  }
}

/** Finds a node on a path that leaves the chosen nodes and returns. Lines and references both make a node wait. */
function findReturningNode(level: Level, chosen: ReadonlySet<string>): string | undefined {
  const home = new Map<string, string>()
  for (const node of level.nodes) for (const id of idsOf([node])) home.set(id, idOf(node))
  const next = new Map<string, Set<string>>()
  const add = (from: string | undefined, to: string) =>
    void (from !== undefined && from !== to && next.set(from, (next.get(from) ?? new Set()).add(to)))
  for (const edge of level.edges) add(sourceOf(edge), targetOf(edge))
  for (const node of level.nodes)
    for (const reference of referencesOf(node)) add(home.get(reference.blockId), idOf(node))
  const parent = level.parent && idOf(level.parent)
  const seen = new Set<string>()
  const open = [...chosen].flatMap((id) => [...(next.get(id) ?? [])].filter((to) => !chosen.has(to)))
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id) || id === parent) continue
    seen.add(id)
    for (const to of next.get(id) ?? []) {
      if (chosen.has(to)) return id
      open.push(to)
    }
  }
  return undefined
}

/** All nodes outside the chosen ones that may refer to them. */
function outsideOf(level: Level, chosen: ReadonlySet<string>): Values[] {
  if (!level.parent) return level.nodes.filter((node) => !chosen.has(idOf(node)))
  const { blocks: _, ...parent } = level.parent
  return [parent, ...level.nodes.filter((node) => !chosen.has(idOf(node)))]
}

interface Passed {
  from: Pick<Reference, 'blockId' | 'path'>
  expects: Values
  variable: CanvasVariable
}
const keyOfReference = ({ blockId, path }: Pick<Reference, 'blockId' | 'path'>) => `${blockId}\n${path.join('.')}`

function gather(references: Reference[], sources: Values[]): Passed[] {
  const name = createNames()
  const found = new Map<string, Passed>()
  for (const reference of references) {
    const key = keyOfReference(reference)
    if (found.has(key)) continue
    const declared = declaredOutput(
      sources.find((node) => idOf(node) === reference.blockId),
      reference.path,
    )
    const type = typeOf(declared ?? reference.expects ?? {})
    const variable = { name: name(reference.path.at(-1) ?? 'value'), required: false, ...type }
    found.set(key, { from: { blockId: reference.blockId, path: reference.path }, expects: type, variable })
  }
  return [...found.values()]
}
function replacer(passed: Passed[], blockId: string) {
  const names = new Map(passed.map((item) => [keyOfReference(item.from), item.variable.name]))
  return (reference: Reference) => {
    const name = names.get(keyOfReference(reference))
    return name === undefined ? undefined : { blockId, path: [name] }
  }
}
const refTo = ({ from, expects }: Passed): Values => ({
  ...expects,
  value: {
    type: 'ref',
    content: { source: 'block-output', blockID: from.blockId, name: from.path.join('.') },
  },
})

function innerCanvas(
  canvas: Values,
  own: Values[],
  parts: { inputs: Passed[]; outputs: Passed[]; between: Values[]; entries: Values[]; exits: Values[] },
): Values {
  const places = own.map(positionOf)
  const [left, right] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x))]
  const middle = places.reduce((sum, { y }) => sum + y, 0) / places.length
  const toStart = replacer(parts.inputs, START)
  const start: Values = {
    id: START,
    type: NodeType.Start,
    data: { nodeMeta: { title: 'Start' }, outputs: parts.inputs.map(({ variable }) => variable) },
  }
  const end: Values = {
    id: END,
    type: NodeType.End,
    data: {
      nodeMeta: { title: 'End' },
      inputs: {
        terminatePlan: 'returnVariables',
        inputParameters: parts.outputs.map((output) => ({ name: output.variable.name, input: refTo(output) })),
      },
    },
  }
  return {
    nodes: [
      placed(start, left - GAP, middle),
      ...own.map((node) => mapNode(node, toStart)),
      placed(end, right + GAP, middle),
    ],
    edges: [
      ...unique(parts.entries.map((edge) => line(START, targetOf(edge)))),
      ...parts.between,
      ...unique(parts.exits.map((edge) => line(sourceOf(edge), END, sourcePort(edge)))),
    ],
    ...('versions' in canvas && { versions: canvas.versions }),
  }
}

function callerNode(id: string, workflow: NewWorkflowRef, own: Values[], inputs: Passed[], outputs: Passed[]): Values {
  const places = own.map(positionOf)
  const node: Values = {
    id,
    type: NodeType.SubWorkflow,
    data: {
      nodeMeta: { title: workflow.name, description: workflow.description ?? '', icon: workflow.icon ?? '' },
      inputs: {
        workflowId: workflow.id,
        workflowVersion: workflow.version ?? '',
        spaceId: workflow.spaceId,
        type: 0,
        inputDefs: inputs.map(({ variable }) => ({ ...variable, input: {} })),
        inputParameters: inputs.map((input) => ({ name: input.variable.name, input: refTo(input) })),
      },
      outputs: outputs.map(({ variable }) => ({ ...typeOf(variable), name: variable.name })),
    },
  }
  const middle = (of: (place: { x: number; y: number }) => number) =>
    Math.round(places.reduce((sum, place) => sum + of(place), 0) / places.length)
  return placed(
    node,
    middle(({ x }) => x),
    middle(({ y }) => y),
  )
}

/** The canvas with one level replaced and every reference to a removed node pointed to its replacement. */
function rebuild(
  canvas: Values,
  parent: Values | undefined,
  nodes: Values[],
  edges: Values[],
  back: (reference: Reference) => { blockId: string; path: string[] } | undefined,
): Values {
  if (!parent) return { ...canvas, nodes: nodes.map((node) => mapNode(node, back)), edges }
  const changed = mapNode({ ...parent, blocks: nodes, edges }, back)
  return {
    ...canvas,
    nodes: nodesOf(canvas, 'nodes').map((node) => (idOf(node) === idOf(parent) ? changed : node)),
  }
}

function unique(edges: Values[]): Values[] {
  const seen = new Map(edges.map((edge) => [JSON.stringify(edge), edge]))
  return [...seen.values()]
}
