import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, commaList, id, idOrNone, int, name, pageSize, text } from '#shared/fields.ts'
import { base, category, entityType, entityTypes, keyword, meta, page, paging, product, sort, user } from './shapes.ts'
import { OPINION_LIMITS } from '#shared/limits.ts'

/** Products: all users can view, mark and install them; visitors can view them if the owner allows it. */
export const market = {
  list: op(`GET ${base}/list`, {
    summary: 'List products in the store',
    summaryZh: '列出商店中的商品',
    access: 'visitor',
    input: () =>
      z.object({
        entity_type: entityType.optional(),
        entity_types: entityTypes,
        category_id: idOrNone(),
        sort_type: sort,
        keyword,
        is_official: bool().optional(),
        is_free: bool().optional(),
        /** Only the products of this collection, in its order. */
        topic_id: idOrNone(),
        ...paging,
      }),
    output: page,
  }),
  detail: op(`GET ${base}/detail`, {
    summary: 'Get a product by its id or its source',
    summaryZh: '按商品 ID 或来源获取商品',
    access: 'visitor',
    input: () => z.object({ product_id: idOrNone(), entity_type: entityType.optional(), entity_id: idOrNone() }),
    output: () =>
      product.extend({
        is_owner: z.boolean(),
        audit_status: z.int(),
        reject_reason: z.string(),
        can_duplicate: z.boolean(),
        space_id: z.string(),
        my_rating: z.int(),
        /** Resources that are copied along with a duplicate. */
        contents: z.array(z.object({ kind: z.string(), name: z.string() })),
      }),
  }),
  versions: op('GET /api/marketplace/product/versions', {
    summary: 'List the versions of a product, newest first',
    summaryZh: '列出商品的版本，最新在前',
    access: 'visitor',
    input: () => z.object({ product_id: id() }),
    output: () =>
      z.object({
        versions: z.array(
          z.object({
            version: z.string(),
            note: z.string(),
            hash: z.string(),
            is_shown: z.boolean(),
            created_at: z.string(),
          }),
        ),
      }),
  }),
  search: op(`GET ${base}/search`, {
    summary: 'Search products',
    summaryZh: '搜索商品',
    access: 'visitor',
    input: () =>
      z.object({
        keyword: z.string().trim().max(100).default(''),
        entity_type: entityType.optional(),
        entity_types: entityTypes,
        category_ids: commaList(id()).nullish(),
        sort_type: int().default(4),
        is_official: bool().optional(),
        is_free: bool().optional(),
        ...paging,
      }),
    output: () => page.extend({ entity_total: z.record(z.string(), z.int()) }),
  }),
  suggest: op([`GET ${base}/search/suggest`, `GET ${base}/search/nl/suggest`], {
    summary: 'Suggest products while typing',
    summaryZh: '输入时推荐商品',
    access: 'visitor',
    input: () => z.object({ keyword, entity_type: entityType.optional(), entity_types: entityTypes, ...paging }),
    output: () => z.object({ suggestions: z.array(meta), has_more: z.boolean() }),
  }),
  categories: op(`GET ${base}/category/list`, {
    summary: 'List product categories with counts',
    summaryZh: '列出商品分类及数量',
    access: 'visitor',
    input: () =>
      z.object({
        entity_type: entityType.optional(),
        need_empty_category: bool().default(true),
        lang: z.string().max(10).optional(),
      }),
    output: () => z.object({ entity_type: z.int(), categories: z.array(category) }),
  }),
  config: op(`GET ${base}/config`, {
    summary: 'Get which parts of the store are enabled',
    summaryZh: '获取商店已开启的功能',
    access: 'visitor',
    output: () =>
      z.object({
        /** Whether plugins of another marketplace are shown. No such marketplace can be connected (decision 0050). */
        enable_saas_plugin: z.literal(false),
        /** Whether people may offer products: the flag market.listing. */
        enable_listing: z.boolean(),
        /** Whether people may rate products that they used: the flag market.ratings. */
        enable_rating: z.boolean(),
        /** Whether visitors can see the marketplace: the flag market.visitors. */
        enable_visitors: z.boolean(),
      }),
  }),
  callInfo: op(`GET ${base}/call_info`, {
    summary: 'Get how often a product was used; without one, all your products',
    summaryZh: '获取商品的使用次数；不指定时为你的全部商品',
    access: 'visitor',
    input: () => z.object({ entity_type: entityType.optional(), entity_id: idOrNone(), enterprise_id: idOrNone() }),
    output: () =>
      z.object({
        mcp_json: z.string(),
        user_level: z.int(),
        call_count_limit: z.object({ is_unlimited: z.boolean(), used_count: z.int(), total_count: z.int() }),
        call_rate_limit: z.object({ qps: z.int() }),
      }),
  }),
  favorite: op(`POST ${base}/favorite`, {
    summary: 'Add a product to your favourites or remove it',
    summaryZh: '收藏或取消收藏商品',
    leadsToSignIn: true,
    reply: 'flat',
    input: () =>
      z.object({
        product_id: idOrNone(),
        entity_type: entityType.optional(),
        entity_id: idOrNone(),
        is_cancel: z.boolean().default(false),
      }),
    output: () => z.object({ is_first_favorite: z.boolean() }),
  }),
  favorites: op(`GET ${base}/favorite/list`, {
    summary: 'List your favourite products',
    summaryZh: '列出你收藏的商品',
    input: () =>
      z.object({ entity_type: entityType.optional(), sort_type: int().default(3), key_wrod: keyword, ...paging }),
    output: () =>
      z.object({
        favorite_products: z.array(z.object({ product, created_at: z.string() })),
        has_more: z.boolean(),
      }),
  }),
  favoritesAfter: op(`GET ${base}/favorite/list.v2`, {
    summary: 'List your favourite products by cursor',
    summaryZh: '按游标列出你收藏的商品',
    input: () =>
      z.object({
        cursor_id: z.string().max(60).default(''),
        page_size: pageSize(20),
        entity_type: entityType.optional(),
        entity_types: entityTypes,
        sort_type: int().default(3),
        keyword,
      }),
    output: () =>
      z.object({
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
    summary: 'Copy a product into a space with everything it needs',
    summaryZh: '将商品及其依赖复制到空间',
    leadsToSignIn: true,
    input: () =>
      z.object({
        product_id: id(),
        entity_type: entityType.optional(),
        space_id: id(),
        name: name(50).optional(),
        folder_id: idOrNone(),
      }),
    output: () =>
      z.object({
        new_entity_id: z.string(),
        new_plugin_id: z.string(),
        items: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
      }),
  }),
  act: op(`POST ${base}/user/action`, {
    summary: 'Record that you viewed (2) or used (1) a product',
    summaryZh: '记录你查看（2）或使用（1）了商品',
    input: () =>
      z.object({
        product_id: id(),
        entity_type: entityType.optional(),
        operation_type: z.union([z.literal(1), z.literal(2)]),
      }),
  }),
  rate: op('POST /api/marketplace/product/rate', {
    summary: 'Rate a product you used with one to five stars; 0 withdraws the rating',
    summaryZh: '为使用过的商品评 1 到 5 星，0 表示撤销',
    leadsToSignIn: true,
    input: () =>
      z.object({
        product_id: id(),
        stars: z.int().min(0).max(5),
        comment: text(OPINION_LIMITS.rating).default(''),
      }),
    output: () => z.object({ rating: z.number(), rating_count: z.int() }),
  }),
  languages: op(`GET ${base}/langs`, {
    summary: 'List the languages of product descriptions',
    summaryZh: '列出商品描述的语言',
    access: 'visitor',
    output: () => z.object({ langs: z.array(z.object({ lang_code: z.string(), name: z.string() })) }),
  }),
}
