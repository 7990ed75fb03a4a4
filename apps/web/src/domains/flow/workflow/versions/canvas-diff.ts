import { commentText } from '../canvas/layout/comment-note.ts'
import { type Canvas, type CanvasNode, edgesOf, inputsOf, isComment, positionOf, titleOf } from '../document/canvas.ts'
import { edgeKey, edgesIn, findNode, indexOf } from '../document/canvas-index.ts'
import type { DiffKind } from '../document/canvas-overlays.tsx'
import { readFields } from './node-fields.ts'

export interface FieldDiff {
  path: readonly string[]
  before: string
  after: string
}
export interface NodeDiff {
  id: string
  title: string
  type: string
  change: DiffKind
  /** Title of the loop that contains the node. */
  parentTitle: string
  fields: readonly FieldDiff[]
}
export interface EdgeDiff {
  key: string
  change: 'added' | 'removed'
  from: string
  port: EdgePort
  to: string
}
/** The output port: a standard one of the type, or a named one; null if the node has only one. */
export type EdgePort = { way: 'if' | 'elseIf' | 'else' | 'error' | 'other' } | { name: string } | null

export interface CanvasDiff {
  nodes: readonly NodeDiff[]
  edges: readonly EdgeDiff[]
  /** Number of nodes of which only the position changed. */
  moved: number
}

/** Compares two canvases by node and field. A new position is not a change. */
export function diffCanvases(before: Canvas, after: Canvas): CanvasDiff {
  const [old, now] = [indexOf(before), indexOf(after)]
  const nodes: NodeDiff[] = []
  let moved = 0
  for (const [id, { node, parent }] of now) {
    const previous = old.get(id)
    const parentTitle = parent ? titleOf(parent) : ''
    const base = { id, title: shownTitle(node), type: node.type, parentTitle }
    if (!previous) nodes.push({ ...base, change: 'added', fields: fieldDiffs(undefined, node, before, after) })
    else if (previous.node !== node || previous.parent?.id !== parent?.id) {
      const fields = [...fieldDiffs(previous.node, node, before, after), ...levelDiff(previous.parent, parent)]
      if (fields.length > 0) nodes.push({ ...base, change: 'changed', fields })
      else if (isMoved(previous.node, node)) moved += 1
    }
  }
  for (const [id, { node, parent }] of old)
    if (!now.has(id))
      nodes.push({
        id,
        title: shownTitle(node),
        type: node.type,
        parentTitle: parent ? titleOf(parent) : '',
        change: 'removed',
        fields: [],
      })
  return { nodes, edges: edgeDiffs(before, after), moved }
}

/** The title of a node; for a comment, its first line. */
const shownTitle = (node: CanvasNode): string =>
  isComment(node) ? (commentText(node).split('\n')[0] ?? '').slice(0, 60) : titleOf(node)

/** Whether the node was moved into a loop or out of one. */
function levelDiff(was: CanvasNode | undefined, is: CanvasNode | undefined): FieldDiff[] {
  if (was?.id === is?.id) return []
  return [{ path: ['level'], before: was ? titleOf(was) : '', after: is ? titleOf(is) : '' }]
}

const isMoved = (a: CanvasNode, b: CanvasNode): boolean => {
  const [item, two] = [positionOf(a), positionOf(b)]
  return item.x !== two.x || item.y !== two.y
}

function fieldDiffs(old: CanvasNode | undefined, now: CanvasNode, before: Canvas, after: Canvas): FieldDiff[] {
  const nameIn = (canvas: Canvas) => (id: string) => {
    const node = findNode(canvas, id)
    return (node && titleOf(node)) || id
  }
  const was = old ? readFields(old, nameIn(before)) : new Map<string, never>()
  const is = readFields(now, nameIn(after))
  const diffs: FieldDiff[] = []
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [item, two] = [was.get(key), is.get(key)]
    if (item?.text !== two?.text)
      diffs.push({ path: (two ?? item)!.path, before: item?.text ?? '', after: two?.text ?? '' })
  }
  // The title of a new node is already shown above its fields.
  return old ? diffs : diffs.filter(({ path }) => path[0] !== 'title')
}

function edgeDiffs(before: Canvas, after: Canvas): EdgeDiff[] {
  const read = (canvas: Canvas) =>
    new Map(
      edgesIn(canvas).map(({ edge, parentId }) => [
        edgeKey(edge, parentId),
        {
          from: nameOf(canvas, edge.sourceNodeID),
          port: portOf(findNode(canvas, edge.sourceNodeID), edge.sourcePortID ?? ''),
          to: nameOf(canvas, edge.targetNodeID),
        },
      ]),
    )
  const nameOf = (canvas: Canvas, id: string) => {
    const node = findNode(canvas, id)
    return (node && titleOf(node)) || id
  }
  const [old, now] = [read(before), read(after)]
  return [
    ...[...now].filter(([key]) => !old.has(key)).map(([key, ends]) => ({ key, change: 'added' as const, ...ends })),
    ...[...old].filter(([key]) => !now.has(key)).map(([key, ends]) => ({ key, change: 'removed' as const, ...ends })),
  ]
}

function portOf(node: CanvasNode | undefined, port: string): EdgePort {
  if (port === 'true') return { way: 'if' }
  if (port === 'false') return { way: 'else' }
  if (port === 'branch_error') return { way: 'error' }
  if (/^true_\d+$/.test(port)) return { way: 'elseIf' }
  const [, place] = /^branch_(\d+)$/.exec(port) ?? []
  const listed = node && (inputsOf(node)['options'] ?? inputsOf(node)['intents'])
  if (port === 'default') return Array.isArray(listed) ? { way: 'other' } : null
  if (place === undefined) return null
  const named = Array.isArray(listed) ? (listed[Number(place)] as { name?: unknown } | undefined) : undefined
  return { name: typeof named?.name === 'string' && named.name ? named.name : String(Number(place) + 1) }
}

/** Both versions on one canvas: the newer one, with removed nodes at their old positions. */
export function overlay(before: Canvas, after: Canvas): Canvas {
  const now = indexOf(after)
  const old = indexOf(before)
  const keys = new Set(edgesIn(after).map(({ edge, parentId }) => edgeKey(edge, parentId)))
  const isGone = ({ id }: CanvasNode) => !now.has(id)
  const goneEdges = (level: Parameters<typeof edgesOf>[0], parentId?: string) =>
    edgesOf(level).filter((edge) => !keys.has(edgeKey(edge, parentId)))
  const nodes = after.nodes.map((node) => {
    const previous = old.get(node.id)?.node
    if (!previous?.blocks && !previous?.edges) return node
    const blocks = (previous.blocks ?? []).filter(isGone)
    const edges = goneEdges(previous, node.id)
    if (blocks.length === 0 && edges.length === 0) return node
    return { ...node, blocks: [...(node.blocks ?? []), ...blocks], edges: [...edgesOf(node), ...edges] }
  })
  return {
    ...after,
    nodes: [...nodes, ...before.nodes.filter((node) => isGone(node) && !isComment(node))],
    edges: [...edgesOf(after), ...goneEdges(before)],
  }
}
