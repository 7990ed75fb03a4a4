import { ConnectorId, MemoryType } from '@orrery/contract'
import type { Call } from '@orrery/engine'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let member: Person
let outsider: Person
let spaceId: string
let botId: string
let otherBot: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  outsider = await t.register('outsider')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  botId = await make('Bot')
  otherBot = await make('Other')
})
const make = async (name: string) =>
  (await t.services.bots.create({ spaceId, userId: owner.id, name, description: '', iconUri: '' })).id
beforeEach(async () => void (await member.api.memory.clearAll({ bot_id: botId })))
const add = (who: Person, text: string, more: object = {}) =>
  who.api.memory.add({
    bot_id: botId,
    connector_id: '1',
    connector_uid: '',
    item_type: MemoryType.essential,
    biz_id: 'b',
    text,
    event_ms: t.clock.now(),
    ...more,
  })
const texts = async (who: Person, more: object = {}) =>
  (await who.api.memory.list({ bot_id: botId, ...more })).list_items_result_list.map(
    (listItemsResult) => listItemsResult.text,
  )
const search = async (who: Person, query: string, more: object = {}) =>
  (await who.api.memory.search({ bot_id: botId, search_item: { query }, ...more })).search_result_list.map(
    (searchResult) => searchResult.text,
  )

const context = (who: Person, endUser = '') =>
  ({ botId, userId: who.id, endUser, connectorId: '10000010', turnId: '7' }) as never

describe('what a bot remembers of a person', () => {
  test('is added, listed newest first by kind and time, changed, deleted and cleared by that person', async () => {
    const day = 24 * 3600_000
    const now = t.clock.now()
    await add(member, 'likes tea', { event_ms: now - 2 * day, tags: ['taste'] })
    const { iid } = await add(member, 'lives in Bern', { event_ms: now - day })
    await add(member, 'talked about trains', { event_ms: now, item_type: MemoryType.chat })
    expect(await texts(member)).toEqual(['talked about trains', 'lives in Bern', 'likes tea'])
    expect(await texts(member, { time_capsule_item_type: MemoryType.essential, limit: 1, offset: 1 })).toEqual([
      'likes tea',
    ])
    expect(await texts(member, { start_event_ms: now - day - 1, end_event_ms: now - 1 })).toEqual(['lives in Bern'])
    await member.api.memory.update({ bot_id: botId, iid, text: 'lives in Basel', event_ms: now - day })
    expect(await search(member, 'where does she live')).toEqual(['lives in Basel'])
    await member.api.memory.remove({ bot_id: botId, item_type: MemoryType.essential, iids: [iid] })
    expect(await texts(member)).toEqual(['talked about trains', 'likes tea'])
    await member.api.memory.clear({ bot_id: botId, item_type: MemoryType.chat, event_ms: now + 1 })
    expect(await texts(member)).toEqual(['likes tea'])
    await member.api.memory.clearAll({ bot_id: botId, event_ms: now - 3 * day })
    expect(await texts(member)).toEqual(['likes tea'])
    await member.api.memory.clearAll({ bot_id: botId })
    expect(await texts(member)).toEqual([])
  })
  test('is stored per person and bot; other accounts and bots cannot access it', async () => {
    const { iid } = await add(member, 'secret recipe of the soup')
    expect(await texts(owner)).toEqual([])
    expect(await search(owner, 'secret recipe')).toEqual([])
    expect(await search(owner, 'secret recipe', { connector_uid: member.id })).toEqual([])
    expect(await texts(member, { bot_id: otherBot })).toEqual([])
    await expect(owner.api.memory.update({ bot_id: botId, iid, text: 'x' })).rejects.toMatchObject({ status: 404 })
    await expect(member.api.memory.update({ bot_id: otherBot, iid, text: 'x' })).rejects.toMatchObject({ status: 404 })
    await owner.api.memory.remove({ bot_id: botId, iids: [iid] })
    await owner.api.memory.clearAll({ bot_id: botId })
    expect(await texts(member)).toEqual(['secret recipe of the soup'])
    await expect(outsider.api.memory.list({ bot_id: botId })).rejects.toMatchObject({ status: 404 })
  })
  test('is found by words in both languages and by time, best first, within the requested length', async () => {
    const now = t.clock.now()
    await add(member, 'The cat is called Mimi')
    await add(member, 'Works as a baker and bakes bread', { event_ms: now - 24 * 3600_000 })
    await add(member, '我喜欢喝绿茶')
    expect(await search(member, 'what is the name of the cat')).toEqual(['The cat is called Mimi'])
    expect(await search(member, '喜欢喝什么')).toEqual(['我喜欢喝绿茶'])
    expect(await search(member, 'what was yesterday')).toEqual(['Works as a baker and bakes bread'])
    expect(await search(member, 'cat', { max_length: 5 })).toEqual([])
  })
  test('an answer cites the memories it is based on, the most used first', async () => {
    const search_results = [
      { text: 'likes green tea' },
      { text: 'has two cats' },
      { text: 'likes green tea with honey in winter' },
    ]
    const { search_results: cited } = await member.api.memory.citationRank({
      bot_id: botId,
      llm_answer: 'You like green tea.',
      search_results,
    })
    expect(cited.map((item) => item.text)).toEqual(['likes green tea', 'likes green tea with honey in winter'])
  })
})

