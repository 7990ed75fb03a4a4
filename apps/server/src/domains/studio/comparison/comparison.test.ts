import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let member: Person
let outsider: Person
let botId: string
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  ;[owner, member, outsider] = [await t.register(), await t.register(), await t.register()]
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Compared' })).bot_id
})
const target = () => ({ target_type: 1 as const, target_id: botId })
const info = {
  diff_mode: 1 as const,
  diff_mode_config_a: { prompt: 'Be short', model_info: { model_id: '1', temperature: 0.2 } },
  diff_mode_config_b: { prompt: 'Be long', conversation_id: '12' },
}

test('a comparison is stored for each person, and continues from where it was left', async () => {
  expect(await owner.api.botComparison.get(target())).toEqual({ has_comparison_data: false })
  const before = t.clock.now()
  const { diff_mode_info: made } = await owner.api.botComparison.update({ ...target(), diff_mode_info: info })
  expect(made).toMatchObject({
    diff_mode: 1,
    diff_mode_config_a: { prompt: 'Be short', model_info: { model_id: '1', temperature: 0.2 } },
    diff_mode_config_b: { prompt: 'Be long', conversation_id: '12' },
  })
  expect(made!.create_time).toBeGreaterThanOrEqual(before)
  // An open comparison is not reported as saved for later.
  expect(await owner.api.botComparison.get(target())).toMatchObject({
    diff_mode_info: made,
    has_comparison_data: false,
  })
  t.clock.advance(1000)
  const changed = { ...info, diff_mode: 2 as const, diff_mode_config_b: { prompt: 'Be kind' } }
  const { diff_mode_info: left } = await owner.api.botComparison.update({
    ...target(),
    diff_mode_info: changed,
    exit_and_save: true,
  })
  expect(left).toMatchObject({
    diff_mode: 2,
    diff_mode_config_b: { prompt: 'Be kind' },
    create_time: made!.create_time,
  })
  expect(left!.update_time).toBeGreaterThan(made!.update_time!)
  expect(await owner.api.botComparison.get(target())).toEqual({ diff_mode_info: left, has_comparison_data: true })
  await owner.api.botComparison.update({ ...target(), exit_and_discard: true })
  expect(await owner.api.botComparison.get(target())).toEqual({ has_comparison_data: false })
})

test('a comparison can be saved for later without sending it again; without a comparison this does nothing', async () => {
  await owner.api.botComparison.update({ ...target(), diff_mode_info: info })
  await owner.api.botComparison.update({ ...target(), exit_and_save: true })
  expect(await owner.api.botComparison.get(target())).toMatchObject({
    diff_mode_info: { diff_mode_config_b: { prompt: 'Be long' } },
    has_comparison_data: true,
  })
  await owner.api.botComparison.update({ ...target(), exit_and_discard: true })
  expect(await owner.api.botComparison.update({ ...target(), exit_and_save: true })).toEqual({})
  await expect(owner.api.botComparison.update(target())).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^diff_mode_info/) as string,
  })
})

test('viewers cannot compare; the bot is not found for outsiders; nobody sees the comparison of another person', async () => {
  await owner.api.botComparison.update({ ...target(), diff_mode_info: info })
  await expect(member.api.botComparison.update({ ...target(), diff_mode_info: info })).rejects.toMatchObject({
    status: 403,
  })
  expect(await member.api.botComparison.get(target())).toEqual({ has_comparison_data: false })
  await expect(outsider.api.botComparison.get(target())).rejects.toMatchObject({ status: 404 })
  await expect(outsider.api.botComparison.update({ ...target(), diff_mode_info: info })).rejects.toMatchObject({
    status: 404,
  })
  await owner.api.bot.remove({ space_id: spaceId, bot_id: botId })
  await owner.api.bin.remove({ space_id: spaceId, res_id: botId })
  const { rowCount } = await t.infra.database.pool.query('SELECT 1 FROM bot_comparison')
  expect(rowCount).toBe(0)
})
