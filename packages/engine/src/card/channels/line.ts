import type { Drawn } from '../draw.ts'
import { cardWords } from '../words.ts'
import {
  asLines,
  buttonsFor,
  type ChannelCard,
  type ChannelContext,
  createLosses,
  dropsInput,
  isLarger,
  type Losses,
} from './channel-card.ts'
import { channelLimits } from './limits.ts'

const max = channelLimits.line
type Part = Record<string, unknown>
const colours = { normal: '#111111', muted: '#8c8c8c', good: '#1a7f37', warn: '#9a6700', bad: '#cf222e' } as const

/** Renders a Flex message: a bubble, or a carousel of bubbles for slides. */
export function toLine(elements: readonly Drawn[], context: ChannelContext): ChannelCard {
  const losses = createLosses()
  const slides = elements.find((element) => element.type === 'slides')
  const alt = losses
    .cut(elements[0]?.id ?? '', cardWords(elements) || '…', Number.MAX_SAFE_INTEGER)
    .slice(0, max.altText)
  if (slides?.type !== 'slides') {
    const contents = bubble(elements, context, losses)
    return {
      payload: { type: 'flex', altText: alt, contents },
      lost: losses.lost,
      isOver: isLarger(contents, max.bubbleBytes),
    }
  }
  for (const other of elements) if (other !== slides) losses.note(other.id, 'dropped')
  if (slides.items.length > max.bubbles) losses.note(slides.id, 'cut')
  const bubbles = slides.items.slice(0, max.bubbles).map((item) => bubble(item, context, losses))
  const contents = { type: 'carousel', contents: bubbles }
  const isOver = isLarger(contents, max.carouselBytes) || bubbles.some((one) => isLarger(one, max.bubbleBytes))
  return { payload: { type: 'flex', altText: alt, contents }, lost: losses.lost, isOver }
}

const words = (text: string, more: Part = {}): Part[] =>
  text.trim() ? [{ type: 'text', text, wrap: true, ...more }] : []
const box = (layout: 'vertical' | 'horizontal', contents: Part[]): Part => ({
  type: 'box',
  layout,
  spacing: 'sm',
  contents,
})

function bubble(elements: readonly Drawn[], context: ChannelContext, losses: Losses): Part {
  const partsOf = (element: Drawn): Part[] => {
    if (dropsInput(element, losses)) return []
    switch (element.type) {
      case 'header':
        return [
          ...words(element.title, { weight: 'bold', size: 'lg' }),
          ...words(element.subtitle, { color: colours.muted }),
        ]
      case 'text':
      case 'tag':
        return words(element.text, { color: colours[element.tone] })
      case 'footer':
        return words(element.text, { size: 'xs', color: colours.muted })
      case 'picture':
        if (!/^https:\/\//i.test(element.src)) break
        return [{ type: 'image', url: element.src, size: 'full', aspectMode: 'cover', aspectRatio: '20:13' }]
      case 'facts':
        return element.rows.map(({ label, value }) =>
          box('horizontal', [
            ...words(label || '–', { color: colours.muted, flex: 2 }),
            ...words(value || '–', { flex: 5 }),
          ]),
        )
      case 'divider':
        return [{ type: 'separator' }]
      case 'buttons':
        return buttonsFor(element, context, losses, max.label).map(({ label, look, url, click }) => ({
          type: 'button',
          style: look === 'main' ? 'primary' : 'secondary',
          height: 'sm',
          action: url ? { type: 'uri', label, uri: url } : { type: 'postback', label, data: click, displayText: label },
        }))
      case 'columns': {
        const columns = element.columns.map((column) => column.flatMap(partsOf)).filter(({ length }) => length)
        return columns.length
          ? [
              box(
                'horizontal',
                columns.map((column) => box('vertical', column)),
              ),
            ]
          : []
      }
      case 'list':
      case 'slides':
        return element.items.flatMap((item, index) => [
          ...(index ? [{ type: 'separator' }] : []),
          ...item.flatMap(partsOf),
        ])
    }
    return words(asLines(element, losses).join('\n'))
  }
  const contents = elements.flatMap(partsOf)
  return { type: 'bubble', body: box('vertical', contents.length ? contents : words('…')) }
}