describe('learning from conversations', () => {
  const say = (who: Person, user: string) => t.services.skillPorts.memory!.remember({ user, answer: '' }, context(who))
  const recall = (who: Person, query: string) => t.services.skillPorts.memory!.recall(query, context(who))

  test('needs consent; withdrawing it deletes all memories', async () => {
    await say(member, 'My name is Noor and I like chess')
    expect(await texts(member)).toEqual([])
    expect(await member.api.memory.consent({ bot_id: botId })).toEqual({
      is_given: false,
      is_asked: false,
      is_on: false,
    })
    await member.api.memory.setConsent({ bot_id: botId, is_given: true })
    await say(member, 'My name is Noor. I like chess! Do I like tennis?')
    expect((await texts(member, { time_capsule_item_type: MemoryType.essential })).toSorted()).toEqual([
      'I like chess',
      'My name is Noor',
    ])
    expect((await recall(member, 'what is my name?')).join()).toContain('Noor')
    expect(await recall(owner, 'what is my name?')).toEqual([])
    const node = await t.services.workflowPorts.memory!.recall({ query: 'chess', history: [] }, {
      context: { botId, userId: member.id },
    } as unknown as Call)
    expect(node.map((item) => item.output)).toContain('I like chess')
    await member.api.memory.setConsent({ bot_id: botId, is_given: false })
    expect(await texts(member)).toEqual([])
    expect(await recall(member, 'name')).toEqual([])
  })
  test('end users of a program have separate memories, each with their own consent', async () => {
    const port = t.services.skillPorts.memory!
    for (const [connector_uid, is_given] of [
      ['ann', true],
      ['bob', false],
    ] as const)
      await member.api.memory.setConsent({ bot_id: botId, connector_uid, is_given })
    for (const found of ['ann', 'bob'])
      await port.remember({ user: 'I like rowing', answer: '' }, context(member, found))
    expect((await port.recall('rowing', context(member, 'ann'))).join()).toContain('I like rowing')
    expect(await port.recall('rowing', context(member, 'bob'))).toEqual([])
    expect(await port.recall('rowing', context(member))).toEqual([])
    expect(await texts(member, { connector_uid: 'ann', time_capsule_item_type: 3 })).toEqual(['I like rowing'])
  })
  test('a repeated fact replaces the earlier one; a request to forget is carried out', async () => {
    await member.api.memory.setConsent({ bot_id: botId, is_given: true })
    await say(member, 'I live in Lima')
    await say(member, 'i live in lima')
    await say(member, 'I like chess')
    expect(await texts(member, { time_capsule_item_type: MemoryType.essential })).toHaveLength(2)
    await say(member, 'Please forget about Lima')
    expect((await texts(member)).join().toLowerCase()).not.toContain('lima')
    expect(await texts(member, { time_capsule_item_type: MemoryType.essential })).toEqual(['I like chess'])
    await say(member, 'forget everything')
    expect(await texts(member)).toEqual([])
  })
  test('without a real model, each fact is stored once, and requests to the bot are not stored', async () => {
    await member.api.memory.setConsent({ bot_id: botId, is_given: true })
    await say(member, 'Plan a day in Porto. Make it short!')
    await say(member, '帮我写一首诗')
    expect(await texts(member)).toEqual([])
    await say(member, 'Please remember that I like green tea. I like green tea. 请记住我住在里斯本。')
    expect((await texts(member)).toSorted()).toEqual(['I like green tea', '我住在里斯本'])
    await say(member, 'forget everything')
  })
})

