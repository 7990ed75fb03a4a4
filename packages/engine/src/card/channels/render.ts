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

/** Renders a card in the format of a channel, with the list of losses. */
export const renderCard = (format: CardFormat, elements: readonly Drawn[], context: ChannelContext): ChannelCard =>
  renderers[format](elements, context)

/** Only buttons that say something work in messengers; other actions need the card as our own pages draw it. */
const sampleContext = (format: CardFormat): ChannelContext => ({
  clickId: ({ id, item, action }) =>
    action !== 'say' && format !== 'adaptive' ? undefined : item === undefined ? id : `${id}.${item}`,
})

/** The card as a channel would show it, with its sample values or other data. */
export const previewCard = (
  format: CardFormat,
  design: CardDesign,
  data: CardScope = sampleData(design),
): ChannelCard => renderCard(format, drawCard(design, data), sampleContext(format))
