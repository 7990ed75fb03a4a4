import type { Drawn } from '../draw.ts'
import {
  asLines,
  buttonsFor,
  type ChannelCard,
  type ChannelContext,
  createLosses,
  escaped,
  flattened,
  isWebAddress,
} from './channel-card.ts'
import { channelLimits } from './limits.ts'

const max = channelLimits.telegram

/** Renders a message, or a picture with a caption, and an inline keyboard. */
export function toTelegram(elements: readonly Drawn[], context: ChannelContext): ChannelCard {
  const losses = createLosses()
  const flat = flattened(elements, losses)
  const picture = flat.find((element) => element.type === 'picture' && isWebAddress(element.src))
  const photo = picture?.type === 'picture' ? picture.src : undefined
  const room = photo ? max.caption : max.text
  let text = ''
  for (const element of flat) {
    if (element === picture || element.type === 'buttons') continue
    const lines = asLines(element, losses)
    const line = lines.join('\n')
    // Tags count towards the limit: a line is sent whole, or cut and without tags.
    const written =
      element.type === 'header' && element.title
        ? `<b>${escaped(element.title)}</b>${element.subtitle ? `\n${escaped(element.subtitle)}` : ''}`
        : escaped(line)
    const next = text ? `${text}\n${written}` : written
    if (next.length <= room) text = next
    else {
      losses.note(element.id, 'cut')
      const left = room - text.length - 2
      if (left > 0)
        text = `${text}\n${escaped(line.slice(0, left))
          .slice(0, left)
          .replace(/&[a-z]*$/, '')}…`
      break
    }
  }
  const buttons = flat.flatMap((element) => buttonsFor(element, context, losses, max.label))
  for (const { id } of buttons.slice(max.buttons)) losses.note(id, 'dropped')
  const keys = buttons
    .slice(0, max.buttons)
    .map(({ label, url, click }) => ({ text: label, ...(url ? { url } : { callback_data: click }) }))
  const rows = Array.from({ length: Math.ceil(keys.length / max.buttonsInRow) }, (_, row) =>
    keys.slice(row * max.buttonsInRow, (row + 1) * max.buttonsInRow),
  )
  const words = text.trim() || (photo ? '' : '…')
  return {
    payload: {
      ...(photo ? { photo, caption: words } : { text: words }),
      parse_mode: 'HTML',
      ...(rows.length && { reply_markup: { inline_keyboard: rows } }),
    },
    lost: losses.lost,
    isOver: words.length > room,
  }
}