describe('the retention of memories', () => {
  const DAY = 24 * 3600_000
  const keep = (seconds: string, bot_id = botId) =>
    owner.api.bot.updateDraft({
      bot_info: { bot_id, bot_tag_info: { time_capsule_info: { time_capsule_time_to_live: seconds } } },
    } as never)
  const left = async () =>
    (await t.infra.database.pool.query('SELECT content FROM memory_item WHERE bot_id = $1 ORDER BY id', [botId])).rows
  /** Advances the clock and signs in again, because the sessions have expired. */
  async function later(ms: number) {
    t.clock.advance(ms)
    for (const { api, email } of [owner, member]) await api.passport.login({ email, password: testPassword })
  }

  test('hides and deletes memories that were not updated within it', async () => {
    await keep(String(30 * 24 * 3600))
    await member.api.memory.setConsent({ bot_id: botId, is_given: true })
    await add(member, 'likes tea')
    const { iid } = await add(member, 'lives in Bern')
    await later(20 * DAY)
    await member.api.memory.update({ bot_id: botId, iid, text: 'lives in Bern' })
    await later(11 * DAY)
    expect(await t.services.skillPorts.memory!.recall('tea', context(member))).not.toContain('likes tea')
    expect(await texts(member)).toEqual(['lives in Bern'])
    expect(await left()).toEqual([{ content: 'lives in Bern' }])
  })
  test('applies also to people who never return; without a retention nothing is deleted', async () => {
    await keep('')
    await add(member, 'likes tea')
    await later(400 * DAY)
    await t.services.memories.expire()
    expect(await left()).toEqual([{ content: 'likes tea' }])
    await keep('60')
    await t.services.memories.expire()
    expect(await left()).toEqual([])
    await keep('')
  })
  test('is that of the version published on the channel; the preview follows the draft', async () => {
    const published = await make('Published')
    const keepFor = (seconds: string) => keep(seconds, published)
    const hears = (text: string, connector_id: string) => add(member, text, { bot_id: published, connector_id })
    await keepFor('60')
    await owner.api.bot.publish({ bot_id: published, connectors: { [ConnectorId.api]: {} } })
    await keepFor(String(30 * 24 * 3600))
    await hears('said to the channel', ConnectorId.api)
    await hears('said in the preview', DEBUG_CONNECTOR)
    await hears('said where nothing is served', ConnectorId.page)
    await later(DAY)
    expect((await texts(member, { bot_id: published })).toSorted()).toEqual([
      'said in the preview',
      'said where nothing is served',
    ])
    // A shorter retention in the draft does not affect memories of a channel with a longer one.
    await owner.api.bot.publish({ bot_id: published, connectors: { [ConnectorId.api]: {} } })
    await keepFor('60')
    await hears('said to the channel', ConnectorId.api)
    await later(DAY)
    await t.services.memories.expire()
    expect(await texts(member, { bot_id: published })).toEqual(['said to the channel'])
  })
  test('must be a number of seconds', async () => {
    await expect(keep('soon')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('time_capsule_time_to_live') as string,
    })
  })
})

test('a person can query whether the memory of the bot is on, and whether they have consented', async () => {
  const bot = { bot_id: otherBot }
  const state = () => member.api.memory.consent(bot)
  const turn = (time_capsule_mode: number) =>
    owner.api.bot.updateDraft({
      bot_info: { ...bot, bot_tag_info: { time_capsule_info: { time_capsule_mode } } },
    } as never)
  expect(await state()).toEqual({ is_given: false, is_asked: false, is_on: false })
  await turn(1)
  expect(await state()).toEqual({ is_given: false, is_asked: false, is_on: true })
  await member.api.memory.setConsent({ ...bot, is_given: true })
  expect(await state()).toEqual({ is_given: true, is_asked: true, is_on: true })
  await member.api.memory.setConsent({ ...bot, is_given: false })
  const onChannel = () => member.api.memory.consent({ ...bot, connector_id: ConnectorId.api })
  expect((await onChannel()).is_on).toBe(false)
  await owner.api.bot.publish({ ...bot, connectors: { [ConnectorId.api]: {} } })
  await turn(0)
  expect(await state()).toEqual({ is_given: false, is_asked: true, is_on: false })
  expect((await onChannel()).is_on).toBe(true)
})

test('an erased person leaves no data in memories, variables and tables of any space', async () => {
  const person = await t.register('leaver')
  const spaceId = (await person.api.space.create({ name: 'Left' })).id
  const bot = (await t.services.bots.create({ spaceId, userId: person.id, name: 'B', description: '', iconUri: '' })).id
  const projectId = (await t.services.resources.create({ kind: 'project', spaceId, ownerId: person.id, name: 'App' }))
    .id
  await person.api.memory.setConsent({ bot_id: bot, is_given: true })
  await person.api.memory.add({ bot_id: bot, item_type: 3, text: 'remembered', event_ms: 1 })
  await person.api.memory.add({ bot_id: bot, connector_uid: 'own-user', item_type: 3, text: 'remembered', event_ms: 1 })
  await person.api.variables.projectSave({ ProjectID: projectId, VariableList: [{ Keyword: 'a' }] })
  await person.api.variables.set({ project_id: projectId, data: [{ keyword: 'a', value: 'kept' }] })
  const { database_info } = await person.api.database.add({
    space_id: spaceId,
    table_name: 'x',
    field_list: [{ name: 'a' }],
    rw_mode: 3,
  })
  for (const table_type of [1, 2] as const)
    await person.api.database.updateRecords({
      database_id: database_info.id,
      table_type,
      record_data_add: [{ a: 'row' }],
    })
  await add(member, 'stays')
  await t.services.eraseUserData(person.id)
  const left = async (sql: string) =>
    (await t.infra.database.pool.query<{ n: number }>(sql, [`${person.id}%`])).rows[0]!.n
  for (const table of ['memory_item', 'memory_consent', 'variable_value'])
    expect(await left(`SELECT count(*)::int AS n FROM ${table} WHERE user_key LIKE $1`), table).toBe(0)
  for (const table of ['t', 'd'])
    expect(
      await left(`SELECT count(*)::int AS n FROM space_${spaceId}.${table}${database_info.id} WHERE uuid LIKE $1`),
    ).toBe(0)
  expect(await texts(member)).toEqual(['stays'])
})
