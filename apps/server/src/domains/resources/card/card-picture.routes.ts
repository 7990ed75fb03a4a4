import { CardChannel, type contract } from '@orrery/contract'
import { type CardFormat, previewCard } from '@orrery/engine/card'
import type { BriefTokens } from '#kit/brief-token.ts'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { qrPicture } from '#kit/qr-picture.ts'
import type { CardThumbnails } from './card-thumbnail.service.ts'
import { type CardService, designOf } from './card.service.ts'

export interface CardPictureDeps {
  cards: CardService
  thumbnails: CardThumbnails
  tokens: BriefTokens
  links: FileLinks
  publicUrl: string
  /** Whether the user may still view the card. */
  maySee(userId: string, cardId: string): Promise<boolean>
}
const PREVIEW = 'card-preview'
const PREVIEW_SECONDS = 30 * 60
const formatOf = (channel: number) =>
  Object.entries(CardChannel).find(([name, number]) => number === channel && name !== 'default')?.[0] as
    | CardFormat
    | undefined

export function cardPictureRoutes(deps: CardPictureDeps): Handlers<typeof contract.cardPicture> {
  const { cards, thumbnails, tokens, links, publicUrl } = deps
  /** Requires the right to edit each card in the space; a single missing card refuses the whole call. */
  async function requireAll(ids: string[], spaceId: string, ctx: Ctx) {
    for (const id of new Set(ids)) {
      const found = await ctx.access.require(ctx.actor!, 'card', id, 'editInfo')
      if (found.spaceId !== spaceId) throw errors.notFound({ what: 'card' })
    }
  }
  return {
    draw: async ({ CardID, Channels }) => {
      const drawn = []
      for (const channel of new Set(Channels)) drawn.push(await thumbnails.draw({ cardId: CardID, channel }))
      return {
        Thumbnails: drawn.map(({ channel, status, blobKey }) => ({
          imgUrl: links.make(blobKey),
          imgUri: blobKey,
          channel: String(channel),
          status,
        })),
      }
    },
    drawMany: async ({ space_id, card_ids }, ctx) => {
      await requireAll(card_ids, space_id, ctx)
      await thumbnails.order(card_ids.map((cardId) => ({ cardId, channel: CardChannel.default })))
      return {}
    },
    drawLater: async ({ space_id, messages }, ctx) => {
      await requireAll(
        messages.map(({ card_id }) => card_id),
        space_id,
        ctx,
      )
      await thumbnails.order(messages.map(({ card_id, channel }) => ({ cardId: card_id, channel })))
      return {}
    },
    preview: async ({ DraftID, ChannelType }, ctx) => {
      const claims = { card: DraftID, channel: String(ChannelType), user: ctx.userId }
      const link = `${publicUrl}/chat/card-preview?token=${tokens.make(PREVIEW, claims, PREVIEW_SECONDS)}`
      return { Content: link, SDKUrl: '', qr: await qrPicture(link) }
    },
    previewed: async ({ token }) => {
      const { user = '', card = '', channel = '0' } = tokens.read(PREVIEW, token) ?? {}
      // The link works only while its creator may view the card.
      if (!card || !(await deps.maySee(user, card))) throw errors.notFound({ what: 'card' })
      const { head, draft } = await cards.requireDraft(card)
      const design = designOf(draft)
      const format = formatOf(Number(channel))
      return {
        name: head.name,
        design,
        channel: Number(channel),
        payload: format ? JSON.stringify(previewCard(format, design).payload) : '',
      }
    },
  }
}
