import { z } from 'zod'
import { op } from '#kit.ts'
import { CardChannel } from '#shared/card-channels.ts'
import { cardDesign } from '#shared/card-design.ts'
import { id } from '#shared/fields.ts'

const s = z.string()
const channel = z.enum(CardChannel)
const inHeader = { headers: { space_id: 'space-id' } } as const

/** Images of cards, and preview links to a draft. */
export const cardPicture = {
  draw: op('POST /api/card_builder/gen_card_channel_thumbnail', {
    summary: 'Draw the draft of a card as an image, for one or more channels',
    summaryZh: '为一个或多个渠道生成卡片草稿的缩略图',
    access: { on: 'card', id: 'CardID', can: 'editInfo' },
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () => z.object({ CardID: id(), Channels: z.array(channel).max(20).default([0]) }),
    output: () =>
      z.object({
        Thumbnails: z.array(z.object({ imgUrl: s, imgUri: s, channel: s, status: z.int() })),
      }),
  }),
  drawMany: op('POST /api/card_builder/generate_cards_thumbnail', {
    summary: 'Have images of several cards of a space drawn in the background',
    summaryZh: '在后台为空间内的多张卡片生成缩略图',
    ...inHeader,
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: 'flat',
    input: () => z.object({ space_id: id(), card_ids: z.array(id()).max(100).default([]) }),
  }),
  drawLater: op('POST /api/card_builder/async_gen_thumbnail', {
    summary: 'Have images of cards drawn in the background, each for a channel',
    summaryZh: '在后台按渠道生成卡片缩略图',
    ...inHeader,
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        messages: z
          .array(z.object({ card_id: id(), channel: channel.default(0) }))
          .max(100)
          .default([]),
      }),
  }),
  preview: op('POST /api/card_builder/preview', {
    summary: 'Get a link, also as a QR code, to the draft of a card that works for 30 minutes',
    summaryZh: '获取卡片草稿的预览链接和二维码，30 分钟内有效',
    access: { on: 'card', id: 'DraftID', can: 'view' },
    input: () => z.object({ DraftID: id(), ChannelType: channel.default(0) }),
    output: () => z.object({ Content: s, SDKUrl: s, qr: s }),
  }),
  previewed: op('POST /api/card/previewed', {
    summary: 'Get the draft behind a preview link',
    summaryZh: '获取预览链接对应的卡片草稿',
    access: 'public',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ token: z.string().min(1).max(500) }),
    output: () =>
      z.object({
        name: s,
        design: cardDesign,
        channel: z.int(),
        /** The message of another channel as JSON; empty for the built-in channel. */
        payload: s,
      }),
  }),
}
