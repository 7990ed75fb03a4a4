import { describe } from '@orrery/engine/describe'
import {
  type Canvas,
  type CanvasNode,
  hasOnlyEnds,
  isComment,
  type NodeData,
  type Point,
  positionOf,
  titleOf,
} from '../../document/canvas.ts'
import { edgesIn, findNode, indexOf } from '../../document/canvas-index.ts'
import { insertAfter, insertOnEdge, mainPort } from '../../document/edits/insert.ts'
import { addNode } from '../../document/edits/node-edits.ts'
import { compositePorts } from '../../document/ports.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'
import type { CommandContext } from './command-context.ts'
import { makeNode } from './make-node.ts'

/** Where a new node goes: at a point, after another node, or onto an edge. */
export interface Spot {
  at?: Point
  parentId?: string
  from?: { source: string; sourcePort: string }
  edgeId?: string
}

/** Name and data of a preconfigured new node, such as a call of a chosen tool. */
export interface NodePreset {
  name: string
  data: (empty: NodeData) => NodeData
}

const gap = 64

/** Adds nodes of every type. */
export function createInsertCommands(context: CommandContext) {
  const { store, t, nodeName, layoutOf, fill, centre, announce, refuse, canvas, selectedNodes } = context

  function add(type: string, wanted: Spot = {}, preset?: NodePreset): string | undefined {
    const spot = firstSpot(canvas(), wanted)
    const place = describe(type)?.place
    const parentId = parentFor(canvas(), spot)
    if (parentId && place === 'root') return void refuse(t('refused.nested'))
    if (!parentId && place === 'loop') return void refuse(t('refused.loopOnly'))
    const empty = makeNode(canvas(), type, preset?.name ?? nodeName(type), placeFor(type, spot))
    const data = fill(type, empty.data)
    const node = { ...empty, data: preset ? preset.data(data) : data }
    const edit = (now: Canvas): Canvas => {
      if (spot.edgeId) return insertOnEdge(now, node, { edgeId: spot.edgeId, room: layoutOf(node).width + gap })
      if (spot.from) return insertAfter(now, node, spot.from)
      return addNode(now, node, parentId)
    }
    store.apply(edit, { label: t('step.add', { what: titleOf(node) }) })
    store.select([node.id])
    announce(t('said.added', { what: titleOf(node) }))
    return node.id
  }

  function placeFor(type: string, spot: Spot): Point {
    const { height, width } = layoutOf(makeNode(canvas(), type, '', { x: 0, y: 0 }))
    if (spot.edgeId && !spot.at) {
      const placed = edgesIn(canvas()).find((edge) => edge.id === spot.edgeId)
      const source = placed && findNode(canvas(), placed.edge.sourceNodeID)
      if (source && placed.parentId !== source.id) return nextTo(source)
      const target = placed && findNode(canvas(), placed.edge.targetNodeID)
      if (target) return positionOf(target)
    }
    if (spot.at) return spot.at
    const source = spot.from && findNode(canvas(), spot.from.source)
    if (source && spot.from?.sourcePort !== compositePorts(source.type).first) return nextTo(source)
    if (source) return { x: 0, y: 0 }
    const middle = centre()
    return freeSpot(canvas(), { x: middle.x - width / 2, y: middle.y - height / 2 }, layoutOf)
  }
  const nextTo = (node: CanvasNode): Point => {
    const at = positionOf(node)
    return { x: at.x + layoutOf(node).width + gap, y: at.y }
  }

  /** After the selected node, if exactly one is selected and it has an output port. */
  function spotOfSelection(): Spot {
    const nodes = selectedNodes()
    const [only] = nodes
    if (nodes.length !== 1 || !only) return {}
    const port = mainPort(only)
    if (port === undefined) return {}
    const { parent } = indexOf(canvas()).get(only.id)!
    const line = edgesIn(canvas()).find(
      (edge) =>
        edge.edge.sourceNodeID === only.id && (edge.edge.sourcePortID ?? '') === port && edge.parentId === parent?.id,
    )
    return line ? { edgeId: line.id } : { from: { source: only.id, sourcePort: port } }
  }

  return { add, spotOfSelection }
}

/** Inserts the first node of a canvas into the edge from start to end, wherever it was dropped. */
function firstSpot(canvas: Canvas, spot: Spot): Spot {
  const [line, ...others] = edgesIn(canvas)
  if (!hasOnlyEnds(canvas) || !line || others.length > 0 || spot.edgeId || spot.parentId) return spot
  if (spot.from && spot.from.source !== line.edge.sourceNodeID) return spot
  return { ...(spot.at ? { at: spot.at } : {}), edgeId: line.id }
}

/** The loop to which the new node is added. */
function parentFor(canvas: Canvas, spot: Spot): string | undefined {
  const index = indexOf(canvas)
  if (spot.edgeId) return edgesIn(canvas).find((edge) => edge.id === spot.edgeId)?.parentId
  if (!spot.from) return spot.parentId
  const source = index.get(spot.from.source)
  if (source && spot.from.sourcePort === compositePorts(source.node.type).first) return source.node.id
  return source?.parent?.id
}

/** Moves a point down until a card there covers no other card. */
export function freeSpot(canvas: Canvas, wanted: Point, layoutOf: (node: CanvasNode) => NodeLayout): Point {
  const taken = canvas.nodes
    .filter((node) => !isComment(node))
    .map((node) => ({ ...positionOf(node), width: layoutOf(node).width, height: layoutOf(node).height }))
  const place = { ...wanted }
  const hits = () =>
    taken.some(
      (item) =>
        place.x < item.x + item.width + 16 &&
        place.x + 216 > item.x - 16 &&
        place.y < item.y + item.height + 16 &&
        place.y + 120 > item.y - 16,
    )
  for (let tries = 0; hits() && tries < 60; tries += 1) place.y += 40
  return place
}
