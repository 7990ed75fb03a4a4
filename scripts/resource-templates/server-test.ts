import type { ResourceNames } from './resource-names.ts'

const numberOf = (kind: string) => (kind.includes('-') ? `ResType['${kind}']` : `ResType.${kind}`)

/** Tests of the rules that apply to every kind of resource, for the new kind. */
export const serverTestText = ({
  name,
  camel,
}: ResourceNames) => `import { CopyScene, CopyStatus, ResType } from '@orrery/contract'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let person: Person
let member: Person
let outsider: Person
let spaceId: string
let otherSpaceId: string
beforeAll(async () => {
  t = await openTestApp()
  outsider = await t.register('outsider')
  person = await t.register('person')
  member = await t.register('member')
  spaceId = (await person.api.space.create({ name: 'Team' })).id
  otherSpaceId = (await person.api.space.create({ name: 'Other team' })).id
  await person.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
const create = (name: string, text = '') => person.api.${camel}.create({ space_id: spaceId, name, text })
const get = (id: string, who = person) => who.api.${camel}.get({ id })
const list = async (space = spaceId) => (await person.api.${camel}.list({ space_id: space })).items
const find = async (word: string, who = person) => {
  await t.services.searchIndex.catchUp()
  const { groups } = await who.api.search.all({ word })
  return groups.map(({ kind, items }) => [kind, items.map((item) => item.id)])
}
const transfer = async (id: string, scene: (typeof CopyScene)[keyof typeof CopyScene]) => {
  const target = { res_id: id, res_type: ${numberOf(name)}, target_space_id: otherSpaceId }
  const { task_id } = await person.api.library.copy({ scene, ...target })
  await t.services.copyTasks.run(task_id)
  return (await person.api.library.copyDetail({ task_id })).task_detail
}

test('is created, listed, changed by members and deleted', async () => {
  const created = await create('First', 'one')
  expect(await list()).toEqual([created])
  const change = { id: created.id, version: created.version, name: 'Renamed', description: 'About', text: 'two' }
  const changed = await member.api.${camel}.update(change)
  expect(changed).toMatchObject({ name: 'Renamed', description: 'About', text: 'two' })
  expect(await get(created.id)).toEqual(changed)
  await expect(member.api.${camel}.remove({ id: created.id })).rejects.toMatchObject({ status: 403 })
  await person.api.${camel}.remove({ id: created.id })
  await expect(get(created.id)).rejects.toMatchObject({ status: 404 })
})
test('a change of a stale version is refused with both versions', async () => {
  const { id, version } = await create('Shared', 'start')
  await member.api.${camel}.update({ id, version, name: 'Shared', text: 'theirs' })
  await expect(person.api.${camel}.update({ id, version, name: 'Shared', text: 'mine' })).rejects.toMatchObject({
    status: 409,
    data: { theirs: { text: 'theirs' }, yours: { text: 'mine' } },
  })
  expect((await get(id)).text).toBe('theirs')
})
test('an outsider learns nothing', async () => {
  const { id } = await create('Private', 'amaranth')
  const notFound = { status: 404 }
  await expect(outsider.api.${camel}.list({ space_id: spaceId })).rejects.toMatchObject(notFound)
  await expect(get(id, outsider)).rejects.toMatchObject(notFound)
  await expect(outsider.api.${camel}.remove({ id })).rejects.toMatchObject(notFound)
  expect(await find('amaranth', outsider)).toEqual([])
})
test('is found by its text, also by one that was changed', async () => {
  const { id, version } = await create('Findable', 'a lighthouse')
  expect(await find('lighthouse')).toEqual([['${name}', [id]]])
  await person.api.${camel}.update({ id, version, name: 'Findable', text: 'a windmill' })
  expect(await find('lighthouse')).toEqual([])
  expect(await find('windmill')).toEqual([['${name}', [id]]])
})
test('is in the library, where it is put into folders and deleted', async () => {
  const { id } = await create('In the library')
  const shown = async (more: object) => {
    const filter = { space_id: spaceId, res_type_filter: [${numberOf(name)}], ...more }
    return (await person.api.library.list(filter)).resource_list.map((item) => item.res_id)
  }
  expect(await shown({ name: 'in the lib' })).toEqual([id])
  const { folder_id } = await person.api.folder.create({ space_id: spaceId, type: 2, name: 'Shelf' })
  const move = { folder_space_id: spaceId, dest_folder_id: folder_id, move_objects: [{ object_id: id }] }
  expect(await person.api.folder.moveObjects(move)).toMatchObject({ moved: [id], failed: [] })
  expect(await shown({ folder_id })).toEqual([id])
  const removal = await person.api.bundle.removeMany({ space_id: spaceId, ids: [id] })
  expect(removal).toEqual({ removed: [id], failed: [] })
  expect(await shown({ folder_id })).toEqual([])
})
test('is copied and moved to another space', async () => {
  const { id } = await create('Traveller', 'on the road')
  const copied = await transfer(id, CopyScene.crossSpaceCopy)
  expect(copied.status).toBe(CopyStatus.succeeded)
  expect(await get(copied.res_id)).toMatchObject({ space_id: otherSpaceId, name: 'Traveller', text: 'on the road' })
  const moved = await transfer(id, CopyScene.moveToSpace)
  expect(moved.status).toBe(CopyStatus.succeeded)
  expect(await get(moved.res_id)).toMatchObject({ space_id: otherSpaceId, text: 'on the road' })
  await expect(get(id)).rejects.toMatchObject({ status: 404 })
})
test('leaves as a file and comes back from it', async () => {
  const { id } = await create('Exported', 'in a file')
  const { content, items } = await person.api.bundle.export({ space_id: spaceId, ids: [id] })
  expect(items).toEqual([{ kind: '${name}', id, name: 'Exported' }])
  const report = await person.api.bundle.import({ space_id: otherSpaceId, content })
  expect(report.items).toMatchObject([{ kind: '${name}', source_id: id }])
  expect(await get(report.items[0]!.id)).toMatchObject({ space_id: otherSpaceId, name: 'Exported', text: 'in a file' })
})
`
