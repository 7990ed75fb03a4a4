import { z } from 'zod'
import { op } from '#kit.ts'
import { commaList, id, idOrNone, int, name, pageSize, text } from '#shared/fields.ts'
import { ProductEntity, ProductState } from '#shared/market.ts'
import { base, entityType, entityTypes, meta, paging, product } from './shapes.ts'
import { LISTING_LIMITS } from '#shared/limits.ts'

const listingFields = {
  entity_type: int().pipe(z.enum(ProductEntity)),
  entity_id: id(),
  category_id: idOrNone(),
  readme: text(LISTING_LIMITS.readme).default(''),
  product_name: name(LISTING_LIMITS.name).optional(),
  description: text(LISTING_LIMITS.description).optional(),
  /** Uploaded pictures; omitted: those of the last version are kept. */
  covers: z
    .array(z.object({ uri: z.string().min(1).max(500) }))
    .max(LISTING_LIMITS.pictures)
    .nullish(),
}
/** The caller's own products. */
export const marketSeller = {
  list: op(`POST ${base}/listing`, {
    summary: 'Submit a resource to the store for review',
    summaryZh: '将资源提交商店审核',
    access: { on: 'resource', id: 'entity_id', can: 'publish' },
    input: () =>
      z.object({
        ...listingFields,
        entity_version: z.string().max(40).default(''),
        note: text(LISTING_LIMITS.note).default(''),
      }),
    output: () => z.object({ audit_status: z.int(), product_id: z.string() }),
  }),
  unlist: op(`POST ${base}/unlisting`, {
    summary: 'Unlist a product or withdraw a submission',
    summaryZh: '下架商品或撤回提交',
    input: () => z.object({ product_id: id() }),
  }),
  relist: op('POST /api/marketplace/product/relisting', {
    summary: 'List an unlisted product again',
    summaryZh: '重新上架商品',
    input: () => z.object({ product_id: id() }),
  }),
  managed: op(`GET ${base}/manage_list`, {
    summary: 'List your products',
    summaryZh: '列出你的商品',
    input: () =>
      z.object({
        ...paging,
        entity_types: entityTypes,
        space_id: idOrNone(),
        statuses: commaList(int().pipe(z.enum(ProductState))).nullish(),
      }),
    output: () =>
      z.object({
        products: z.array(product.extend({ audit_status: z.int(), reject_reason: z.string() })),
        has_more: z.boolean(),
      }),
  }),
  ofUser: op(`GET ${base}/user_product/list`, {
    summary: 'List products someone sells (1), or that you used (2), viewed (3) or favourited (4)',
    summaryZh: '列出某人的商品（1），或你使用（2）、查看（3）、收藏（4）的商品',
    access: 'visitor',
    input: () =>
      z.object({
        entity_type: entityType.optional(),
        entity_types: entityTypes,
        cursor: z.string().max(60).default(''),
        limit: pageSize(20),
        source: int().default(1),
        user_id: idOrNone(),
      }),
    output: () => z.object({ products: z.array(product), has_more: z.boolean(), next_cursor: z.string() }),
  }),
  countOfUser: op(`GET ${base}/user_product/count`, {
    summary: 'Count those products by type',
    summaryZh: '按类型统计上述商品数量',
    input: () => z.object({ source: int().default(1), entity_types: entityTypes, user_id: idOrNone() }),
    output: () => z.object({ counter: z.record(z.string(), z.int()), total_count: z.int() }),
  }),
  entityInfo: op(`GET ${base}/entity/info`, {
    summary: 'Preview the product a resource would become',
    summaryZh: '预览资源上架后的商品信息',
    access: { on: 'resource', id: 'entity_id', can: 'view' },
    input: () => z.object({ entity_id: id(), entity_type: entityType, entity_version: z.string().max(40).optional() }),
    output: () => z.object({ meta_info: meta }),
  }),
}
