import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, commaList, id, idOrNone, int, name, pageSize, text } from '#shared/fields.ts'
import { base, category, entityType, entityTypes, keyword, meta, page, paging, product, sort, user } from './shapes.ts'
import { OPINION_LIMITS } from '#shared/limits.ts'

/** Products that every user of the instance may view, mark and install, and visitors view once the owner lets them. */
export const market = {
  list: op(`GET ${base}/list`, {
    summary: 'Products of the marketplace',
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
        /** Of one collection, in its order. */
        topic_id: idOrNone(),
        ...paging,
      }),
    output: page,
  }),
  detail: op(`GET ${base}/detail`, {
    summary: 'One product, by its id or by what it is of',
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
        /** Contents that come with a duplicate. */
        contents: z.array(z.object({ kind: z.string(), name: z.string() })),
      }),
  }),
  versions: op('GET /api/marketplace/product/versions', {
    summary: 'The versions of a product that were shown, newest first; for its seller also those that were not',
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
    summary: 'Find products by words',
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
    summary: 'Products whose names go on like this',
    access: 'visitor',
    input: () => z.object({ keyword, entity_type: entityType.optional(), entity_types: entityTypes, ...paging }),
    output: () => z.object({ suggestions: z.array(meta), has_more: z.boolean() }),
  }),
  categories: op(`GET ${base}/category/list`, {
    summary: 'Categories of products, with how many are in each',
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
    summary: 'What of the marketplace is switched on at this instance',
    access: 'visitor',
    output: () =>
      z.object({
        /** Plugins of another marketplace are shown. There is none that could be connected (decision 0050). */
        enable_saas_plugin: z.literal(false),
        /** People may offer things: the flag market.listing. */
        enable_listing: z.boolean(),
        /** People may rate what they used: the flag market.ratings. */
        enable_rating: z.boolean(),
        /** The marketplace can be read without an account: the flag market.visitors. */
        enable_visitors: z.boolean(),
      }),
  }),
  callInfo: op(`GET ${base}/call_info`, {
    summary: 'How often a product was used; without one, everything the caller offers. Only the instance limits it',
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
    summary: 'Mark a product as a favourite, or not any more',
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
    summary: 'Favourite products of the caller',
    input: () =>
      z.object({ entity_type: entityType.optional(), sort_type: int().default(3), key_wrod: keyword, ...paging }),
    output: () =>
      z.object({
        favorite_products: z.array(z.object({ product, created_at: z.string() })),
        has_more: z.boolean(),
      }),
  }),
  favoritesAfter: op(`GET ${base}/favorite/list.v2`, {
    summary: 'Favourite products of the caller, in pages that follow one another',
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
    summary: 'Take a product into a space, with all that it needs',
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
    summary: 'Tell that the caller looked at a product (2) or used it (1)',
    input: () =>
      z.object({
        product_id: id(),
        entity_type: entityType.optional(),
        operation_type: z.union([z.literal(1), z.literal(2)]),
      }),
  }),
  rate: op('POST /api/marketplace/product/rate', {
    summary: 'Give a product that the caller has used one to five stars; 0 takes them back',
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
    summary: 'Languages in which products are described',
    access: 'visitor',
    output: () => z.object({ langs: z.array(z.object({ lang_code: z.string(), name: z.string() })) }),
  }),
}
