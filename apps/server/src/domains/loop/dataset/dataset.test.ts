import { DatasetCategory, ItemErrorType, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#testing/test-app.ts'
import { openDatasetLab } from './testing/dataset-lab.ts'

let t: TestApp
let owner: Person
let member: Person
let outsider: Person
let spaceID: string
beforeAll(async () => {
  ;({ t, owner, member, stranger: outsider, spaceID } = await openDatasetLab({ hasJobs: false }))
})
let made = 0
const fields = [
  { key: 'question', name: 'Question', isRequired: true },
  { key: 'score', name: 'Score', schemaKey: SchemaKey.integer },
]
const create = async (more: object = {}) =>
  (await owner.api.dataset.create({ spaceID, name: `Set ${(made += 1)}`, fields, ...more })).datasetID
const row = (question: string, score?: string) => ({
  data: [{ key: 'question', content: question }, ...(score === undefined ? [] : [{ name: 'Score', content: score }])],
})
const add = (datasetID: string, items: object[], more: object = {}) =>
  owner.api.datasetItem.addMany({ datasetID, items, ...more })
const questions = async (datasetID: string) =>
  (await owner.api.datasetItem.list({ datasetID })).items.map(({ data }) => data![0]!.content)

describe('a dataset', () => {
  test('is created with its fields, found, renamed and deleted', async () => {
    const name = 'Found by its name'
    const datasetID = await create({ name, category: DatasetCategory.training, bizCategory: 'sales' })
    const { dataset } = await member.api.dataset.get({ datasetID })
    expect(dataset).toMatchObject({ name, category: 2, bizCategory: 'sales', itemCount: '0', latestVersion: '' })
    expect(dataset.schema.fields.map((field) => [field.key, field.isRequired, field.schemaKey])).toEqual([
      ['question', true, SchemaKey.string],
      ['score', false, SchemaKey.integer],
    ])
    const found = await member.api.dataset.search({ spaceID, name: 'by its', category: 2, bizCategories: ['sales'] })
    expect(found).toMatchObject({ total: '1', datasets: [{ id: datasetID }] })
    expect((await member.api.dataset.search({ spaceID, name: 'by its', category: 1 })).total).toBe('0')
    await member.api.dataset.update({ datasetID, name: 'Renamed' })
    expect((await owner.api.dataset.batchGet({ spaceID, datasetIDs: [datasetID] })).datasets[0]!.name).toBe('Renamed')
    await expect(member.api.dataset.remove({ datasetID })).rejects.toMatchObject({ code: ErrorCode.kit.noAccess })
    await owner.api.dataset.remove({ datasetID })
    await expect(owner.api.dataset.get({ datasetID })).rejects.toThrow(/dataset/)
  })
  test('has a unique name within its space and category', async () => {
    await create({ name: 'Taken' })
    await expect(create({ name: 'Taken' })).rejects.toMatchObject({ code: ErrorCode.dataset.nameTaken })
    const other = await create({ name: 'Taken', category: DatasetCategory.evaluation })
    await owner.api.dataset.update({ datasetID: other, name: 'Taken' })
  })
  test('does not exist for people of another space', async () => {
    const datasetID = await create()
    await add(datasetID, [row('Secret')])
    const { id } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
    for (const call of [
      () => outsider.api.dataset.get({ datasetID }),
      () => outsider.api.datasetItem.list({ datasetID }),
      () => outsider.api.datasetVersion.get({ versionID: id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: ErrorCode.kit.notFound })
  })
  test('belongs to one space: calls that name another space are refused', async () => {
    const datasetID = await create()
    const elsewhere = (await owner.api.space.create({ name: 'Elsewhere' })).id
    await expect(owner.api.dataset.get({ datasetID, spaceID: elsewhere })).rejects.toMatchObject({
      code: ErrorCode.dataset.otherSpace,
    })
  })
  test('refuses writes while it is locked', async () => {
    const datasetID = await create()
    const { datasets } = t.services.datasetStore
    await datasets.lock(datasetID, member.id, t.clock.now() + 60_000, 1)
    await expect(add(datasetID, [row('Now?')])).rejects.toMatchObject({ code: ErrorCode.dataset.locked })
    await expect(datasets.lock(datasetID, owner.id, t.clock.now() + 60_000, 1)).rejects.toThrow(/locked/)
    expect(await questions(datasetID)).toEqual([])
    t.clock.advance(61_000)
    await add(datasetID, [row('Now!')])
    expect(await questions(datasetID)).toEqual(['Now!'])
  })
})

describe('fields', () => {
  test('are refused with the rows that do not fit, and nothing changes', async () => {
    const datasetID = await create()
    const { addedItems } = await add(datasetID, [row('one'), row('2')])
    const stricter = [{ ...fields[0]!, schemaKey: SchemaKey.integer }, fields[1]!]
    await expect(owner.api.dataset.setSchema({ datasetID, fields: stricter })).rejects.toThrow(
      new RegExp(`1 rows.*${addedItems[0]}`),
    )
    expect((await owner.api.dataset.schema({ datasetID })).fields[0]!.schemaKey).toBe(SchemaKey.string)
    await owner.api.datasetItem.set({ datasetID, itemID: addedItems[0]!, ...row('1') })
    await owner.api.dataset.setSchema({ datasetID, fields: stricter })
    expect((await owner.api.dataset.schema({ datasetID })).fields[0]!.schemaKey).toBe(SchemaKey.integer)
  })
  test('are deleted when they are left out, and stay in earlier versions', async () => {
    const datasetID = await create()
    await add(datasetID, [row('What?', '3')])
    const { id: versionID } = await owner.api.datasetVersion.create({ datasetID, version: '0.1.0' })
    await owner.api.dataset.setSchema({ datasetID, fields: [fields[0]!] })
    expect((await owner.api.dataset.schema({ datasetID })).fields).toHaveLength(1)
    expect((await owner.api.dataset.schema({ datasetID, withDeleted: true })).fields[1]!.status).toBe(2)
    expect((await owner.api.datasetItem.list({ datasetID })).items[0]!.data).toHaveLength(1)
    expect((await owner.api.datasetItem.ofVersion({ datasetID, versionID })).items[0]!.data).toHaveLength(2)
    expect((await owner.api.datasetVersion.get({ versionID })).dataset.schema.fields.map((one) => one.status)).toEqual([
      1, 1,
    ])
  })
  test('can be made immutable when the dataset is created', async () => {
    const datasetID = await create({ features: { editSchema: false } })
    await expect(owner.api.dataset.setSchema({ datasetID, fields })).rejects.toMatchObject({
      code: ErrorCode.dataset.schemaFixed,
    })
  })
  test('validate their values against a JSON schema', async () => {
    const textSchema = JSON.stringify({ type: 'object', required: ['city'], properties: { city: { type: 'string' } } })
    const datasetID = await create({ fields: [{ key: 'place', name: 'Place', textSchema }] })
    const place = (content: string) => ({ data: [{ key: 'place', content }] })
    const { addedItems, errors } = await add(datasetID, [place('{"city":"Lima"}'), place('{}'), place('Lima')], {
      skipInvalidItems: true,
    })
    expect(Object.keys(addedItems)).toEqual(['0'])
    expect(errors).toMatchObject([{ type: ItemErrorType.mismatch, errorCount: 2 }])
    for (const bad of ['[]', '{', '{"$ref":"https://example.test/s.json"}'])
      await expect(create({ fields: [{ name: 'Place', textSchema: bad }] })).rejects.toThrow(/fields\[0\]\.textSchema/)
  })
})

describe('items', () => {
  test('are added all or none, unless the caller allows partial success', async () => {
    const datasetID = await create()
    const mixed = [row('Good'), row('Bad', 'many'), { data: [{ key: 'score', content: '1' }] }, { data: [] }]
    const refused = await add(datasetID, mixed)
    expect(refused.addedItems).toEqual({})
    expect(refused.errors.map(({ type, details }) => [type, details.map(({ index }) => index)])).toEqual([
      [ItemErrorType.mismatch, [1]],
      [ItemErrorType.missingField, [2]],
      [ItemErrorType.empty, [3]],
    ])
    expect(refused.errors[0]!.details[0]!.messagesByField).toEqual({ Score: 'must be a whole number' })
    expect(await questions(datasetID)).toEqual([])
    const { addedItems } = await add(datasetID, mixed, { skipInvalidItems: true })
    expect(Object.keys(addedItems)).toEqual(['0'])
    expect(await questions(datasetID)).toEqual(['Good'])
  })
  test('are added up to the limit of the dataset if the caller allows it', async () => {
    const datasetID = await create({ spec: { maxItemCount: 2 } })
    const three = [row('1'), row('2'), row('3')]
    expect(await add(datasetID, three)).toMatchObject({ addedItems: {}, errors: [{ type: ItemErrorType.full }] })
    const { addedItems, errors } = await add(datasetID, three, { allowPartialAdd: true })
    expect(Object.keys(addedItems)).toEqual(['0', '1'])
    expect(errors).toMatchObject([{ type: ItemErrorType.full, errorCount: 1, details: [{ index: 2 }] }])
  })
  test('with a known key are added only once, and different content is refused', async () => {
    const datasetID = await create()
    const keyed = (question: string) => ({ itemKey: 'a', ...row(question) })
    const first = (await add(datasetID, [keyed('Same')])).addedItems[0]
    expect((await add(datasetID, [keyed('Same'), row('New')])).addedItems[0]).toBe(first)
    const { addedItems, errors } = await add(datasetID, [keyed('Other'), row('Newer')], { skipInvalidItems: true })
    expect([Object.keys(addedItems), errors[0]!.details[0]!.index]).toEqual([['1'], 0])
    expect(await questions(datasetID)).toEqual(['Same', 'New', 'Newer'])
  })
  test('are read, replaced, deleted and cleared', async () => {
    const datasetID = await create()
    const { itemID } = await owner.api.datasetItem.create({ datasetID, spaceID, ...row('First', '1') })
    await add(datasetID, [row('Second'), row('Third')])
    await owner.api.datasetItem.set({ datasetID, itemID: itemID!, ...row('Changed') })
    const { item } = await owner.api.datasetItem.get({ datasetID, itemID: itemID! })
    expect(item.data!.map(({ key, content }) => [key, content])).toEqual([['question', 'Changed']])
    const second = (await owner.api.datasetItem.list({ datasetID })).items[1]!.itemID
    await owner.api.datasetItem.remove({ datasetID, itemID: second })
    await expect(owner.api.datasetItem.remove({ datasetID, itemID: second })).rejects.toThrow(/item/)
    const got = await owner.api.datasetItem.getMany({ datasetID, itemIDs: [second, itemID!] })
    expect(got.items.map((one) => one.itemID)).toEqual([itemID])
    await owner.api.datasetItem.removeMany({ datasetID, itemIDs: [itemID!] })
    expect(await questions(datasetID)).toEqual(['Third'])
    await owner.api.datasetItem.clear({ dataset_id: datasetID })
    expect((await owner.api.datasetItem.list({ datasetID })).total).toBe('0')
  })
  test('are paged by number and by cursor', async () => {
    const datasetID = await create()
    await add(
      datasetID,
      ['a', 'b', 'c'].map((question) => row(question)),
    )
    const second = await owner.api.datasetItem.list({ datasetID, page: 2, pageSize: 2 })
    expect([second.items[0]!.data![0]!.content, second.total, second.nextCursor]).toEqual(['c', '3', ''])
    const { nextCursor } = await owner.api.datasetItem.list({ datasetID, pageSize: 2 })
    const after = await owner.api.datasetItem.list({ datasetID, pageSize: 2, cursor: nextCursor })
    expect(after.items.map(({ data }) => data![0]!.content)).toEqual(['c'])
    await expect(owner.api.datasetItem.list({ datasetID, cursor: 'x' })).rejects.toThrow(/cursor/)
  })
  test('with several turns keep their order, and data in the form of another kind of dataset is refused', async () => {
    const datasetID = await create({ features: { repeatedData: true } })
    const turns = { repeatedData: ['Hello', 'And then?'].map((question) => row(question)) }
    const { errors } = await add(datasetID, [turns, row('Single')], { skipInvalidItems: true })
    expect(errors[0]!.details[0]!.message).toContain('repeatedData')
    const [item] = (await owner.api.datasetItem.list({ datasetID })).items
    expect(item!.repeatedData!.map(({ data }) => data[0]!.content)).toEqual(['Hello', 'And then?'])
    const single = await add(await create(), [turns])
    expect(single.errors[0]!.details[0]!.message).toContain('send data')
  })
})

describe('versions', () => {
  test('have SemVer names, each greater than the last, and need a change', async () => {
    const datasetID = await create()
    const make = (version: string) => owner.api.datasetVersion.create({ datasetID, version })
    await expect(make('1.0')).rejects.toMatchObject({ code: ErrorCode.dataset.badVersion })
    const { id } = await make('1.0.0')
    expect((await owner.api.dataset.get({ datasetID })).dataset).toMatchObject({
      latestVersion: '1.0.0',
      changeUncommitted: false,
    })
    await expect(make('1.0.1')).rejects.toThrow(id)
    await add(datasetID, [row('New')])
    expect((await owner.api.dataset.get({ datasetID })).dataset.changeUncommitted).toBe(true)
    await expect(make('0.9.0')).rejects.toMatchObject({ code: ErrorCode.dataset.notNewer })
    await make('1.0.1')
    const { versions, total } = await owner.api.datasetVersion.list({ datasetID })
    expect([total, ...versions.map(({ version, itemCount }) => `${version} ${itemCount}`)]).toEqual([
      '2',
      '1.0.1 1',
      '1.0.0 0',
    ])
    expect((await owner.api.datasetVersion.search({ datasetID, versionLike: '.1' })).total).toBe('1')
  })
  test('can be described later', async () => {
    const datasetID = await create()
    const { id: versionID } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0', desc: 'First' })
    await member.api.datasetVersion.describe({ spaceID, versionID, desc: 'The first one' })
    expect((await owner.api.datasetVersion.get({ versionID })).version.description).toBe('The first one')
  })
  test('are compared with each other and with the draft', async () => {
    const datasetID = await create()
    const { addedItems } = await add(datasetID, [row('Stays'), row('Changes'), row('Goes')])
    const { id: fromVersionID } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
    await owner.api.datasetItem.set({ datasetID, itemID: addedItems[1]!, ...row('Changed', '5') })
    await owner.api.datasetItem.remove({ datasetID, itemID: addedItems[2]! })
    const more = (await add(datasetID, [row('Comes')])).addedItems[0]!
    const draft = await owner.api.datasetVersion.diff({ datasetID, fromVersionID })
    expect(draft).toMatchObject({ added: 1, removed: 1, changed: 1 })
    expect(
      Object.fromEntries(draft.items.map(({ itemID, kind, fields: changed }) => [itemID, [kind, ...changed]])),
    ).toEqual({
      [addedItems[1]!]: [
        'changed',
        { key: 'question', before: 'Changes', after: 'Changed' },
        { key: 'score', after: '5' },
      ],
      [addedItems[2]!]: ['removed', { key: 'question', before: 'Goes' }],
      [more]: ['added', { key: 'question', after: 'Comes' }],
    })
    const { id: toVersionID } = await owner.api.datasetVersion.create({ datasetID, version: '2.0.0' })
    await owner.api.datasetItem.clear({ dataset_id: datasetID })
    expect(await owner.api.datasetVersion.diff({ datasetID, fromVersionID, toVersionID })).toEqual(draft)
    const got = await owner.api.datasetItem.getManyOfVersion({
      datasetID,
      versionID: toVersionID,
      itemIDs: [addedItems[1]!, addedItems[2]!],
    })
    expect(got.items.map(({ data }) => data![0]!.content)).toEqual(['Changed'])
  })
})

describe('the information about a dataset', () => {
  const typed = [
    { key: 'question', name: 'Question' },
    { key: 'score', name: 'Score', schemaKey: SchemaKey.integer },
    { key: 'good', name: 'Good', schemaKey: SchemaKey.bool },
  ]
  test('includes what a filter can query of each field', async () => {
    const datasetID = await create({ fields: typed })
    const { field_metas: metas } = await owner.api.dataset.fieldsMeta({ spaceID, datasetID })
    expect(metas.score).toMatchObject({ field_type: 'long', display_name: 'Score' })
    expect([metas.good!.query_types, metas.question!.query_types]).toEqual([
      ['eq', 'not_eq', 'exist', 'not_exist'],
      expect.arrayContaining(['match', 'in']),
    ])
    expect(metas.item_id!.field_type).toBe('long')
  })
  test('includes counts of the values of boolean fields, in the draft and in a version', async () => {
    const datasetID = await create({ fields: typed })
    const one = (good?: string) => ({
      data: [{ key: 'question', content: 'Why?' }, ...(good ? [{ key: 'good', content: good }] : [])],
    })
    await add(datasetID, [one('true'), one('true'), one('false'), one()])
    const { id: datasetVersion } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
    await owner.api.datasetItem.clear({ dataset_id: datasetID })
    const counts = async (more: object) =>
      (await owner.api.dataset.distribution({ spaceID, datasetID, ...more })).fieldsDistributeMap
    expect(await counts({ datasetVersion })).toEqual({
      good: [
        { isEmpty: false, tagValueName: 'true', count: '2' },
        { isEmpty: false, tagValueName: 'false', count: '1' },
        { isEmpty: true, tagValueName: '', count: '1' },
      ],
    })
    expect([await counts({}), await counts({ datasetVersion, fieldKeys: 'score' })]).toEqual([{ good: [] }, {}])
  })
  test('includes which items would fit, without storing any', async () => {
    const datasetID = await create({ spec: { maxItemCount: 2 } })
    const items = [row('One'), row('Two', 'many'), row('Three'), row('Four')]
    const checked = await member.api.datasetItem.validate({ datasetID, items })
    expect(checked.validItemIndices).toEqual([0, 2])
    expect(checked.errors.map(({ type, details }) => [type, details[0]!.index])).toEqual([
      [ItemErrorType.mismatch, 1],
      [ItemErrorType.full, 3],
    ])
    const all = await member.api.datasetItem.validate({ datasetID, items, ignoreCurrentItemCount: true })
    expect(all.validItemIndices).toEqual([0, 2, 3])
    expect(await questions(datasetID)).toEqual([])
  })
  test('includes the source of an item', async () => {
    const datasetID = await create()
    const { addedItems } = await add(datasetID, [row('By hand')])
    const { source } = await owner.api.datasetItem.source({ datasetID, id: addedItems[0]! })
    expect(source).toMatchObject({ type: 1, trackedItem: { datasetID, itemID: addedItems[0] } })
    const { deepSources } = await member.api.datasetItem.deepSources({ datasetID, id: addedItems[0]! })
    expect(deepSources).toEqual([source])
    await expect(owner.api.datasetItem.source({ datasetID, id: datasetID })).rejects.toThrow(/item/)
  })
})
test('several versions are read in one call, without those of other spaces', async () => {
  const datasetID = await create()
  const { id } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
  await owner.api.dataset.setSchema({ datasetID, fields: [fields[0]!] })
  const { versionedDataset } = await member.api.datasetVersion.batchGet({ spaceID, versionIDs: [id] })
  expect(versionedDataset).toMatchObject([{ version: { version: '1.0.0' }, dataset: { id: datasetID } }])
  expect(versionedDataset[0]!.dataset.schema.fields.map(({ status }) => status)).toEqual([1, 1])
  const elsewhere = (await owner.api.space.create({ name: 'Other versions' })).id
  expect(await owner.api.datasetVersion.batchGet({ spaceID: elsewhere, versionIDs: [id] })).toMatchObject({
    versionedDataset: [],
  })
})
