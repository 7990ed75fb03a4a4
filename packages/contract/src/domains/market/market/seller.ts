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
  /** Pictures that the caller has sent; without the field those of the last version stay. */
  covers: z
    .array(z.object({ uri: z.string().min(1).max(500) }))
    .max(LISTING_LIMITS.pictures)
    .nullish(),
}
/** Products of one's own. */
export const marketSeller = {
  list: op(`POST ${base}/listing`, {
    summary: 'Offer something of one’s own; it is looked at before it is shown',
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
    summary: 'Take a product away again, or withdraw what waits to be looked at',
    input: () => z.object({ product_id: id() }),
  }),
  relist: op('POST /api/marketplace/product/relisting', {
    summary: 'Show a product again that was taken away',
    input: () => z.object({ product_id: id() }),
  }),
  managed: op(`GET ${base}/manage_list`, {
    summary: 'Products that the caller offers',
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
    summary: 'Products that somebody offers (1), or that the caller used (2), looked at (3) or marked (4)',
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
    summary: 'How many those are, by type',
    input: () => z.object({ source: int().default(1), entity_types: entityTypes, user_id: idOrNone() }),
    output: () => z.object({ counter: z.record(z.string(), z.int()), total_count: z.int() }),
  }),
  entityInfo: op(`GET ${base}/entity/info`, {
    summary: 'What would be offered of a resource',
    access: { on: 'resource', id: 'entity_id', can: 'view' },
    input: () => z.object({ entity_id: id(), entity_type: entityType, entity_version: z.string().max(40).optional() }),
    output: () => z.object({ meta_info: meta }),
  }),
}
