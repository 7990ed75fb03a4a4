import { z } from 'zod'
import { op } from '../kit.ts'
import { bool, commaList, id, idOrNone, int, name, pageNumber, pageSize, text } from '../shared/fields.ts'
import { ProductEntity, ProductState } from '../shared/market.ts'

const base = '/api/marketplace/product' as const
const entityType = int().pipe(z.enum(ProductEntity))
const entityTypes = commaList(entityType).nullish()
const paging = { page_num: pageNumber(), page_size: pageSize(20) }
const sort = int().default(1)
const keyword = z.string().trim().max(100).default('')
const category = z.object({ id: z.string(), name: z.string(), icon_url: z.string(), index: z.int(), count: z.int() })
const user = z.object({ user_id: z.string(), user_name: z.string(), name: z.string(), avatar_url: z.string() })
const meta = z.object({
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
  entity_version: z.string(),
  user_info: user.optional(),
  covers: z.array(z.object({ uri: z.string(), url: z.string() })),
  is_template: z.boolean(),
  is_official: z.boolean(),
  /** Stars of those who used it, and of how many. */
  rating: z.number(),
  rating_count: z.int(),
})
export type ProductMeta = z.input<typeof meta>
const tool = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  parameters: z.array(z.object({ name: z.string(), required: z.boolean(), description: z.string(), type: z.string() })),
})
const product = z.object({
  meta_info: meta,
  user_behavior: z.object({ viewed_at: z.string(), used_at: z.string() }),
  plugin_extra: z.object({ tools: z.array(tool), total_api_count: z.int(), is_official: z.boolean() }).optional(),
  bot_extra: z.object({ duplicate_bot_count: z.int(), user_count: z.int() }).optional(),
  workflow_extra: z.object({ duplicate_count: z.int(), used_count: z.int() }).optional(),
  project_extra: z.object({ duplicate_count: z.int(), user_count: z.int() }).optional(),
})
export type ProductInfo = z.input<typeof product>
const page = z.object({ products: z.array(product), has_more: z.boolean(), total: z.int() })

