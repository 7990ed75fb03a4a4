import { ProductEntity, TopicStatus } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openScriptedModel, says } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Products highlighted by the owner of the instance, and translated texts. */
const server = await openScriptedModel()
let t: TestApp
let owner: Person
let reader: Person
let plugins: { id: string; name: string }[]
let templates: { id: string; name: string }[]
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: [server.host] } })
  owner = await t.register('owner')
  reader = await t.register('reader')
  const shown = async (entity_type: 2 | 20) =>
    (await reader.api.market.list({ entity_type, page_size: 50 })).products.map((product) => product.meta_info)
  plugins = await shown(ProductEntity.plugin)
  templates = await shown(ProductEntity.templateCommon)
})
const seconds = (days = 0) => Math.floor(t.clock.now() / 1000) + days * 86_400
const feature = (product_id: string, more: object = {}) =>
  owner.api.marketShowcaseAdmin.setFeatured({
    config: { product_id, begin_time_second: seconds(-1), end_time_second: seconds(1), ...more },
  })
const featuredIds = async (input: Parameters<typeof reader.api.marketShowcase.featured>[0] = {}) =>
  (await reader.api.marketShowcase.featured(input)).featured_info_list.map((item) => item.product_info.meta_info.id)

describe('featured products', () => {
  test("are shown during their period, in their store, with the owner's text", async () => {
    const { id } = await feature(plugins[0]!.id, { reason: 'New this week', button_text: 'Try' })
    await feature(templates[0]!.id)
    const { featured_info_list: all } = await reader.api.marketShowcase.featured({ entity_type: ProductEntity.plugin })
    expect(all).toMatchObject([
      {
        featured_product: { id, reason: 'New this week', button_text: 'Try' },
        product_info: { meta_info: plugins[0] },
      },
    ])
    expect((await featuredIds()).toSorted()).toEqual([plugins[0]!.id, templates[0]!.id].toSorted())
    t.clock.advance(2 * 86_400_000)
    expect(await featuredIds()).toEqual([])
    const { featured_product_info_list: kept } = await owner.api.marketShowcaseAdmin.featured({})
    expect(kept.map((item) => item.featured_product_config.is_valid)).toEqual([false, false])
    await owner.api.marketShowcaseAdmin.removeFeatured({ id })
    const last = await owner.api.marketShowcaseAdmin.latestFeatured({ product_id: plugins[0]!.id })
    expect(last.featured_product_config).toBeUndefined()
  })
  test('can be changed, and previewed by anyone who has the key', async () => {
    const { id } = await feature(plugins[1]!.id, { begin_time_second: seconds(3), end_time_second: seconds(9) })
    expect(await featuredIds()).toEqual([])
    const { preview_id } = await owner.api.marketShowcaseAdmin.previewFeatured({ id })
    expect(await featuredIds({ PreviewID: preview_id })).toEqual([plugins[1]!.id])
    expect(await featuredIds({ PreviewID: `${id}.forged` })).toEqual([])
    await owner.api.marketShowcaseAdmin.setFeatured({
      op_type: 2,
      config: {
        id,
        product_id: plugins[1]!.id,
        begin_time_second: seconds(-1),
        end_time_second: seconds(9),
        description: 'Now',
      },
    })
    expect(await featuredIds()).toEqual([plugins[1]!.id])
    await owner.api.marketShowcaseAdmin.removeFeatured({ id })
  })
  test('must be listed, must end after they begin, and can only be set by the owner', async () => {
    await expect(feature('4711')).rejects.toMatchObject({
      status: 400,
      message: 'product_id: product 4711 is not in the store',
    })
    await expect(feature(plugins[0]!.id, { end_time_second: seconds(-5) })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^end_time_second: must be after/),
    })
    const config = { product_id: plugins[0]!.id, begin_time_second: seconds(), end_time_second: seconds(1) }
    await expect(reader.api.marketShowcaseAdmin.setFeatured({ config })).rejects.toMatchObject({ status: 403 })
    await expect(owner.api.marketShowcaseAdmin.removeFeatured({ id: '4711' })).rejects.toMatchObject({ status: 404 })
  })
})

