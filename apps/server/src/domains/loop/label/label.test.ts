import { SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { LabelChange, LabelStatus, LabelType } from '@orrery/contract/shared/label-enums'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person } from '#testing/test-app.ts'

let owner: Person
let outsider: Person
let spaceID: string
beforeAll(async () => {
  const t = await openTestApp()
  owner = await t.register('owner')
  outsider = await t.register('outsider')
  spaceID = (await owner.api.space.create({ name: 'Labels' })).id
})
const value = (tagValueName: string, more: object = {}) => ({ tagValueName, ...more })
const create = async (tagKeyName: string, values: object[], more: object = {}) =>
  (
    await owner.api.label.create({
      spaceID,
      tagKeyName,
      tagType: LabelType.shared,
      version: '1.0.0',
      tagValues: values as { tagValueName: string }[] as never,
      ...more,
    })
  ).tagKeyID
const get = async (tagKeyID: string) => (await owner.api.label.get({ spaceID, tagKeyID })).tags
const datasetWith = async (tagKeyID: string, name: string) =>
  (
    await owner.api.dataset.create({
      spaceID,
      name,
      fields: [
        { key: 'text', name: 'Text' },
        { key: 'mood', name: 'Mood', schemaKey: SchemaKey.choice, tagFieldConfig: { tagInfo: { tagKeyID } } },
      ],
    })
  ).datasetID
const row = (text: string, mood: string) => ({
  data: [
    { key: 'text', content: text },
    { key: 'mood', content: mood },
  ],
})

test('a tag has a tree of values, and every change is stored as a version with its changes', async () => {
  const tagKeyID = await create('Mood', [value('Good', { children: [value('Great')] }), value('Bad')])
  const [first] = await get(tagKeyID)
  const [good, bad] = first!.tagValues
  expect(good).toMatchObject({ tagValueName: 'Good', status: 1, children: [{ tagValueName: 'Great' }] })
  expect(good!.children[0]!.parentValueID).toBe(good!.tagValueID)
  await owner.api.label.update({
    spaceID,
    tagKeyID,
    version: '1.1.0',
    tagKeyName: 'Feeling',
    tagValues: [{ tagValueID: good!.tagValueID, tagValueName: 'Fine' }, value('Mixed')] as never,
  })
  const [now, before] = await get(tagKeyID)
  expect(before).toMatchObject({ version: '1.0.0', tagKeyName: 'Mood' })
  expect(now).toMatchObject({ version: '1.1.0', versionNum: 2, tagKeyName: 'Feeling' })
  expect(now!.tagValues.map(({ tagValueName }) => tagValueName)).toEqual(['Fine', 'Mixed'])
  expect(now!.tagValues[0]!.tagValueID).toBe(good!.tagValueID)
  expect(now!.changeLogs.map(({ target, beforValue, afterValue }) => [target, beforValue, afterValue])).toEqual([
    [LabelChange.name, 'Mood', 'Feeling'],
    [LabelChange.valueName, 'Good', 'Fine'],
    [LabelChange.valueName, '', 'Mixed'],
    [LabelChange.valueName, 'Great', ''],
    [LabelChange.valueName, bad!.tagValueName, ''],
  ])
  await expect(owner.api.label.update({ spaceID, tagKeyID, version: '1.1.0' })).rejects.toMatchObject({
    code: ErrorCode.label.notNewer,
  })
})

test('invalid trees and taken names are refused with the field', async () => {
  await create('Taken', [value('A')])
  await expect(create('Taken', [value('A')])).rejects.toMatchObject({ code: ErrorCode.label.nameTaken })
  await expect(create('Twice', [value('A'), value('A')])).rejects.toThrow(/tagValues/)
  const deep = value('1', { children: [value('2', { children: [value('3', { children: [value('4')] })] })] })
  await expect(create('Deep', [deep])).rejects.toThrow(/3 levels/)
  await expect(create('Version', [value('A')], { version: 'v1' })).rejects.toThrow(/SemVer/)
  expect((await owner.api.label.search({ spaceID, tagKeyNameLike: 'Tak' })).total).toBe('1')
  expect(await owner.api.label.spec({ spaceID })).toMatchObject({ maxHeight: 3, maxWidth: 50, maxTotal: 500 })
})

