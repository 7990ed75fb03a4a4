import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name, text } from '#shared/fields.ts'
import { SHOWCASE_LIMITS } from '#shared/limits.ts'
import { TopicStatus } from '#shared/market.ts'
import { base, entityType, entityTypes, meta, picture, product } from './shapes.ts'

const limits = SHOWCASE_LIMITS
/** In seconds since 1970, as text or a number. */
const moment = int().pipe(z.int().min(0).max(99_999_999_999))
const bannerUri = z.string().max(500)
const topicStatus = int().pipe(z.enum(TopicStatus))

const featuredConfig = z.object({
  id: z.string(),
  product_id: z.string(),
  begin_time_second: z.string(),
  end_time_second: z.string(),
  reason: z.string(),
  description: z.string(),
  banner_uri: z.string(),
  banner_url: z.string(),
  button_text: z.string(),
  /** Whether it is shown now. */
  is_valid: z.boolean(),
})
const topic = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  banner_url: z.string(),
  reason: z.string(),
  introduction_url: z.string(),
})
const adminTopic = topic.extend({
  banner_uri: z.string(),
  status: z.int(),
  begin_time_second: z.string(),
  end_time_second: z.string(),
  entity_type: z.int(),
  product_ids: z.array(z.string()),
})
const landingProduct = z.object({
  product_id: z.string(),
  entity_type: z.int(),
  title: z.string(),
  description: z.string(),
  covers: z.array(picture),
})
const period = { begin_time_second: moment.optional(), end_time_second: moment.optional() }

/** Content that the instance owner features, with texts in the reader's language. */
export const marketShowcase = {
  featured: op(`GET ${base}/featured/get_current`, {
    summary: 'List featured products',
    summaryZh: '列出精选商品',
    access: 'visitor',
    input: () =>
      z.object({
        entity_type: entityType.optional(),
        entity_types: entityTypes,
        /** Also returns the item with this preview key, before it has started. */
        PreviewID: z.string().max(200).optional(),
      }),
    output: () =>
      z.object({
        featured_info_list: z.array(
          z.object({
            featured_product: featuredConfig.pick({
              id: true,
              reason: true,
              description: true,
              banner_url: true,
              button_text: true,
            }),
            product_info: product,
          }),
        ),
      }),
  }),
  topics: op(`GET ${base}/topic/get_current`, {
    summary: 'List product collections',
    summaryZh: '列出商品专题',
    access: 'visitor',
    input: () => z.object({ entity_type: entityType.optional(), preview_id: z.string().max(200).optional() }),
    output: () => z.object({ topics: z.array(topic) }),
  }),
  landing: op(`GET ${base}/landing_info`, {
    summary: 'Get featured and popular products and collections for a landing page',
    summaryZh: '获取首页的精选、热门商品和专题',
    access: 'visitor',
    output: () =>
      z.object({
        top_product: z.array(landingProduct),
        products: z.array(landingProduct),
        top_templates: z.array(landingProduct),
        templates: z.array(landingProduct),
        topics: z.array(
          z.object({ banner_url: z.string(), jump_link: z.string(), title: z.string(), description: z.string() }),
        ),
      }),
  }),
  translate: op(`POST ${base}/translate/text`, {
    summary: 'Translate product texts with a model',
    summaryZh: '用模型翻译商品文本',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        inputs: z.array(z.string().min(1).max(limits.translated)).min(1).max(limits.translations),
        target_language: z.enum(['en', 'zh-CN', 'zh']),
      }),
    output: () => z.object({ outputs: z.array(z.string()) }),
  }),
  translateMarkdown: op(`POST ${base}/translate/md`, {
    summary: 'Translate Markdown with a model',
    summaryZh: '用模型翻译 Markdown',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({ input: z.string().min(1).max(limits.translated), target_language: z.enum(['en', 'zh-CN', 'zh']) }),
    output: () => z.object({ output: z.string() }),
  }),
}