describe('collections', () => {
  const make = (more: object = {}) =>
    owner.api.marketShowcaseAdmin.setTopic({
      topic: {
        name: 'For the office',
        status: TopicStatus.listed,
        begin_time_second: seconds(-1),
        end_time_second: seconds(1),
        entity_type: ProductEntity.plugin,
        product_ids: [plugins[2]!.id, plugins[0]!.id],
        ...more,
      },
    })
  test("are shown with their products in the owner's order, until they are removed", async () => {
    const { id } = await make()
    const shown = async () =>
      (await reader.api.marketShowcase.topics({ entity_type: ProductEntity.plugin })).topics.map((topic) => topic.id)
    expect(await shown()).toEqual([id])
    const { products, total } = await reader.api.market.list({ topic_id: id })
    expect([products.map((product) => product.meta_info.id), total]).toEqual([[plugins[2]!.id, plugins[0]!.id], 2])
    expect((await reader.api.marketShowcase.landing({})).topics).toMatchObject([
      { title: 'For the office', jump_link: `/explore/plugin?topic=${id}` },
    ])
    await owner.api.marketShowcaseAdmin.setTopicStatus({ id, status: TopicStatus.unlisted })
    expect(await shown()).toEqual([])
    await expect(reader.api.market.list({ topic_id: id })).rejects.toMatchObject({ status: 404 })
    const { preview_id } = await owner.api.marketShowcaseAdmin.previewTopic({ id })
    expect((await reader.api.marketShowcase.topics({ preview_id })).topics).toMatchObject([{ id }])
    await owner.api.marketShowcaseAdmin.removeTopic({ id })
    expect((await owner.api.marketShowcaseAdmin.topics({})).topics).toEqual([])
  })
  test('contain listed products of one kind', async () => {
    await expect(make({ product_ids: [templates[0]!.id] })).rejects.toMatchObject({
      message: expect.stringMatching(/^entity_type: /),
    })
    await expect(make({ product_ids: [plugins[0]!.id, '4711'] })).rejects.toMatchObject({
      message: 'product_ids: product 4711 is not in the store',
    })
    await expect(make({ introduction_url: 'javascript:alert(1)' })).rejects.toMatchObject({ status: 400 })
  })
})

test('a pinned product comes before the popular ones, for its period', async () => {
  const first = async () =>
    (await reader.api.market.list({ entity_type: ProductEntity.plugin, page_size: 1 })).products[0]!.meta_info.id
  const usual = await first()
  const other = plugins.find((plugin) => plugin.id !== usual)!.id
  const place = { index: 1, index_begin_time_second: seconds(-1), index_expire_time_second: seconds(1) }
  await owner.api.marketShowcaseAdmin.recommend({ product_ids: [other], config: place })
  expect(await first()).toBe(other)
  t.clock.advance(2 * 86_400_000)
  expect(await first()).toBe(usual)
  const again = { ...place, index_expire_time_second: seconds(5) }
  await owner.api.marketShowcaseAdmin.recommend({ product_ids: [other], config: again })
  await owner.api.marketShowcaseAdmin.unrecommend({ product_ids: [other] })
  expect(await first()).toBe(usual)
})

test('the filter for paid products finds nothing', async () => {
  expect((await reader.api.market.list({ is_free: true })).total).toBeGreaterThan(0)
  expect(await reader.api.market.list({ is_free: false })).toMatchObject({ products: [], total: 0, has_more: false })
  expect(await reader.api.market.search({ keyword: '', is_free: false })).toMatchObject({ products: [], total: 0 })
})

test('texts are translated one by one, by a model of the reader', async () => {
  const { bot_space_list: spaces } = await reader.api.space.listFlat({})
  const space_id = spaces[0]!.id
  const provider = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: server.baseUrl,
    api_key: 'sk-translate-1',
  })
  const model = await owner.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })
  expect([space_id, model.id].every(Boolean)).toBe(true)
  server.script(says('你好'), says('世界'))
  const { outputs } = await reader.api.marketShowcase.translate({
    inputs: ['Hello', 'World'],
    target_language: 'zh-CN',
  })
  expect(outputs).toEqual(['你好', '世界'])
  expect(JSON.stringify(server.requests[0]!.body.messages)).toContain('Hello')
  server.script(says('# Title'))
  expect(await reader.api.marketShowcase.translateMarkdown({ input: '# 标题', target_language: 'en' })).toEqual({
    output: '# Title',
  })
  await expect(t.anonymous.marketShowcase.translate({ inputs: ['x'], target_language: 'en' })).rejects.toMatchObject({
    status: 401,
  })
})
