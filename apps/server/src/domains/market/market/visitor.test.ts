import { ProductEntity } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { greeting } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** The marketplace without an account: visitors. */
let t: TestApp
let owner: Person
let seller: Person
let shopId: string
let shown: { product_id: string; entity_id: string }
let hidden: { product_id: string; entity_id: string }
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  seller = await t.register('seller')
  shopId = (await seller.api.space.create({ name: 'Secret workshop' })).id
  shown = await offer('zebra_flow')
  hidden = await offer('okapi_flow')
  await owner.api.marketAdmin.approve({ product_id: shown.product_id })
})
const open = (isOpen: boolean) => owner.api.instance.saveFlags({ flags: { 'market.visitors': isOpen } })
beforeEach(() => open(true))

async function offer(name: string) {
  const { workflow_id } = await seller.api.workflow.create({ name, desc: `about ${name}`, space_id: shopId })
  await seller.api.workflow.save({ workflow_id, schema: greeting() })
  await seller.api.workflowVersion.publish({ workflow_id, space_id: shopId, force: true })
  const entity = { entity_type: ProductEntity.workflowTemplate, entity_id: workflow_id }
  return { entity_id: workflow_id, product_id: (await seller.api.marketSeller.list(entity)).product_id }
}
const reads = () => {
  const { market, marketRating, marketSeller } = t.anonymous
  const { product_id } = shown
  return [
    () => market.list({}),
    () => market.search({ keyword: 'zebra' }),
    () => market.suggest({ keyword: 'zeb' }),
    () => market.categories({}),
    () => market.detail({ product_id }),
    () => market.versions({ product_id }),
    () => market.config({}),
    () => market.callInfo({ entity_id: shown.entity_id }),
    () => marketRating.list({ product_id }),
    () => marketSeller.ofUser({ user_id: seller.id }),
  ]
}

test('is closed to visitors until the owner opens it, and closes again', async () => {
  await open(false)
  for (const read of reads())
    await expect(read()).rejects.toMatchObject({ status: 401, code: ErrorCode.kit.notSignedIn })
  await open(true)
  for (const read of reads()) await read()
  await open(false)
  for (const read of reads()) await expect(read()).rejects.toMatchObject({ status: 401 })
})

test('shows visitors what is listed, and nothing else about its seller', async () => {
  const { anonymous } = t
  const { products } = await anonymous.market.search({ keyword: 'flow' })
  const names = products.map((product) => product.meta_info.name)
  expect(names).toContain('zebra_flow')
  expect(names).not.toContain('okapi_flow')
  for (const wanted of [{ product_id: hidden.product_id }, { entity_id: hidden.entity_id }, { product_id: '4711' }])
    await expect(anonymous.market.detail(wanted)).rejects.toMatchObject({ status: 404 })
  await expect(anonymous.marketRating.list({ product_id: hidden.product_id })).rejects.toMatchObject({ status: 404 })
  const detail = await anonymous.market.detail({ product_id: shown.product_id })
  expect(detail).toMatchObject({ is_owner: false, space_id: '', reject_reason: '', my_rating: 0 })
  expect(detail.meta_info).toMatchObject({ is_favorited: false, user_info: { name: 'seller', user_name: '' } })
  expect(JSON.stringify(detail)).not.toContain('Secret workshop')
  // Calls about one's own account need an account.
  for (const own of [
    () => anonymous.marketSeller.ofUser({ source: 4 }),
    () => anonymous.marketSeller.ofUser({}),
    () => anonymous.market.callInfo({}),
    () => anonymous.market.favorites({}),
    () => anonymous.marketSeller.managed({}),
    () => anonymous.profile.get({ user_id: seller.id }),
    () => anonymous.workflow.canvas({ workflow_id: shown.entity_id }),
  ])
    await expect(own()).rejects.toMatchObject({ status: 401 })
})

test('leads visitors who want to mark or duplicate a product to the sign-in page and back', async () => {
  const post = async (path: string, body: object, referer?: string) => {
    const answer = await t.request(`http://localhost:8888/api/marketplace/product/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'localhost:8888', ...(referer && { referer }) },
      body: JSON.stringify(body),
    })
    return { status: answer.status, ...((await answer.json()) as { code: number; data?: { redirect_uri?: string } }) }
  }
  const input = { product_id: shown.product_id, space_id: shopId }
  const page = '/explore/template?word=zebra'
  for (const path of ['favorite', 'duplicate'])
    expect(await post(path, input, `http://localhost:8888${page}`)).toMatchObject({
      status: 401,
      code: ErrorCode.kit.notSignedIn,
      data: { redirect_uri: `/sign?${new URLSearchParams({ redirect: page }).toString()}` },
    })
  // Never back to another site, and not at all if a page only checks who is signed in.
  expect((await post('favorite', input, 'https://evil.test/explore')).data).toEqual({ redirect_uri: '/sign' })
  const who = await t.request('/api/passport/account/info/v2/', { method: 'POST' })
  expect(await who.json()).not.toHaveProperty('data')
})

test('can be cached for a minute per language if nobody is signed in', async () => {
  const headersOf = async (cookie?: string) => {
    const { headers } = await t.request('/api/marketplace/product/list', { headers: { ...(cookie && { cookie }) } })
    return [headers.get('cache-control'), headers.get('vary')]
  }
  expect(await headersOf()).toEqual(['public, max-age=60', 'cookie, accept-language'])
  expect(await headersOf(seller.cookie())).toEqual([null, null])
})

test('limits the requests of one address without an account', async () => {
  t.clock.advance(120_000)
  const ask = (headers: Record<string, string> = {}) => t.request('/api/marketplace/product/config', { headers })
  const answers = await Promise.all(Array.from({ length: 140 }, () => ask()))
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused.length).toBe(20)
  expect(await refused[0]!.json()).toMatchObject({ code: ErrorCode.kit.tooMany })
  // The limit does not affect people with an account.
  expect((await ask({ cookie: seller.cookie() })).status).toBe(200)
  t.clock.advance(120_000)
  expect((await ask()).status).toBe(200)
})
