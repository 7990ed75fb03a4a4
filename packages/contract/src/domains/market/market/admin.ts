import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name, text } from '#shared/fields.ts'
import { ProductState } from '#shared/market.ts'
import { base, entityType, entityTypes, keyword, paging, product, sort } from './shapes.ts'
import { OPINION_LIMITS } from '#shared/limits.ts'

/** Administration of the marketplace by the instance owner. */
export const marketAdmin = {
  list: op(`GET ${base}/admin/list`, {
    summary: 'List all products, including pending, rejected and banned ones',
    summaryZh: '列出全部商品，包括待审核、被拒绝和被封禁的',
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
    summary: 'Approve a pending product',
    summaryZh: '通过待审核的商品',
    access: 'instance',
    input: () => z.object({ product_id: idOrNone(), entity_id: idOrNone(), entity_type: entityType.optional() }),
    output: () => z.object({ product_id: z.string() }),
  }),
  approveMany: op(`POST ${base}/admin/batch_listing`, {
    summary: 'Approve several products; reports which could not be approved',
    summaryZh: '批量通过商品，返回未能通过的商品',
    access: 'instance',
    input: () => z.object({ product_ids: z.array(id()).min(1).max(100) }),
    output: () =>
      z.object({ done: z.array(z.string()), failed: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  }),
  reject: op(`POST ${base}/admin/reject_listing`, {
    summary: 'Reject a pending product with a reason',
    summaryZh: '拒绝待审核的商品并说明原因',
    access: 'instance',
    input: () => z.object({ product_draft_id: id(), reject_reason: text(OPINION_LIMITS.reason).default('') }),
  }),
  unlist: op(`POST ${base}/admin/unlisting`, {
    summary: 'Unlist or ban a product',
    summaryZh: '下架或封禁商品',
    access: 'instance',
    input: () =>
      z.object({
        product_id: idOrNone(),
        entity_type: entityType.optional(),
        entity_id: idOrNone(),
        ban: z.boolean().default(false),
        /** Shown to the seller. */
        reason: text(OPINION_LIMITS.reason).default(''),
      }),
  }),
  unlistMany: op(`POST ${base}/admin/batch_unlisting`, {
    summary: 'Unlist several products; reports which could not be unlisted',
    summaryZh: '批量下架商品，返回未能下架的商品',
    access: 'instance',
    input: () => z.object({ product_ids: z.array(id()).min(1).max(100) }),
    output: () =>
      z.object({ done: z.array(z.string()), failed: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  }),
  unban: op('POST /api/marketplace/product/admin/unban', {
    summary: 'Lift the ban of a product',
    summaryZh: '解除商品封禁',
    access: 'instance',
    input: () => z.object({ product_id: id() }),
  }),
  categories: op(`GET ${base}/admin/category/list`, {
    summary: 'List categories in both languages',
    summaryZh: '列出中英文分类',
    access: 'instance',
    input: () => z.object({ entity_type: entityType.optional() }),
    output: () =>
      z.object({
        categories: z.array(z.object({ id: z.string(), name_en: z.string(), name_zh: z.string(), index: z.int() })),
      }),
  }),
  saveCategories: op(`POST ${base}/admin/category/save`, {
    summary: 'Change, add or remove categories',
    summaryZh: '修改、新增或删除分类',
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
