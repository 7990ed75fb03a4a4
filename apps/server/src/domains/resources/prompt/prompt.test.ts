import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import { officialEn } from './official-en.ts'
import { officialZh } from './official-zh.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
const save = (prompt: object, who = team.maker) =>
  who.api.promptLibrary.save({ prompt: { space_id: team.spaceId, name: 'Prompt', prompt_text: 'Text', ...prompt } })
const get = (id: string, who = team.maker) => who.api.promptLibrary.get({ prompt_resource_id: id })
const names = async (keyword = '') =>
  (await team.member.api.promptLibrary.list({ space_id: team.spaceId, keyword })).prompts.map((prompt) => prompt.name)

describe('the prompts of a space', () => {
  test('are written by members, read by all of them, and found by words', async () => {
    const { id } = await save({
      name: 'Greeting',
      description: 'How to say hello',
      prompt_text: 'Say hello to {{name}}',
    })
    expect(await get(id, team.member)).toMatchObject({
      id,
      space_id: team.spaceId,
      name: 'Greeting',
      description: 'How to say hello',
      prompt_text: 'Say hello to {{name}}',
      creator_name: 'maker',
      official: false,
    })
    team.t.clock.advance(1000)
    await save({ name: 'Farewell' }, team.member)
    expect((await names()).slice(0, 2)).toEqual(['Farewell', 'Greeting'])
    expect(await names('HELLO')).toEqual(['Greeting'])
    expect(await names('%')).toEqual([])
  })
  test('changes are saved as a whole; outsiders see nothing', async () => {
    const { id, version } = await save({})
    await save({ id, name: 'Renamed', prompt_text: 'New', version })
    expect(await get(id)).toMatchObject({ name: 'Renamed', prompt_text: 'New' })
    await expect(get(id, team.stranger)).rejects.toMatchObject({ status: 404 })
    await expect(save({ id, name: 'Mine now' }, team.stranger)).rejects.toMatchObject({ status: 404 })
    await expect(save({}, team.stranger)).rejects.toMatchObject({ status: 404 })
    await expect(team.stranger.api.promptLibrary.list({ space_id: team.spaceId })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('have names of at most 50 and descriptions of at most 600 characters', async () => {
    await expect(save({ name: ' ' })).rejects.toMatchObject({ status: 400, message: 'prompt.name: must not be empty' })
    await expect(save({ name: 'x'.repeat(51) })).rejects.toMatchObject({ status: 400 })
    await expect(save({ description: 'x'.repeat(601) })).rejects.toMatchObject({ status: 400 })
    await expect(save({ space_id: '' })).rejects.toMatchObject({ status: 400, message: 'prompt.space_id: is required' })
  })
  test('can be deleted by their author and by admins, but not by other members', async () => {
    const { id } = await save({})
    const remove = (who = team.maker) => who.api.promptLibrary.remove({ prompt_resource_id: id })
    await expect(remove(team.member)).rejects.toMatchObject({ status: 403 })
    await remove()
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
  })
  test('a change based on an outdated version is refused, with both texts', async () => {
    const { id, version } = await save({ prompt_text: 'start' })
    await save({ id, prompt_text: 'theirs', version }, team.member)
    await expect(save({ id, prompt_text: 'mine', version })).rejects.toMatchObject({
      status: 409,
      data: { theirs: { prompt_text: 'theirs' }, yours: { prompt_text: 'mine' } },
    })
    // Without a version, only the last editor may save.
    await expect(save({ id, prompt_text: 'mine' })).rejects.toMatchObject({ status: 409 })
    await save({ id, prompt_text: 'theirs again' }, team.member)
    expect((await get(id)).prompt_text).toBe('theirs again')
  })
  test("the space in a change must be the prompt's own: a prompt cannot be moved", async () => {
    const { id, version } = await save({})
    const other = (await team.maker.api.space.create({ name: 'Other' })).id
    await expect(save({ id, version, space_id: other, name: 'Moved' })).rejects.toMatchObject({ status: 400 })
    expect(await get(id)).toMatchObject({ space_id: team.spaceId, name: 'Prompt' })
  })
})

describe('official prompts', () => {
  const official = (keyword = '', language = 'en') =>
    team.t.apiWith({ cookie: team.member.cookie(), 'accept-language': language }).promptLibrary.official({ keyword })
  test('there are at least twelve, each complete in both languages', async () => {
    const [en, zh] = [(await official()).data, (await official('', 'zh-CN')).data]
    expect(en.length).toBeGreaterThanOrEqual(12)
    expect(zh.map((prompt) => prompt.id)).toEqual(en.map((prompt) => prompt.id))
    expect(Object.keys(officialZh)).toEqual(Object.keys(officialEn))
    for (const [index, prompt] of en.entries()) {
      expect(prompt.prompt_text.length).toBeGreaterThan(300)
      expect(prompt.prompt_text).not.toMatch(/[\u3400-\u9fff]/)
      expect(zh[index]!.prompt_text).toMatch(/[\u3400-\u9fff]/)
      expect(zh[index]!.name).not.toBe(prompt.name)
    }
  })
  test('are found by words of either language and can be read individually', async () => {
    const { data } = await official('translat')
    expect(data.map((prompt) => prompt.name)).toEqual(['Translator'])
    expect((await official('翻译')).data.map((prompt) => prompt.name)).toEqual(['Translator'])
    expect((await official('nothing like this')).data).toEqual([])
    expect(await get(data[0]!.id, team.stranger)).toMatchObject({ name: 'Translator', official: true })
  })
  test('cannot be changed or deleted', async () => {
    const [first] = (await official()).data
    await expect(save({ id: first!.id, name: 'Mine' })).rejects.toMatchObject({ status: 404 })
    await expect(team.maker.api.promptLibrary.remove({ prompt_resource_id: first!.id })).rejects.toMatchObject({
      status: 404,
    })
  })
})
