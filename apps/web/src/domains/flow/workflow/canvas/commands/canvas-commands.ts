import { describe } from '@orrery/engine/describe'
import { NodeType } from '@orrery/engine/node-type'
import type { Texts } from '#lib/i18n.ts'
import {
  blocksOf,
  type Canvas,
  type CanvasNode,
  groupsOf,
  isComment,
  isFixed,
  type NodeData,
  type Point,
  positionOf,
  titleOf,
} from '../../document/canvas.ts'
import { edgesIn, findNode, indexOf, takenIds } from '../../document/canvas-index.ts'
import { readFragment, writeFragment } from '../../document/clipboard.ts'
import { type Refusal, refusalOf } from '../../document/connection-rules.ts'
import type { DocumentStore } from '../../document/document-store.ts'
import { connect, disconnect, type Line, reconnect } from '../../document/edits/edge-edits.ts'
import { copyFragment, duplicate, pasteFragment } from '../../document/edits/fragment.ts'
import { addGroup, removeGroups, renameGroup } from '../../document/edits/group-edits.ts'
import { insertAfter, insertOnEdge, mainPort } from '../../document/edits/insert.ts'
import { moveBy } from '../../document/edits/move-inside.ts'
import { addNode, removeNodes, setNodeData, setTitle } from '../../document/edits/node-edits.ts'
import { newNodeId } from '../../document/new-id.ts'
import { compositePorts } from '../../document/ports.ts'
import type { LaidNode } from '../layout/canvas-layout.ts'
import { createLevelCommands } from './level-commands.ts'
import { noteOf } from '../layout/comment-note.ts'
import { makeNode } from './make-node.ts'

export interface CommandDeps {
  store: DocumentStore
  t: Texts<'workflow'>
  nodeName: (type: string) => string
  lay: (node: CanvasNode) => LaidNode
  /** The middle of what is in sight. */
  centre: () => Point
  /** Says to somebody who cannot see the canvas what happened. */
  say: (text: string) => void
  /** Says to everybody why something was not done. */
  refuse: (text: string) => void
  author: () => string
}

/** Where a new node goes: at a place, behind another node, or into a line. */
export interface Spot {
  at?: Point
  parentId?: string
  from?: { source: string; sourcePort: string }
  edgeId?: string
}

/** A node that is not empty at first: it calls a tool that was chosen. */
export interface Made {
  name: string
  data: (empty: NodeData) => NodeData
}

const across = 64

