import { DraftStatus, ProductEntity, ProductState } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { canvas, edge, endNode, greeting, param, ref, startNode, subNode } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

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
  shopId = (await seller.api.space.create({ name: 'Secret workshop' })).id
  homeId = (await buyer.api.space.create({ name: 'Home' })).id
})
const { workflowTemplate, plugin } = ProductEntity
const makeFlow = async (name: string, schema = greeting()) => {
  const { workflow_id } = await seller.api.workflow.create({ name, desc: `about ${name}`, space_id: shopId })
  await seller.api.workflow.save({ workflow_id, schema })
  await seller.api.workflowVersion.publish({ workflow_id, space_id: shopId, force: true } as never)
  return workflow_id
}
const offer = async (name: string, schema?: string) => {
  const entity_id = await makeFlow(name, schema)
  const { product_id } = await seller.api.marketSeller.list({ entity_type: workflowTemplate, entity_id })
  return { entity_id, product_id }
}
const shown = async (product_id: string) => {
  const { meta_info, audit_status } = await seller.api.market.detail({ product_id })
  return [meta_info.status, audit_status]
}
const names = async (keyword: string, who = buyer) =>
  (await who.api.market.list({ keyword })).products.map((product) => product.meta_info.name)

describe('listing', () => {
  test('a product is reviewed, listed, unlisted, listed again, banned and unbanned', async () => {
    const { product_id, entity_id } = await offer('zebra_flow')
    expect(await shown(product_id)).toEqual([ProductState.neverListed, DraftStatus.pending])
    expect(await names('zebra')).toEqual([])
    await expect(buyer.api.market.detail({ product_id })).rejects.toMatchObject({ status: 404 })
    await expect(buyer.api.marketAdmin.approve({ product_id })).rejects.toMatchObject({ status: 403 })
    const again = { entity_type: workflowTemplate, entity_id }
    await expect(seller.api.marketSeller.list(again)).rejects.toMatchObject({ status: 409 })
    const waiting = async (who: Person) => (await who.api.notice.waiting({})).items.map((item) => item.id)
    expect(await waiting(admin)).toContain(product_id)
    expect(await waiting(seller)).toEqual([])
    await admin.api.marketAdmin.reject({ product_draft_id: product_id, reject_reason: 'no readme' })
    expect(await waiting(admin)).not.toContain(product_id)
    expect((await seller.api.notice.list({})).items[0]).toMatchObject({
      kind: 'listing',
      link: '/explore/mine',
      en: { text: 'Reason: no readme' },
    })
    expect(await seller.api.market.detail({ product_id })).toMatchObject({
      audit_status: 3,
      reject_reason: 'no readme',
    })
    await seller.api.marketSeller.list({ ...again, readme: 'Here it is', product_name: 'Zebra' })
    await admin.api.marketAdmin.approve({ product_id })
    expect(await shown(product_id)).toEqual([ProductState.listed, DraftStatus.approved])
    expect(await names('zebra')).toEqual(['Zebra'])
    await expect(buyer.api.marketSeller.unlist({ product_id })).rejects.toMatchObject({ status: 403 })
    await seller.api.marketSeller.unlist({ product_id })
    expect(await names('zebra')).toEqual([])
    await seller.api.marketSeller.relist({ product_id })
    expect(await names('zebra')).toEqual(['Zebra'])
    await admin.api.marketAdmin.unlist({ product_id, ban: true })
    await expect(seller.api.marketSeller.list(again)).rejects.toMatchObject({ status: 409 })
    await expect(seller.api.marketSeller.relist({ product_id })).rejects.toMatchObject({ status: 409 })
    await admin.api.marketAdmin.unban({ product_id })
    expect(await shown(product_id)).toEqual([ProductState.unlisted, DraftStatus.approved])
    const { versions } = await seller.api.market.versions({ product_id })
    expect(versions.map((version) => version.version)).toEqual(['v2', 'v1'])
  })
  test('a new version waits while the old one stays listed; a withdrawn one leaves no trace', async () => {
    const { product_id, entity_id } = await offer('gnu_flow', greeting('one {{String1}}'))
    await admin.api.marketAdmin.approve({ product_id })
    await seller.api.workflow.save({ workflow_id: entity_id, schema: greeting('two {{String1}}') })
    await seller.api.marketSeller.list({ entity_type: workflowTemplate, entity_id, product_name: 'Gnu two' })
    expect(await names('gnu')).toEqual(['gnu_flow'])
    const schemaOf = async () => {
      const { new_entity_id } = await buyer.api.market.duplicate({ product_id, space_id: homeId })
      return (await buyer.api.workflow.canvas({ workflow_id: new_entity_id })).workflow.schema_json
    }
    expect(await schemaOf()).toBe(greeting('one {{String1}}'))
    await seller.api.marketSeller.unlist({ product_id })
    expect(await shown(product_id)).toEqual([ProductState.listed, DraftStatus.abandoned])
    await seller.api.marketSeller.list({ entity_type: workflowTemplate, entity_id, product_name: 'Gnu two' })
    await admin.api.marketAdmin.approve({ entity_id, entity_type: workflowTemplate })
    expect(await names('gnu')).toEqual(['Gnu two'])
    expect(await schemaOf()).toBe(greeting('two {{String1}}'))
  })
  test('only a published resource of the right kind that the user may publish can be offered', async () => {
    const entity_id = await makeFlow('own_flow')
    const input = { entity_type: workflowTemplate, entity_id } as const
    await expect(buyer.api.marketSeller.list(input)).rejects.toMatchObject({ status: 404 })
    await seller.api.space.addMembers({ space_id: shopId, member_info_list: [{ user_id: buyer.id }] })
    await expect(buyer.api.marketSeller.list(input)).rejects.toMatchObject({ status: 403 })
    await seller.api.space.removeMember({ space_id: shopId, remove_user_id: buyer.id } as never)
    await expect(seller.api.marketSeller.list({ ...input, entity_type: plugin })).rejects.toMatchObject({ status: 400 })
    await expect(seller.api.marketSeller.list({ ...input, category_id: '12345' })).rejects.toMatchObject({
      status: 400,
    })
    const draft = await seller.api.workflow.create({ name: 'draft_flow', desc: 'd', space_id: shopId })
    await expect(seller.api.marketSeller.list({ ...input, entity_id: draft.workflow_id })).rejects.toMatchObject({
      status: 400,
    })
    const info = await seller.api.marketSeller.entityInfo(input)
    expect(info.meta_info).toMatchObject({ name: 'own_flow', status: ProductState.neverListed, id: '' })
  })
  test('the owner of the instance lists without review, decides on several at once and edits the categories', async () => {
    const first = await offer('heron_flow')
    const second = await offer('crane_flow')
    const waiting = await admin.api.marketAdmin.list({ draft_status: DraftStatus.pending })
    expect(waiting.products.map((product) => product.meta_info.id)).toEqual(
      expect.arrayContaining([first.product_id, second.product_id]),
    )
    const ids = [first.product_id, second.product_id, '123']
    const approved = await admin.api.marketAdmin.approveMany({ product_ids: ids })
    expect([approved.done, approved.failed.map((item) => item.id)]).toEqual([ids.slice(0, 2), ['123']])
    expect((await admin.api.marketAdmin.unlistMany({ product_ids: ids })).done).toEqual(ids.slice(0, 2))
    await admin.api.marketAdmin.saveCategories({ categories: [{ name_en: 'Birds', name_zh: '鸟类', index: 99 }] })
    const { categories } = await buyer.api.market.categories({})
    expect(categories.at(-1)).toMatchObject({ name: 'Birds', count: 0 })
    const { id } = categories.at(-1)!
    await admin.api.marketAdmin.saveCategories({
      categories: [{ id, name_en: 'Birds', name_zh: '鸟类', is_deleted: true }],
    })
    expect((await admin.api.marketAdmin.categories({})).categories.map((category) => category.name_en)).not.toContain(
      'Birds',
    )
    for (const call of [buyer.api.marketAdmin.list({}), buyer.api.marketAdmin.categories({})])
      await expect(call).rejects.toMatchObject({ status: 403 })
  })
})

