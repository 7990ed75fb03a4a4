import { type contract, ProductEntity, ProductState } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { type MarketService, typesOf } from './market.service.ts'
import type { MarketView } from './market.view.ts'
import type { FeaturedRow, TopicRow } from './showcase.table.ts'
import type { Showcase } from './showcase.service.ts'
import type { Translate } from './translate.ts'

interface ShowcaseDeps {
  showcase: Showcase
  market: MarketService
  view: MarketView
}
const onLanding = 8
const millisOf = (seconds: number) => seconds * 1000
const periodOf = (input: { begin_time_second?: number | undefined; end_time_second?: number | undefined }) => ({
  from: input.begin_time_second === undefined ? undefined : millisOf(input.begin_time_second),
  until: input.end_time_second === undefined ? undefined : millisOf(input.end_time_second),
})

export function showcaseRoutes({
  showcase,
  market,
  view,
  translate,
}: ShowcaseDeps & { translate: Translate }): Handlers<typeof contract.marketShowcase> {
  const topicOf = (row: TopicRow) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    banner_url: view.link(row.bannerUri),
    reason: row.reason,
    introduction_url: row.introductionUrl,
  })
  return {
    featured: async (input, ctx) => {
      await market.ready()
      const { types } = typesOf(input.entity_type, input.entity_types)
      const found = await showcase.featured(types, input.PreviewID)
      const shown = await view.show(
        found.map((item) => item.product),
        ctx.userId,
        ctx.locale,
      )
      return {
        featured_info_list: found.map(({ featured }, at) => ({
          featured_product: {
            id: featured.id,
            reason: featured.reason,
            description: featured.description,
            banner_url: view.link(featured.bannerUri),
            button_text: featured.buttonText,
          },
          product_info: shown[at]!,
        })),
      }
    },
    topics: async (input) => ({
      topics: (await showcase.topics(input.entity_type, input.preview_id)).map(topicOf),
    }),
    landing: async (_, ctx) => {
      const popular = async (types: number[]) => {
        const page = { status: ProductState.listed, sort: 'heat', page: 1, size: onLanding } as const
        return view.show((await market.list({ types, ...page })).rows, ctx.userId, ctx.locale)
      }
      const templates = typesOf(ProductEntity.templateCommon, undefined).types
      const front = await view.show(
        (await showcase.featured([])).map((item) => item.product),
        ctx.userId,
        ctx.locale,
      )
      const isTemplate = ({ meta_info: meta }: (typeof front)[number]) => templates.includes(meta.entity_type)
      const brief = ({ meta_info: meta }: (typeof front)[number]) => ({
        product_id: meta.id,
        entity_type: meta.entity_type,
        title: meta.name,
        description: meta.description,
        covers: meta.covers,
      })
      return {
        top_product: front.filter((item) => !isTemplate(item)).map(brief),
        products: (await popular([ProductEntity.plugin])).map(brief),
        top_templates: front.filter(isTemplate).map(brief),
        templates: (await popular(templates)).map(brief),
        topics: (await showcase.topics(undefined)).map((row) => ({
          banner_url: view.link(row.bannerUri),
          jump_link: `/explore/${row.entityType === ProductEntity.plugin ? 'plugin' : 'template'}?topic=${row.id}`,
          title: row.name,
          description: row.description,
        })),
      }
    },
    translate: async (input, ctx) => ({
      outputs: await translate.texts(input.inputs, input.target_language, { userId: ctx.userId, signal: ctx.signal }),
    }),
    translateMarkdown: async (input, ctx) => {
      const caller = { userId: ctx.userId, signal: ctx.signal }
      return { output: (await translate.texts([input.input], input.target_language, caller))[0]! }
    },
  }
}

export function showcaseAdminRoutes({ showcase, view }: ShowcaseDeps): Handlers<typeof contract.marketShowcaseAdmin> {
  const configOf = (row: FeaturedRow) => ({
    id: row.id,
    product_id: row.productId,
    begin_time_second: secondsText(row.beginAt),
    end_time_second: secondsText(row.endAt),
    reason: row.reason,
    description: row.description,
    banner_uri: row.bannerUri,
    banner_url: view.link(row.bannerUri),
    button_text: row.buttonText,
    is_valid: showcase.isOn(row),
  })
  return {
    setFeatured: async ({ config }, ctx) => ({
      id: await showcase.saveFeatured(
        config.id,
        {
          productId: config.product_id,
          beginAt: millisOf(config.begin_time_second),
          endAt: millisOf(config.end_time_second),
          reason: config.reason,
          description: config.description,
          bannerUri: config.banner_uri,
          buttonText: config.button_text,
        },
        ctx.userId,
      ),
    }),
    featured: async (input, ctx) => {
      const { types } = typesOf(input.entity_type, input.entity_types)
      const found = await showcase.allFeatured(periodOf(input), types)
      const shown = await view.show(
        found.map((item) => item.product),
        ctx.userId,
        ctx.locale,
      )
      return {
        featured_product_info_list: found.map(({ featured }, at) => ({
          featured_product_config: configOf(featured),
          meta_info: shown[at]!.meta_info,
        })),
      }
    },
    latestFeatured: async (input) => {
      const row = await showcase.lastFeatured(input.product_id)
      return row ? { featured_product_config: configOf(row) } : {}
    },
    removeFeatured: async (input, ctx) => {
      await showcase.removeFeatured(input.id, ctx.userId)
      return {}
    },
    previewFeatured: async (input) => ({ preview_id: await showcase.featuredKey(input.id) }),
    setTopic: async ({ topic }, ctx) => ({
      id: await showcase.saveTopic(
        topic.id,
        {
          name: topic.name,
          description: topic.description,
          reason: topic.reason,
          introductionUrl: topic.introduction_url,
          bannerUri: topic.banner_uri,
          entityType: topic.entity_type,
          productIds: [...new Set(topic.product_ids)],
          status: topic.status,
          beginAt: millisOf(topic.begin_time_second),
          endAt: millisOf(topic.end_time_second),
        },
        ctx.userId,
      ),
    }),
    topics: async (input) => ({
      topics: (await showcase.allTopics(periodOf(input), input.entity_type)).map((row) => ({
        id: row.id,
        name: row.name,
        description: row.description,
        reason: row.reason,
        introduction_url: row.introductionUrl,
        banner_uri: row.bannerUri,
        banner_url: view.link(row.bannerUri),
        status: row.status,
        begin_time_second: secondsText(row.beginAt),
        end_time_second: secondsText(row.endAt),
        entity_type: row.entityType,
        product_ids: row.productIds,
      })),
    }),
    removeTopic: async (input, ctx) => {
      await showcase.removeTopic(input.id, ctx.userId)
      return {}
    },
    setTopicStatus: async (input, ctx) => {
      await showcase.setTopicStatus(input.id, input.status, ctx.userId)
      return {}
    },
    previewTopic: async (input) => ({ preview_id: await showcase.topicKey(input.id) }),
    recommend: async ({ product_ids: ids, config }, ctx) => {
      const place = {
        index: config.index,
        from: millisOf(config.index_begin_time_second),
        until: millisOf(config.index_expire_time_second),
      }
      await showcase.pin(ids, place, ctx.userId)
      return {}
    },
    unrecommend: async (input, ctx) => {
      await showcase.pin(input.product_ids, undefined, ctx.userId)
      return {}
    },
  }
}
