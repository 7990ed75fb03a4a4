import { ProductEntity, ProductState } from '@orrery/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'

let t: TestApp
let admin: Person
let seller: Person
let buyer: Person
let shopId: string
let homeId: string
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.register('admin')
  seller = await t.register('seller')
  buyer = await t.register('buyer')
  shopId = (await seller.api.space.create({ name: 'Workshop' })).id
  homeId = (await buyer.api.space.create({ name: 'Home' })).id
})
const { workflowTemplate } = ProductEntity
const makeFlow = async (name: string) => {
  const { workflow_id } = await seller.api.workflow.create({ name, desc: `about ${name}`, space_id: shopId })
  await seller.api.workflow.save({ workflow_id, schema: greeting() })
  await seller.api.workflowVersion.publish({ workflow_id, space_id: shopId, force: true } as never)
  return workflow_id
}
const send = async (who: Person, width: number) => {
  const bytes = await sharp({ create: { width, height: 40, channels: 3, background: '#356' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
  return who.api.marketMedia.upload({ data: bytes.toString('base64') })
}

describe('a product waiting for review', () => {
  test('is shown to the reviewer as it would be listed, while everybody else sees the previous version', async () => {
    const entity_id = await makeFlow('lynx_flow')
    const input = { entity_type: workflowTemplate, entity_id }
    const { product_id } = await seller.api.marketSeller.list({ ...input, product_name: 'Lynx', readme: 'first' })
    await admin.api.marketAdmin.approve({ product_id })
    await expect(admin.api.marketReview.waiting({ product_id })).rejects.toMatchObject({ status: 404 })
    await seller.api.marketSeller.list({
      ...input,
      product_name: 'Lynx two',
      readme: 'second',
      note: 'Faster',
    })
    expect(await admin.api.marketReview.waiting({ product_id })).toMatchObject({
      version: 'v2',
      note: 'Faster',
      name: 'Lynx two',
      readme: 'second',
      contents: [{ kind: 'workflow', name: 'lynx_flow' }],
      tools: [],
    })
    expect((await buyer.api.market.detail({ product_id })).meta_info).toMatchObject({ name: 'Lynx', readme: 'first' })
    const versions = async (who: Person) =>
      (await who.api.market.versions({ product_id })).versions.map((version) => [version.version, version.is_shown])
    expect(await versions(buyer)).toEqual([['v1', true]])
    expect(await versions(seller)).toEqual([
      ['v2', false],
      ['v1', true],
    ])
    for (const who of [seller, buyer])
      await expect(who.api.marketReview.waiting({ product_id })).rejects.toMatchObject({ status: 403 })
  })
  test('shows its seller the reason for a ban; lifting the ban clears the reason', async () => {
    const entity_id = await makeFlow('puma_flow')
    const { product_id } = await seller.api.marketSeller.list({ entity_type: workflowTemplate, entity_id })
    await admin.api.marketAdmin.approve({ product_id })
    await admin.api.marketAdmin.unlist({ product_id, ban: true, reason: 'copies the work of others' })
    const own = async () =>
      (await seller.api.marketSeller.managed({})).products.find((product) => product.meta_info.id === product_id)!
    expect(await own()).toMatchObject({
      meta_info: { status: ProductState.banned },
      reject_reason: 'copies the work of others',
    })
    await admin.api.marketAdmin.unban({ product_id })
    expect(await own()).toMatchObject({ meta_info: { status: ProductState.unlisted }, reject_reason: '' })
  })
})

describe('pictures', () => {
  test('belong to a version and to their uploader, and are re-encoded', async () => {
    const entity_id = await makeFlow('ibis_flow')
    const input = { entity_type: workflowTemplate, entity_id }
    const first = await send(seller, 3000)
    const drawn = Buffer.from(await (await t.request(first.url)).arrayBuffer())
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 1600 })
    expect(drawn.includes('a secret place')).toBe(false)
    const foreign = await send(buyer, 50)
    await expect(seller.api.marketSeller.list({ ...input, covers: [{ uri: foreign.uri }] })).rejects.toMatchObject({
      status: 404,
    })
    const { product_id } = await seller.api.marketSeller.list({ ...input, covers: [{ uri: first.uri }] })
    await admin.api.marketAdmin.approve({ product_id })
    const shown = async () => (await buyer.api.market.detail({ product_id })).meta_info.covers.map((cover) => cover.uri)
    expect(await shown()).toEqual([first.uri])
    const second = await send(seller, 60)
    await seller.api.marketSeller.list({ ...input, covers: [{ uri: second.uri }, { uri: first.uri }] })
    expect(await shown()).toEqual([first.uri])
    await admin.api.marketAdmin.approve({ product_id })
    expect(await shown()).toEqual([second.uri, first.uri])
    // A version without the field keeps the pictures; an empty list removes them.
    await seller.api.marketSeller.list(input)
    await admin.api.marketAdmin.approve({ product_id })
    expect(await shown()).toEqual([second.uri, first.uri])
    await seller.api.marketSeller.list({ ...input, covers: [] })
    await admin.api.marketAdmin.approve({ product_id })
    expect(await shown()).toEqual([])
    await expect(
      seller.api.marketMedia.upload({ data: Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1').toString('base64') }),
    ).rejects.toMatchObject({ status: 400 })
  })
})

describe('ratings', () => {
  test('are public, newest first, with a count per number of stars; withdrawn ones disappear', async () => {
    const [item] = (await buyer.api.market.search({ keyword: 'kitchen helper' })).products
    const product_id = item!.meta_info.id
    const empty = await buyer.api.marketRating.list({ product_id })
    expect(empty).toMatchObject({ ratings: [], may_rate: false, own: { stars: 0, comment: '' }, total: 0 })
    await buyer.api.market.duplicate({ product_id, space_id: homeId })
    await seller.api.market.act({ product_id, operation_type: 1 })
    await buyer.api.market.rate({ product_id, stars: 2, comment: 'Too much salt' })
    t.clock.advance(1000)
    await seller.api.market.rate({ product_id, stars: 5, comment: '' })
    const list = await buyer.api.marketRating.list({ product_id })
    expect(list.ratings.map(({ stars, comment, user_info }) => [stars, comment, user_info.user_id])).toEqual([
      [5, '', seller.id],
      [2, 'Too much salt', buyer.id],
    ])
    expect(list).toMatchObject({
      counts: [0, 1, 0, 0, 1],
      own: { stars: 2, comment: 'Too much salt' },
      may_rate: true,
      has_more: false,
    })
    expect((await buyer.api.marketRating.list({ product_id, page_size: 1 })).has_more).toBe(true)
    await buyer.api.market.rate({ product_id, stars: 0, comment: 'still here' })
    const after = await admin.api.marketRating.list({ product_id })
    expect([after.total, after.ratings.map((rating) => rating.comment)]).toEqual([1, ['']])
    const hidden = await makeFlow('hidden_flow')
    const offered = await seller.api.marketSeller.list({ entity_type: workflowTemplate, entity_id: hidden })
    await expect(buyer.api.marketRating.list({ product_id: offered.product_id })).rejects.toMatchObject({ status: 404 })
  })
})

test('an official plugin can be rated by users who added it to one of their bots', async () => {
  const found = (await buyer.api.market.list({ entity_type: ProductEntity.plugin, page_size: 100 })).products
  const { id: product_id } = found.find((item) => item.meta_info.entity_id === '70000002')!.meta_info
  await expect(buyer.api.market.rate({ product_id, stars: 5 })).rejects.toMatchObject({ status: 403 })
  const { bot_id } = await buyer.api.bot.create({ space_id: homeId, name: 'Reckoner' })
  const plugin_info_list = [{ plugin_id: '70000002', api_id: '1', api_name: 'calculate' }]
  await buyer.api.bot.updateDraft({ bot_info: { bot_id, plugin_info_list } } as never)
  expect(await buyer.api.market.rate({ product_id, stars: 5 })).toEqual({ rating: 5, rating_count: 1 })
  expect(await buyer.api.marketRating.list({ product_id })).toMatchObject({ may_rate: true, own: { stars: 5 } })
  expect((await seller.api.marketRating.list({ product_id })).may_rate).toBe(false)
})

test('an offered plugin is shown with its tools, without their internals', async () => {
  const { plugin_id } = await seller.api.plugin.registerMeta({
    space_id: shopId,
    name: 'Tide tables',
    desc: 'High and low water',
    icon: {},
    creation_method: 1,
    ide_code_runtime: '1',
  })
  await seller.api.pluginTool.create({
    plugin_id,
    name: 'next_tide',
    desc: 'When the water is high next',
    source_code: 'function handler() { return { at: "own work" } }',
    request_params: [{ name: 'harbour', desc: 'Which harbour', type: 1, location: 3, is_required: true }] as never,
    response_params: [],
  })
  await seller.api.plugin.publish({ plugin_id })
  const { product_id } = await seller.api.marketSeller.list({ entity_type: ProductEntity.plugin, entity_id: plugin_id })
  expect((await admin.api.marketReview.waiting({ product_id })).tools.map((tool) => tool.name)).toEqual(['next_tide'])
  await admin.api.marketAdmin.approve({ product_id })
  const found = (await buyer.api.market.list({ keyword: 'Tide' })).products[0]!
  expect(found.plugin_extra).toMatchObject({
    total_api_count: 1,
    tools: [
      {
        name: 'next_tide',
        parameters: [{ name: 'harbour', required: true, description: 'Which harbour', type: 'string' }],
      },
    ],
  })
  expect(JSON.stringify(found)).not.toContain('own work')
})
