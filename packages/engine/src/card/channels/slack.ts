import type { Drawn } from '../draw.ts'
import {
  asLines,
  buttonsFor,
  type ChannelCard,
  type ChannelContext,
  createLosses,
  escaped,
  flattened,
  isLonger,
  isWebAddress,
} from './channel-card.ts'
import { channelLimits } from './limits.ts'

const max = channelLimits.slack
type Block = Record<string, unknown>
const plain = (text: string) => ({ type: 'plain_text', text })
const mark = (text: string) => ({ type: 'mrkdwn', text: escaped(text) })

/** Renders Block Kit blocks. */
export function toSlack(elements: readonly Drawn[], context: ChannelContext): ChannelCard {
  const losses = createLosses()
  const section = (id: string, text: string): Block[] =>
    text.trim() ? [{ type: 'section', text: mark(losses.cut(id, text, max.section)) }] : []
  const blocksOf = (element: Drawn): Block[] => {
    const { id } = element
    switch (element.type) {
      case 'header':
        return [
          ...(element.title ? [{ type: 'header', text: plain(losses.cut(id, element.title, max.header)) }] : []),
          ...(element.subtitle
            ? [{ type: 'context', elements: [mark(losses.cut(id, element.subtitle, max.section))] }]
            : []),
        ]
      case 'markdown':
        return [{ type: 'markdown', text: losses.cut(id, element.text, max.section) }]
      case 'tag':
      case 'footer':
        return [{ type: 'context', elements: [mark(losses.cut(id, element.text, max.section))] }]
      case 'picture':
        if (!isWebAddress(element.src)) break
        return [{ type: 'image', image_url: element.src, alt_text: element.alt || '–' }]
      case 'facts':
        if (element.rows.length > max.fields) break
        return [
          {
            type: 'section',
            fields: element.rows.map(({ label, value }) => ({
              type: 'mrkdwn',
              text: losses.cut(id, `*${mark(label).text}*\n${mark(value).text}`, 2000),
            })),
          },
        ]
      case 'divider':
        return [{ type: 'divider' }]
      case 'buttons': {
        const buttons = buttonsFor(element, context, losses, max.label)
        if (buttons.length > max.buttons) losses.note(id, 'dropped')
        if (!buttons.length) return []
        return [
          {
            type: 'actions',
            elements: buttons.slice(0, max.buttons).map(({ label, look, url, click }, index) => ({
              type: 'button',
              action_id: `${id}_${index}`,
              text: plain(label),
              ...(url && { url }),
              ...(click && { value: click }),
              ...(look !== 'plain' && { style: look === 'main' ? 'primary' : 'danger' }),
            })),
          },
        ]
      }
    }
    return section(id, asLines(element, losses).join('\n'))
  }
  const all = flattened(elements, losses).flatMap((element) =>
    blocksOf(element).map((block) => ({ id: element.id, block })),
  )
  for (const { id } of all.slice(max.blocks)) losses.note(id, 'dropped')
  const blocks = all.slice(0, max.blocks).map(({ block }) => block)
  const isOver = isLonger(blocks, max.characters)
  return { payload: { blocks }, lost: losses.lost, isOver }
}