describe('duplicating', () => {
  test('a product includes the resources it calls, without their authors, keys and space', async () => {
    const inner = await makeFlow('helper_flow', greeting('<{{String1}}>'))
    const schema = canvas(
      [startNode(), subNode('2', inner, '', ref('100001', 'input')), endNode([param('output', ref('2', 'output'))])],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const { product_id } = await offer('whole_flow', schema)
    await admin.api.marketAdmin.approve({ product_id })
    const detail = await buyer.api.market.detail({ product_id })
    expect(detail).toMatchObject({ is_owner: false, can_duplicate: true, space_id: '' })
    expect(detail.contents.map((content) => content.name).toSorted()).toEqual(['helper_flow', 'whole_flow'])
    expect(JSON.stringify(detail)).not.toContain('Secret workshop')
    await expect(buyer.api.market.duplicate({ product_id, space_id: shopId })).rejects.toMatchObject({ status: 404 })
    const { folder_id } = await buyer.api.folder.create({ space_id: homeId, type: 2, name: 'Taken' })
    const { new_entity_id, items } = await buyer.api.market.duplicate({
      product_id,
      space_id: homeId,
      name: 'my_flow',
      folder_id,
    })
    expect(items.map((item) => item.name).toSorted()).toEqual(['helper_flow', 'my_flow'])
    expect(await t.services.folders.placesOf([new_entity_id])).toEqual(new Map([[new_entity_id, folder_id]]))
    const copied = (await buyer.api.workflow.canvas({ workflow_id: new_entity_id })).workflow.schema_json!
    expect(copied).not.toContain(inner)
    // A duplicate survives the deletion of the original.
    await seller.api.workflow.remove({ workflow_id: inner })
    expect((await buyer.api.market.duplicate({ product_id, space_id: homeId })).items).toHaveLength(2)
    expect((await buyer.api.market.detail({ product_id })).workflow_extra).toMatchObject({ duplicate_count: 2 })
  })
  test('content that was tampered with in the database is refused', async () => {
    const { product_id } = await offer('tampered_flow')
    await admin.api.marketAdmin.approve({ product_id })
    await t.infra.database.pool.query(
      `UPDATE product_version SET items = replace(items::text, 'Hello', 'Evil')::jsonb WHERE product_id = $1`,
      [product_id],
    )
    await expect(buyer.api.market.duplicate({ product_id, space_id: homeId })).rejects.toMatchObject({
      status: 409,
      code: ErrorCode.market.damaged,
    })
  })
  test('official plugins are shown with their tools and need no duplication', async () => {
    const { products, total } = await buyer.api.market.list({ entity_type: plugin, page_size: 100 })
    expect(total).toBeGreaterThanOrEqual(20)
    const calculator = products.find((product) => product.meta_info.entity_id === '70000002')!
    expect(calculator.meta_info).toMatchObject({ name: 'Calculator', is_official: true })
    expect(calculator.plugin_extra!.tools.map((tool) => tool.name)).toEqual(['calculate', 'statistics'])
    // In the reader's language.
    const chinese = t.apiWith({ cookie: buyer.cookie(), 'accept-language': 'zh-CN' })
    const { plugin_extra } = await chinese.market.detail({ product_id: calculator.meta_info.id })
    expect(plugin_extra!.tools.map((tool) => tool.description).join()).toMatch(/^\p{Script=Han}/u)
    await expect(
      buyer.api.market.duplicate({ product_id: calculator.meta_info.id, space_id: homeId }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await buyer.api.market.callInfo({ entity_type: plugin, entity_id: '70000002' })).toMatchObject({
      call_count_limit: { is_unlimited: true },
    })
  })
})

describe('browsing', () => {
  test('search works in both languages, suggestions complete a prefix, and pages follow one another', async () => {
    const found = await buyer.api.market.search({ keyword: 'reading list' })
    expect(found.products[0]!.meta_info.name).toBe('Reading list')
    expect((await buyer.api.market.search({ keyword: '书单' })).products[0]!.meta_info.name).toBe('Reading list')
    expect(found.entity_total[String(ProductEntity.project)]).toBe(1)
    const { suggestions } = await buyer.api.market.suggest({ keyword: 'Study' })
    expect(suggestions.map((suggestion) => suggestion.name)).toEqual(['Study coach'])
    const first = await buyer.api.market.list({ entity_type: 20, page_size: 10, is_official: true })
    const third = await buyer.api.market.list({ entity_type: 20, page_size: 10, page_num: 3, is_official: true })
    expect([first.has_more, third.has_more, first.total]).toEqual([true, false, 24])
    for (const keyword of ["'", '%', ':*', '\\', '(', 'a & b'])
      expect((await buyer.api.market.search({ keyword })).total, keyword).toBeGreaterThanOrEqual(0)
    const { categories } = await buyer.api.market.categories({ entity_type: 20, need_empty_category: false })
    expect(categories.reduce((sum, category) => sum + category.count, 0)).toBeGreaterThanOrEqual(24)
  })
  test('favourites, views and uses are private to the caller and affect popularity', async () => {
    const [item] = (await buyer.api.market.search({ keyword: 'translator' })).products
    const product_id = item!.meta_info.id
    expect(await buyer.api.market.favorite({ product_id })).toMatchObject({ is_first_favorite: true })
    expect(await buyer.api.market.favorite({ product_id })).toMatchObject({ is_first_favorite: false })
    await buyer.api.market.act({ product_id, operation_type: 2 })
    const detail = await buyer.api.market.detail({ product_id })
    expect(detail.meta_info).toMatchObject({ is_favorited: true, favorite_count: 1 })
    expect((await seller.api.market.detail({ product_id })).meta_info.is_favorited).toBe(false)
    const { favorite_entities } = await buyer.api.market.favoritesAfter({})
    expect(favorite_entities.map((entity) => entity.product_extra.product_id)).toEqual([product_id])
    expect((await buyer.api.market.favorites({})).favorite_products).toHaveLength(1)
    const viewed = await buyer.api.marketSeller.ofUser({ source: 3 })
    expect(viewed.products.map((entity) => entity.meta_info.id)).toContain(product_id)
    expect((await buyer.api.marketSeller.countOfUser({ source: 4 })).total_count).toBe(1)
    const hot = await buyer.api.market.list({ entity_type: 20, sort_type: 1, page_size: 1, is_official: true })
    expect(hot.products[0]!.meta_info.id).toBe(product_id)
    await buyer.api.market.favorite({ product_id, is_cancel: true })
    expect((await buyer.api.market.favoritesAfter({})).favorite_entities).toEqual([])
    expect((await buyer.api.market.detail({ product_id })).meta_info.favorite_count).toBe(0)
  })
  test('only users of a product can rate it, once', async () => {
    const [item] = (await buyer.api.market.search({ keyword: 'kitchen helper' })).products
    const product_id = item!.meta_info.id
    await expect(seller.api.market.rate({ product_id, stars: 5 })).rejects.toMatchObject({ status: 403 })
    await buyer.api.market.act({ product_id, operation_type: 1 })
    await seller.api.market.act({ product_id, operation_type: 1 })
    await buyer.api.market.rate({ product_id, stars: 2 })
    await buyer.api.market.rate({ product_id, stars: 4 })
    expect(await seller.api.market.rate({ product_id, stars: 5 })).toEqual({ rating: 4.5, rating_count: 2 })
    expect(await seller.api.market.rate({ product_id, stars: 0 })).toEqual({ rating: 4, rating_count: 1 })
  })
  test('a seller sees own products in every state, and those of others only when listed', async () => {
    const { products } = await seller.api.marketSeller.managed({ page_size: 100 })
    expect(products.length).toBeGreaterThan(3)
    const visible = await buyer.api.marketSeller.ofUser({ source: 1, user_id: seller.id, limit: 100 })
    expect(visible.products.every((product) => product.meta_info.status === ProductState.listed)).toBe(true)
    expect(visible.products.length).toBeLessThan(products.length)
  })
})

describe('reports', () => {
  test('reach only the owner of the instance, one per person', async () => {
    const [item] = (await buyer.api.market.search({ keyword: 'time keeper' })).products
    const object_id = item!.meta_info.id
    const { report_reasons } = await buyer.api.report.reasons({})
    const detail = { reason_codes: [report_reasons[0]!.reason_code], description: 'it is late' }
    await buyer.api.report.submit({ object_type: 8, object_id, detail })
    await buyer.api.report.submit({ object_type: 8, object_id, detail: { ...detail, description: 'very late' } })
    await expect(
      buyer.api.report.submit({ object_type: 8, object_id, detail: { reason_codes: [77] } }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(buyer.api.report.submit({ object_type: 8, object_id: '4242', detail })).rejects.toMatchObject({
      status: 404,
    })
    await expect(buyer.api.report.query({})).rejects.toMatchObject({ status: 403 })
    const { report_datas, total_count } = await admin.api.report.query({})
    expect(total_count).toBe(1)
    expect(report_datas[0]).toMatchObject({ object_id, description: 'very late', report_object_name: 'Time keeper' })
    const times = async () =>
      (await admin.api.report.times({ object_id_list: [object_id] })).report_times_datas[object_id]
    expect(await times()).toEqual({ total_report_times: 1, current_report_times: 1 })
    await admin.api.report.close({ object_id })
    expect(await times()).toEqual({ total_report_times: 1, current_report_times: 0 })
  })
})

describe('tools for sellers', () => {
  test('pictures belong to the seller, channels are listed, and a model writes descriptions', async () => {
    const [icon] = await t.services.builtins.list('bot')
    const bytes = await (await t.infra.blobs.get(icon!))!.bytes()
    const { uri, url } = await seller.api.marketMedia.upload({ data: Buffer.from(bytes).toString('base64') })
    expect((await t.request(url)).headers.get('content-type')).toMatch(/^image\//)
    expect((await seller.api.marketMedia.url({ uri })).url).toContain(uri)
    await expect(buyer.api.marketMedia.url({ uri })).rejects.toMatchObject({ status: 404 })
    await expect(seller.api.marketMedia.upload({ data: 'PHN2Zz4=' })).rejects.toMatchObject({ status: 400 })
    const { platforms } = await seller.api.marketMedia.platforms({})
    expect(platforms).toContainEqual({ id: '1024', name: 'API' })
    const entity = { entity_type: workflowTemplate, entity_id: await makeFlow('data_flow') }
    expect((await seller.api.marketMedia.write({ generate_type: 1, entity })).readme).toMatch(/\w{3}/)
    const { category_id } = await seller.api.marketMedia.write({ generate_type: 2, entity })
    const { categories } = await seller.api.market.categories({})
    expect(categories.map((category) => category.id)).toContain(category_id)
    await expect(buyer.api.marketMedia.write({ generate_type: 1, entity })).rejects.toMatchObject({ status: 404 })
  })
  test("a seller's profile is visible once they offer something", async () => {
    const stranger = await t.register('stranger')
    await expect(buyer.api.profile.get({ user_id: stranger.id })).rejects.toMatchObject({ status: 404 })
    await seller.api.profile.update({ name: 'The workshop', signature: 'Made with care' })
    expect(await buyer.api.profile.get({ user_id: seller.id })).toMatchObject({
      name: 'The workshop',
      signature: 'Made with care',
    })
    const { user_name } = await buyer.api.profile.get({})
    await expect(seller.api.profile.check({ user_unique_name: user_name })).rejects.toMatchObject({ status: 409 })
    expect(await t.anonymous.profile.health({})).toMatchObject({ status: 'ok' })
  })
})

test('a listed resource shows the state of its product', async () => {
  const { botTemplate } = ProductEntity
  const { plugin_id } = await seller.api.plugin.registerMeta({
    space_id: shopId,
    name: 'Tides',
    desc: 'High and low',
    url: 'https://tides.example.test',
    icon: {},
    auth_type: 0,
  })
  const pluginState = async () => [
    (await seller.api.plugin.info({ plugin_id })).plugin_product_status,
    (await seller.api.pluginList.mine({ space_id: shopId, size: 100 })).plugin_infos.find(({ id }) => id === plugin_id)!
      .plugin_product_status,
  ]
  expect(await pluginState()).toEqual([0, 0])
  await t.infra.database.pool.query(
    `INSERT INTO product (id, entity_type, entity_id, space_id, seller_id, texts, status, draft_status, words, created_at, updated_at)
     VALUES (1, $1, $2, $3, $4, '{"en":{"name":"Tides","description":"","readme":""},"zh":{"name":"Tides","description":"","readme":""}}', 1, 2, '', 1, 1)`,
    [plugin, plugin_id, shopId, seller.id],
  )
  expect(await pluginState()).toEqual([1, 1])
  const { resource_list } = await seller.api.library.list({ space_id: shopId, name: 'Tides' })
  expect(resource_list.map(({ biz_extend }) => biz_extend)).toEqual([
    { product_status: '1', product_draft_status: '2', tools: '0' },
  ])

  const { bot_id } = await seller.api.bot.create({ space_id: shopId, name: 'Pilot' })
  await seller.api.bot.publish({ bot_id, connectors: { 1024: {} } })
  const isListed = async () => (await seller.api.bot.getDraft({ bot_id })).bot_market_status
  expect(await isListed()).toBe(0)
  const { product_id } = await seller.api.marketSeller.list({ entity_type: botTemplate, entity_id: bot_id })
  expect(await isListed()).toBe(0)
  await admin.api.marketAdmin.approve({ product_id })
  expect(await isListed()).toBe(1)

  const id = await makeFlow('known')
  const stateOf = async () => {
    const { workflow_list } = await seller.api.workflow.list({ space_id: shopId, workflow_ids: [id] })
    return [workflow_list[0]!.product_status, workflow_list[0]!.product_draft_status]
  }
  expect(await stateOf()).toEqual([0, 0])
  const offered = await seller.api.marketSeller.list({ entity_type: workflowTemplate, entity_id: id })
  expect(await stateOf()).toEqual([0, 1])
  await admin.api.marketAdmin.approve({ product_id: offered.product_id })
  expect(await stateOf()).toEqual([1, 2])
  await seller.api.marketSeller.unlist({ product_id: offered.product_id })
  expect(await stateOf()).toEqual([2, 2])
})
