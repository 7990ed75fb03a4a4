import type { Drawn } from '../draw.ts'
import {
  asLines,
  buttonsFor,
  type ChannelCard,
  type ChannelContext,
  createLosses,
  flattened,
  isWebAddress,
} from './channel-card.ts'
import { channelLimits } from './limits.ts'

const max = channelLimits.discord
const Component = { row: 1, button: 2, text: 10, gallery: 12, separator: 14, container: 17 } as const
const IS_COMPONENTS_V2 = 32_768
const styles = { main: 1, plain: 2, danger: 4 } as const
const LINK = 5
type Part = Record<string, unknown>

/** Renders message components of version 2. */
export function toDiscord(elements: readonly Drawn[], context: ChannelContext): ChannelCard {
  const losses = createLosses()
  let characters = 0
  let pictures = 0
  const words = (id: string, text: string): Part[] => {
    const content = losses.cut(id, text, Math.max(1, max.characters - characters))
    characters += content.length
    return content.trim() ? [{ type: Component.text, content }] : []
  }
  const partsOf = (element: Drawn): Part[] => {
    const { id } = element
    switch (element.type) {
      case 'header':
        return words(id, [element.title && `### ${element.title}`, element.subtitle].filter(Boolean).join('\n'))
      case 'footer':
        return words(id, `-# ${element.text}`)
      case 'facts':
        return words(id, element.rows.map(({ label, value }) => `**${label}** ${value}`).join('\n'))
      case 'divider':
        return [{ type: Component.separator }]
      case 'picture':
        if (!isWebAddress(element.src) || pictures >= max.pictures) break
        pictures += 1
        return [
          {
            type: Component.gallery,
            items: [{ media: { url: element.src }, ...(element.alt && { description: element.alt }) }],
          },
        ]
      case 'buttons': {
        const buttons = buttonsFor(element, context, losses, max.label).map(({ label, look, url, click }) => ({
          type: Component.button,
          label,
          ...(url ? { style: LINK, url } : { style: styles[look], custom_id: click }),
        }))
        return Array.from({ length: Math.ceil(buttons.length / max.buttonsInRow) }, (_, row) => ({
          type: Component.row,
          components: buttons.slice(row * max.buttonsInRow, (row + 1) * max.buttonsInRow),
        }))
      }
    }
    return words(id, asLines(element, losses).join('\n'))
  }
  const parts: Part[] = []
  // The container counts as a component, and so does each button in a row.
  let used = 1
  for (const element of flattened(elements, losses))
    for (const part of partsOf(element)) {
      const cost = 1 + (Array.isArray(part.components) ? part.components.length : 0)
      if (used + cost > max.components) {
        losses.note(element.id, 'dropped')
        continue
      }
      used += cost
      parts.push(part)
    }
  return {
    payload: { flags: IS_COMPONENTS_V2, components: [{ type: Component.container, components: parts }] },
    lost: losses.lost,
    isOver: characters > max.characters,
  }
}
