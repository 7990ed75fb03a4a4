import { OFFLINE_MODEL_ID } from '@orrery/contract/shared/model-support'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let lead: Person
let member: Person
let outsider: Person
let botId: string
let model: { model_id: string }
beforeAll(async () => {
  lab = await openChatLab()
  ;[lead, member, outsider] = [lab.owner, await lab.t.register('member'), await lab.t.register('outsider')]
  await lead.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  model = { model_id: lab.modelId }
  botId = await lab.createBot()
})
afterEach(async () => {
  lab.server.reset()
  await lead.api.instanceModel.updateModel({ ...model, tpm_in: null, tpm_out: null })
})
const seconds = () => Math.floor(lab.t.clock.now() / 1000)
const nextMinute = () => lab.t.clock.advance(60_000 - (lab.t.clock.now() % 60_000))
const hour = () => ({ start_time: seconds(), end_time: seconds() + 3600 })
/** The scripted model reports 11 input and 7 output tokens per call. */
const ask = async () => {
  lab.server.script(says('yes'))
  return (await lab.ask(botId, 'hi')).text
}
const exhausted = async () =>
  (await member.api.intelligenceModel.concurrency({ ...model, space_id: lab.spaceId })).exceed_tpm_threshold_num

test('a model without a limit answers as often as its provider does', async () => {
  for (let n = 0; n < 5; n += 1) expect(await ask()).toBe('yes')
})

test('when the tokens of a minute are used up, the next call is refused with advice, until the next minute begins', async () => {
  await lead.api.instanceModel.updateModel({ ...model, tpm_in: 22, tpm_out: null })
  nextMinute()
  const before = await exhausted()
  expect([await ask(), await ask()]).toEqual(['yes', 'yes'])
  const { events } = await lab.ask(botId, 'hi')
  expect(JSON.stringify(events)).toMatch(/has reached its token limit for this minute\. Try again in \d+ s/)
  expect(await exhausted()).toBe(before + 1)
  nextMinute()
  expect(await ask()).toBe('yes')
})

test('output tokens are limited like input tokens', async () => {
  await lead.api.instanceModel.updateModel({ ...model, tpm_in: null, tpm_out: 7 })
  nextMinute()
  expect(await ask()).toBe('yes')
  expect(await ask()).not.toBe('yes')
})

test('a failed call uses no tokens', async () => {
  await lead.api.instanceModel.updateModel({ ...model, tpm_in: 11 })
  nextMinute()
  lab.server.script(refuses(400, 'no'))
  await lab.ask(botId, 'hi')
  expect(await ask()).toBe('yes')
})

test('extra capacity is available for the requested time, and not longer', async () => {
  await lead.api.instanceModel.updateModel({ ...model, tpm_in: 11 })
  const input = { ...model, tpm_input_expansion: '11' as unknown as number, ...hour() }
  const can = async () =>
    (await lead.api.intelligenceModel.info({ ...model, space_id: lab.spaceId })).model_info.model_concurrent_info
  expect(await can()).toMatchObject({ has_model_tpm_expansion: false, can_model_tpm_expansion: true })
  expect((await lead.api.modelCapacity.expand(input)).record_id).toMatch(/^\d+$/)
  expect(await can()).toMatchObject({ has_model_tpm_expansion: true })
  nextMinute()
  expect([await ask(), await ask()]).toEqual(['yes', 'yes'])
  expect(await ask()).not.toBe('yes')
  lab.t.clock.advance(3_600_000)
  nextMinute()
  expect(await can()).toMatchObject({ has_model_tpm_expansion: false })
  expect(await ask()).toBe('yes')
  expect(await ask()).not.toBe('yes')
})

test('extra capacity is refused without a limit to expand, and for a time in the past', async () => {
  await expect(lead.api.modelCapacity.expand({ ...model, ...hour() })).rejects.toMatchObject({
    code: ErrorCode.model.noBound,
  })
  await lead.api.instanceModel.updateModel({ ...model, tpm_in: 11 })
  const past = { start_time: seconds() - 60, end_time: seconds() - 1 }
  await expect(lead.api.modelCapacity.expand({ ...model, ...past })).rejects.toMatchObject({
    code: ErrorCode.model.expansionOver,
  })
  const turned = { start_time: seconds() + 60, end_time: seconds() + 30 }
  await expect(lead.api.modelCapacity.expand({ ...model, ...turned })).rejects.toMatchObject({
    code: ErrorCode.model.expansionOver,
  })
})

