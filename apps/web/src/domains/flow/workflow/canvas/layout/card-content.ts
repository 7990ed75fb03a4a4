import {
  type CardPiece,
  type CardRow,
  cardRows,
  describe,
  type Port,
  type StoredNode,
  type Tone,
} from '@orrery/engine/describe'
import { type CanvasNode, titleOf } from '../../document/canvas.ts'
import { textWidth } from '#lib/text-width.ts'

export interface Piece {
  look: 'chip' | 'text' | 'type'
  text: string
}
export interface CardLine {
  label: string
  pieces: readonly Piece[]
  /** The output port of this row. */
  port?: string
}
/** Everything that a card shows about its node, already translated. */
export interface CardContent {
  type: string
  title: string
  tone: Tone
  icon: string
  lines: readonly CardLine[]
  /** Number of rows that do not fit. */
  more: number
  /** Output ports without a row of their own. */
  plainPorts: readonly string[]
}

export interface CardText {
  /** Changes with the language and when names are loaded. */
  key: string
  type: (type: string) => string
  label: (row: CardRow) => string
  /** A label, or the name of a model, a knowledge base …; empty while it is loading. */
  piece: (piece: CardPiece) => string
  port: (port: Port) => string
}

const mostRows = 4

export function cardContent(node: CanvasNode, texts: CardText): CardContent {
  const description = describe(node.type)
  const stored = node as StoredNode
  const rows = description ? cardRows(stored) : []
  const ports = description?.ports(stored) ?? []
  const lines = rows.map((row): CardLine => ({
    label: texts.label(row),
    pieces: fitChips(row.pieces.map((piece) => pieceOf(piece, texts))),
    ...(row.port === undefined ? {} : { port: row.port }),
  }))
  const plain = lines.filter((line) => line.port === undefined)
  const branches = lines.filter((line) => line.port !== undefined)
  const shown = new Set(branches.map((line) => line.port))
  const silent = ports.filter((port) => !shown.has(port.id))
  const extra = silent
    .filter((port) => isBranch(port))
    .map((port) => ({ label: texts.port(port), pieces: [], port: port.id }))
  const keep = plain.length > mostRows ? mostRows - 1 : plain.length
  return {
    type: node.type,
    title: titleOf(node) || texts.type(node.type),
    tone: description?.tone ?? 'code',
    icon: description?.icon ?? '',
    lines: [...plain.slice(0, keep), ...branches, ...extra],
    more: plain.length - keep,
    plainPorts: silent.filter((port) => !isBranch(port)).map((port) => port.id),
  }
}

const isBranch = (port: Port): boolean => port.words !== 'next' && port.words !== 'success'

function pieceOf(piece: CardPiece, texts: CardText): Piece {
  const look = 'chip' in piece ? 'chip' : 'type' in piece ? 'type' : 'text'
  return { look, text: texts.piece(piece) }
}

const room = 148

/** Replaces names that do not fit side by side by their number. */
function fitChips(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length < 2 || pieces.some(({ look }) => look !== 'chip')) return pieces
  const last = pieces.at(-1)!
  const counted = /^\+(\d+)$/.exec(last.text)
  const names = counted ? pieces.slice(0, -1) : pieces
  const already = counted ? Number(counted[1]) : 0
  const widthOf = (list: readonly Piece[]) => list.reduce((sum, { text }) => sum + textWidth(text, 11, true) + 13, 0)
  let keep = names.length
  const rest = () => already + names.length - keep
  while (keep > 1 && widthOf(names.slice(0, keep)) + (rest() ? 26 : 0) > room) keep -= 1
  return rest() ? [...names.slice(0, keep), { look: 'chip', text: `+${rest()}` }] : names
}
