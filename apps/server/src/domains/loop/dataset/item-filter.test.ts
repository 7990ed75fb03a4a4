import { SchemaKey } from '@orrery/contract/shared/dataset-enums'
import type { GivenFilter } from '@orrery/contract'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let spaceID: string
let datasetID: string
let ids: Record<string, string>
const rows: [string, string | undefined, string | undefined][] = [
  ['What is 100%?', '9', 'true'],
  ['Who_is it?', '10', 'false'],
  ['谁在那里', undefined, undefined],
]
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceID = (await owner.api.space.create({ name: 'Filters' })).id
  const fields = [
    { key: 'question', name: 'Question' },
    { key: 'score', name: 'Score', schemaKey: SchemaKey.integer },
    { key: 'good', name: 'Good', schemaKey: SchemaKey.bool },
  ]
  datasetID = (await owner.api.dataset.create({ spaceID, name: 'Filtered', fields })).datasetID
  const items = rows.map(([question, score, good], at) => ({
    itemKey: `k${at}`,
    data: [
      { key: 'question', content: question },
      { key: 'score', content: score },
      { key: 'good', content: good },
    ],
  }))
  ids = (await owner.api.datasetItem.addMany({ datasetID, items })).addedItems
})
const search = async (filterFields: GivenFilter['filterFields'], more: object = {}) => {
  const filter = { queryAndOr: 'and' as const, filterFields, ...more }
  const { items, filterTotal, total } = await owner.api.datasetItem.search({ datasetID, filter })
  expect([Number(filterTotal), total]).toEqual([items.length, '3'])
  return items.map(({ itemKey }) => itemKey)
}

