import { beforeAll, describe, expect, test } from 'vitest'
import { greeting } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { excerptOf, marksIn } from './marks.ts'

let t: TestApp
let owner: Person
let outsider: Person
let spaceId: string
let theirs: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  outsider = await t.register('outsider')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  theirs = (await outsider.api.space.create({ name: 'Foreign affairs' })).id
})
const find = async (word: string, who = owner, more: object = {}) => {
  await t.services.searchIndex.catchUp()
  const { groups } = await who.api.search.all({ word, ...more })
  return Object.fromEntries(groups.map((group) => [group.kind, group.items.map((item) => item.name)]))
}
const prompt = async (name: string, text: string, who = owner, space = spaceId) =>
  (await who.api.promptLibrary.save({ prompt: { space_id: space, name, prompt_text: text } } as never)).id

describe('search', () => {
  test('finds names, descriptions and contents of every kind, including recent changes', async () => {
    const bot = (
      await owner.api.bot.create({ space_id: spaceId, name: 'Travel guide', description: 'plans journeys' } as never)
    ).bot_id
    await owner.api.bot.updateDraft({
      bot_info: { bot_id: bot, prompt_info: { prompt: 'You know every lighthouse.' } },
    })
    await owner.api.project.create({ space_id: spaceId, name: 'Harbour', description: 'all about lighthouses' })
    const flow = await owner.api.workflow.create({ name: 'flow_one', desc: 'd', space_id: spaceId })
    await owner.api.workflow.save({ workflow_id: flow.workflow_id, schema: greeting('the lighthouse of {{String1}}') })
    await prompt('Keeper', 'Write about the Lighthouse keeper')
    expect(await find('lighthouse')).toEqual({
      bot: ['Travel guide'],
      project: ['Harbour'],
      workflow: ['flow_one'],
      prompt: ['Keeper'],
    })
    expect(await find('journey')).toEqual({ bot: ['Travel guide'] })
    expect(await find('travel lighth'), 'words that are still being written').toEqual({ bot: ['Travel guide'] })
    expect(await find('avel'), 'a piece of a name').toEqual({ bot: ['Travel guide'] })
    expect(await find('lighthouse', owner, { kinds: ['prompt'] })).toEqual({ prompt: ['Keeper'] })
    await owner.api.bot.remove({ bot_id: bot } as never)
    expect(await find('journey')).toEqual({})
  })
  test('splits Chinese text into words', async () => {
    await prompt('天气助手', '帮助用户查询北京的天气预报')
    expect(await find('天气预报')).toEqual({ prompt: ['天气助手'] })
    expect(await find('北京')).toEqual({ prompt: ['天气助手'] })
    expect(await find('上海')).toEqual({})
    const { groups } = await owner.api.search.all({ word: '北京' })
    const [found] = groups[0]!.items
    const [from, to] = found!.excerpt_marks[0]!
    expect(found!.excerpt.slice(from, to)).toBe('北京')
  })
  test('finds text in documents', async () => {
    const { dataset_id } = await owner.api.knowledge.create({ space_id: spaceId, name: 'Manual', format_type: 0 })
    const file_base64 = Buffer.from('The zorkel pump needs oil every week.').toString('base64')
    await owner.api.knowledge.createDocument({
      dataset_id,
      document_bases: [{ name: 'pumps.md', source_info: { file_base64, file_type: 'md' } }],
    })
    await t.services.knowledgeIngest.drain()
    const { groups } = await owner.api.search.all({ word: 'zorkel' })
    expect(groups.map((group) => group.kind)).toEqual(['document'])
    expect(groups[0]!.items[0]).toMatchObject({ name: 'pumps.md', parent_id: dataset_id })
    expect(groups[0]!.items[0]!.excerpt).toContain('zorkel pump')
    expect(await find('zorkel', outsider)).toEqual({})
  })
  test('neither finds, counts nor names resources of spaces the person does not belong to', async () => {
    await prompt('Secret recipe', 'with cinnamon', outsider, theirs)
    expect(await find('recipe', outsider)).toEqual({ prompt: ['Secret recipe'] })
    expect(await find('recipe')).toEqual({})
    expect(await find('cinnamon')).toEqual({})
    await expect(owner.api.search.all({ word: 'recipe', space_id: theirs })).rejects.toMatchObject({ status: 404 })
    await outsider.api.space.addMembers({ space_id: theirs, member_info_list: [{ user_id: owner.id }] })
    expect(await find('recipe')).toEqual({ prompt: ['Secret recipe'] })
    await outsider.api.space.removeMember({ space_id: theirs, remove_user_id: owner.id } as never)
    expect(await find('recipe')).toEqual({})
  })
  test('takes any text as words, never as a pattern or a query', async () => {
    for (const word of ["'", '%', '_', '\\', ':*', "a' & 'b", '(', '|', '!', '\u0001x', '的'])
      expect((await owner.api.search.all({ word })).groups.length, word).toBeGreaterThanOrEqual(0)
    expect(await find('%')).toEqual({})
  })
})

describe('marks', () => {
  test('cover matched words with their endings, once', () => {
    expect(marksIn('Lighthouses light the night', ['light'])).toEqual([
      [0, 11],
      [12, 17],
    ])
    expect(marksIn('slight', ['light'])).toEqual([])
    expect(marksIn('北京的天气', ['天气', '北京'])).toEqual([
      [0, 2],
      [3, 5],
    ])
  })
  test('an excerpt contains the first match', () => {
    const { excerpt, marks } = excerptOf(`${'x '.repeat(200)}needle ${'y '.repeat(200)}`, ['needle'])
    expect(excerpt.slice(...marks[0]!)).toBe('needle')
    expect(excerpt.length).toBeLessThan(180)
    // An excerpt does not begin in the middle of a word.
    const text = 'Is the shop open on Sundays, and can goods be returned? Ask for orders'
    expect(excerptOf(text, ['orders']).excerpt).toBe('…and can goods be returned? Ask for orders')
  })
})
