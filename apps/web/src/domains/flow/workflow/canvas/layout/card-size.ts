import type { CardContent, CardLine } from './card-content.ts'
import { textWidth } from '#lib/text-width.ts'

/** Dimensions of a card, in px at 100 %. Cards render at exactly these sizes, so that edges need no measuring. */
export const card = {
  least: 166,
  most: 216,
  header: 34,
  row: 22,
  branch: 26,
  footer: 26,
  more: 18,
  label: 42,
  mostLabel: 96,
  padX: 8,
  gap: 8,
  below: 6,
  /** The centre of the default ports, from the top. */
  port: 20,
  /** Diameter of a port. */
  dot: 11,
} as const

export interface CardSize {
  width: number
  height: number
  /** The centre of each port by its id. */
  portY: ReadonlyMap<string, number>
}

export function cardSize(content: CardContent, hasFooter: boolean): CardSize {
  const portY = new Map<string, number>()
  for (const id of content.plainPorts) portY.set(id, card.port)
  let y: number = card.header
  for (const line of content.lines) {
    const height = lineHeight(line)
    if (line.port !== undefined) portY.set(line.port, y + height / 2)
    y += height
  }
  if (content.more) y += card.more
  if (content.lines.length) y += card.below
  return { width: cardWidth(content), height: y + (hasFooter ? card.footer : 0), portY }
}

export const lineHeight = (line: CardLine): number => (line.port === undefined ? card.row : card.branch)

export function cardWidth(content: CardContent): number {
  const widest = Math.max(titleWidth(content.title), ...content.lines.map(lineWidth))
  return Math.round(Math.min(card.most, Math.max(card.least, widest)))
}

/** True only if the text certainly fits: it then needs no clipping, which costs time in every frame. */
export const titleFits = (title: string, width: number): boolean => titleWidth(title) + problemRoom <= width
export const lineFits = (line: CardLine, width: number): boolean =>
  // The width of a card is rounded: its longest row may be a fraction of a pixel longer.
  lineWidth(line) <= width + 1 && textWidth(line.label, 12) * 1.08 <= card.mostLabel

const problemRoom = 14 + card.gap
const titleWidth = (title: string) => card.padX * 2 + 20 + card.gap + textWidth(title, 13) * 1.08

/** Text measurement is approximate, and the border needs some room. */
const slack = 6

function lineWidth({ label, pieces }: CardLine): number {
  const widths = pieces.map(({ look, text }) =>
    look === 'chip'
      ? textWidth(text, 11, true) + 10
      : look === 'type'
        ? textWidth(text, 11, true)
        : textWidth(text, 12),
  )
  const gaps = Math.max(0, pieces.length - 1) * 5
  const text = widths.reduce((a, b) => a + b, 0) + gaps
  return card.padX * 2 + Math.max(card.label, textWidth(label, 12)) + card.gap + text + slack
}
