import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'
import { base, entityType } from './shapes.ts'

/** Images for listings. */
export const marketMedia = {
  upload: op([`POST ${base}/image/upload`, `POST ${base}/admin/image/upload`], {
    summary: 'Upload a product image as base64',
    summaryZh: '以 base64 上传商品图片',
    bodyLimit: 6 * 1024 * 1024,
    limit: { by: 'user', max: 60, seconds: 3600 },
    input: () => z.object({ data: z.string().min(1) }),
    output: () => z.object({ uri: z.string(), url: z.string() }),
  }),
  url: op(`GET ${base}/image/get_url`, {
    summary: 'Get the URL of an uploaded image',
    summaryZh: '获取已上传图片的 URL',
    input: () => z.object({ uri: z.string().min(1).max(500) }),
    output: () => z.object({ url: z.string() }),
  }),
  platforms: op(`GET ${base}/platforms`, {
    summary: 'List channels products can be published to',
    summaryZh: '列出商品可发布的渠道',
    output: () => z.object({ platforms: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  write: op(`POST ${base}/generate_listing_info`, {
    summary: 'Generate the readme of a product (1) or choose its category (2) with a model',
    summaryZh: '用模型生成商品介绍（1）或选择分类（2）',
    access: { on: 'resource', id: 'entity.entity_id', can: 'view' },
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        generate_type: z.union([z.literal(1), z.literal(2)]),
        entity: z.object({ entity_type: entityType, entity_id: id(), entity_version: z.string().max(40).optional() }),
      }),
    output: () => z.object({ category_id: z.string(), readme: z.string() }),
  }),
}