test('a field accepts current and earlier names of values, and keeps cells with values no longer offered', async () => {
  const tagKeyID = await create('Tone', [value('Warm'), value('Cold')])
  const datasetID = await datasetWith(tagKeyID, 'Tones')
  const refused = await owner.api.datasetItem.addMany({ datasetID, items: [row('x', 'Loud')] })
  expect(refused.errors[0]!.details[0]!.message).toMatch(/Mood.*Warm, Cold/)
  const { addedItems } = await owner.api.datasetItem.addMany({ datasetID, items: [row('a', 'Warm'), row('b', 'Cold')] })
  const [{ tagValues }] = (await get(tagKeyID)) as [Awaited<ReturnType<typeof get>>[0]]
  // Warm is renamed. Cold is removed, but becomes inactive because a row uses it.
  const renamed = [{ tagValueID: tagValues[0]!.tagValueID, tagValueName: 'Kind' }]
  await owner.api.label.update({ spaceID, tagKeyID, version: '2.0.0', tagValues: renamed as never })
  const [now] = await get(tagKeyID)
  expect(now!.tagValues.map(({ tagValueName, status }) => [tagValueName, status])).toEqual([
    ['Kind', LabelStatus.active],
    ['Cold', LabelStatus.inactive],
  ])
  await owner.api.datasetItem.set({ datasetID, itemID: addedItems['0']!, ...row('a', 'Warm') })
  await owner.api.datasetItem.set({ datasetID, itemID: addedItems['1']!, ...row('changed', 'Cold') })
  const { items } = await owner.api.datasetItem.list({ datasetID })
  expect(items.map(({ data }) => data!.map(({ content }) => content))).toEqual([
    ['a', 'Kind'],
    ['changed', 'Cold'],
  ])
  const more = await owner.api.datasetItem.addMany({ datasetID, items: [row('c', 'Cold')] })
  expect(more.errors[0]!.errorCount).toBe(1)
  const { fieldsDistributeMap } = await owner.api.dataset.distribution({ spaceID, datasetID })
  expect(fieldsDistributeMap.mood!.map(({ tagValueName, count }) => [tagValueName, count])).toEqual([
    ['Kind', '1'],
    ['Cold', '1'],
  ])
})

test('a deprecated tag cannot be reactivated, and a field cannot start to use an inactive tag', async () => {
  const [a, b] = [await create('Old', [value('A')]), await create('Paused', [value('A')])]
  const { deprecated, inactive, active } = LabelStatus
  await owner.api.label.setStatus({ spaceID, tagKeyIDs: [a], status: deprecated })
  await owner.api.label.setStatus({ spaceID, tagKeyIDs: [b], status: inactive })
  await expect(datasetWith(b, 'With a paused tag')).rejects.toThrow(/tagFieldConfig/)
  const { errInfo } = await owner.api.label.setStatus({ spaceID, tagKeyIDs: [a, b, '4711'], status: active })
  expect(Object.keys(errInfo).sort()).toEqual([a, '4711'].sort())
  expect((await get(b)).map(({ version, status }) => [version, status])).toEqual([
    ['1.0.2', active],
    ['1.0.1', inactive],
    ['1.0.0', active],
  ])
})

test('the options of a field can be turned into a shared tag with a name', async () => {
  const tagKeyID = await create('options', [value('A')], { tagType: LabelType.ofField })
  await owner.api.label.archive({ spaceID, tagKeyID, name: 'Grades' })
  expect((await get(tagKeyID))[0]).toMatchObject({ tagKeyName: 'Grades', tagType: LabelType.shared })
  await expect(owner.api.label.archive({ spaceID, tagKeyID, name: 'Again' })).rejects.toMatchObject({
    code: ErrorCode.label.notOptions,
  })
})

test('tags of another space are not found', async () => {
  const tagKeyID = await create('Secret', [value('A')])
  const theirs = (await outsider.api.space.create({ name: 'Theirs' })).id
  await expect(outsider.api.label.get({ spaceID: theirs, tagKeyID })).rejects.toMatchObject({
    code: ErrorCode.kit.notFound,
  })
  const fields = [{ name: 'F', schemaKey: SchemaKey.choice, tagFieldConfig: { tagInfo: { tagKeyID } } }]
  await expect(outsider.api.dataset.create({ spaceID: theirs, name: 'D', fields })).rejects.toThrow(/tagFieldConfig/)
})
