import { featureFlagNames, featureFlags, flagsWithDefaults } from '@orrery/contract/shared/feature-flags'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Feature flags of the instance. */
let t: TestApp
let owner: Person
let other: Person
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  other = await t.register('other')
})
afterEach(() => owner.api.instance.saveFlags({ flags: {} }))

test('every flag has a default, and everybody can read the current values', async () => {
  const { flags } = await t.anonymous.instance.flags({})
  expect(flags).toEqual(flagsWithDefaults({}))
  expect(Object.keys(flags)).toEqual(featureFlagNames)
  expect(featureFlags['market.visitors'].default).toBe(false)
  await owner.api.instance.saveFlags({ flags: { 'market.visitors': true } })
  expect((await t.anonymous.instance.flags({})).flags).toEqual(flagsWithDefaults({ 'market.visitors': true }))
  // A flag that is left out returns to its default.
  await owner.api.instance.saveFlags({ flags: {} })
  expect((await t.anonymous.instance.flags({})).flags['market.visitors']).toBe(false)
})

test('an unknown flag is refused, and nothing else is saved with it', async () => {
  const flags = { 'market.visitors': true, 'market.saas_plugin': true }
  for (const [language, text] of [
    ['en', /^flags\.market\.saas_plugin: there is no such flag.*market\.listing/],
    ['zh-CN', /^flags\.market\.saas_plugin：没有这个开关.*market\.listing/],
  ] as const) {
    const answer = await t.request('/api/instance/flags', {
      method: 'POST',
      headers: {
        cookie: owner.cookie(),
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'accept-language': language,
      },
      body: JSON.stringify({ flags }),
    })
    expect([answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([400, expect.stringMatching(text)])
  }
  expect((await t.anonymous.instance.flags({})).flags['market.visitors']).toBe(false)
  // A flag that an older version stored under another name is not returned.
  await t.services.settings.set('flags', { 'old.name': true, 'market.listing': false })
  expect((await t.anonymous.instance.flags({})).flags).toEqual(flagsWithDefaults({ 'market.listing': false }))
})

test('space.create_team: without it only the owner creates team spaces; existing ones stay', async () => {
  const { id } = await other.api.space.create({ name: 'Before' })
  await owner.api.instance.saveFlags({ flags: { 'space.create_team': false } })
  for (const create of [() => other.api.space.create({ name: 'After' }), () => other.api.space.save({ name: 'After' })])
    await expect(create()).rejects.toMatchObject({ status: 403, code: ErrorCode.space.noNewTeams })
  await other.api.space.update({ space_id: id, name: 'Still mine' })
  expect((await owner.api.space.create({ name: 'Of the owner' })).id).toMatch(/^\d+$/)
  const names = (await other.api.space.listFlat({})).bot_space_list.map((space) => space.name)
  expect(names).toEqual(expect.arrayContaining(['Still mine']))
  expect(names).not.toContain('After')
})

test('market.ratings: without it nobody can rate or see ratings', async () => {
  const { products } = await other.api.market.list({ keyword: '', page_size: 1 })
  const product_id = products[0]!.meta_info.id
  await t.infra.database.pool.query('UPDATE product SET rating_sum = 9, rating_count = 2 WHERE id = $1', [product_id])
  const shown = async () => (await other.api.market.detail({ product_id })).meta_info
  expect(await shown()).toMatchObject({ rating: 4.5, rating_count: 2 })
  await owner.api.instance.saveFlags({ flags: { 'market.ratings': false } })
  expect(await shown()).toMatchObject({ rating: 0, rating_count: 0 })
  expect(await other.api.marketRating.list({ product_id })).toMatchObject({ total: 0, may_rate: false, ratings: [] })
  await expect(other.api.market.rate({ product_id, stars: 5 })).rejects.toMatchObject({
    status: 403,
    code: ErrorCode.market.noRatings,
  })
})
