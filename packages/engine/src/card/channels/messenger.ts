import type { Drawn } from '../draw.ts'
import {
  asLines,
  buttonsFor,
  type ChannelButton,
  type ChannelCard,
  type ChannelContext,
  createLosses,
  flattened,
  isWebAddress,
  type Losses,
} from './channel-card.ts'
import { channelLimits } from './limits.ts'

const max = channelLimits.messenger
const keyOf = ({ label, url, click }: ChannelButton) =>
  url ? { type: 'web_url', title: label, url } : { type: 'postback', title: label, payload: click }

/** Renders a generic template if there are pictures or items, otherwise text with buttons. */
export function toMessenger(elements: readonly Drawn[], context: ChannelContext): ChannelCard {
  const losses = createLosses()
  const groups = itemsOf(elements, losses)
  const hasPictures = groups.some((group) => group.some(({ type }) => type === 'picture'))
  const template =
    groups.length > 1 || hasPictures ? generic(groups, context, losses) : plain(groups[0] ?? [], context, losses)
  const payload =
    'text' in template && !('buttons' in template) ? template : { attachment: { type: 'template', payload: template } }
  return { payload, lost: losses.lost, isOver: false }
}

/** Groups of elements for the template: one per item of a slide or list element, or one for the whole card. */
function itemsOf(elements: readonly Drawn[], losses: Losses): Drawn[][] {
  const repeated = elements.find((element) => element.type === 'slides' || element.type === 'list')
  if (repeated?.type !== 'slides' && repeated?.type !== 'list') return [flattened(elements, losses)]
  for (const other of elements) if (other !== repeated) losses.note(other.id, 'dropped')
  if (repeated.items.length > max.elements) losses.note(repeated.id, 'cut')
  return repeated.items.slice(0, max.elements).map((item) => flattened(item, losses))
}
function keysOf(group: readonly Drawn[], context: ChannelContext, losses: Losses) {
  const buttons = group.flatMap((element) => buttonsFor(element, context, losses, max.label))
  for (const { id } of buttons.slice(max.buttons)) losses.note(id, 'dropped')
  return buttons.slice(0, max.buttons).map(keyOf)
}
function generic(groups: readonly Drawn[][], context: ChannelContext, losses: Losses) {
  return {
    template_type: 'generic',
    elements: groups.map((group) => {
      const picture = group.find((element) => element.type === 'picture' && isWebAddress(element.src))
      const said = group.filter((element) => element !== picture && element.type !== 'buttons')
      const [title = '…', ...rest] = said.flatMap((element) => asLines(element, losses)).filter(Boolean)
      const anchor = said[0]?.id ?? group[0]?.id ?? ''
      const subtitle = losses.cut(anchor, rest.join('\n'), max.title)
      const buttons = keysOf(group, context, losses)
      return {
        title: losses.cut(anchor, title, max.title),
        ...(subtitle && { subtitle }),
        ...(picture?.type === 'picture' && { image_url: picture.src }),
        ...(buttons.length && { buttons }),
      }
    }),
  }
}
function plain(group: readonly Drawn[], context: ChannelContext, losses: Losses) {
  const buttons = keysOf(group, context, losses)
  const text =
    group
      .flatMap((element) => asLines(element, losses))
      .join('\n')
      .trim() || '…'
  const anchor = group[0]?.id ?? ''
  if (!buttons.length) return { text: losses.cut(anchor, text, max.text) }
  return { template_type: 'button', text: losses.cut(anchor, text, max.buttonText), buttons }
}
