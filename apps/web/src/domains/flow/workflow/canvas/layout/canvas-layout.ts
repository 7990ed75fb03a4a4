import { blocksOf, type CanvasNode, isComment, isComposite, type Point, positionOf } from '../../document/canvas.ts'
import { compositePorts, takesLines } from '../../document/ports.ts'
import { type CardContent, cardContent, type CardWords } from './card-content.ts'
import { card, cardSize } from './card-size.ts'
import { commentSize } from './comment-note.ts'

export interface PlacedPort {
  id: string | null
  type: 'source' | 'target'
  side: 'left' | 'right'
  /** The middle of the port, from the corner of the card. */
  x: number
  y: number
}

export interface LaidNode {
  node: CanvasNode
  kind: 'card' | 'round' | 'comment'
  content: CardContent
  hasFooter: boolean
  width: number
  height: number
  ports: readonly PlacedPort[]
  /** Of a loop or batch: the field its nodes lie in, and the nodes themselves, placed from the corner of the card. */
  inside?: { x: number; y: number; width: number; height: number }
  children?: readonly { laid: LaidNode; position: Point }[]
}

export const inset = 15
export const insideTop = 28
export const insideSide = 34
const emptyInside = { width: 260, height: 108 }

export type HasFooter = (nodeId: string) => boolean

interface Kept {
  key: string
  laid: LaidNode
}

/** Lays out nodes one by one; a node that did not change is laid out once. */
export function createLayout() {
  let kept = new WeakMap<CanvasNode, Kept>()
  let wordsKey = ''

  function lay(node: CanvasNode, words: CardWords, hasFooter: HasFooter): LaidNode {
    if (words.key !== wordsKey) {
      wordsKey = words.key
      kept = new WeakMap()
    }
    const key = [node, ...blocksOf(node)].map((block) => (hasFooter(block.id) ? '1' : '0')).join('')
    const known = kept.get(node)
    if (known?.key === key) return known.laid
    const laid = layNode(node, words, hasFooter)
    kept.set(node, { key, laid })
    return laid
  }
  function layNode(node: CanvasNode, words: CardWords, hasFooter: HasFooter): LaidNode {
    const content = cardContent(node, words)
    if (isComment(node)) return { node, kind: 'comment', content, hasFooter: false, ...commentSize(node), ports: [] }
    const footer = hasFooter(node.id)
    const size = cardSize(content, footer)
    if (isComposite(node)) return layRound(node, content, footer, (inner) => lay(inner, words, hasFooter))
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
  return lay
}

/** As wide and as high as what lies inside. */
function layRound(
  node: CanvasNode,
  content: CardContent,
  hasFooter: boolean,
  layInner: (node: CanvasNode) => LaidNode,
): LaidNode {
  const own = cardSize({ ...content, lines: content.lines.filter((line) => line.port === undefined) }, false)
  const inner = blocksOf(node).map((block) => ({ laid: layInner(block), at: positionOf(block) }))
  const corner = cornerOf(inner.map(({ at }) => at))
  const right = Math.max(0, ...inner.map(({ laid, at }) => at.x - corner.x + laid.width))
  const bottom = Math.max(0, ...inner.map(({ laid, at }) => at.y - corner.y + laid.height))
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
    children: inner.map(({ laid, at }) => ({
      laid,
      position: { x: inside.x + insideSide + at.x - corner.x, y: inside.y + insideTop + at.y - corner.y },
    })),
  }
}

/** The upper left corner of what lies in a loop: the nodes inside are drawn from it. */
export const cornerOf = (places: readonly Point[]): Point =>
  places.length
    ? { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) }
    : { x: 0, y: 0 }