/** Administration of featured content by the instance owner. */
export const marketShowcaseAdmin = {
  setFeatured: op(`POST ${base}/admin/featured/set`, {
    summary: 'Feature a product for a time, or change it (op_type 2)',
    summaryZh: '在一段时间内精选商品，或修改（op_type 为 2）',
    access: 'instance',
    input: () =>
      z.object({
        op_type: z.union([z.literal(1), z.literal(2)]).default(1),
        entity_type: entityType.optional(),
        config: z.object({
          id: idOrNone(),
          product_id: id(),
          begin_time_second: moment,
          end_time_second: moment,
          reason: text(limits.reason).default(''),
          description: text(limits.description).default(''),
          banner_uri: bannerUri.default(''),
          button_text: text(limits.button).default(''),
        }),
      }),
    output: () => z.object({ id: z.string() }),
  }),
  featured: op(`GET ${base}/admin/featured/list`, {
    summary: 'List featured products of a period, newest first',
    summaryZh: '列出某时段的精选商品，最新在前',
    access: 'instance',
    input: () => z.object({ ...period, entity_type: entityType.optional(), entity_types: entityTypes }),
    output: () =>
      z.object({
        featured_product_info_list: z.array(z.object({ featured_product_config: featuredConfig, meta_info: meta })),
      }),
  }),
  latestFeatured: op(`GET ${base}/admin/featured/get_latest`, {
    summary: 'Get how a product was last featured',
    summaryZh: '获取商品最近一次精选信息',
    access: 'instance',
    input: () => z.object({ product_id: id(), entity_type: entityType.optional() }),
    output: () => z.object({ featured_product_config: featuredConfig.optional() }),
  }),
  removeFeatured: op(`POST ${base}/admin/featured/delete`, {
    summary: 'Stop featuring a product',
    summaryZh: '取消精选商品',
    access: 'instance',
    input: () => z.object({ id: id(), entity_type: entityType.optional() }),
  }),
  previewFeatured: op(`GET ${base}/admin/featured/get_preview_id`, {
    summary: 'Get a key to preview a featured product',
    summaryZh: '获取精选商品的预览 key',
    access: 'instance',
    input: () => z.object({ id: id() }),
    output: () => z.object({ preview_id: z.string() }),
  }),
  setTopic: op(`POST ${base}/admin/topic/set`, {
    summary: 'Create a collection of products, or change it (op_type 2)',
    summaryZh: '创建商品专题，或修改（op_type 为 2）',
    access: 'instance',
    input: () =>
      z.object({
        op_type: z.union([z.literal(1), z.literal(2)]).default(1),
        topic: z.object({
          id: idOrNone(),
          name: name(limits.name),
          description: text(limits.description).default(''),
          banner_uri: bannerUri.default(''),
          status: topicStatus.default(TopicStatus.init),
          begin_time_second: moment,
          end_time_second: moment,
          entity_type: entityType,
          product_ids: z.array(id()).min(1).max(limits.products),
          reason: text(limits.reason).default(''),
          introduction_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
        }),
      }),
    output: () => z.object({ id: z.string() }),
  }),
  topics: op(`GET ${base}/admin/topic/list`, {
    summary: 'List collections of a period, newest first',
    summaryZh: '列出某时段的专题，最新在前',
    access: 'instance',
    input: () => z.object({ ...period, entity_type: entityType.optional() }),
    output: () => z.object({ topics: z.array(adminTopic) }),
  }),
  removeTopic: op(`POST ${base}/admin/topic/delete`, {
    summary: 'Delete a collection; its products stay',
    summaryZh: '删除专题，商品保留',
    access: 'instance',
    input: () => z.object({ id: id() }),
  }),
  setTopicStatus: op(`POST ${base}/admin/topic/update_status`, {
    summary: 'Show or hide a collection',
    summaryZh: '显示或隐藏专题',
    access: 'instance',
    input: () => z.object({ id: id(), status: topicStatus }),
  }),
  previewTopic: op(`GET ${base}/admin/topic/get_preview_id`, {
    summary: 'Get a key to preview a collection',
    summaryZh: '获取专题的预览 key',
    access: 'instance',
    input: () => z.object({ id: id() }),
    output: () => z.object({ preview_id: z.string() }),
  }),
  recommend: op(`POST ${base}/admin/recommend_config/set`, {
    summary: 'Place products before the popular ones for a time',
    summaryZh: '在一段时间内将商品置于热门之前',
    access: 'instance',
    input: () =>
      z.object({
        op_type: z.union([z.literal(1), z.literal(2)]).default(1),
        entity_type: entityType.optional(),
        product_ids: z.array(id()).min(1).max(100),
        config: z.object({
          index: int().pipe(z.int().min(1).max(1000)),
          index_begin_time_second: moment.default(0),
          index_expire_time_second: moment,
        }),
      }),
  }),
  unrecommend: op(`POST ${base}/admin/recommend_config/delete`, {
    summary: 'Remove such placements',
    summaryZh: '取消置顶推荐',
    access: 'instance',
    input: () => z.object({ product_ids: z.array(id()).min(1).max(100), entity_type: entityType.optional() }),
  }),
}