/** Products that anybody on the instance may look at, mark and take. */
export const market = {
  list: op(`GET ${base}/list`, {
    summary: 'Products of the marketplace',
    input: z.object({
      entity_type: entityType.optional(),
      entity_types: entityTypes,
      category_id: idOrNone(),
      sort_type: sort,
      keyword,
      is_official: bool().optional(),
      is_free: bool().optional(),
      need_extra: bool().optional(),
      ...paging,
    }),
    output: page,
  }),
  detail: op(`GET ${base}/detail`, {
    summary: 'One product, by its id or by what it is of',
    input: z.object({ product_id: idOrNone(), entity_type: entityType.optional(), entity_id: idOrNone() }),
    output: product.extend({
      is_owner: z.boolean(),
      audit_status: z.int(),
      reject_reason: z.string(),
      can_duplicate: z.boolean(),
      space_id: z.string(),
      my_rating: z.int(),
      /** What comes along when it is duplicated. */
      contents: z.array(z.object({ kind: z.string(), name: z.string() })),
    }),
  }),
  versions: op('GET /api/marketplace/product/versions', {
    summary: 'The versions of a product that were shown, newest first',
    input: z.object({ product_id: id() }),
    output: z.object({
      versions: z.array(z.object({ version: z.string(), note: z.string(), hash: z.string(), created_at: z.string() })),
    }),
  }),
  search: op(`GET ${base}/search`, {
    summary: 'Find products by words',
    input: z.object({
      keyword: z.string().trim().max(100).default(''),
      entity_type: entityType.optional(),
      entity_types: entityTypes,
      category_ids: commaList(id()).nullish(),
      sort_type: int().default(4),
      is_official: bool().optional(),
      ...paging,
    }),
    output: page.extend({ entity_total: z.record(z.string(), z.int()) }),
  }),
  suggest: op([`GET ${base}/search/suggest`, `GET ${base}/search/nl/suggest`], {
    summary: 'Products whose names go on like this',
    input: z.object({ keyword, entity_type: entityType.optional(), entity_types: entityTypes, ...paging }),
    output: z.object({ suggestions: z.array(meta), has_more: z.boolean() }),
  }),
  categories: op(`GET ${base}/category/list`, {
    summary: 'Categories of products, with how many are in each',
    input: z.object({
      entity_type: entityType.optional(),
      need_empty_category: bool().default(true),
      lang: z.string().max(10).optional(),
    }),
    output: z.object({ entity_type: z.int(), categories: z.array(category) }),
  }),
  config: op(`GET ${base}/config`, {
    summary: 'Whether plugins of another marketplace are offered here',
    output: z.object({ enable_saas_plugin: z.boolean() }),
  }),
  callInfo: op(`GET ${base}/call_info`, {
    summary: 'How often a plugin may be called; here only the instance limits it',
    input: z.object({ entity_type: entityType.optional(), entity_id: idOrNone(), enterprise_id: idOrNone() }),
    output: z.object({
      mcp_json: z.string(),
      user_level: z.int(),
      call_count_limit: z.object({ is_unlimited: z.boolean(), used_count: z.int(), total_count: z.int() }),
      call_rate_limit: z.object({ qps: z.int() }),
    }),
  }),
  favorite: op(`POST ${base}/favorite`, {
    summary: 'Mark a product as a favourite, or not any more',
    reply: 'flat',
    input: z.object({
      product_id: idOrNone(),
      entity_type: entityType.optional(),
      entity_id: idOrNone(),
      is_cancel: z.boolean().default(false),
    }),
    output: z.object({ is_first_favorite: z.boolean() }),
  }),
  favorites: op(`GET ${base}/favorite/list`, {
    summary: 'Favourite products of the caller',
    input: z.object({ entity_type: entityType.optional(), sort_type: int().default(3), key_wrod: keyword, ...paging }),
    output: z.object({
      favorite_products: z.array(z.object({ product, created_at: z.string() })),
      has_more: z.boolean(),
    }),
  }),
  favoritesAfter: op(`GET ${base}/favorite/list.v2`, {
    summary: 'Favourite products of the caller, in pages that follow one another',
    input: z.object({
      cursor_id: z.string().max(60).default(''),
      page_size: pageSize(20),
      entity_type: entityType.optional(),
      entity_types: entityTypes,
      sort_type: int().default(3),
      keyword,
    }),
    output: z.object({
      favorite_entities: z.array(
        z.object({
          entity_id: z.string(),
          entity_type: z.int(),
          name: z.string(),
          icon_url: z.string(),
          description: z.string(),
          space_id: z.string(),
          has_space_permission: z.boolean(),
          favorite_at: z.string(),
          product_extra: z.object({ product_id: z.string(), product_status: z.int() }),
          user_info: user.optional(),
        }),
      ),
      cursor_id: z.string(),
      has_more: z.boolean(),
    }),
  }),
  duplicate: op(`POST ${base}/duplicate`, {
    summary: 'Take a product into a space, with all that it needs',
    input: z.object({
      product_id: id(),
      entity_type: entityType.optional(),
      space_id: id(),
      name: name(50).optional(),
      folder_id: idOrNone(),
    }),
    output: z.object({
      new_entity_id: z.string(),
      new_plugin_id: z.string(),
      items: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
    }),
  }),
  act: op(`POST ${base}/user/action`, {
    summary: 'Tell that the caller looked at a product (2) or used it (1)',
    input: z.object({
      product_id: id(),
      entity_type: entityType.optional(),
      operation_type: z.union([z.literal(1), z.literal(2)]),
    }),
  }),
  rate: op('POST /api/marketplace/product/rate', {
    summary: 'Give a product that the caller has used one to five stars; 0 takes them back',
    input: z.object({ product_id: id(), stars: z.int().min(0).max(5), comment: text(500).default('') }),
    output: z.object({ rating: z.number(), rating_count: z.int() }),
  }),
  languages: op(`GET ${base}/langs`, {
    summary: 'Languages in which products are described',
    output: z.object({ langs: z.array(z.object({ lang_code: z.string(), name: z.string() })) }),
  }),
}

