import type { Graph, Plan, PlanNode } from '#model.ts'
import { CanvasError } from '#errors.ts'
import { kinds } from '#nodes/registry.ts'
import { canvasAround } from './single-node-canvas.ts'
import { parseCanvas, endId, nameOf, type RawCanvas, type RawNode, startId } from './parse.ts'
import { compileGraph, type Build } from './graph.ts'
import { textField } from './fields.ts'
import { reach } from './reach.ts'

export interface CompileOptions {
  workflowId?: string
  version?: string
  /** A canvas with more nodes is refused. */
  maxNodes?: number
}

export const DEFAULT_MAX_NODES = 5000

/** Reads, checks and resolves a canvas once; the plan can then be run any number of times. */
export function compile(source: unknown, options: CompileOptions = {}): Plan {
  return compileCanvas(parseCanvas(source), options)
}

/** Compiles one node of a canvas as a plan of its own; the rest of the canvas may be broken. */
export function compileAlone(source: unknown, nodeId: string, options: CompileOptions = {}): Plan {
  return compileCanvas(parseCanvas(canvasAround(source, nodeId)), options, true)
}

export function compileCanvas(canvas: RawCanvas, options: CompileOptions = {}, isAlone = false): Plan {
  const maxNodes = options.maxNodes ?? DEFAULT_MAX_NODES
  const count = countNodes(canvas.nodes)
  if (count > maxNodes)
    throw new CanvasError(`the canvas has ${count} nodes; at most ${maxNodes} are allowed`, undefined, {
      fault: 'tooMany',
      names: [String(count), String(maxNodes)],
    })
  const start = findOne(canvas.nodes, '1', startId, 'start')
  const end = findOne(canvas.nodes, '2', endId, 'end')
  const build: Build = { kinds, files: new Map(), uses: [], nodes: new Map(), isAlone }
  const root = compileGraph(canvas.nodes, canvas.edges, build)
  refuseUnreachableEnd(root, start, end)
  const entry = root.nodes[root.start]!
  return Object.freeze({
    root,
    inputs: entry.outputs,
    terminate: textField(end.inputs, 'terminatePlan') === 'useAnswerContent' ? 'answer' : 'variables',
    streaming: [...build.nodes.values()].some((node) => node.kind.emits && isStreaming(node)),
    nodeCount: count,
    nodes: build.nodes,
    uses: build.uses,
    files: build.files,
    workflowId: options.workflowId ?? '',
    version: options.version ?? '',
  })
}

const isStreaming = (node: PlanNode) => (node.config as { streaming?: boolean }).streaming === true

function countNodes(nodes: readonly RawNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + countNodes(node.blocks), 0)
}

function findOne(nodes: readonly RawNode[], type: string, id: string, name: string): RawNode {
  const [node, second] = nodes.filter((node) => node.type === type)
  if (!node)
    throw new CanvasError(`${name} node not found`, undefined, { fault: name === 'start' ? 'noStart' : 'noEnd' })
  if (second)
    throw new CanvasError(
      `the canvas has more than one ${name} node: ${nameOf(node)} and ${nameOf(second)}`,
      second.id,
      {
        fault: 'secondOne',
      },
    )
  if (node.id !== id)
    throw new CanvasError(`the ${name} node must have the id ${id}, not ${node.id}`, node.id, {
      fault: 'fixedId',
      names: [id],
    })
  return node
}

function refuseUnreachableEnd(graph: Graph, start: RawNode, end: RawNode): void {
  if (!reach(graph, graph.start, false).has(graph.end)) {
    throw new CanvasError(`no line leads from node ${nameOf(start)} to node ${nameOf(end)}`, end.id, {
      fault: 'endOpen',
    })
  }
}
