import { TableMode, TableType } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let member: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  outsider = await t.register('outsider')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
const notFound = { status: 404 }
const fields = [
  { name: 'title', type: 1, must_required: true, desc: 'Title' },
  { name: 'pages', type: 2 },
  { name: 'read_at', type: 3 },
  { name: 'score', type: 4 },
  { name: 'is_done', type: 5 },
] as const
let counter = 0
async function makeTable(mode: 1 | 2 | 3 = TableMode.multiUser, list: readonly object[] = fields) {
  counter += 1
  const { database_info } = await owner.api.database.add({
    space_id: spaceId,
    table_name: `notes_${counter}`,
    table_desc: 'About books',
    field_list: list as never,
    rw_mode: mode,
  })
  return database_info
}
const draft = { table_type: TableType.draft }

describe('structure', () => {
  test('a table has the given fields, system columns on request, and one id for test and live data', async () => {
    const made = await makeTable(TableMode.singleUser)
    expect(made).toMatchObject({ space_id: spaceId, rw_mode: 1, table_desc: 'About books', draft_id: made.id })
    const { database_info: plain } = await member.api.database.get({ id: made.id })
    expect(plain.field_list.map(({ name, type, must_required }) => [name, type, must_required])).toEqual([
      ['title', 1, true],
      ['pages', 2, false],
      ['read_at', 3, false],
      ['score', 4, false],
      ['is_done', 5, false],
    ])
    const { database_info: whole } = await member.api.database.get({ id: made.id, need_sys_fields: true })
    expect(whole.field_list.filter((field) => field.is_system_field).map((field) => field.name)).toEqual([
      'id',
      'uuid',
      'sys_platform',
      'bstudio_create_time',
    ])
    expect((await owner.api.database.onlineId({ id: made.id })).id).toBe(made.id)
    await expect(outsider.api.database.get({ id: made.id })).rejects.toMatchObject(notFound)
  })

  test('invalid names, names of system columns and duplicate names are refused', async () => {
    const add = (table_name: string, name: string, more: string[] = []) =>
      owner.api.database.add({
        space_id: spaceId,
        table_name,
        field_list: [name, ...more].map((item) => ({ name: item })),
      })
    for (const bad of ['Title', '1st', 'a b', 'x"; DROP TABLE y', 'id', 'uuid', 'bstudio_id', ''])
      await expect(add('fine', bad), bad).rejects.toMatchObject({ status: 400 })
    await expect(add('Not Fine', 'title')).rejects.toMatchObject({ status: 400 })
    await expect(add('fine', 'title', ['title'])).rejects.toMatchObject({ code: ErrorCode.database.fieldTwice })
    await expect(
      owner.api.database.add({ space_id: spaceId, table_name: 'empty', field_list: [] }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('a reserved word of SQL is allowed as a field name', async () => {
    const made = await makeTable(TableMode.multiUser, [{ name: 'select' }, { name: 'order', type: 2 }])
    const { data } = await owner.api.database.updateRecords({
      database_id: made.id,
      record_data_add: [{ select: 'a', order: '7' }],
    })
    expect(data).toMatchObject([{ select: 'a', order: '7' }])
  })

  test('fields can be added, renamed, swapped, retyped and dropped while rows preserve their values', async () => {
    const made = await makeTable(TableMode.multiUser, [{ name: 'a' }, { name: 'b' }, { name: 'empty' }])
    await owner.api.database.updateRecords({ database_id: made.id, record_data_add: [{ a: '12', b: 'words' }] })
    const [a, b] = made.field_list
    const { database_info: changed } = await owner.api.database.update({
      id: made.id,
      field_list: [
        { name: 'b', type: 2, id: a!.id },
        { name: 'a', id: b!.id },
        { name: 'fresh', type: 5 },
      ],
    })
    expect(changed.field_list.map((field) => field.name)).toEqual(['b', 'a', 'fresh'])
    const { data } = await owner.api.database.records({ database_id: made.id, ...draft })
    expect(data).toMatchObject([{ b: '12', a: 'words' }])
    expect(data[0]).not.toHaveProperty('empty')
    await owner.api.database.updateRecords({
      database_id: made.id,
      record_data_add: [{ b: '1', a: 'x', fresh: 'true' }],
    })
  })

  test('a change that would lose values is refused with the reason, and nothing is changed', async () => {
    const made = await makeTable(TableMode.multiUser, [{ name: 'a' }, { name: 'b' }])
    await owner.api.database.updateRecords({
      database_id: made.id,
      table_type: TableType.online,
      record_data_add: [{ a: 'words' }],
    })
    const [a, b] = made.field_list
    const change = (field_list: object[], extra_info?: Record<string, string>) =>
      owner.api.database.update({ id: made.id, field_list: field_list as never, extra_info })
    await expect(change([{ name: 'b', id: b!.id }])).rejects.toMatchObject({
      code: ErrorCode.database.wouldLose,
      message: expect.stringContaining('a'),
    })
    await expect(change([{ name: 'a', type: 2, id: a!.id }, { name: 'b' }])).rejects.toMatchObject({
      code: ErrorCode.database.cannotConvert,
      message: expect.stringContaining('words'),
    })
    await expect(change([{ name: 'a' }, { name: 'b', must_required: true }])).rejects.toMatchObject({
      code: ErrorCode.database.emptyValues,
    })
    await expect(change([{ name: 'a' }, { name: 'b' }, { name: 'c', must_required: true }])).rejects.toMatchObject({
      code: ErrorCode.database.emptyValues,
    })
    await expect(change([{ name: 'a', id: 99 }])).rejects.toMatchObject({ code: ErrorCode.database.unknownFieldId })
    const { data } = await owner.api.database.records({ database_id: made.id, table_type: TableType.online })
    expect(data).toMatchObject([{ a: 'words' }])
    await change([{ name: 'b', id: b!.id }], { allow_data_loss: 'true' })
    expect((await owner.api.database.get({ id: made.id })).database_info.field_list.map((field) => field.name)).toEqual(
      ['b'],
    )
  })

  test('a change based on an outdated version is refused', async () => {
    const made = await makeTable()
    const base = made.extra_info.version!
    await owner.api.database.update({ id: made.id, table_desc: 'first', extra_info: { version: base } })
    await expect(
      member.api.database.update({ id: made.id, table_desc: 'second', extra_info: { version: base } }),
    ).rejects.toMatchObject({ status: 409 })
    expect((await owner.api.database.get({ id: made.id })).database_info.table_desc).toBe('first')
  })

  test('purging a table drops its rows; deleting a space drops its schema and role', async () => {
    const made = await makeTable()
    const tables = async (schema: string) =>
      (await t.infra.database.pool.query('SELECT tablename FROM pg_tables WHERE schemaname = $1', [schema])).rows.map(
        (row: { tablename: string }) => row.tablename,
      )
    expect(await tables(`space_${spaceId}`)).toEqual(expect.arrayContaining([`t${made.id}`, `d${made.id}`]))
    await owner.api.database.remove({ id: made.id })
    await owner.api.bin.remove({ space_id: spaceId, res_id: made.id })
    expect(await tables(`space_${spaceId}`)).not.toEqual(expect.arrayContaining([`t${made.id}`]))
    await expect(owner.api.database.get({ id: made.id })).rejects.toMatchObject(notFound)

    const { id } = await owner.api.space.create({ name: 'Short' })
    await owner.api.database.add({ space_id: id, table_name: 'x', field_list: [{ name: 'a' }] })
    await owner.api.space.remove({ space_id: id })
    const left = await t.infra.database.pool.query(
      'SELECT nspname AS n FROM pg_namespace WHERE nspname = $1 UNION SELECT rolname FROM pg_roles WHERE rolname LIKE $2',
      [`space_${id}`, `space_${id}_%`],
    )
    expect(left.rows).toEqual([])
  })

  test('lists support name filter, order and paging; templates can be created as they are', async () => {
    const space = (await owner.api.space.create({ name: 'Lists' })).id
    for (const table_name of ['banana', 'apple', 'apple_pie'])
      await owner.api.database.add({ space_id: space, table_name, field_list: [{ name: 'a' }] })
    const list = await owner.api.database.list({
      space_id: space,
      table_name: 'apple',
      order_by: [{ field: 'table_name', direction: 1 }],
      limit: 1,
    })
    expect(list).toMatchObject({ total_count: 2, has_more: true })
    expect(list.database_info_list.map((databaseInfo) => databaseInfo.table_name)).toEqual(['apple'])
    await expect(owner.api.database.list({})).rejects.toMatchObject({ code: ErrorCode.database.spaceNeeded })
    const { templates } = await owner.api.database.templates({})
    expect(templates.length).toBeGreaterThan(2)
    for (const template of templates)
      await owner.api.database.add({
        space_id: space,
        table_name: template.table_name,
        field_list: template.field_list,
        rw_mode: template.rw_mode as 1,
      })
  })
})

describe('rows', () => {
  test('values of all five types are sent and returned as text; test and live data are separate', async () => {
    const made = await makeTable()
    const row = {
      title: "O'Neil \\ 中文 🪐",
      pages: '9007199254740993',
      read_at: '2024-02-29T10:20:30+08:00',
      score: '1.5',
      is_done: 'yes',
    }
    const { data: added } = await owner.api.database.updateRecords({ database_id: made.id, record_data_add: [row] })
    expect(added).toMatchObject([
      {
        title: row.title,
        pages: row.pages,
        read_at: '2024-02-29 02:20:30',
        score: '1.5',
        is_done: 'true',
        bstudio_connector_uid: owner.id,
      },
    ])
    expect((await owner.api.database.records({ database_id: made.id, table_type: TableType.online })).TotalNum).toBe(0)
    const rowId = added[0]!.bstudio_id!
    const { data: altered } = await member.api.database.updateRecords({
      database_id: made.id,
      record_data_alter: [{ bstudio_id: rowId, score: '', title: 'New' }],
    })
    expect(altered).toMatchObject([{ bstudio_id: rowId, title: 'New', pages: row.pages }])
    expect(altered[0]).not.toHaveProperty('score')
    await member.api.database.updateRecords({ database_id: made.id, record_data_delete: [{ bstudio_id: rowId }] })
    expect((await owner.api.database.records({ database_id: made.id })).TotalNum).toBe(0)
  })

  test('an invalid value is refused with the name of its field, and no row of the call is stored', async () => {
    const made = await makeTable()
    const add = (...rows: Record<string, string>[]) =>
      owner.api.database.updateRecords({ database_id: made.id, record_data_add: rows })
    for (const [field, value] of [
      ['pages', 'many'],
      ['pages', '9223372036854775808'],
      ['read_at', '2024-02-31'],
      ['score', 'NaN'],
      ['is_done', 'maybe'],
      ['title', ''],
      ['nothing', 'x'],
    ] as const) {
      const wrong = field === 'title' ? { pages: '1' } : { title: 'x', [field]: value }
      await expect(add({ title: 'good' }, wrong as Record<string, string>), field).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(field),
      })
    }
    await expect(
      owner.api.database.updateRecords({
        database_id: made.id,
        record_data_add: [{ title: 'good' }],
        record_data_delete: [{ bstudio_id: '424242' }],
      }),
    ).rejects.toMatchObject({ code: ErrorCode.database.rowNotYours })
    expect((await owner.api.database.records({ database_id: made.id })).TotalNum).toBe(0)
  })

  test('conditions, nesting, order and paging work', async () => {
    const made = await makeTable()
    await owner.api.database.updateRecords({
      database_id: made.id,
      record_data_add: [1, 2, 3, 4, 5].map((n) => ({
        title: `Book ${n}`,
        pages: String(n * 100),
        ...(n % 2 && { score: String(n) }),
      })),
    })
    const titles = async (filter_criterion: object, more = {}) =>
      (await owner.api.database.records({ database_id: made.id, filter_criterion, ...more })).data.map(
        (row) => row.title,
      )
    expect(
      await titles({
        conditions: [
          { left: 'pages', operation: 3, right: '200' },
          { left: 'score', operation: 10 },
        ],
        logic: 'and',
      }),
    ).toEqual(['Book 3', 'Book 5'])
    expect(await titles({ conditions: [{ left: 'title', operation: 11, right: 'book 2' }] })).toEqual(['Book 2'])
    expect(await titles({ conditions: [{ left: 'pages', operation: 7, right: '[100, 400]' }] })).toEqual([
      'Book 1',
      'Book 4',
    ])
    expect(
      await titles({
        conditions: [{ left: 'pages', operation: 1, right: '100' }],
        nestedConditions: { conditions: [{ left: 'pages', operation: 5, right: '500' }], logic: 'and' },
        logic: 'or',
      }),
    ).toEqual(['Book 1', 'Book 5'])
    expect(await titles({}, { order_by_list: [{ field: 'pages', direction: 2 }], limit: 2, offset: 1 })).toEqual([
      'Book 4',
      'Book 3',
    ])
    await expect(titles({ conditions: [{ left: 'pages; DROP', operation: 1, right: '1' }] })).rejects.toMatchObject({
      code: ErrorCode.database.unknownField,
    })
    expect(await titles({ conditions: [{ left: 'title', operation: 1, right: "x' OR '1'='1" }] })).toEqual([])
  })

  test('emptying a table deletes either test data or live data', async () => {
    const made = await makeTable()
    for (const table_type of [1, 2] as const)
      await owner.api.database.updateRecords({ database_id: made.id, table_type, record_data_add: [{ title: 'x' }] })
    await owner.api.database.reset({ database_info_id: made.id, table_type: TableType.draft })
    expect((await owner.api.database.records({ database_id: made.id, table_type: 1 })).TotalNum).toBe(0)
    expect((await owner.api.database.records({ database_id: made.id, table_type: 2 })).TotalNum).toBe(1)
  })
})
