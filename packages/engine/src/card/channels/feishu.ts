import type { Drawn } from '../draw.ts'
import {
  asLines,
  buttonsFor,
  type ChannelCard,
  type ChannelContext,
  createLosses,
  dropsInput,
  isWebAddress,
  isLarger,
} from './channel-card.ts'
import { channelLimits } from './limits.ts'

type Part = Record<string, unknown>
const MAX_LABEL = 100
const types = { main: 'primary', plain: 'default', danger: 'danger' } as const
const colours = { normal: 'neutral', muted: 'neutral', good: 'green', warn: 'orange', bad: 'red' } as const
const plain = (content: string) => ({ tag: 'plain_text', content })

/** Renders Card JSON 2.0. */
export function toFeishu(elements: readonly Drawn[], context: ChannelContext): ChannelCard {
  const losses = createLosses()
  const words = (content: string): Part[] => (content.trim() ? [{ tag: 'markdown', content }] : [])
  const buttonParts = (element: Drawn): Part[] =>
    buttonsFor(element, context, losses, MAX_LABEL).map(({ label, look, url, click }) => ({
      tag: 'button',
      text: plain(label),
      type: types[look],
      behaviors: [url ? { type: 'open_url', default_url: url } : { type: 'callback', value: { choice: click } }],
    }))
  const column = (parts: Part[]): Part => ({ tag: 'column', width: 'weighted', weight: 1, elements: parts })
  const partsOf = (element: Drawn): Part[] => {
    if (dropsInput(element, losses)) return []
    switch (element.type) {
      case 'header':
        return [...words(element.title && `**${element.title}**`), ...words(element.subtitle)]
      case 'tag':
        return words(`<text_tag color='${colours[element.tone]}'>${element.text}</text_tag>`)
      case 'footer':
        return words(`<font color='grey'>${element.text}</font>`)
      case 'picture':
        // Pictures would have to be uploaded to the tenant first, so a link is shown instead.
        losses.note(element.id, 'asText')
        return words(isWebAddress(element.src) ? `[${element.alt || element.src}](${element.src})` : element.alt)
      case 'facts':
        return words(element.rows.map(({ label, value }) => `**${label}** ${value}`).join('\n'))
      case 'table':
        return [
          {
            tag: 'table',
            columns: element.columns.map((title, index) => ({
              name: `c${index}`,
              display_name: title,
              data_type: 'text',
            })),
            rows: element.rows.map((row) => Object.fromEntries(row.map((value, index) => [`c${index}`, value]))),
          },
        ]
      case 'chart':
        return [
          {
            tag: 'chart',
            chart_spec: {
              type: 'bar',
              data: { values: element.points },
              xField: 'label',
              yField: 'value',
            },
          },
        ]
      case 'divider':
        return [{ tag: 'hr' }]
      case 'buttons': {
        const parts = buttonParts(element)
        return parts.length > 1 ? [{ tag: 'column_set', columns: parts.map((part) => column([part])) }] : parts
      }
      case 'columns':
        return [{ tag: 'column_set', columns: element.columns.map((one) => column(one.flatMap(partsOf))) }]
      case 'list':
        return element.items.flatMap((item, index) => [...(index ? [{ tag: 'hr' }] : []), ...item.flatMap(partsOf)])
      case 'slides':
        losses.note(element.id, 'stacked')
        return element.items.flatMap((item, index) => [...(index ? [{ tag: 'hr' }] : []), ...item.flatMap(partsOf)])
      default:
        return words(asLines(element, losses).join('\n'))
    }
  }
  const [first, ...rest] = elements
  const header = first?.type === 'header' ? first : undefined
  const payload = {
    schema: '2.0',
    ...(header && {
      header: { title: plain(header.title), ...(header.subtitle && { subtitle: plain(header.subtitle) }) },
    }),
    body: { elements: (header ? rest : elements).flatMap(partsOf) },
  }
  return { payload, lost: losses.lost, isOver: isLarger(payload, channelLimits.feishu.bytes) }
}
