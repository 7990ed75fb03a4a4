import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Api, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let program: Api
let space_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
  const { token } = await owner.api.token.create({ name: 'Program', duration_day: '1' })
  program = t.apiWith({ authorization: `Bearer ${token}` })
})
const row = (text: string) => ({ turns: [{ field_data_list: [{ name: 'input', content: { text } }] }] })

test('a set is created, filled, versioned, changed and read through the evaluation API', async () => {
  const { evaluation_set_id } = await owner.api.evaluationSet.create({
    space_id,
    name: 'Questions',
    evaluation_set_schema: { field_schemas: [{ name: 'input' }] },
  })
  const at = { space_id, evaluation_set_id }
  const { added_items } = await owner.api.evaluationSet.addItems({ ...at, items: [row('one'), row('two')] })
  const { id: version_id } = await owner.api.evaluationSet.createVersion({ ...at, version: '1.0.0' })
  await owner.api.evaluationSet.setItem({ ...at, item_id: added_items['0']!, turns: row('first').turns })
  await owner.api.evaluationSet.removeItems({ ...at, item_ids: [added_items['1']!] })
  const texts = async (more: object = {}) =>
    (await owner.api.evaluationSet.items({ ...at, ...more })).items.map(
      ({ turns }) => turns[0]!.field_data_list[0]!.content.text,
    )
  expect(await texts()).toEqual(['first'])
  expect(await texts({ version_id })).toEqual(['one', 'two'])
  const found = await owner.api.evaluationSet.version({ space_id, version_id })
  expect(found).toMatchObject({ version: { version: '1.0.0', item_count: '2' }, evaluation_set: { name: 'Questions' } })
  await owner.api.evaluationSet.setSchema({
    ...at,
    fields: [...found.version.evaluation_set_schema.field_schemas, { name: 'topic' }].map(({ name, ...field }) => ({
      name,
      ...('key' in field && { key: field.key }),
    })),
  })
  const { evaluation_set } = await owner.api.evaluationSet.get(at)
  expect(evaluation_set.evaluation_set_version.evaluation_set_schema.field_schemas.map(({ name }) => name)).toEqual([
    'input',
    'topic',
  ])
  await owner.api.evaluationSet.update({ ...at, name: 'Renamed' })
  const { evaluation_sets } = await owner.api.evaluationSet.list({ space_id, name: 'renam' })
  expect(evaluation_sets).toMatchObject([{ name: 'Renamed', change_uncommitted: true, latest_version: '1.0.0' }])
  await owner.api.evaluationSet.remove(at)
  expect((await owner.api.evaluationSet.list({ space_id })).total).toBe('0')
})

test('a program creates, fills, reads and clears a set with its token; claims in headers grant nothing', async () => {
  expect(await program.evaluationOpen.account({ space_id })).toEqual({ app_id: '0', space_id, account_id: owner.id })
  await expect(program.evaluationOpen.account({ space_id, account_id: '7' })).rejects.toMatchObject({
    code: ErrorCode.dataset.otherAccount,
  })
  const { dataset_id } = await program.evaluationOpen.createSet({
    space_id,
    name: 'From a program',
    column_schema: [{ name: 'input' }],
  })
  const group = (row_group_id: string, ...texts: string[]) => ({
    row_group_id,
    rows: texts.map((plain_text) => ({ cells: [{ column_name: 'input', value: { plain_text } }] })),
  })
  const row_groups = [group('a', 'one', 'two'), group('b', 'three')]
  const first = await program.evaluationOpen.addRows({ dataset_id, row_groups })
  expect(await program.evaluationOpen.addRows({ dataset_id, row_groups })).toEqual(first)
  const read = await program.evaluationOpen.rows({ dataset_id })
  expect(read.total).toBe('2')
  expect(read.row_groups.map(({ rows }) => rows.map(({ cells }) => cells[0]!.value.plain_text))).toEqual([
    ['one', 'two'],
    ['three'],
  ])
  await expect(
    program.evaluationOpen.addRows({
      dataset_id,
      row_groups: [{ rows: [{ cells: [{ column_name: 'nothing', value: { plain_text: 'x' } }] }] }],
    }),
  ).rejects.toMatchObject({ status: 400 })
  await program.evaluationOpen.clear({ dataset_id })
  expect((await program.evaluationOpen.rows({ dataset_id })).total).toBe('0')
})

