import type { CardDesign } from '@orrery/contract'
import { type CardScope } from '../texts.ts'
import { drawCard, type Drawn, sampleData } from '../draw.ts'
import { toAdaptive } from './adaptive.ts'
import type { ChannelCard, ChannelContext } from './channel-card.ts'
import { toDiscord } from './discord.ts'
import { toFeishu } from './feishu.ts'
import { toLine } from './line.ts'
import { toMessenger } from './messenger.ts'
import { toSlack } from './slack.ts'
import { toTelegram } from './telegram.ts'
import { toWhatsApp } from './whatsapp.ts'

const renderers = {
  feishu: toFeishu,
  slack: toSlack,
  discord: toDiscord,
  telegram: toTelegram,
  whatsapp: toWhatsApp,
  line: toLine,
  messenger: toMessenger,
  adaptive: toAdaptive,
} satisfies Record<string, (elements: readonly Drawn[], context: ChannelContext) => ChannelCard>

export type CardFormat = keyof typeof renderers
export const cardFormats = Object.keys(renderers) as CardFormat[]

/** A card in the format of a channel, and what that does not show. */
export const renderCard = (format: CardFormat, elements: readonly Drawn[], context: ChannelContext): ChannelCard =>
  renderers[format](elements, context)

/** In messengers a press says something. What sends inputs, runs or changes the card needs the card as it is drawn here. */
const sampleContext = (format: CardFormat): ChannelContext => ({
  clickId: ({ id, item, action }) =>
    action !== 'say' && format !== 'adaptive' ? undefined : item === undefined ? id : `${id}.${item}`,
})

/** The card with its samples, or with other data, as a channel would show it. */
export const previewCard = (
  format: CardFormat,
  design: CardDesign,
  data: CardScope = sampleData(design),
): ChannelCard => renderCard(format, drawCard(design, data), sampleContext(format))