test('items can be filtered by texts, numbers, booleans and missing values', async () => {
  expect(await search([{ field_name: 'Question', query_type: 'match', values: ['who_'] }])).toEqual(['k1'])
  expect(await search([{ field_name: 'question', query_type: 'match', values: ['%'] }])).toEqual(['k0'])
  expect(await search([{ field_name: 'question', query_type: 'not_match', values: ['谁'] }])).toEqual(['k0', 'k1'])
  expect(await search([{ field_name: 'score', query_type: 'gt', values: ['9'] }])).toEqual(['k1'])
  expect(await search([{ field_name: 'score', query_type: 'in', values: ['9', '10.0'] }])).toEqual(['k0', 'k1'])
  expect(await search([{ field_name: 'score', query_type: 'not_eq', values: ['9'] }])).toEqual(['k1', 'k2'])
  expect(await search([{ field_name: 'score', query_type: 'not_exist' }])).toEqual(['k2'])
  expect(await search([{ field_name: 'good', query_type: 'eq', values: ['true'] }])).toEqual(['k0'])
  expect(await search([{ field_name: 'item_key', query_type: 'eq', values: ['k2'] }])).toEqual(['k2'])
  expect(await search([{ field_name: 'item_id', query_type: 'eq', values: [ids[1]!] }])).toEqual(['k1'])
})
test('conditions can be combined by and, by or, and by nesting', async () => {
  const good = { field_name: 'good', query_type: 'exist' as const }
  const nine = { field_name: 'score', query_type: 'eq' as const, values: ['9'] }
  const chinese = { field_name: 'question', query_type: 'match' as const, values: ['谁'] }
  expect(await search([good, nine])).toEqual(['k0'])
  expect(await search([nine, chinese], { queryAndOr: 'or' })).toEqual(['k0', 'k2'])
  const inner = { queryAndOr: 'or' as const, filterFields: [nine, chinese] }
  expect(await search([{ ...good, query_and_or: 'and', sub_filter: inner }])).toEqual(['k0'])
  expect(await search([{ sub_filter: inner }, good])).toEqual(['k0'])
})
test('an invalid filter is refused with its place and the valid choices', async () => {
  await expect(search([{ field_name: 'colour', values: ['x'] }])).rejects.toThrow(
    /filter\.filterFields\[0\]\.field_name.*Question, Score, Good/,
  )
  await expect(search([{ field_name: 'score', query_type: 'eq', values: ['many'] }])).rejects.toThrow(/values.*many/)
  await expect(search([{ field_name: 'good', query_type: 'gt', values: ['1'] }])).rejects.toThrow(/query_type/)
  await expect(search([{ field_name: 'question', field_type: 'long', values: ['1'] }])).rejects.toThrow(/field_type/)
  let deep: GivenFilter = { filterFields: [{ field_name: 'score', query_type: 'exist' }] }
  for (let n = 0; n < 5; n += 1) deep = { filterFields: [{ sub_filter: deep }] }
  await expect(owner.api.datasetItem.search({ datasetID, filter: deep })).rejects.toThrow(/sub_filter/)
})
test('values are never interpreted as SQL', async () => {
  const text = "'); DROP TABLE dataset_item; --"
  expect(await search([{ field_name: 'question', query_type: 'eq', values: [text] }])).toEqual([])
  await expect(search([{ field_name: text, values: ['x'] }])).rejects.toThrow(/field_name/)
})
test('items can be ordered by a field and searched for words; query parameters take JSON', async () => {
  const keys = async (orderBy: object, more: object = {}) =>
    (await owner.api.datasetItem.list({ datasetID, orderBy: JSON.stringify(orderBy), ...more })).items.map(
      ({ itemKey }) => itemKey,
    )
  expect(await keys({ field: 'score', isAsc: false })).toEqual(['k1', 'k0', 'k2'])
  expect(await keys({ field: 'position', isAsc: false })).toEqual(['k2', 'k1', 'k0'])
  const filter = JSON.stringify({ filterFields: [{ field_name: 'score', query_type: 'exist' }] })
  expect(await keys({ field: 'Score', isAsc: true }, { filter })).toEqual(['k0', 'k1'])
  await expect(owner.api.datasetItem.list({ datasetID, filter: '{' })).rejects.toThrow(/filter/)
  await expect(keys({ field: 'colour' })).rejects.toThrow(/orderBy/)
  const found = await owner.api.datasetItem.search({ datasetID, word: '在那' })
  expect(found.items.map(({ itemKey }) => itemKey)).toEqual(['k2'])
})
test('an item with several turns matches if one of its turns does', async () => {
  const turns = (
    await owner.api.dataset.create({
      spaceID,
      name: 'Turns',
      fields: [{ key: 'text', name: 'Text' }],
      features: { repeatedData: true },
    })
  ).datasetID
  const item = (itemKey: string, ...texts: string[]) => ({
    itemKey,
    repeatedData: texts.map((content) => ({ data: [{ key: 'text', content }] })),
  })
  await owner.api.datasetItem.addMany({ datasetID: turns, items: [item('a', 'one', 'two'), item('b', 'three')] })
  const filter = { filterFields: [{ field_name: 'text', query_type: 'eq' as const, values: ['two'] }] }
  const { items } = await owner.api.datasetItem.search({ datasetID: turns, filter })
  expect(items.map(({ itemKey }) => itemKey)).toEqual(['a'])
})
test('several rows are added, changed and deleted in one transaction, or none', async () => {
  const fields = [
    { key: 'a', name: 'A', isRequired: true },
    { key: 'b', name: 'B', schemaKey: SchemaKey.integer },
  ]
  const { datasetID: set } = await owner.api.dataset.create({ spaceID, name: 'Changed together', fields })
  const value = (key: string, content: string) => ({ key, content })
  const { addedItemIDs } = await owner.api.datasetItem.change({
    datasetID: set,
    add: [{ data: [value('a', 'one'), value('b', '1')] }, { data: [value('a', 'two')] }],
  })
  const seen = async () =>
    (await owner.api.datasetItem.list({ datasetID: set })).items.map(({ data }) => data!.map(({ content }) => content))
  const [first, second] = addedItemIDs as [string, string]
  const change = (content: string) => [{ itemID: first, data: [value('b', content)] }]
  await expect(
    owner.api.datasetItem.change({ datasetID: set, change: change('many'), remove: [second] }),
  ).rejects.toThrow(/change\[0\]\.B: must be a whole number/)
  await expect(
    owner.api.datasetItem.change({ datasetID: set, change: change('2'), add: [{ data: [value('b', '3')] }] }),
  ).rejects.toThrow(/add\[0\]\.A: is required/)
  expect(await seen()).toEqual([['one', '1'], ['two']])
  await owner.api.datasetItem.change({ datasetID: set, change: change('2'), remove: [second] })
  expect(await seen()).toEqual([['one', '2']])
  await owner.api.datasetItem.change({ datasetID: set, change: change('') })
  expect(await seen()).toEqual([['one']])
})
