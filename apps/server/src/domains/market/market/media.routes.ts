import type { contract } from '@orrery/contract'
import { errors, type Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { drawPicture } from './draw-picture.ts'
import type { MarketService } from './market.service.ts'

export interface MediaDeps {
  market: MarketService
  resources: Pick<ResourceService, 'get'>
  uploads: Pick<UploadService, 'store' | 'require'>
  links: FileLinks
  platforms(locale: Locale): { id: string; name: string }[]
  /** One answer of the default model of a space. */
  write(input: {
    spaceId: string
    userId: string
    system: string
    prompt: string
    schema?: Record<string, unknown>
    signal: AbortSignal
  }): Promise<string>
}
/** Base64 prefixes of PNG, JPEG, GIF and WebP. */
const signs = [/^iVBORw0KGgo/, /^\/9j\//, /^R0lGOD/, /^UklGR/]

export function mediaRoutes(deps: MediaDeps): Handlers<typeof contract.marketMedia> {
  return {
    upload: async (input, ctx) => {
      const data = input.data.replace(/^data:[^,]{0,100};base64,/, '').replaceAll(/\s/g, '')
      if (!signs.some((sign) => sign.test(data)))
        throw errors.badInput({
          problem: 'data: send a PNG, JPEG, GIF or WebP image as base64',
          problemZh: 'data：请以 base64 发送 PNG、JPEG、GIF 或 WebP 图片',
        })
      const bytes = Buffer.from(data, 'base64')
      const drawn = await drawPicture(bytes)
      const row = await deps.uploads.store({ userId: ctx.userId, scene: 'image', name: 'cover.webp', bytes: drawn })
      return { uri: row.key, url: deps.links.make(row.key) }
    },
    url: async (input, ctx) => {
      await deps.uploads.require(input.uri, ctx.userId)
      return { url: deps.links.make(input.uri) }
    },
    platforms: (_, ctx) => ({ platforms: deps.platforms(ctx.locale) }),
    write: async (input, ctx) => {
      const head = (await deps.resources.get(input.entity.entity_id))!
      const { rows } = await deps.market.categories([])
      const isChinese = ctx.locale === 'zh-CN'
      const about = `${head.name}\n${head.description}`
      const request = { spaceId: head.spaceId, userId: ctx.userId, signal: ctx.signal }
      if (input.generate_type === 1) {
        const system = isChinese
          ? '你为应用市场撰写商品介绍，使用 Markdown，不超过 200 字，不夸大。'
          : 'You write the description of a product for a marketplace, in Markdown, at most 150 words, without exaggeration.'
        return { category_id: '', readme: await deps.write({ ...request, system, prompt: about }) }
      }
      const names = rows.map((row) => (isChinese ? row.nameZh : row.nameEn))
      const answer = await deps.write({
        ...request,
        system: isChinese ? '选择最合适的分类。' : 'Choose the category that fits best.',
        prompt: about,
        schema: { type: 'object', properties: { category: { type: 'string', enum: names } }, required: ['category'] },
      })
      const at = names.findIndex((name) => answer.includes(name))
      return { category_id: at < 0 ? '' : rows[at]!.id, readme: '' }
    },
  }
}
