import { LabelType } from '@orrery/contract/shared/label-enums'
import { beforeAll, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
const tags: string[] = []
beforeAll(async () => {
  team = await openBotTeam()
  for (const name of ['Support', 'Sales']) tags.push(await createTag(team.spaceId, name))
})
async function createTag(spaceID: string, tagKeyName: string): Promise<string> {
  const made = { spaceID, tagKeyName, tagType: LabelType.shared, version: '1.0.0' }
  return (await team.maker.api.label.create({ ...made, tagValues: [{ tagValueName: 'Yes' }] as never })).tagKeyID
}
async function create(prompt_key: string, more: object = {}): Promise<string> {
  const made = { space_id: team.spaceId, display_name: prompt_key, prompt_key, ...more }
  return (await team.maker.api.promptManage.create(made)).prompt_id
}
const list = (more: object = {}) =>
  team.member.api.promptManage.list({ space_id: team.spaceId, page: 1, page_size: 20, ...more })
const keys = async (more: object = {}) => (await list(more)).prompts.map((prompt) => prompt.prompt_key).toSorted()
const tagsOf = async (id: string) => (await team.member.api.promptManage.get({ prompt_id: id })).prompt.tags

test('prompts are tagged with tags of their space and filtered by them', async () => {
  const greeting = await create('greeting', { tag_ids: [tags[0], tags[0]] })
  await create('farewell', { tag_ids: tags })
  await create('plain')
  expect(await tagsOf(greeting)).toEqual([{ id: tags[0], name: 'Support' }])
  expect(await keys({ tag_ids: [tags[0]] })).toEqual(['farewell', 'greeting'])
  expect(await keys({ tag_ids: [tags[1]] })).toEqual(['farewell'])
  expect(await keys({ tag_ids: tags })).toEqual(['farewell', 'greeting'])

  await team.maker.api.promptManage.update({ prompt_id: greeting, tag_ids: [tags[1]!] })
  expect(await tagsOf(greeting)).toEqual([{ id: tags[1], name: 'Sales' }])
  // A change of another field does not change the tags.
  await team.maker.api.promptManage.update({ prompt_id: greeting, description: 'Says hello' })
  expect(await tagsOf(greeting)).toEqual([{ id: tags[1], name: 'Sales' }])
  await team.maker.api.promptManage.update({ prompt_id: greeting, tag_ids: [] })
  expect(await tagsOf(greeting)).toEqual([])
})

test('tags of other spaces are not found, and nothing changes', async () => {
  const other = (await team.maker.api.space.create({ name: 'Elsewhere' })).id
  const foreign = await createTag(other, 'Foreign')
  const id = await create('kept', { tag_ids: [tags[0]] })
  for (const wrong of [foreign, '7'])
    await expect(
      team.maker.api.promptManage.update({ prompt_id: id, display_name: 'Changed', tag_ids: [tags[1]!, wrong] }),
    ).rejects.toMatchObject({ status: 404 })
  await expect(create('never', { tag_ids: [foreign] })).rejects.toMatchObject({ status: 404 })
  expect((await team.member.api.promptManage.get({ prompt_id: id })).prompt).toMatchObject({
    display_name: 'kept',
    tags: [{ id: tags[0], name: 'Support' }],
  })
  expect(await keys({ key_word: 'never' })).toEqual([])
})

test('a copy in the same space has the same tags; one in another space has none', async () => {
  const id = await create('source', { tag_ids: [tags[0]], security_level: 2 })
  const copy = (more: object) =>
    team.maker.api.promptManage.clone({ prompt_id: id, dest_display_name: 'Copy', dest_prompt_key: 'copy', ...more })
  expect(await tagsOf((await copy({})).dest_prompt_id)).toEqual([{ id: tags[0], name: 'Support' }])
  const other = (await team.maker.api.space.create({ name: 'Away' })).id
  const { dest_prompt_id: away } = await copy({ space_id: other })
  expect((await team.maker.api.promptManage.get({ prompt_id: away })).prompt.tags).toEqual([])
})

test('slashes in keys form folders', async () => {
  for (const key of ['shop/hello', 'shop/orders/late', 'shop_floor/hello']) await create(key)
  expect((await list()).folders).toEqual(expect.arrayContaining(['shop', 'shop/orders', 'shop_floor']))
  expect(await keys({ folder: 'shop' })).toEqual(['shop/hello', 'shop/orders/late'])
  expect(await keys({ folder: 'shop/orders' })).toEqual(['shop/orders/late'])
  // Wildcard characters match literally.
  expect(await keys({ folder: 'sho_' })).toEqual([])
})
