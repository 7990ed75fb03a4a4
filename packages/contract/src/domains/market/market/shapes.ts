import { z } from 'zod'
import { commaList, int, pageNumber, pageSize } from '#shared/fields.ts'
import { ProductEntity } from '#shared/market.ts'
import { PluginAuthMode } from '#shared/plugin-enums.ts'
import { userLabel } from '#shared/user-label.ts'

export const base = '/api/marketplace/product' as const
export const entityType = int().pipe(z.enum(ProductEntity))
export const entityTypes = commaList(entityType).nullish()
export const paging = { page_num: pageNumber(), page_size: pageSize(20) }
export const sort = int().default(1)
export const keyword = z.string().trim().max(100).default('')
export const category = z.object({
  id: z.string(),
  name: z.string(),
  icon_url: z.string(),
  index: z.int(),
  count: z.int(),
})
export const user = z.object({
  user_id: z.string(),
  user_name: z.string(),
  name: z.string(),
  avatar_url: z.string(),
  user_label: userLabel,
})
export const picture = z.object({ uri: z.string(), url: z.string() })
export const meta = z.object({
  id: z.string(),
  name: z.string(),
  entity_id: z.string(),
  entity_type: z.int(),
  icon_url: z.string(),
  heat: z.int(),
  favorite_count: z.int(),
  description: z.string(),
  listed_at: z.string(),
  status: z.int(),
  category: category.optional(),
  is_favorited: z.boolean(),
  is_free: z.boolean(),
  readme: z.string(),
  /** An example question or input to try it with; absent if its maker gave none. */
  sample: z.string().optional(),
  entity_version: z.string(),
  user_info: user.optional(),
  covers: z.array(picture),
  is_template: z.boolean(),
  is_official: z.boolean(),
  /** Average stars from people who used it, and the number of ratings. */
  rating: z.number(),
  rating_count: z.int(),
})
export type ProductMeta = z.input<typeof meta>
export const tool = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  parameters: z.array(z.object({ name: z.string(), required: z.boolean(), description: z.string(), type: z.string() })),
})
export const product = z.object({
  meta_info: meta,
  user_behavior: z.object({ viewed_at: z.string(), used_at: z.string() }),
  plugin_extra: z
    .object({
      tools: z.array(tool),
      total_api_count: z.int(),
      is_official: z.boolean(),
      call_amount: z.int(),
      /** What the reader needs to use the tools: authorisation, installation, or nothing. */
      auth_mode: z.enum(PluginAuthMode),
    })
    .optional(),
  bot_extra: z.object({ duplicate_bot_count: z.int(), user_count: z.int() }).optional(),
  workflow_extra: z.object({ duplicate_count: z.int(), used_count: z.int() }).optional(),
  project_extra: z.object({ duplicate_count: z.int(), user_count: z.int() }).optional(),
})
export type ProductInfo = z.input<typeof product>
export const page = z.object({ products: z.array(product), has_more: z.boolean(), total: z.int() })