const listingWish = {
  entity_type: int().pipe(z.enum(ProductEntity)),
  entity_id: id(),
  category_id: idOrNone(),
  readme: text(20_000).default(''),
  product_name: name(50).optional(),
  description: text(2000).optional(),
}
/** Products of one's own. */
export const marketSeller = {
  list: op(`POST ${base}/listing`, {
    summary: 'Offer something of one’s own; it is looked at before it is shown',
    access: { on: 'resource', id: 'entity_id', can: 'publish' },
    input: z.object({ ...listingWish, entity_version: z.string().max(40).default('') }),
    output: z.object({ audit_status: z.int(), product_id: z.string() }),
  }),
  unlist: op(`POST ${base}/unlisting`, {
    summary: 'Take a product away again, or withdraw what waits to be looked at',
    input: z.object({ product_id: id() }),
  }),
  relist: op('POST /api/marketplace/product/relisting', {
    summary: 'Show a product again that was taken away',
    input: z.object({ product_id: id() }),
  }),
  managed: op(`GET ${base}/manage_list`, {
    summary: 'Products that the caller offers',
    input: z.object({
      ...paging,
      entity_types: entityTypes,
      space_id: idOrNone(),
      statuses: commaList(int().pipe(z.enum(ProductState))).nullish(),
    }),
    output: z.object({
      products: z.array(product.extend({ audit_status: z.int(), reject_reason: z.string() })),
      has_more: z.boolean(),
    }),
  }),
  ofUser: op(`GET ${base}/user_product/list`, {
    summary: 'Products that somebody offers (1), or that the caller used (2), looked at (3) or marked (4)',
    input: z.object({
      entity_type: entityType.optional(),
      entity_types: entityTypes,
      cursor: z.string().max(60).default(''),
      limit: pageSize(20),
      source: int().default(1),
      user_id: idOrNone(),
    }),
    output: z.object({ products: z.array(product), has_more: z.boolean(), next_cursor: z.string() }),
  }),
  countOfUser: op(`GET ${base}/user_product/count`, {
    summary: 'How many those are, by type',
    input: z.object({ source: int().default(1), entity_types: entityTypes, user_id: idOrNone() }),
    output: z.object({ counter: z.record(z.string(), z.int()), total_count: z.int() }),
  }),
  entityInfo: op(`GET ${base}/entity/info`, {
    summary: 'What would be offered of a resource',
    access: { on: 'resource', id: 'entity_id', can: 'view' },
    input: z.object({ entity_id: id(), entity_type: entityType, entity_version: z.string().max(40).optional() }),
    output: z.object({ meta_info: meta }),
  }),
}

