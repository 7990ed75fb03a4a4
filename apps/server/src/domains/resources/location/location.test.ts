import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Api, Person } from '#testing/test-app.ts'

const DUTCH = '91.198.174.192'
const FRENCH = '212.27.48.10'
let lab: ChatLab
let owner: Person
let outsider: Person
let bot: { bot_id: string; auth_type: 1 }
beforeAll(async () => {
  lab = await openChatLab({ trustedProxies: ['local'], locationsLeftOut: ['FR'] })
  owner = lab.owner
  outsider = await lab.t.register('outsider')
  const variable = { description: '', default_value: '', is_system: true, prompt_disabled: false, is_disabled: false }
  const bot_id = await lab.createBot({ variable_list: [{ key: 'sys_country', ...variable }] })
  bot = { bot_id, auth_type: 1 }
})
const from = (address: string): Api => lab.t.apiWith({ cookie: owner.cookie(), 'x-forwarded-for': address })

test('a preview shows what would be shared and stores nothing', async () => {
  const found = await from(DUTCH).location.preview(bot)
  expect(found).toMatchObject({ auth_status: 0, geo_location: { country_identifier: 'NL', client_ip: DUTCH } })
  expect((await owner.api.location.shared(bot)).data_list).toEqual([])
})
test('private and IPv6 addresses have no location', async () => {
  for (const address of ['10.0.0.7', '2001:db8::1', 'nonsense'])
    expect((await from(address).location.preview(bot)).auth_status, address).toBe(1)
  await expect(from('10.0.0.7').location.share(bot)).rejects.toMatchObject({ code: ErrorCode.location.unknown })
})
test('the instance can exclude countries', async () => {
  expect((await from(FRENCH).location.preview(bot)).auth_status).toBe(2)
  await expect(from(FRENCH).location.share(bot)).rejects.toMatchObject({ code: ErrorCode.location.leftOut })
  expect((await owner.api.location.list({})).bots).toEqual([])
})
test('a bot gets the country of people who agreed, until they withdraw', async () => {
  await from(DUTCH).location.share(bot)
  lab.server.script(says('hello'), says('hello'))
  await lab.ask(bot.bot_id, 'where am I?')
  expect(JSON.stringify(lab.server.requests.at(-1))).toContain('sys_country')
  const { bots } = await owner.api.location.list({})
  expect(bots).toMatchObject([{ bot_id: bot.bot_id, country_name: 'Netherlands' }])
  const { rows } = await lab.t.infra.database.pool.query('SELECT * FROM location_consent')
  expect(JSON.stringify(rows)).not.toContain(DUTCH)
  await owner.api.location.withdraw(bot)
  await lab.ask(bot.bot_id, 'and now?')
  expect(JSON.stringify(lab.server.requests.at(-1))).not.toContain('sys_country')
  expect((await owner.api.location.shared(bot)).data_list).toEqual([])
})
test('bots of others are not found, and consent can be withdrawn only by the same person', async () => {
  await from(DUTCH).location.share(bot)
  await expect(outsider.api.location.shared(bot)).rejects.toMatchObject({ status: 404 })
  await expect(outsider.api.location.share({ ...bot, bot_id: '7' })).rejects.toMatchObject({ status: 404 })
  await outsider.api.location.withdrawOwn(bot)
  expect((await owner.api.location.list({})).bots).toHaveLength(1)
  await owner.api.location.withdrawOwn(bot)
  expect((await owner.api.location.list({})).bots).toEqual([])
})