test('the missing capacity of many calls is estimated from past calls, and its cost from the prices', async () => {
  await lead.api.instanceModel.updateModel({ ...model, tpm_in: 100, tpm_out: null })
  nextMinute()
  await ask()
  const input = { ...model, estimated_rpm: 20 }
  expect(await member.api.modelCapacity.estimate(input)).toEqual({ tpm_input_expansion: 120, tpm_output_expansino: 0 })
  expect(await member.api.modelCapacity.estimate({ ...input, estimated_rpm: 2 })).toMatchObject({
    tpm_input_expansion: 0,
  })
  // Usage in other spaces is not shown.
  await expect(outsider.api.modelCapacity.estimate(input)).rejects.toMatchObject({
    code: ErrorCode.model.nothingToEstimateFrom,
  })
  const never = { StartTime: 1_000_000, EndTime: 1_100_000 }
  await expect(member.api.modelCapacity.estimate({ ...input, ...never })).rejects.toMatchObject({
    code: ErrorCode.model.nothingToEstimateFrom,
  })
  // A million tokens cost 1 for input and 2 for output.
  const cost = await member.api.modelCapacity.cost({ ...model, input_tpm: 500_000, output_tpm: 250_000 })
  expect(cost).toEqual({ estimated_cost: 1 })
})

test('capacity of instance models is managed by the instance owner, that of space models by those who manage models', async () => {
  const input = { ...hour(), tpm_input_expansion: 5 }
  await expect(member.api.modelCapacity.expand({ ...model, ...input })).rejects.toMatchObject({ status: 403 })
  const own = await lead.api.spaceModel.createProvider({
    space_id: lab.spaceId,
    kind: 'openai-compatible',
    name: 'House',
    base_url: lab.server.baseUrl,
    api_key: 'sk-house-0001',
  })
  const { id: model_id } = await lead.api.spaceModel.createModel({
    space_id: lab.spaceId,
    provider_id: own.id,
    name: 'House seer',
    model: 'seer',
    tpm_in: 10,
  })
  expect((await lead.api.modelCapacity.expand({ model_id, ...input })).record_id).toMatch(/^\d+$/)
  await expect(member.api.modelCapacity.expand({ model_id, ...input })).rejects.toMatchObject({ status: 403 })
  for (const act of [
    () => outsider.api.modelCapacity.expand({ model_id, ...input }),
    () => outsider.api.modelCapacity.estimate({ model_id, estimated_rpm: 1 }),
    () => outsider.api.modelCapacity.cost({ model_id }),
  ])
    await expect(act()).rejects.toMatchObject({ status: 404 })
})

test('usage is counted by day, model, bot and person with its cost, and previews are separate from production', async () => {
  const shown = async (input: object = {}) => lead.api.modelUsage.usage({ space_id: lab.spaceId, days: 7, ...input })
  await lead.api.instanceModel.updateModel({ ...model, price_in: 500_000, price_out: 1_000_000 })
  const own = await lab.createBot()
  const before = await shown()
  lab.server.script(says('yes'))
  await lab.ask(own, 'hi')
  await lab.ask(await lab.createBot({ model_info: { model_id: OFFLINE_MODEL_ID } }), 'hi')
  const after = await shown()
  // 11 input tokens at 0.5 and 7 output tokens at 1 each.
  expect(after.total.cost - before.total.cost).toBeCloseTo(12.5)
  expect(after.resources.find(({ id }) => id === own)).toMatchObject({ kind: 'bot', tokens_in: 11, tokens_out: 7 })
  expect(after.models.map(({ id }) => id)).toContain(model.model_id)
  // The built-in model has no row in the table of models.
  expect(after.models.find(({ id }) => id === OFFLINE_MODEL_ID)?.name).toBe('Orrery Offline')
  expect(after.people.find(({ id }) => id === lead.id)?.name).toBe('owner')
  const today = new Date(lab.t.clock.now()).toISOString().slice(0, 10)
  expect(after.days.map(({ day, source }) => [day, source])).toContainEqual([today, 'preview'])
  expect((await shown({ sources: ['online'] })).resources.map(({ id }) => id)).not.toContain(own)
  await expect(member.api.modelUsage.usage({ space_id: lab.spaceId })).rejects.toMatchObject({ status: 403 })
  await expect(outsider.api.modelUsage.usage({ space_id: lab.spaceId })).rejects.toMatchObject({ status: 404 })
})
