import type { Graph, PlanNode } from '#model.ts'
import { CanvasError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import type { BodyScope, Compiled, CompileScope, NodeKind } from '#nodes/node-kind.ts'
import { parseType, parseVariables } from '#values/types.ts'
import { rewriteBatchMode } from './batch-mode.ts'
import { parseErrorSetting } from './error-setting.ts'
import { field, listField, textField } from './fields.ts'
import { nameOf, type RawEdge, type RawNode } from './parse.ts'
import type { InputSpec, Source, WorkflowRef } from './plan.ts'
import { prune } from './prune.ts'
import { globalsOf, parseGlobal, parseSource, type Resolver } from './sources.ts'
import { linkStreams } from './streams.ts'
import { errorPort, wire } from './wire.ts'

/** State of one canvas across all its graphs. */
export interface Build {
  kinds: ReadonlyMap<string, NodeKind>
  files: Map<string, string>
  uses: WorkflowRef[]
  nodes: Map<string, PlanNode>
  /** The node is compiled without the rest of its canvas, so the nodes it refers to are missing. */
  isAlone?: boolean
}

/** The graph outside the one being compiled, as seen from the loop or batch `owner`. */
interface Outer {
  level: Level
  owner: number
  ownerId: string
  ownerType: string
  scope: BodyScope
}
interface Level {
  index: ReadonlyMap<string, number>
  reads: Set<number>[]
  /** Nodes that the outputs of the loop or batch read from outside. */
  exports: Set<number>
  /** Nodes whose text is streamed by nodes further inside. */
  shown: Set<number>
  outer: Outer | undefined
}

const compositeTypes = new Set<string>([NodeType.Loop, NodeType.Batch])

export function compileGraph(
  rawNodes: readonly RawNode[],
  rawEdges: readonly RawEdge[],
  build: Build,
  outer?: Outer,
): Graph {
  return compileLevel(rawNodes, rawEdges, build, outer).graph
}

function compileLevel(
  rawNodes: readonly RawNode[],
  rawEdges: readonly RawEdge[],
  build: Build,
  outer: Outer | undefined,
) {
  if (outer) refuseNested(rawNodes)
  const { nodes, edges } = prune(rawNodes.map(rewriteBatchMode), rawEdges, outer?.ownerId)
  const index = new Map(nodes.map((node, i) => [node.id, i]))
  const level: Level = { index, reads: nodes.map(() => new Set<number>()), exports: new Set(), shown: new Set(), outer }
  const compiled = nodes.map((node, i) => compileNode(node, i, level, build))
  const ports = compiled.map((item) => item.ports)
  const wiring = wire(nodes, edges, index, outer?.ownerId, ports, level.reads)
  const planNodes = compiled.map((item, i): PlanNode => ({
    ...item.node,
    edges: wiring.edges[i]!,
    dataTo: wiring.dataTo[i]!,
    from: wiring.from[i]!,
    reads: [...level.reads[i]!],
    streamTo: [],
    isShown: level.shown.has(i),
  }))
  for (const node of planNodes) build.nodes.set(node.id, node)
  linkStreams(planNodes, ({ up, index }) => {
    let at: Level | undefined = level
    for (let i = 0; i < up; i++) at = at?.outer?.level
    at?.shown.add(index)
  })
  const roots = planNodes.flatMap((_, i) => (wiring.degree[i] === 0 ? [i] : []))
  const start = nodes.findIndex((node) => node.type === NodeType.Start)
  const graph: Graph = {
    nodes: planNodes,
    index,
    degree: wiring.degree,
    entry: wiring.entry.map((entry, i) => (i === start ? 1 : entry)),
    roots,
    // Filled after the body is compiled, when the outputs of the surrounding loop or batch are read.
    exports: level.exports,
    start,
    end: nodes.findIndex((node) => node.type === NodeType.End),
  }
  return { graph, level }
}

function refuseNested(nodes: readonly RawNode[]): void {
  for (const node of nodes) {
    if (node.blocks.length || compositeTypes.has(node.type)) {
      throw new CanvasError(
        `nested inner-workflow is not supported: node ${nameOf(node)} is inside another loop or batch`,
        node.id,
        { fault: 'nested' },
      )
    }
    if (node.type === NodeType.Start || node.type === NodeType.End) {
      throw new CanvasError(`node ${nameOf(node)} may not be inside a loop or batch`, node.id, { fault: 'fixedInside' })
    }
  }
}

type Unwired = Omit<PlanNode, 'edges' | 'dataTo' | 'from' | 'reads' | 'streamTo' | 'isShown'>

function compileNode(
  node: RawNode,
  i: number,
  level: Level,
  build: Build,
): { node: Unwired; ports: readonly string[] | undefined } {
  const kind = build.kinds.get(node.type)
  if (!kind)
    throw new CanvasError(`unsupported block type ${node.type} of node ${nameOf(node)}`, node.id, {
      fault: 'unknownType',
    })
  const { setting, timeoutMs } = parseErrorSetting(node)
  const compiled = kind.compile(createScope(node, i, level, build)) as Compiled<unknown>
  const inputs = compiled.inputs ?? []
  const globals = new Map(
    inputs.flatMap((input) => [...globalsOf(input.source)]).map((item) => [`${item.scope}.${item.name}`, item]),
  )
  const retries = setting?.retries || compiled.retries || 0
  const ports = setting?.process === 'branch' ? [...(compiled.ports ?? ['default']), errorPort] : compiled.ports
  return {
    ports,
    node: {
      index: i,
      id: node.id,
      type: node.type,
      title: node.title,
      icon: node.icon,
      kind,
      config: compiled.config,
      inputs,
      outputs: compiled.outputs ?? parseVariables(field(node.data, 'outputs')),
      globals: [...globals.values()],
      error: setting
        ? { ...setting, retries }
        : retries
          ? { process: 'throw', data: undefined, rawData: '', retries }
          : undefined,
      timeoutMs: timeoutMs ?? compiled.timeoutMs ?? kind.timeoutMs ?? 0,
      body: compiled.body,
    },
  }
}

/** Throws if the node itself cannot be compiled, regardless of the rest of its canvas. */
export function checkAlone(node: RawNode, parent: RawNode | undefined, kinds: Build['kinds']): void {
  const build: Build = { kinds, files: new Map(), uses: [], nodes: new Map(), isAlone: true }
  const levelOf = (only: RawNode | undefined, outer?: Outer): Level => ({
    index: new Map(only ? [[only.id, 0]] : []),
    reads: [new Set()],
    exports: new Set(),
    shown: new Set(),
    outer,
  })
  const named = (key: string) => new Set(listField(parent?.inputs, key).map((item) => textField(item, 'name')))
  const outer = parent && {
    level: levelOf(undefined),
    owner: 0,
    ownerId: parent.id,
    ownerType: parent.type,
    scope: { items: named('inputParameters'), variables: named('variableParameters') },
  }
  compileNode(rewriteBatchMode(node), 0, levelOf(node, outer), build)
}

function createResolver(i: number, level: Level, build: Build): Resolver {
  return {
    files: build.files,
    node(node, blockId, path) {
      let up = 0
      let at: Level = level
      let self = i
      for (;;) {
        const index = at.index.get(blockId)
        if (index !== undefined) {
          if (index === self)
            throw new CanvasError(`node ${nameOf(node)} refers to its own output`, node.id, { fault: 'ownReference' })
          if (self >= 0) at.reads[self]!.add(index)
          else at.exports.add(index)
          return { from: 'node', up, index, id: blockId, path }
        }
        const { outer } = at
        if (!outer) break
        if (outer.ownerId === blockId) return scopeSource(outer.scope, up, path)
        self = outer.owner
        at = outer.level
        up++
      }
      if (build.isAlone) return { from: 'nothing' }
      throw new CanvasError(
        `node ${nameOf(node)} refers to node "${blockId}", which does not exist here or is not connected`,
        node.id,
        { fault: 'brokenReference', names: [blockId] },
      )
    },
  }
}

function scopeSource(scope: BodyScope, up: number, path: readonly string[]): Source {
  const [name, ...rest] = path
  if (name === undefined) return { from: 'nothing' }
  const what = scope.variables.has(name)
    ? 'variable'
    : scope.items.has(name)
      ? 'item'
      : name === 'index'
        ? 'index'
        : 'input'
  return { from: 'scope', up, what, name, path: rest }
}

function createScope(node: RawNode, i: number, level: Level, build: Build): CompileScope {
  const resolver = createResolver(i, level, build)
  const scope: CompileScope = {
    node,
    parentType: level.outer?.ownerType,
    source: (blockInput) => parseSource(node, blockInput, resolver),
    input: (name, blockInput): InputSpec => ({ name, type: parseType(blockInput), source: scope.source(blockInput) }),
    inputs: (params) =>
      (Array.isArray(params) ? params : []).flatMap((param) => {
        const input = field(param, 'input')
        return input ? [scope.input(textField(param, 'name'), input)] : []
      }),
    reference: (nodeId, path) => resolver.node(node, nodeId, path),
    global: parseGlobal,
    outputs: () => parseVariables(listField(node.data, 'outputs')),
    body(blocks, edges, names) {
      const outer: Outer = { level, owner: i, ownerId: node.id, ownerType: node.type, scope: names }
      const inner = compileLevel(blocks, edges, build, outer)
      // -1: the outputs of the loop or batch read the body, but no node of the body does.
      const inside = createResolver(-1, inner.level, build)
      return { graph: inner.graph, inside: (blockInput) => parseSource(node, blockInput, inside) }
    },
    uses: (ref) => build.uses.push({ ...ref, nodeId: node.id }),
    fail(message, options) {
      throw new CanvasError(`node ${nameOf(node)}: ${message}`, node.id, options)
    },
  }
  return scope
}
