import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

const TELEGRAM = '20000010'
const SLACK = '20000008'
let lab: ChatLab
let owner: Person
let other: Person
beforeAll(async () => {
  lab = await openChatLab()
  owner = lab.owner
  other = await lab.t.register('other')
})
const create = (botId: string, ids?: string[]) =>
  owner.api.preview.create({ agent_id: botId, agent_type: 0, ...(ids && { connector_ids: ids }) })
async function keyOf(botId: string, id = TELEGRAM): Promise<string> {
  const link = (await create(botId, [id])).preview_link_map[id]!
  return new URL(link).pathname.replace('/preview/', '')
}
const say = (key: string, text: string, who = owner) => who.api.preview.say({ key, said: [{ is_bot: false, text }] })

test('a link answers with the frozen draft on its channel, even if the draft has changed', async () => {
  const botId = await lab.createBot({ prompt_info: { prompt: 'You are the porter of the first hour.' } })
  const key = await keyOf(botId)
  await lab.update(botId, { prompt_info: { prompt: 'You are somebody else now.' } })
  expect(await owner.api.preview.open({ key })).toMatchObject({ bot_name: 'Lab bot', connector_name: 'Telegram' })
  lab.server.reset()
  lab.server.script(says('Good evening.'))
  expect(await say(key, 'Hello')).toMatchObject({ messages: [{ text: 'Good evening.' }], fault: '' })
  const asked = JSON.stringify(lab.server.requests[0]!.body.messages)
  expect(asked).toContain('porter of the first hour')
  expect(asked).not.toContain('somebody else')
})
test('there is a link for each channel that can be simulated, or for the requested ones', async () => {
  const botId = await lab.createBot()
  const { connector_list: all } = await owner.api.preview.connectors({})
  expect(all).toEqual(expect.arrayContaining([TELEGRAM, SLACK]))
  expect(Object.keys((await create(botId)).preview_link_map).toSorted()).toEqual(all.toSorted())
  const some = await create(botId, [SLACK])
  expect(Object.keys(some.preview_link_map)).toEqual([SLACK])
  expect(some.BaseResp).toEqual({ StatusCode: 0, StatusMessage: '' })
  await expect(create(botId, ['1024'])).rejects.toMatchObject({ code: ErrorCode.preview.notPreviewed })
  await expect(owner.api.preview.create({ agent_id: botId, agent_type: 1 })).rejects.toMatchObject({ status: 400 })
})
test('a person who may not see the bot gets no information from its link', async () => {
  const key = await keyOf(await lab.createBot())
  const guess = 'x'.repeat(32)
  for (const call of [(k: string) => other.api.preview.open({ key: k }), (k: string) => say(k, 'hi', other)]) {
    const [real, none] = await Promise.all([key, guess].map((k) => call(k).catch((cause: unknown) => String(cause))))
    expect(real).toBe(none)
  }
  const botId = await lab.createBot()
  await expect(other.api.preview.create({ agent_id: botId, agent_type: 0 })).rejects.toMatchObject({ status: 404 })
})
test('a link expires after a day, and beyond twenty links the oldest is deleted', async () => {
  const botId = await lab.createBot()
  const first = await keyOf(botId)
  for (let n = 0; n < 19; n += 1) await keyOf(botId)
  await owner.api.preview.open({ key: first })
  const last = await keyOf(botId)
  await expect(owner.api.preview.open({ key: first })).rejects.toMatchObject({ code: ErrorCode.preview.ended })
  lab.t.clock.advance(23 * 3600_000)
  await owner.api.preview.open({ key: last })
  lab.t.clock.advance(2 * 3600_000)
  await expect(owner.api.preview.open({ key: last })).rejects.toMatchObject({ code: ErrorCode.preview.ended })
})
