import {
  describe,
  literal,
  param,
  paramsOf,
  type RefContent,
  typeOnly,
  type ValueType,
  writePath,
} from '@orrery/engine/describe'
import { NodeType } from '@orrery/engine/node-type'
import { freeTitle } from '../document/edits/free-title.ts'
import {
  blocksOf,
  type Canvas,
  type CanvasNode,
  edgesOf,
  endId,
  positionOf,
  startId,
  titleOf,
} from '../document/canvas.ts'
import { edgesIn, indexOf, parentOf } from '../document/canvas-index.ts'
import { connect, disconnect } from '../document/edits/edge-edits.ts'
import { addNode, setNodeData, setTitle } from '../document/edits/node-edits.ts'
import { compositePorts, sourcePortsOf } from '../document/ports.ts'

/** Replaces a reference in a node by empty values of its type. */
export const removeReference = (canvas: Canvas, nodeId: string, ref: RefContent): Canvas =>
  setNodeData(canvas, nodeId, (data) => emptied(data, ref) as typeof data)

function emptied(value: unknown, ref: RefContent): unknown {
  if (Array.isArray(value)) {
    const next = value.map((item) => emptied(item, ref))
    return next.every((item, i) => item === value[i]) ? value : next
  }
  if (typeof value !== 'object' || value === null) return value
  const held = (value as { value?: { type?: unknown; content?: Partial<RefContent> } }).value
  if (held?.type === 'ref' && held.content?.blockID === ref.blockID && (held.content.name ?? '') === ref.name) {
    return literal(typeOnly(value as ValueType), '')
  }
  const entries = Object.entries(value).map(([key, item]) => [key, emptied(item, ref)] as const)
  return entries.every(([key, item]) => item === (value as Record<string, unknown>)[key])
    ? value
    : Object.fromEntries(entries)
}

export const renameNode = (canvas: Canvas, nodeId: string): Canvas => {
  const node = indexOf(canvas).get(nodeId)?.node
  return node ? setTitle(canvas, nodeId, freeTitle(canvas, titleOf(node))) : canvas
}

/** Connects the start of the level to the node. */
export function connectStart(canvas: Canvas, nodeId: string): Canvas {
  const parent = parentOf(canvas, nodeId)
  if (parent)
    return connect(canvas, { source: parent.id, sourcePort: compositePorts(parent.type).first, target: nodeId })
  return connect(canvas, { source: startId, target: nodeId })
}

/** Connects every unconnected output port to the end of the level. */
export function connectEnd(canvas: Canvas, nodeId: string): Canvas {
  const place = indexOf(canvas).get(nodeId)
  if (!place) return canvas
  const { node, parent } = place
  const taken = new Set(
    edgesOf(parent ?? canvas)
      .filter((edge) => edge.sourceNodeID === nodeId)
      .map((edge) => edge.sourcePortID ?? ''),
  )
  return sourcePortsOf(node)
    .filter((port) => !taken.has(port.id))
    .reduce((now, port) => connect(now, { source: nodeId, sourcePort: port.id, ...endOf(parent) }), canvas)
}

const endOf = (parent: CanvasNode | undefined) =>
  parent ? { target: parent.id, targetPort: compositePorts(parent.type).last } : { target: endId }

/** Connects the start to the first node without incoming edges. */
export function connectFirst(canvas: Canvas): Canvas {
  const targets = new Set(edgesOf(canvas).map((edge) => edge.targetNodeID))
  const first = canvas.nodes.find(
    (node) => node.id !== startId && node.type !== NodeType.Comment && !targets.has(node.id),
  )
  return first ? connect(canvas, { source: startId, target: first.id }) : canvas
}

export function connectLast(canvas: Canvas): Canvas {
  const sources = new Set(edgesOf(canvas).map((edge) => edge.sourceNodeID))
  const isOpen = (node: CanvasNode) =>
    node.type !== NodeType.End && node.type !== NodeType.Comment && !sources.has(node.id)
  const isUnreached = (node: CanvasNode) =>
    node.type !== NodeType.Start && !edgesOf(canvas).some((edge) => edge.targetNodeID === node.id)
  const last = canvas.nodes.filter((node) => isOpen(node) && !isUnreached(node))
  return last.reduce((now, node) => connectEnd(now, node.id), canvas)
}

/** Connects the inner nodes of a loop to its start and end. */
export function connectBody(canvas: Canvas, nodeId: string): Canvas {
  const node = indexOf(canvas).get(nodeId)?.node
  if (!node) return canvas
  const edges = edgesOf(node)
  const blocks = blocksOf(node)
  const first = blocks.find((block) => !edges.some((edge) => edge.targetNodeID === block.id))
  const withStart =
    edges.some((edge) => edge.sourceNodeID === nodeId) || !first ? canvas : connectStart(canvas, first.id)
  if (edges.some((edge) => edge.targetNodeID === nodeId)) return withStart
  const last = blocks.findLast((block) => !edges.some((edge) => edge.sourceNodeID === block.id))
  return last ? connectEnd(withStart, last.id) : withStart
}

/** Removes an edge. With `isReversed`, the path leads from target to source, as reported for cycles. */
export function removeLine(canvas: Canvas, path: { start: string; end: string }, isReversed: boolean): Canvas {
  const [source, target] = isReversed ? [path.end, path.start] : [path.start, path.end]
  const lines = edgesIn(canvas).filter(({ edge }) => edge.sourceNodeID === source && edge.targetNodeID === target)
  return disconnect(
    canvas,
    lines.map((line) => line.id),
  )
}

/** Adds the missing start or end node. */
export function addFixed(canvas: Canvas, type: typeof NodeType.Start | typeof NodeType.End, title: string): Canvas {
  const data = describe(type)?.data() ?? {}
  const xs = canvas.nodes.map((node) => positionOf(node).x)
  const x = xs.length === 0 ? 0 : type === NodeType.Start ? Math.min(...xs) - 300 : Math.max(...xs) + 300
  const node: CanvasNode = {
    id: type === NodeType.Start ? startId : endId,
    type,
    meta: { position: { x, y: 0 } },
    data: { nodeMeta: { title, description: '', icon: '', subTitle: '' }, ...data },
  }
  return addNode(canvas, node)
}

export const addInput = (canvas: Canvas, nodeId: string, name: string): Canvas =>
  setNodeData(canvas, nodeId, (data) =>
    writePath(data, 'inputs.inputParameters', [...paramsOf(data, 'inputs.inputParameters'), param(name, 'string')]),
  )

/** Replaces an endless loop by a fixed number of rounds. */
export const limitRounds = (canvas: Canvas, nodeId: string): Canvas =>
  setNodeData(canvas, nodeId, (data) => writePath(data, 'inputs.loopType', 'count'))

/** Clears literal values with this text. */
export const clearValue = (canvas: Canvas, nodeId: string, shown: string): Canvas =>
  setNodeData(canvas, nodeId, (data) => cleared(data, shown) as typeof data)

function cleared(value: unknown, shown: string): unknown {
  if (Array.isArray(value)) return value.map((item) => cleared(item, shown))
  if (typeof value !== 'object' || value === null) return value
  const { type, content } = value as { type?: unknown; content?: unknown }
  if (type === 'literal' && (typeof content === 'string' ? content : JSON.stringify(content)) === shown)
    return { ...value, content: '' }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleared(item, shown)]))
}