/** The marketplace as whoever runs the instance sees it. */
export const marketAdmin = {
  list: op(`GET ${base}/admin/list`, {
    summary: 'All products, also those that wait, were refused or banned',
    access: 'instance',
    input: z.object({
      entity_type: entityType.optional(),
      entity_types: entityTypes,
      sort_type: sort,
      category_id: idOrNone(),
      keyword,
      product_status: int().pipe(z.enum(ProductState)).optional(),
      draft_status: int().optional(),
      ...paging,
    }),
    output: z.object({
      products: z.array(product.extend({ audit_status: z.int(), reject_reason: z.string() })),
      has_more: z.boolean(),
      total: z.int(),
    }),
  }),
  approve: op(`POST ${base}/admin/listing`, {
    summary: 'Let a product that waits be shown',
    access: 'instance',
    input: z.object({ product_id: idOrNone(), entity_id: idOrNone(), entity_type: entityType.optional() }),
    output: z.object({ product_id: z.string() }),
  }),
  approveMany: op(`POST ${base}/admin/batch_listing`, {
    summary: 'Let several products be shown; tells which could not be',
    access: 'instance',
    input: z.object({ product_ids: z.array(id()).min(1).max(100) }),
    output: z.object({ done: z.array(z.string()), failed: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  }),
  reject: op(`POST ${base}/admin/reject_listing`, {
    summary: 'Refuse a product that waits, with the reason for its seller',
    access: 'instance',
    input: z.object({ product_draft_id: id(), reject_reason: text(500).default('') }),
  }),
  unlist: op(`POST ${base}/admin/unlisting`, {
    summary: 'Take a product away, or ban it',
    access: 'instance',
    input: z.object({
      product_id: idOrNone(),
      entity_type: entityType.optional(),
      entity_id: idOrNone(),
      ban: z.boolean().default(false),
    }),
  }),
  unlistMany: op(`POST ${base}/admin/batch_unlisting`, {
    summary: 'Take several products away; tells which could not be',
    access: 'instance',
    input: z.object({ product_ids: z.array(id()).min(1).max(100) }),
    output: z.object({ done: z.array(z.string()), failed: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  }),
  unban: op('POST /api/marketplace/product/admin/unban', {
    summary: 'Lift a ban; its seller may show it again',
    access: 'instance',
    input: z.object({ product_id: id() }),
  }),
  categories: op(`GET ${base}/admin/category/list`, {
    summary: 'Categories in both languages',
    access: 'instance',
    input: z.object({ entity_type: entityType.optional() }),
    output: z.object({
      categories: z.array(z.object({ id: z.string(), name_en: z.string(), name_zh: z.string(), index: z.int() })),
    }),
  }),
  saveCategories: op(`POST ${base}/admin/category/save`, {
    summary: 'Change, add or remove categories; what was in a removed one has none',
    access: 'instance',
    input: z.object({
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

const objectType = int().pipe(z.number().min(1).max(99))
/** Reports of products that should not be there. */
export const report = {
  reasons: op('GET /api/report/get_meta', {
    summary: 'Reasons for which something can be reported',
    output: z.object({
      report_reasons: z.array(z.object({ reason_code: z.int(), starling_key: z.string(), text: z.string() })),
    }),
  }),
  submit: op('POST /api/report/submit', {
    summary: 'Report a product to whoever runs the instance',
    limit: { by: 'user', max: 20, seconds: 3600 },
    input: z.object({
      object_type: objectType,
      object_id: id(),
      detail: z.object({
        description: text(1000).default(''),
        images: z.array(z.string().max(500)).max(9).nullish(),
        reason_codes: z.array(z.int()).min(1).max(10),
      }),
    }),
  }),
  times: op('GET /api/report/get_report_times', {
    summary: 'How often products were reported, ever and since they were last looked at',
    access: 'instance',
    input: z.object({ object_id_list: commaList(id()).default([]), object_type: objectType.optional() }),
    output: z.object({
      report_times_datas: z.record(
        z.string(),
        z.object({ total_report_times: z.int(), current_report_times: z.int() }),
      ),
    }),
  }),
  query: op('GET /api/report/query', {
    summary: 'Reports, newest first',
    access: 'instance',
    input: z.object({
      object_id_list: commaList(id()).nullish(),
      object_type: objectType.optional(),
      report_time_begin: int().optional(),
      report_time_end: int().optional(),
      report_uid: idOrNone(),
      ...paging,
    }),
    output: z.object({
      report_datas: z.array(
        z.object({
          object_id: z.string(),
          object_type: z.int(),
          reason_codes_str: z.array(z.string()),
          description: z.string(),
          report_uid: z.string(),
          report_id: z.string(),
          report_user_name: z.string(),
          report_time: z.string(),
          report_object_name: z.string(),
          report_status: z.int(),
        }),
      ),
      total_count: z.int(),
    }),
  }),
  close: op('POST /api/report/close', {
    summary: 'Mark the reports of a product as dealt with',
    access: 'instance',
    input: z.object({ object_id: id() }),
  }),
}
