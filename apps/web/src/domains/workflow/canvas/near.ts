import type { FlowEdge, FlowNode } from './flow-model.ts'
import { card } from './layout/card-size.ts'

/** How far around what is in sight cards are kept ready, in pixels of the screen. */
const margin = 400
/** What is kept ready is looked at again whenever the camera went so far, and not in every frame. */
const step = 400

export interface Drawn {
  nodes: FlowNode[]
  edges: FlowEdge[]
}

export interface Camera {
  transform: [x: number, y: number, zoom: number]
  width: number
  height: number
}

/** The field that the camera stands in, as a text: as long as it is the same, the same is near. */
export function fieldOf({ transform: [x, y, zoom], width, height }: Camera): string {
  const scale = 2 ** Math.round(Math.log2(zoom))
  const field = step / scale
  return [Math.floor(-x / zoom / field), Math.floor(-y / zoom / field), scale, width, height].join(' ')
}

/** Nodes and lines that are far from a field are told to stay out of the page. */
export function onlyNear(nodes: FlowNode[], edges: FlowEdge[], at: string): Drawn {
  const [column = 0, row = 0, scale = 1, width = 0, height = 0] = at.split(' ').map(Number)
  const [field, around] = [step / scale, margin / scale]
  // The camera stands somewhere in its field, at a scale of which this is the smallest.
  const least = scale / Math.SQRT2
  const [left, top] = [column * field - around, row * field - around]
  const right = (column + 1) * field + width / least + around
  const bottom = (row + 1) * field + height / least + around
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const far = new Set<string>()
  for (const node of nodes) {
    const parent = node.parentId === undefined ? undefined : byId.get(node.parentId)
    const nodeX = node.position.x + (parent?.position.x ?? 0)
    const nodeY = node.position.y + (parent?.position.y ?? 0)
    const isNear =
      nodeX < right &&
      nodeY < bottom &&
      nodeX + (node.width ?? card.most) > left &&
      nodeY + (node.height ?? card.most) > top
    if (!isNear && !node.selected && !node.dragging) far.add(node.id)
  }
  return {
    nodes: nodes.map((node) => (far.has(node.id) ? hidden(node, farNodes) : node)),
    // A line with one end in sight is seen.
    edges: edges.map((edge) => (far.has(edge.source) && far.has(edge.target) ? hidden(edge, farEdges) : edge)),
  }
}

// The same object for the same node, so that the library need not look at it again.
const farNodes = new WeakMap<FlowNode, FlowNode>()
const farEdges = new WeakMap<FlowEdge, FlowEdge>()
function hidden<T extends FlowNode | FlowEdge>(from: T, known: WeakMap<T, T>): T {
  const made = known.get(from) ?? { ...from, hidden: true }
  known.set(from, made)
  return made
}