/** Everything that can be done with the canvas, for the pointer, the keys and the menus alike. */
export function createCommands({ store, t, nodeName, lay, centre, say, refuse, author }: CommandDeps) {
  const canvas = () => store.get()
  const selected = () => [...store.selection()]
  const selectedNodes = (): CanvasNode[] => selected().flatMap((id) => findNode(canvas(), id) ?? [])
  const names = (nodes: readonly CanvasNode[]) =>
    nodes.length === 1 ? titleOf(nodes[0]!) || nodeName(nodes[0]!.type) : t('nodes', { count: nodes.length })

  function add(type: string, spot: Spot = {}, made?: Made): string | undefined {
    const place = describe(type)?.place
    const parentId = parentFor(canvas(), spot)
    if (parentId && place === 'root') return void refuse(t('refused.nested'))
    if (!parentId && place === 'loop') return void refuse(t('refused.loopOnly'))
    const empty = makeNode(canvas(), type, made?.name ?? nodeName(type), placeFor(type, spot))
    const node = made ? { ...empty, data: made.data(empty.data) } : empty
    const edit = (now: Canvas): Canvas => {
      if (spot.edgeId) return insertOnEdge(now, node, { edgeId: spot.edgeId, room: lay(node).width + across })
      if (spot.from) return insertAfter(now, node, spot.from)
      return addNode(now, node, parentId)
    }
    store.apply(edit, { label: t('step.add', { what: titleOf(node) }) })
    store.select([node.id])
    say(t('said.added', { what: titleOf(node) }))
    return node.id
  }

  function placeFor(type: string, spot: Spot): Point {
    const { height, width } = lay(makeNode(canvas(), type, '', { x: 0, y: 0 }))
    if (spot.edgeId) {
      const placed = edgesIn(canvas()).find((edge) => edge.id === spot.edgeId)
      const source = placed && findNode(canvas(), placed.edge.sourceNodeID)
      if (source && placed.parentId !== source.id) return behind(source)
      const target = placed && findNode(canvas(), placed.edge.targetNodeID)
      if (target) return positionOf(target)
    }
    if (spot.at) return spot.at
    const source = spot.from && findNode(canvas(), spot.from.source)
    if (source && spot.from?.sourcePort !== compositePorts(source.type).first) return behind(source)
    if (source) return { x: 0, y: 0 }
    const middle = centre()
    return freeSpot(canvas(), { x: middle.x - width / 2, y: middle.y - height / 2 }, lay)
  }
  const behind = (node: CanvasNode): Point => {
    const at = positionOf(node)
    return { x: at.x + lay(node).width + across, y: at.y }
  }

  /** Behind the one node that is selected, if something can follow it. */
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

  function remove(ids: readonly string[] = selected()): void {
    const index = indexOf(canvas())
    const nodes = ids.flatMap((id) => index.get(id)?.node ?? [])
    const free = nodes.filter((node) => !isFixed(node))
    if (free.length < nodes.length && free.length === 0 && ids.length === nodes.length) refuse(t('refused.fixed'))
    const gone = new Set(ids)
    const groups = groupsOf(canvas()).filter((group) => gone.has(group.id))
    const lines = ids.filter((id) => id.includes('>'))
    if (!free.length && !groups.length && !lines.length) return
    const label = free.length
      ? t('step.remove', { what: names(free) })
      : t(lines.length ? 'step.disconnect' : 'step.ungroup')
    store.apply(
      (now) =>
        removeGroups(
          removeNodes(
            disconnect(now, lines),
            free.map((node) => node.id),
          ),
          gone,
        ),
      { label },
    )
    say(free.length ? t('said.removed', { what: names(free) }) : label)
  }

  function draw(line: Line, replaced?: string): Refusal | null {
    const refusal = refusalOf(canvas(), line, replaced)
    if (refusal) {
      refuse(t(`refused.${refusal}`))
      return refusal
    }
    store.apply((now) => (replaced ? reconnect(now, replaced, line) : connect(now, line)), { label: t('step.connect') })
    const [source, target] = [findNode(canvas(), line.source), findNode(canvas(), line.target)]
    say(t('said.connected', { from: source ? names([source]) : '', to: target ? names([target]) : '' }))
    return null
  }

  function paste(text: string, spot: { at?: Point; parentId?: string } = {}): boolean {
    const fragment = readFragment(text)
    if (!fragment) return false
    const pasted = pasteFragment(canvas(), fragment, { at: spot.at ?? centre(), parentId: spot.parentId })
    if (pasted.left.length) refuse(t(spot.parentId ? 'refused.nested' : 'refused.loopOnly'))
    if (!pasted.ids.length) return true
    store.apply(() => pasted.canvas, { label: t('step.paste', { count: pasted.ids.length }) })
    store.select(pasted.ids)
    say(t('said.pasted', { count: pasted.ids.length }))
    return true
  }

  return {
    add,
    spotOfSelection,
    remove,
    draw,
    paste,
    ...createLevelCommands({ store, t, lay, names, say, refuse }),
    copyText: (): string | null => {
      const fragment = copyFragment(canvas(), selected())
      if (!fragment.nodes.length) return null
      say(t('said.copied', { count: fragment.nodes.length }))
      return writeFragment(fragment)
    },
    duplicate(ids: readonly string[] = selected()): void {
      const copied = duplicate(canvas(), ids)
      if (!copied.ids.length) return
      store.apply(() => copied.canvas, { label: t('step.duplicate', { count: copied.ids.length }) })
      store.select(copied.ids)
      say(t('said.pasted', { count: copied.ids.length }))
    },
    disconnect(ids: readonly string[]): void {
      store.apply((now) => disconnect(now, ids), { label: t('step.disconnect') })
      say(t('step.disconnect'))
    },
    selectAll: (): void => store.select(canvas().nodes.map((node) => node.id)),
    move(moves: ReadonlyMap<string, Point>, merge?: string): void {
      const label = t('step.move', { count: moves.size })
      store.apply((now) => moveBy(now, moves), { label, ...(merge ? { merge } : {}) })
    },
    rename(id: string, title: string): void {
      const name = title.trim()
      if (name) store.apply((now) => setTitle(now, id, name), { label: t('step.rename') })
    },
    async tidy(): Promise<void> {
      // Laying out is a library of its own, which nobody waits for who only looks.
      const { autoLayout } = await import('../layout/auto-layout.ts')
      store.apply((now) => autoLayout(now, lay), { label: t('step.tidy') })
      say(t('said.tidied'))
    },
    group(): void {
      const nodeIds = selectedNodes()
        .filter((node) => !indexOf(canvas()).get(node.id)?.parent)
        .map((node) => node.id)
      if (!nodeIds.length) return
      const id = `group_${newNodeId(takenIds(canvas()))}`
      store.apply((now) => addGroup(now, { id, title: t('group.title'), nodeIds }), { label: t('step.group') })
      store.select([id])
      say(t('said.grouped', { count: nodeIds.length }))
    },
    ungroup(id: string): void {
      store.apply((now) => removeGroups(now, new Set([id])), { label: t('step.ungroup') })
    },
    renameGroup(id: string, title: string): void {
      const name = title.trim()
      if (name) store.apply((now) => renameGroup(now, id, name), { label: t('step.rename') })
    },
    addComment(at?: Point): string {
      const middle = centre()
      const place = at ?? freeSpot(canvas(), { x: middle.x - 120, y: middle.y - 60 }, lay)
      const node = makeNode(canvas(), NodeType.Comment, t('comment.title'), place)
      const signed = { ...node, data: { ...node.data, author: author(), time: Date.now() } }
      store.apply((now) => addNode(now, signed), { label: t('step.comment') })
      store.select([node.id])
      say(t('said.added', { what: t('comment.title') }))
      return node.id
    },
    writeComment(id: string, text: string): void {
      store.apply(
        (now) =>
          setNodeData(now, id, (data) => ({
            ...data,
            inputs: { ...data.inputs, schemaType: 'slate', note: noteOf(text) },
            author: author(),
            time: Date.now(),
          })),
        { label: t('step.comment'), merge: `comment:${id}` },
      )
    },
    resizeComment(id: string, size: { width: number; height: number }, by: Point): void {
      store.apply(
        (now) =>
          moveBy(
            setNodeData(now, id, (data) => ({ ...data, size: { ...(data['size'] as object), ...size } })),
            new Map([[id, by]]),
          ),
        { label: t('step.resize') },
      )
    },
  }
}
export type Commands = ReturnType<typeof createCommands>

/** The loop around the place where something is to go. */
function parentFor(canvas: Canvas, spot: Spot): string | undefined {
  const index = indexOf(canvas)
  if (spot.edgeId) return edgesIn(canvas).find((edge) => edge.id === spot.edgeId)?.parentId
  if (!spot.from) return spot.parentId
  const source = index.get(spot.from.source)
  if (source && spot.from.sourcePort === compositePorts(source.node.type).first) return source.node.id
  return source?.parent?.id
}

/** Not on top of another card: a little lower until there is room. */
function freeSpot(canvas: Canvas, wanted: Point, lay: (node: CanvasNode) => LaidNode): Point {
  const taken = canvas.nodes
    .filter((node) => !isComment(node))
    .map((node) => ({ ...positionOf(node), width: lay(node).width, height: lay(node).height }))
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

/** Nodes that a line of this node could lead to, for the menu that connects without a pointer. */
export function targetsOf(canvas: Canvas, source: CanvasNode, sourcePort: string): CanvasNode[] {
  const { parent } = indexOf(canvas).get(source.id) ?? {}
  const level = parent ? blocksOf(parent) : canvas.nodes
  return level.filter((target) => refusalOf(canvas, { source: source.id, target: target.id, sourcePort }) === null)
}
