import { ContentType, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { sharp } from '#kit/sharp.ts'
import { hashOf } from '#domains/library/bundle/shared/content-hash.ts'
import type { Person, TestApp } from '#testing/test-app.ts'
import { openTestApp } from '#testing/test-app.ts'
import { type DatasetLab, openDatasetLab } from '../testing/dataset-lab.ts'

let lab: DatasetLab
let spaceID: string
let other: TestApp
let far: Person
let farSpace: string
let picture: Buffer
beforeAll(async () => {
  lab = await openDatasetLab({ hasJobs: false })
  ;({ spaceID } = lab)
  other = await openTestApp()
  far = await other.register('far')
  farSpace = (await far.api.space.create({ name: 'Far' })).id
  picture = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>')).png().toBuffer()
})

/** Rows of a state. Files are compared by their content, because each instance has its own keys. */
async function stateOf(t: TestApp, person: Person, datasetID: string, versionID?: string) {
  const { items } = versionID
    ? await person.api.datasetItem.ofVersion({ datasetID, versionID, pageSize: 100 })
    : await person.api.datasetItem.list({ datasetID, pageSize: 100 })
  const bytesOf = async (url: string) => Buffer.from(await (await t.app.request(url)).arrayBuffer()).toString('base64')
  const rows: unknown[] = []
  for (const { itemKey, data } of items) {
    const row: unknown[] = [itemKey]
    for (const { key, content, attachments = [], parts = [] } of data!) {
      const files = [...attachments, ...parts.flatMap((part) => part.attachments ?? [])]
      row.push([key, content, parts.map((part) => part.content), files.map(({ name }) => name)])
      for (const { url } of files) row.push(await bytesOf(url))
    }
    rows.push(row)
  }
  return rows
}
/** The draft and all versions of a dataset, with its fields and settings. */
async function statesOf(t: TestApp, person: Person, datasetID: string) {
  const { versions } = await person.api.datasetVersion.list({ datasetID, pageSize: 50 })
  const states: unknown[] = [await stateOf(t, person, datasetID)]
  for (const { id, version, description, itemCount } of versions)
    states.push([version, description, itemCount, await stateOf(t, person, datasetID, id)])
  const { dataset } = await person.api.dataset.get({ datasetID })
  const { schema, itemCount, changeUncommitted, features, category, spec } = dataset
  const fields = schema.fields.map(({ tagFieldConfig, ...field }) => ({ ...field, hasTag: !!tagFieldConfig }))
  return { states, fields, itemCount, changeUncommitted, features, category, spec }
}

/** Creates a dataset with every kind of field, two versions, and a draft that differs from both. */
async function full(name: string) {
  const { api } = lab.owner
  const tagKeyID = await lab.tag(`Mood of ${name}`, ['glad', 'sad'])
  const fields = [
    { key: 'text', name: 'Question', isRequired: true },
    { key: 'n', name: 'Number', schemaKey: SchemaKey.integer },
    { key: 'mood', name: 'Mood', schemaKey: SchemaKey.choice, tagFieldConfig: { tagInfo: { tagKeyID } } },
    { key: 'photo', name: 'Photo', contentType: ContentType.image },
    { key: 'mixed', name: 'Mixed', contentType: ContentType.parts },
  ]
  const { datasetID } = await api.dataset.create({ spaceID, name, category: 4, fields, spec: { maxItemCount: '500' } })
  const uri = await lab.upload('cat.png', picture)
  const row = (text: string, mood: string) => [
    { key: 'text', content: text },
    { key: 'n', content: '7' },
    { key: 'mood', content: mood },
    { key: 'photo', attachments: [{ uri }] },
    { key: 'mixed', parts: [{ content: 'Look: ' }, { attachments: [{ uri }] }] },
  ]
  const items = ['a', 'b', 'c'].map((key, at) => ({ itemKey: key, data: row(`Row ${key}`, at ? 'glad' : 'sad') }))
  const { addedItems } = await api.datasetItem.addMany({ datasetID, items })
  await api.datasetVersion.create({ datasetID, version: '1.0.0', desc: 'The first' })
  const change = [{ itemID: addedItems[0]!, data: [{ key: 'text', content: 'Changed' }] }]
  await api.datasetItem.change({ datasetID, change, remove: [addedItems[1]!] })
  await api.dataset.setSchema({ datasetID, fields: fields.filter(({ key }) => key !== 'n') })
  await api.datasetVersion.create({ datasetID, version: '1.1.0', desc: '' })
  await api.datasetItem.addMany({ datasetID, items: [{ data: [{ key: 'text', content: 'Only in the draft' }] }] })
  return datasetID
}
const exported = (ids: string[], with_rows = true) => lab.owner.api.bundle.export({ space_id: spaceID, ids, with_rows })

test('a dataset moves to another instance with its rows, versions, tags and files, and every state is unchanged', async () => {
  const datasetID = await full('Journeys')
  const { content, items } = await exported([datasetID])
  expect(items).toEqual([{ kind: 'dataset', id: datasetID, name: 'Journeys' }])
  const report = await far.api.bundle.import({ space_id: farSpace, content })
  const copy = report.items[0]!.id
  const [here, there] = [await statesOf(lab.t, lab.owner, datasetID), await statesOf(other, far, copy)]
  expect(there).toEqual(here)
  expect(here.states).toHaveLength(3)
  // The copy can be edited like any other dataset: its tag offers values, and new versions follow the old ones.
  const data = [
    { key: 'text', content: 'New' },
    { key: 'mood', content: 'glad' },
  ]
  await far.api.datasetItem.create({ datasetID: copy, spaceID: farSpace, data })
  await far.api.datasetVersion.create({ datasetID: copy, version: '1.2.0' })
  const { versions } = await far.api.datasetVersion.list({ datasetID: copy })
  expect(versions.map(({ version, itemCount }) => [version, itemCount])).toEqual([
    ['1.2.0', '4'],
    ['1.1.0', '2'],
    ['1.0.0', '3'],
  ])
  // A second import gets another name and reuses the tag.
  const again = await far.api.bundle.import({ space_id: farSpace, content })
  expect(again.items[0]).toMatchObject({ exists: true })
  const { dataset } = await far.api.dataset.get({ datasetID: again.items[0]!.id })
  expect(dataset.name).toBe('Journeys (2)')
  expect((await far.api.label.search({ spaceID: farSpace })).tags).toHaveLength(1)
})

test('exporting a space includes its datasets; their rows only if requested, and strictly protected rows never', async () => {
  const here = (await lab.owner.api.space.create({ name: 'Whole' })).id
  const make = async (name: string, securityLevel?: number) => {
    const fields = [{ key: 'text', name: 'Lighthouse' }]
    const given = { spaceID: here, name, fields, ...(securityLevel && { securityLevel }) }
    const { datasetID } = await lab.owner.api.dataset.create(given as never)
    await lab.owner.api.datasetItem.addMany({ datasetID, items: [{ data: [{ key: 'text', content: 'Row' }] }] })
    return datasetID
  }
  await make('Open rows')
  await make('Strict rows', 4)
  for (const [withRows, counts] of [
    [true, { 'Open rows': '1', 'Strict rows': '0' }],
    [false, { 'Open rows': '0', 'Strict rows': '0' }],
  ] as const) {
    const { content } = await lab.owner.api.bundle.export({ space_id: here, with_rows: withRows })
    const target = (await far.api.space.create({ name: `Target ${withRows}` })).id
    await far.api.bundle.import({ space_id: target, content })
    const { datasets } = await far.api.dataset.search({ spaceID: target })
    expect(Object.fromEntries(datasets.map(({ name, itemCount }) => [name, itemCount]))).toEqual(counts)
  }
  // Members find datasets by their names and by the names of their fields; others do not.
  await lab.t.services.searchIndex.catchUp()
  const found = async (person: Person, word: string) =>
    (await person.api.search.all({ word, space_id: here })).groups.map(({ kind, items }) => [kind, items.length])
  expect(await found(lab.owner, 'lighthouse')).toEqual([['dataset', 2]])
  expect(await found(lab.owner, 'Strict')).toEqual([['dataset', 1]])
  const all = (await lab.stranger.api.search.all({ word: 'lighthouse' })).groups
  expect(all).toEqual([])
})

test('invalid content is refused, and nothing of it is created', async () => {
  const datasetID = await full('Sound')
  const { content } = await exported([datasetID])
  const theirs = await lab.upload('secret.png', picture, lab.stranger)
  interface Item {
    id: string
    from: number
    until?: number
    key: string
    turns: Record<string, { type: string; text: string }>[]
  }
  interface Content {
    fields: object[]
    versions: { version: string }[]
    items: Item[]
  }
  async function bring(change: (content: Content) => void, isKeepingFiles = true) {
    const { hash: _, ...file } = JSON.parse(content) as { hash: string; items: { content: Content }[]; files: object }
    change(file.items[0]!.content)
    if (!isKeepingFiles) file.files = {}
    return lab.owner.api.bundle.import({ space_id: spaceID, content: JSON.stringify({ ...file, hash: hashOf(file) }) })
  }
  const names = async () => (await lab.owner.api.dataset.search({ spaceID })).datasets.map(({ name }) => name)
  const before = await names()
  const wrong: ((content: Content) => void)[] = [
    (it) => (it.items[0]!.from = 9),
    (it) => (it.items[0]!.from = -1),
    (it) => it.items.push({ ...it.items.find(({ until }) => until === undefined)!, from: 3 }),
    (it) => it.items.push({ ...it.items.find(({ key, until }) => key && until === undefined)!, id: '9' }),
    (it) => (it.versions[1]!.version = '0.1.0'),
    (it) => (it.versions[0]!.version = '../1'),
    (it) =>
      (it.fields = [
        { key: 'text', name: 'a' },
        { key: 'text', name: 'b' },
      ]),
    (it) => (it.fields = [{ key: '__proto__', name: 'a', schemaKey: 77 }]),
    (it) => (it.items[0]!.turns[0]!.text!.text = 'a\0b'),
    (it) => (it.items[0]!.turns = []),
    // These two rows of the draft do not fit its fields.
    (it) => delete it.items.find(({ until }) => until === undefined)!.turns[0]!.text,
    (it) => (it.items.find(({ until }) => until === undefined)!.turns[0]!.mood = { type: 'text', text: 'furious' }),
  ]
  for (const change of wrong) await expect(bring(change), String(change)).rejects.toMatchObject({ status: 400 })
  expect(await names()).toEqual(before)
  // The key of a file of another user gives no access: the cell stays empty, as it does if the bundle lacks the file.
  const stolen = await bring((it) => {
    for (const item of it.items)
      if (item.turns[0]!.photo) item.turns[0]!.photo.text = JSON.stringify([{ type: 'image', uri: theirs, name: 'x' }])
  })
  const shown = await lab.owner.api.datasetItem.list({ datasetID: stolen.items[0]!.id })
  expect(shown.items.flatMap(({ data }) => data!.filter(({ key }) => key === 'photo'))).toEqual([])
  const bare = await bring(() => {}, false)
  expect((await lab.owner.api.datasetItem.list({ datasetID: bare.items[0]!.id })).items).toHaveLength(3)
})

test('a dataset that is too large for a bundle is refused, but can be exported without rows', async () => {
  const { datasetID } = await lab.dataset(['one'])
  await lab.t.infra.database.pool.query(
    `INSERT INTO dataset_item (id, dataset_id, item_id, pos, add_vn, turns, bytes, hash, created_by, created_at, edited_by, updated_at)
     SELECT n, $1::bigint, n, n, 2, '[{"text":{"type":"text","text":"x"}}]', 1, n::text, 1, 0, 1, 0 FROM generate_series(1, 20000) n`,
    [datasetID],
  )
  await expect(exported([datasetID])).rejects.toMatchObject({ status: 413, code: ErrorCode.datasetBundle.tooLarge })
  expect((await exported([datasetID], false)).items).toHaveLength(1)
})
