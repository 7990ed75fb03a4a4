import { CanvasError } from '#errors.ts'
import { nameOf, type RawEdge, type RawNode } from './parse.ts'
import type { Edge } from './plan.ts'

const innerPorts = new Set([
  'loop-function-inline-output',
  'loop-function-inline-input',
  'batch-function-inline-output',
  'batch-function-inline-input',
  'loop-output',
  'batch-output',
])
export const errorPort = 'branch_error'
const neverPort = '\u0000never'

export interface Wiring {
  edges: Edge[][]
  dataTo: number[][]
  from: number[][]
  degree: number[]
  entry: number[]
}

/** The control edges and references of one graph as indexes. `reads[i]` are the nodes that node i refers to. */
export function wire(
  nodes: readonly RawNode[],
  rawEdges: readonly RawEdge[],
  index: ReadonlyMap<string, number>,
  parentId: string | undefined,
  ports: readonly (readonly string[] | undefined)[],
  reads: readonly ReadonlySet<number>[],
): Wiring {
  const wiring: Wiring = {
    edges: nodes.map(() => []),
    dataTo: nodes.map(() => []),
    from: nodes.map(() => []),
    degree: nodes.map(() => 0),
    entry: nodes.map(() => 0),
  }
  const seen = new Set<string>()
  const linked = nodes.map(() => new Set<number>())
  for (const edge of rawEdges) {
    const to = index.get(edge.target)
    if (to === undefined) continue
    if (edge.source === parentId) {
      wiring.entry[to] = 1
      continue
    }
    const from = index.get(edge.source)!
    const port = portOf(edge, ports[from])
    const key = `${from} ${to} ${port}`
    if (seen.has(key)) continue
    seen.add(key)
    wiring.edges[from]!.push({ to, port })
    wiring.degree[to]!++
    linked[to]!.add(from)
  }
  reads.forEach((set, to) => {
    for (const from of set) {
      if (linked[to]!.has(from)) continue
      wiring.dataTo[from]!.push(to)
      wiring.degree[to]!++
      linked[to]!.add(from)
    }
  })
  linked.forEach((set, i) => (wiring.from[i] = [...set]))
  refuseCycles(nodes, wiring)
  return wiring
}

function portOf(edge: RawEdge, ports: readonly string[] | undefined): string | undefined {
  const port = innerPorts.has(edge.sourcePort) ? '' : edge.sourcePort
  if (!ports) return port === errorPort ? neverPort : undefined
  const name = port || 'default'
  return ports.includes(name) ? name : neverPort
}

function refuseCycles(nodes: readonly RawNode[], { edges, dataTo, degree }: Wiring): void {
  const left = [...degree]
  const free: number[] = []
  left.forEach((count, i) => count === 0 && free.push(i))
  let done = 0
  for (let i = free.pop(); i !== undefined; i = free.pop()) {
    done++
    for (const { to } of edges[i]!) if (--left[to]! === 0) free.push(to)
    for (const to of dataTo[i]!) if (--left[to]! === 0) free.push(to)
  }
  if (done === nodes.length) return
  const stuck = nodes[left.findIndex((count) => count > 0)]!
  throw new CanvasError(`node ${nameOf(stuck)} waits for itself: its edges or references form a cycle`, stuck.id, {
    fault: 'waitsForItself',
  })
}