test('the first API version reads and writes the same rows, with cells by position', async () => {
  const { dataset_id } = await owner.api.evaluationFirstSet.create({
    space_id,
    name: 'By position',
    column_schema: [{ name: 'input' }, { name: 'output' }],
    row_groups: [{ rows: [{ cells: ['one', '1'] }] }],
  })
  const at = { space_id, dataset_id }
  const { row_group_ids } = await owner.api.evaluationFirstSet.addRows({
    ...at,
    row_groups: [{ rows: [{ cells: ['two'] }] }, { rows: [{ cells: ['ignored'], cells_v2: [{ text: 'three' }] }] }],
  })
  await expect(
    owner.api.evaluationFirstSet.addRows({ ...at, row_groups: [{ rows: [{ cells: ['a', 'b', 'c'] }] }] }),
  ).rejects.toMatchObject({ status: 400 })
  const cells = async () => (await owner.api.evaluationFirstSet.rows(at)).row_groups.map(({ rows }) => rows[0]!.cells)
  expect(await cells()).toEqual([
    ['one', '1'],
    ['two', ''],
    ['three', ''],
  ])
  const { items } = await owner.api.evaluationSet.items({ space_id, evaluation_set_id: dataset_id })
  expect(items.map(({ turns }) => turns[0]!.field_data_list[0]!.content.text)).toEqual(['one', 'two', 'three'])
  const page = await owner.api.evaluationFirstSet.scan({ ...at, limit: 2 })
  expect(page).toMatchObject({ has_more: true, total: '3' })
  const rest = await owner.api.evaluationFirstSet.scan({ ...at, limit: 2, cursor: page.next_cursor })
  expect(rest.row_groups.map(({ row_group_id }) => row_group_id)).toEqual([row_group_ids[1]])
  await owner.api.evaluationFirstSet.replaceRow({
    ...at,
    row_group_id: row_group_ids[0]!,
    row_group: { rows: [{ cells: ['second', '2'] }] },
  })
  await owner.api.evaluationFirstSet.trim({ ...at, row_group_id: row_group_ids[0]! })
  expect(await cells()).toEqual([
    ['one', '1'],
    ['second', '2'],
  ])
  const { column_schema } = await owner.api.evaluationFirstSet.addColumn({ ...at, column_info: { name: 'topic' } })
  expect(column_schema.map(({ name }) => name)).toEqual(['input', 'output', 'topic'])
  await owner.api.evaluationFirstSet.setColumn({
    ...at,
    column_id: column_schema[2]!.column_id,
    column_info: { name: 'theme' },
  })
  const left = await owner.api.evaluationFirstSet.removeColumn({ ...at, column_id: column_schema[1]!.column_id })
  expect(left.column_schema.map(({ name }) => name)).toEqual(['input', 'theme'])
  await owner.api.evaluationFirstSet.update({ ...at, name: 'Renamed', desc: 'not taken', update_fields: [3] })
  const { dataset_infos } = await owner.api.evaluationFirstSet.list({ space_id, fuzzy_name: 'renam' })
  expect(dataset_infos).toMatchObject([{ dataset_id, name: 'Renamed', desc: '' }])
  await owner.api.evaluationFirstSet.removeMany({ space_id, dataset_ids: [dataset_id] })
  expect((await owner.api.evaluationFirstSet.getMany({ space_id, dataset_ids: [dataset_id] })).dataset_infos).toEqual(
    [],
  )
  expect((await owner.api.evaluationFirstSet.ping({ ping_message: 'hello' })).pong_message).toBe('hello')
})
