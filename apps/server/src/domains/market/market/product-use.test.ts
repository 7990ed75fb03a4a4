import { PluginAuthMode, ProductEntity } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
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
  ;[admin, seller, buyer] = [await t.register('admin'), await t.register('seller'), await t.register('buyer')]
  shopId = (await seller.api.space.create({ name: 'Shop' })).id
  homeId = (await buyer.api.space.create({ name: 'Home' })).id
})
const { workflowTemplate, plugin } = ProductEntity
async function offer(name: string) {
  const { workflow_id } = await seller.api.workflow.create({ name, desc: 'd', space_id: shopId })
  await seller.api.workflow.save({ workflow_id, schema: greeting() })
  await seller.api.workflowVersion.publish({ workflow_id, space_id: shopId, force: true } as never)
  const { product_id } = await seller.api.marketSeller.list({ entity_type: workflowTemplate, entity_id: workflow_id })
  await admin.api.marketAdmin.approve({ product_id })
  return { workflow_id, product_id }
}
const used = async (entity_type: number, entity_id: string, who = buyer) =>
  (await who.api.market.callInfo({ entity_type, entity_id })).call_count_limit.used_count

test('a template counts its duplicates, its own runs, and the runs of its duplicates', async () => {
  const { workflow_id, product_id } = await offer('counted')
  expect(await used(workflowTemplate, workflow_id)).toBe(0)
  const { new_entity_id: copy } = await buyer.api.market.duplicate({ product_id, space_id: homeId })
  expect(await used(workflowTemplate, workflow_id)).toBe(1)
  for (let n = 0; n < 2; n += 1) await buyer.api.workflowOpen.run({ workflow_id: copy, parameters: { input: 'x' } })
  await seller.api.workflowOpen.run({ workflow_id, parameters: { input: 'x' } })
  await expect.poll(() => used(workflowTemplate, workflow_id)).toBe(4)
  const { rows } = await t.infra.database.pool.query('SELECT calls::int FROM product_use WHERE product_id = $1', [
    product_id,
  ])
  expect(rows).toEqual([{ calls: 3 }])
  // Sellers see the figures of their own products only.
  const mine = async (who: Person) => (await who.api.market.callInfo({})).call_count_limit.used_count
  expect([await mine(seller), await mine(buyer)]).toEqual([4, 0])
  // A deleted duplicate stops counting; its earlier uses remain.
  await buyer.api.workflow.remove({ workflow_id: copy, space_id: homeId } as never)
  expect(await used(workflowTemplate, workflow_id)).toBe(4)
})

test('an official plugin counts the calls of its tools, wherever they are made', async () => {
  const { products } = await buyer.api.market.list({ entity_type: plugin, keyword: '', page_size: 100 })
  const { meta_info: meta } = products.find((product) => product.plugin_extra?.tools.length)!
  const before = await used(plugin, meta.entity_id)
  const set = (await t.services.toolsets.forSpace(meta.entity_id, '', { spaceId: homeId, isDraft: false }))!
  const context = {
    spaceId: homeId,
    userId: buyer.id,
    endUser: '',
    connectorId: '',
    isDraft: false,
    locale: 'en' as const,
    signal: AbortSignal.timeout(5000),
  }
  // A call counts whether or not the tool succeeds.
  for (let n = 0; n < 3; n += 1) await t.services.toolsets.call(set, set.tools[0]!, {}, context).catch(() => {})
  expect(await used(plugin, meta.entity_id)).toBe(before + 3)
  // Uses of unlisted resources are not counted.
  t.services.uses.note('4711')
  t.services.uses.note('mcp:something')
  await t.services.uses.flush()
  const { rows } = await t.infra.database.pool.query(
    'SELECT count(*)::int AS n FROM product_use WHERE product_id = 4711',
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('a plugin of others has to be duplicated first, and then reports which authorisation it needs', async () => {
  const { plugin_id } = await seller.api.plugin.registerMeta({
    space_id: (await seller.api.space.create({ name: 'Tools' })).id,
    name: 'Keyed',
    desc: 'Needs a key',
    url: 'https://keyed.example.org',
    icon: {},
    auth_type: 1,
    sub_auth_type: 0,
    location: 1,
    key: 'X-Key',
    service_token: 'secret-1',
  } as never)
  await seller.api.pluginTool.create({ plugin_id, name: 'ask', desc: 'Ask', path: '/ask' })
  await seller.api.plugin.publish({ plugin_id })
  const { product_id } = await seller.api.marketSeller.list({ entity_type: plugin, entity_id: plugin_id })
  await admin.api.marketAdmin.approve({ product_id })
  const modeFor = async (who: Person) => (await who.api.market.detail({ product_id })).plugin_extra!.auth_mode
  expect(await modeFor(buyer)).toBe(PluginAuthMode.needInstalled)
  expect(await modeFor(seller)).toBe(PluginAuthMode.configured)
  await buyer.api.market.duplicate({ product_id, space_id: homeId })
  expect(await modeFor(buyer)).toBe(PluginAuthMode.configured)
  const { products } = await buyer.api.market.list({ entity_type: plugin, is_official: true, page_size: 1 })
  expect(products[0]!.plugin_extra).toMatchObject({ auth_mode: PluginAuthMode.none })
  // Everyone who may view the plugin gets its MCP configuration.
  const info = (who: Person) => who.api.market.callInfo({ entity_type: plugin, entity_id: plugin_id })
  expect(JSON.parse((await info(seller)).mcp_json)).toMatchObject({
    mcpServers: { Keyed: { url: expect.stringMatching(new RegExp(`/v1/mcp/plugins/${plugin_id}$`)) } },
  })
  expect(await info(buyer)).toMatchObject({ mcp_json: '', call_rate_limit: { qps: expect.any(Number) } })
})

test('the use of an unlisted product is not shown to others', async () => {
  const { workflow_id, product_id } = await offer('hidden')
  await seller.api.marketSeller.unlist({ product_id })
  await expect(used(workflowTemplate, workflow_id)).rejects.toMatchObject({ status: 404 })
  expect(await used(workflowTemplate, workflow_id, seller)).toBe(0)
})

test("the owner's marketplace settings apply", async () => {
  const usual = { enable_saas_plugin: false, enable_listing: true, enable_rating: true, enable_visitors: false }
  expect(await buyer.api.market.config({})).toEqual(usual)
  await expect(buyer.api.instance.saveFlags({ flags: {} })).rejects.toMatchObject({ status: 403 })
  await admin.api.instance.saveFlags({ flags: { 'market.listing': false } })
  expect(await buyer.api.market.config({})).toEqual({ ...usual, enable_listing: false })
  await expect(offer('late')).rejects.toMatchObject({ code: ErrorCode.market.closed, status: 403 })
  await admin.api.instance.saveFlags({ flags: {} })
  await offer('in_time')
})
