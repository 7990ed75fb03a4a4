import { blocksOf, type CanvasNode, isComment, isComposite, type Point, positionOf } from '../../document/canvas.ts'
import { compositePorts, takesLines } from '../../document/ports.ts'
import { type CardContent, cardContent, type CardText } from './card-content.ts'
import { card, cardSize } from './card-size.ts'
import { commentSize } from './comment-note.ts'

export interface PlacedPort {
  id: string | null
  type: 'source' | 'target'
  side: 'left' | 'right'
  /** The centre of the port, relative to the card. */
  x: number
  y: number
}

export interface NodeLayout {
  node: CanvasNode
  kind: 'card' | 'round' | 'comment'
  content: CardContent
  hasFooter: boolean
  width: number
  height: number
  ports: readonly PlacedPort[]
  /** Loops and batches only: the inner area and the inner nodes, relative to the card. */
  inside?: { x: number; y: number; width: number; height: number }
  children?: readonly { layout: NodeLayout; position: Point }[]
}

const inset = 15
const insideTop = 28
const insideSide = 34
const emptyInside = { width: 260, height: 108 }

export type HasFooter = (nodeId: string) => boolean

interface CachedLayout {
  key: string
  layout: NodeLayout
}

/** Computes the layout of single nodes; results of unchanged nodes are cached. */
export function createLayout() {
  let cache = new WeakMap<CanvasNode, CachedLayout>()
  let textsKey = ''

  function layoutOf(node: CanvasNode, texts: CardText, hasFooter: HasFooter): NodeLayout {
    if (texts.key !== textsKey) {
      textsKey = texts.key
      cache = new WeakMap()
    }
    const key = [node, ...blocksOf(node)].map((block) => (hasFooter(block.id) ? '1' : '0')).join('')
    const known = cache.get(node)
    if (known?.key === key) return known.layout
    const layout = computeLayout(node, texts, hasFooter)
    cache.set(node, { key, layout })
    return layout
  }
  function computeLayout(node: CanvasNode, texts: CardText, hasFooter: HasFooter): NodeLayout {
    const content = cardContent(node, texts)
    if (isComment(node)) return { node, kind: 'comment', content, hasFooter: false, ...commentSize(node), ports: [] }
    const footer = hasFooter(node.id)
    const size = cardSize(content, footer)
    if (isComposite(node)) return loopLayout(node, content, footer, (inner) => layoutOf(inner, texts, hasFooter))
    const ports: PlacedPort[] = [...size.portY].map(([id, y]) => ({
      id: id || null,
      type: 'source',
      side: 'right',
      x: size.width,
      y,
    }))
    if (takesLines(node)) ports.unshift({ id: null, type: 'target', side: 'left', x: 0, y: card.port })
    return { node, kind: 'card', content, hasFooter: footer, width: size.width, height: size.height, ports }
  }
  return layoutOf
}

/** The size of a loop, large enough for its inner nodes. */
function loopLayout(
  node: CanvasNode,
  content: CardContent,
  hasFooter: boolean,
  layInner: (node: CanvasNode) => NodeLayout,
): NodeLayout {
  const own = cardSize({ ...content, lines: content.lines.filter((line) => line.port === undefined) }, false)
  const inner = blocksOf(node).map((block) => ({ layout: layInner(block), at: positionOf(block) }))
  const corner = cornerOf(inner.map(({ at }) => at))
  const right = Math.max(0, ...inner.map(({ layout, at }) => at.x - corner.x + layout.width))
  const bottom = Math.max(0, ...inner.map(({ layout, at }) => at.y - corner.y + layout.height))
  const inside = {
    x: inset,
    y: own.height,
    width: Math.max(emptyInside.width, own.width - inset * 2, right + insideSide * 2),
    height: Math.max(emptyInside.height, bottom + insideTop * 2),
  }
  const width = inside.width + inset * 2
  const { first, last, out } = compositePorts(node.type)
  const innerY = inside.y + insideTop + card.port
  return {
    node,
    kind: 'round',
    content,
    hasFooter,
    width,
    height: inside.y + inside.height + (hasFooter ? 10 + card.footer : inset),
    inside,
    ports: [
      { id: null, type: 'target', side: 'left', x: 0, y: card.port },
      { id: out, type: 'source', side: 'right', x: width, y: card.port },
      { id: first, type: 'source', side: 'right', x: inside.x, y: innerY },
      { id: last, type: 'target', side: 'left', x: inside.x + inside.width, y: innerY },
    ],
    children: inner.map(({ layout, at }) => ({
      layout,
      position: { x: inside.x + insideSide + at.x - corner.x, y: inside.y + insideTop + at.y - corner.y },
    })),
  }
}

/** The top left corner of the nodes in a loop; their positions are drawn relative to it. */
const cornerOf = (positions: readonly Point[]): Point =>
  positions.length
    ? { x: Math.min(...positions.map(({ x }) => x)), y: Math.min(...positions.map(({ y }) => y)) }
    : { x: 0, y: 0 }
