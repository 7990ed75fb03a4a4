import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name, text } from '#shared/fields.ts'
import { ProductState } from '#shared/market.ts'
import { base, entityType, entityTypes, keyword, paging, product, sort } from './shapes.ts'
import { OPINION_LIMITS } from '#shared/limits.ts'

/** The marketplace for the instance owner. */
export const marketAdmin = {
  list: op(`GET ${base}/admin/list`, {
    summary: 'All products, also those that wait, were refused or banned',
    access: 'instance',
    input: () =>
      z.object({
        entity_type: entityType.optional(),
        entity_types: entityTypes,
        sort_type: sort,
        category_id: idOrNone(),
        keyword,
        product_status: int().pipe(z.enum(ProductState)).optional(),
        draft_status: int().optional(),
        ...paging,
      }),
    output: () =>
      z.object({
        products: z.array(product.extend({ audit_status: z.int(), reject_reason: z.string() })),
        has_more: z.boolean(),
        total: z.int(),
      }),
  }),
  approve: op(`POST ${base}/admin/listing`, {
    summary: 'Let a product that waits be shown',
    access: 'instance',
    input: () => z.object({ product_id: idOrNone(), entity_id: idOrNone(), entity_type: entityType.optional() }),
    output: () => z.object({ product_id: z.string() }),
  }),
  approveMany: op(`POST ${base}/admin/batch_listing`, {
    summary: 'Let several products be shown; tells which could not be',
    access: 'instance',
    input: () => z.object({ product_ids: z.array(id()).min(1).max(100) }),
    output: () =>
      z.object({ done: z.array(z.string()), failed: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  }),
  reject: op(`POST ${base}/admin/reject_listing`, {
    summary: 'Refuse a product that waits, with the reason for its seller',
    access: 'instance',
    input: () => z.object({ product_draft_id: id(), reject_reason: text(OPINION_LIMITS.reason).default('') }),
  }),
  unlist: op(`POST ${base}/admin/unlisting`, {
    summary: 'Take a product away, or ban it',
    access: 'instance',
    input: () =>
      z.object({
        product_id: idOrNone(),
        entity_type: entityType.optional(),
        entity_id: idOrNone(),
        ban: z.boolean().default(false),
        /** For its seller to read. */
        reason: text(OPINION_LIMITS.reason).default(''),
      }),
  }),
  unlistMany: op(`POST ${base}/admin/batch_unlisting`, {
    summary: 'Take several products away; tells which could not be',
    access: 'instance',
    input: () => z.object({ product_ids: z.array(id()).min(1).max(100) }),
    output: () =>
      z.object({ done: z.array(z.string()), failed: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  }),
  unban: op('POST /api/marketplace/product/admin/unban', {
    summary: 'Lift a ban; its seller may show it again',
    access: 'instance',
    input: () => z.object({ product_id: id() }),
  }),
  categories: op(`GET ${base}/admin/category/list`, {
    summary: 'Categories in both languages',
    access: 'instance',
    input: () => z.object({ entity_type: entityType.optional() }),
    output: () =>
      z.object({
        categories: z.array(z.object({ id: z.string(), name_en: z.string(), name_zh: z.string(), index: z.int() })),
      }),
  }),
  saveCategories: op(`POST ${base}/admin/category/save`, {
    summary: 'Change, add or remove categories; what was in a removed one has none',
    access: 'instance',
    input: () =>
      z.object({
        entity_type: entityType.optional(),
        categories: z
          .array(
            z.object({
              id: idOrNone(),
              name_en: name(50),
              name_zh: name(50),
              index: z.int().default(0),
              is_deleted: z.boolean().default(false),
            }),
          )
          .min(1)
          .max(100),
      }),
  }),
}
