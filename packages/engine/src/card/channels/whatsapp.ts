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

const max = channelLimits.whatsapp

/** Renders an interactive message with buttons, a list or a link; a text message without any of them. */
export function toWhatsApp(elements: readonly Drawn[], context: ChannelContext): ChannelCard {
  const losses = createLosses()
  const flat = flattened(elements, losses)
  const buttons = flat.flatMap((element) => buttonsFor(element, context, losses, max.label))
  const replies = buttons.filter(({ click }) => click !== undefined)
  const links = buttons.filter(({ url }) => url !== undefined)
  const isLink = !replies.length && links.length === 1
  const footer = flat.find((element) => element.type === 'footer')
  const picture = flat.find((element) => element.type === 'picture' && isWebAddress(element.src))
  const isInteractive = replies.length > 0 || isLink
  // A WhatsApp list message cannot have a picture.
  const hasPicture = isInteractive && replies.length <= max.buttons && picture?.type === 'picture'
  const lines = flat
    .filter((element) => !(element === footer && isInteractive) && !(element === picture && hasPicture))
    .flatMap((element) => asLines(element, losses))
  const addresses = isLink ? [] : links.map(({ label, url, id }) => (losses.note(id, 'asText'), `${label}: ${url}`))
  const whole = [...lines, ...addresses].join('\n').trim() || '…'
  const anchor = flat[0]?.id ?? ''
  if (!isInteractive) {
    const body = losses.cut(anchor, whole, max.text)
    return { payload: { type: 'text', text: { body } }, lost: losses.lost, isOver: false }
  }
  const body = { text: losses.cut(anchor, whole, max.body) }
  const below = footer?.type === 'footer' ? { footer: { text: losses.cut(footer.id, footer.text, max.footer) } } : {}
  const above = hasPicture ? { header: { type: 'image', image: { link: picture.src } } } : {}
  const interactive = (() => {
    if (isLink)
      return {
        type: 'cta_url',
        ...above,
        body,
        ...below,
        action: { name: 'cta_url', parameters: { display_text: links[0]!.label, url: links[0]!.url } },
      }
    if (replies.length <= max.buttons)
      return {
        type: 'button',
        ...above,
        body,
        ...below,
        action: { buttons: replies.map(({ label, click }) => ({ type: 'reply', reply: { id: click, title: label } })) },
      }
    for (const { id } of replies.slice(max.rows)) losses.note(id, 'dropped')
    return {
      type: 'list',
      body,
      ...below,
      action: {
        button: '…',
        sections: [{ rows: replies.slice(0, max.rows).map(({ label, click }) => ({ id: click, title: label })) }],
      },
    }
  })()
  return { payload: { type: 'interactive', interactive }, lost: losses.lost, isOver: false }
}
