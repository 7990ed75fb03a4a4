import type { Graph } from '@dagrejs/dagre'

type Layers = string[][]
/** Vertical position of a port on its card: 0 at the top, below 1 at the bottom. */
export type PortPlace = (edgeName: string | undefined) => number

interface Line {
  from: string
  to: string
  port: number
}

/**
 * Orders the cards of each column so that the branches of a card follow the order of its ports ("If" above "Else") and
 * their edges do not cross. Dagre assumes that all edges of a card begin at one point, so it cannot do this.
 */
export function orderBranches(graph: Graph, portPlace: PortPlace): void {
  const lines = graph.edges().map(({ v, w, name }): Line => ({ from: v, to: w, port: portPlace(name) }))
  const into = Map.groupBy(lines, (line) => line.to)
  const out = Map.groupBy(lines, (line) => line.from)
  let best = layersOf(graph)
  let fewest = crossings(best, lines)
  let now = best
  for (let round = 0; round < rounds && fewest > 0; round += 1) {
    now = round % 2 === 0 ? sortFromLeft(now, into) : sortFromRight(now, out)
    const count = crossings(now, lines)
    if (count >= fewest) continue
    best = now
    fewest = count
  }
  for (const layer of best)
    layer.forEach((id, order) => {
      ;(graph.node(id) as { order: number }).order = order
    })
}
const rounds = 8

function layersOf(graph: Graph): Layers {
  const layers: { id: string; order: number }[][] = []
  for (const id of graph.nodes()) {
    const { rank, order } = graph.node(id) as { rank?: number; order?: number }
    if (rank !== undefined) (layers[rank] ??= []).push({ id, order: order ?? 0 })
  }
  return Array.from(layers, (layer = []) => layer.toSorted((a, b) => a.order - b.order).map(({ id }) => id))
}

const placesIn = (layer: readonly string[] | undefined) => new Map(layer?.map((id, place) => [id, place]))

/** Sorts each column by the origins of its incoming edges, ports included. */
function sortFromLeft(layers: Layers, into: ReadonlyMap<string, Line[]>): Layers {
  const next = [...layers]
  for (let at = 1; at < next.length; at += 1) {
    const before = placesIn(next[at - 1])
    next[at] = sortBy(next[at]!, (id) => (into.get(id) ?? []).map(({ from, port }) => (before.get(from) ?? 0) + port))
  }
  return next
}

function sortFromRight(layers: Layers, out: ReadonlyMap<string, Line[]>): Layers {
  const next = [...layers]
  for (let at = next.length - 2; at >= 0; at -= 1) {
    const after = placesIn(next[at + 1])
    next[at] = sortBy(next[at]!, (id) => (out.get(id) ?? []).map(({ to }) => after.get(to) ?? 0))
  }
  return next
}

/** Sorts by the mean of the places; a node without edges keeps its place. */
function sortBy(layer: readonly string[], placesOf: (id: string) => number[]): string[] {
  const means = new Map(
    layer.map((id, place) => {
      const places = placesOf(id)
      return [id, places.length ? places.reduce((sum, one) => sum + one, 0) / places.length : place]
    }),
  )
  return layer.toSorted((a, b) => means.get(a)! - means.get(b)!)
}

/** Number of crossing pairs of edges between all neighbouring columns. */
function crossings(layers: Layers, lines: readonly Line[]): number {
  const places = layers.map(placesIn)
  return layers.slice(1).reduce((sum, _, at) => {
    const [left, right] = [places[at]!, places[at + 1]!]
    const spans = lines
      .filter(({ from, to }) => left.has(from) && right.has(to))
      .map(({ from, to, port }) => ({ from: left.get(from)! + port, to: right.get(to)! }))
    return sum + spans.reduce((count, a, i) => count + spans.slice(i + 1).filter((b) => crosses(a, b)).length, 0)
  }, 0)
}

const crosses = (a: { from: number; to: number }, b: { from: number; to: number }): boolean =>
  (a.from - b.from) * (a.to - b.to) < 0
