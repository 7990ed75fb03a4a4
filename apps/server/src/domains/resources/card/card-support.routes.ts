import { CARD_LIMITS, CardChannel, type contract } from '@orrery/contract'
import { channelLimits, elementTypes } from '@orrery/engine/card'
import type { Egress } from '#kit/egress/egress.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { cardGuide } from './card-guide.ts'
import { sendTest } from './card-test-message.ts'
import { type CardService, designOf } from './card.service.ts'

export interface CardSupportDeps {
  cards: CardService
  uploads: Pick<UploadService, 'store'>
  links: FileLinks
  publicUrl: string
  egress: Egress
}
const pictures = new Set<number>([0, 3])
/** Settings that programs that draw cards can query. */
const settings = new Map<string, () => string>([
  ['limits', () => JSON.stringify(CARD_LIMITS)],
  ['channel_limits', () => JSON.stringify(channelLimits)],
  ['elements', () => JSON.stringify(elementTypes)],
  ['guide', () => cardGuide],
])

/** Files for cards, the capabilities of the builder, and the view of the instance owner. */
export function cardSupportRoutes({
  cards,
  uploads,
  links,
  publicUrl,
  egress,
}: CardSupportDeps): Pick<
  Handlers<typeof contract.cardBuilder>,
  'upload' | 'config' | 'packageInfo' | 'queryAll' | 'sendTest'
> {
  return {
    upload: async ({ file_name, data, scene }, ctx) => {
      const { key } = await uploads.store({
        userId: ctx.userId,
        scene: pictures.has(scene) ? 'image' : 'file',
        name: file_name,
        bytes: decode(data),
      })
      // Channels fetch pictures themselves, so the address must be absolute.
      return { upload_url: new URL(links.make(key), publicUrl).href, upload_uri: key }
    },
    config: ({ key, value_option }) => {
      const setting = settings.get(key)
      if (!setting) throw errors.notFound({ what: 'setting' })
      const lines = value_option.remove_newline ? setting().replaceAll(/\r?\n/g, '') : setting()
      return { config: value_option.remove_space ? lines.replaceAll(' ', '') : lines }
    },
    sendTest: async ({ card_id, channel, ...target }) => {
      await sendTest(egress, designOf((await cards.requireDraft(card_id)).draft), channel, target)
      return {}
    },
    packageInfo: () => ({
      card_builder_package_detail: JSON.stringify({ format: 'card/1', elements: elementTypes, channels: CardChannel }),
    }),
    queryAll: async ({ card_condition: wanted }) => {
      const range = wanted.create_time_range
      const { rows, total } = await cards.list(
        {
          spaceId: wanted.space_id,
          ownerId: wanted.creator_id,
          status: wanted.status,
          keyword: wanted.name,
          ...(wanted.id && { ids: [wanted.id] }),
          ...(range && { createdFrom: range.start_time * 1000, createdTo: range.end_time * 1000 }),
        },
        false,
        wanted.page,
        wanted.size,
      )
      return {
        cards: rows.map((row) => ({
          id: row.id,
          name: row.name,
          space_id: row.spaceId,
          create_time: seconds(row.createdAt),
          update_time: seconds(row.updatedAt),
          dsl_map: { [CardChannel.default]: JSON.stringify(designOf(row)) },
          status: row.status,
          creator_id: row.createdBy,
        })),
        count: total,
      }
    },
  }
}

function decode(data: string): Buffer {
  const text = data.replace(/^data:[^,]{0,200};base64,/, '').replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw badInput('data', 'must be base64', '须为 base64')
  return Buffer.from(text, 'base64')
}
