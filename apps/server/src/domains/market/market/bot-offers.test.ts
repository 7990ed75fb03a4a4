import { DraftStatus, ProductEntity } from '@orrery/contract'
import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Publishing a bot with an offer in the marketplace, and the list of channels for publishing. */
let t: TestApp
let admin: Person
let maker: Person
let member: Person
let space_id: string
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.register('admin')
  maker = await t.register('maker')
  member = await t.register('member')
  space_id = (await maker.api.space.create({ name: 'Workshop' })).id
  await maker.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
})
const newBot = async (name: string) => (await maker.api.bot.create({ space_id, name })).bot_id
const channels = (bot_id: string, who = maker) => who.api.bot.connectors({ space_id, bot_id })
const publish = (bot_id: string, market?: object) =>
  maker.api.bot.publish({
    space_id,
    bot_id,
    connectors: { [ConnectorId.api]: {} },
    ...(market && { submit_bot_market_config: market }),
    is_async: market !== undefined,
  })

test("the list of channels has icons, the owner's policies, and whether the user may publish to each", async () => {
  const bot_id = await newBot('Channels')
  const before = (await channels(bot_id)).publish_connector_list
  expect(before.map((channel) => channel.privacy_policy)).toEqual(before.map(() => ''))
  await expect(admin.api.instance.saveSettings({ privacy_policy: 'javascript:alert(1)' })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^privacy_policy: must be a URL/),
  })
  const policies = { privacy_policy: 'https://example.org/privacy', user_agreement: 'https://example.org/terms' }
  await admin.api.instance.saveSettings(policies)
  expect(await t.anonymous.instance.info({})).toMatchObject(policies)
  for (const channel of (await channels(bot_id)).publish_connector_list) {
    expect(channel).toMatchObject({ ...policies, allow_punish: 0, not_allow_reason: '' })
    const picture = await t.request(channel.icon)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(channel.config_status_toast === '').toBe(channel.config_status === 1)
  }
  for (const channel of (await channels(bot_id, member)).publish_connector_list)
    expect(channel).toMatchObject({ allow_punish: 1, not_allow_reason: expect.stringContaining('may not publish') })
})

test('a published bot is offered, waits for review, and the next publication remembers the offer', async () => {
  const bot_id = await newBot('Pilot')
  expect(await publish(bot_id)).toMatchObject({ hit_manual_check: false, submit_bot_market_result: { result_code: 0 } })
  expect((await channels(bot_id)).last_submit_config).toEqual({
    need_submit: false,
    open_source: false,
    category_id: '',
  })
  const { categories } = await maker.api.market.categories({})
  const category_id = categories[0]!.id
  expect(await publish(bot_id, { need_submit: true, open_source: true, category_id })).toMatchObject({
    hit_manual_check: true,
    submit_bot_market_result: { result_code: 0, msg: '' },
  })
  const { products } = await maker.api.marketSeller.managed({})
  expect(products).toMatchObject([
    { audit_status: DraftStatus.pending, meta_info: { entity_id: bot_id, entity_type: ProductEntity.botTemplate } },
  ])
  expect((await channels(bot_id)).last_submit_config).toEqual({ need_submit: true, open_source: true, category_id })
})

test('a publication succeeds even if the marketplace refuses the bot, and returns the reason', async () => {
  const bot_id = await newBot('Late')
  await admin.api.instance.saveFlags({ flags: { 'market.listing': false } })
  const answer = await publish(bot_id, { need_submit: true })
  expect(answer).toMatchObject({
    check_not_pass: false,
    hit_manual_check: false,
    submit_bot_market_result: { result_code: ErrorCode.market.closed, msg: expect.stringContaining('administrator') },
  })
  expect(answer.publish_id).not.toBe('')
  await admin.api.instance.saveFlags({ flags: {} })
  const wrong = await publish(bot_id, { need_submit: true, category_id: '12345' })
  expect(wrong.submit_bot_market_result.result_code).toBe(ErrorCode.market.unknownCategory)
  expect(
    (await maker.api.marketSeller.managed({})).products.map((product) => product.meta_info.entity_id),
  ).not.toContain(bot_id)
})
