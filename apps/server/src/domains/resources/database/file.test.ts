import { TableMode, TableType } from '@orrery/contract'
import * as XLSX from '@e965/xlsx'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let other: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  await t.startJobs()
  owner = await t.register('owner')
  other = await t.register('other')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
})
let counter = 0
async function makeTable(field_list: { name: string; type?: 1 | 2 | 3 | 4 | 5; must_required?: boolean }[]) {
  counter += 1
  const { database_info } = await owner.api.database.add({
    space_id: spaceId,
    table_name: `t_${counter}`,
    field_list,
    rw_mode: TableMode.multiUser,
  })
  return database_info.id
}
const store = async (name: string, bytes: Buffer | string) =>
  (await t.services.uploads.store({ userId: owner.id, scene: 'file', name, bytes: Buffer.from(bytes) })).key
const book = (sheets: Record<string, unknown[][]>) => {
  const made = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet(rows), name)
  return XLSX.write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
async function importFile(database_id: string, file_uri: string, table_sheet = {}) {
  await owner.api.database.importFile({ database_id, file_uri, table_type: TableType.draft, table_sheet })
  await expect
    .poll(async () => (await owner.api.database.importProgress({ database_id, table_type: TableType.draft })).state)
    .toMatch(/done|failed/)
  return owner.api.database.importProgress({ database_id, table_type: TableType.draft })
}

test('a spreadsheet is previewed, checked and imported; invalid rows are listed by line, column and reason', async () => {
  const id = await makeTable([
    { name: 'title', must_required: true },
    { name: 'pages', type: 2 },
    { name: 'read_at', type: 3 },
  ])
  const file = await store(
    'books.xlsx',
    book({
      Other: [['x']],
      Books: [
        ['pages', 'title', 'unknown', 'read_at'],
        [10, 'One', 'a', new Date(Date.UTC(2024, 4, 31, 12))],
        ['many', 'Two', 'b', null],
        [30, null, 'c', null],
        [40, 'Four', 'd', '2024-06-01'],
      ],
    }),
  )
  const preview = await owner.api.database.fileSchema({ source_file: { tos_uri: file }, table_sheet: { sheet_id: 1 } })
  expect(preview.sheet_list).toEqual([
    { id: 0, sheet_name: 'Other', total_row: 1 },
    { id: 1, sheet_name: 'Books', total_row: 5 },
  ])
  expect(preview.table_meta.map((item) => [item.column_name, item.column_type])).toEqual([
    ['pages', 1],
    ['title', 1],
    ['unknown', 1],
    ['read_at', 3],
  ])
  expect(preview.preview_data[0]).toMatchObject({ '0': '10', '1': 'One' })
  const whole = await owner.api.database.fileTables({ tos_uri: file })
  expect(whole.table_meta['1']!.map((item) => item.column_name)).toContain('pages')
  const check = (sheet_id: number) =>
    owner.api.database.validateFile({ database_id: id, source_file: { tos_uri: file }, table_sheet: { sheet_id } })
  expect((await check(1)).SchemaValidResult).toEqual({})
  expect(Object.keys((await check(0)).SchemaValidResult)).toEqual(['title', '*'])

  const progress = await importFile(id, file, { sheet_id: 1 })
  expect(progress).toMatchObject({
    file_name: 'books.xlsx',
    progress: 100,
    state: 'done',
    total: 4,
    done: 4,
    bad_count: 2,
  })
  expect(progress.bad_rows).toEqual([
    { line: 3, column: 'pages', reason: 'is not a whole number' },
    { line: 4, column: 'title', reason: 'a value is required' },
  ])
  const { data } = await owner.api.database.records({ database_id: id })
  expect(data.map((row) => [row.title, row.pages, row.read_at])).toEqual([
    ['One', '10', '2024-05-31 12:00:00'],
    ['Four', '40', '2024-06-01 00:00:00'],
  ])
  expect(data[0]!.bstudio_connector_uid).toBe(owner.id)
})

test('10,000 rows of CSV in GB 18030, the encoding of Chinese spreadsheets, are imported', async () => {
  const id = await makeTable([{ name: 'name' }, { name: 'n', type: 2 }])
  const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4])
  const lines = Array.from({ length: 10_000 }, (_, n) => Buffer.concat([gbk, Buffer.from(`,${n}\n`)]))
  const file = await store('rows.csv', Buffer.concat([Buffer.from('name,n\n'), ...lines]))
  expect(await importFile(id, file)).toMatchObject({ state: 'done', total: 10_000, bad_count: 0 })
  const { data, TotalNum } = await owner.api.database.records({ database_id: id, limit: 1 })
  expect([TotalNum, data[0]!.name]).toEqual([10_000, '中文'])
})

test('malicious files are refused with a reason and change nothing', async () => {
  const id = await makeTable([{ name: 'a' }])
  const cases: [string, string | Buffer, RegExp][] = [
    ['wide.csv', `${Array.from({ length: 1_000_000 }, (_, n) => `c${n}`).join(',')}\n`, /columns/],
    ['quote.csv', 'a\n"never closed, 1\n2\n3', /quotation mark/],
    ['other.csv', 'x,y\n1,2', /no column/],
    ['broken.xlsx', Buffer.from('PK\x03\x04 this is no spreadsheet'), /./],
  ]
  for (const [name, bytes, reason] of cases) {
    const progress = await importFile(id, await store(name, bytes))
    expect(progress, name).toMatchObject({ state: 'failed', status_descript: expect.stringMatching(reason) })
  }
  const text = await store('words.pdf', '%PDF-1.4')
  await expect(owner.api.database.fileSchema({ source_file: { tos_uri: text } })).rejects.toMatchObject({
    code: ErrorCode.database.badFile,
  })
  expect((await owner.api.database.records({ database_id: id })).TotalNum).toBe(0)
})

test('a file of another user can be neither imported nor read', async () => {
  const file = await store('mine.csv', 'a\n1')
  const space = (await other.api.space.create({ name: 'Theirs' })).id
  const { database_info } = await other.api.database.add({
    space_id: space,
    table_name: 'x',
    field_list: [{ name: 'a' }],
  })
  const calls = [
    () => other.api.database.importFile({ database_id: database_info.id, file_uri: file }),
    () => other.api.database.fileSchema({ source_file: { tos_uri: file } }),
    () => other.api.database.fileTables({ tos_uri: file }),
    () => other.api.database.validateFile({ database_id: database_info.id, source_file: { tos_uri: file } }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
})

test('values that a spreadsheet would run as formulas are exported as text', async () => {
  const id = await makeTable([{ name: 'a' }, { name: 'n', type: 2 }])
  const bad = ["=cmd|' /C calc'!A0", '+1+1', '-2+3', '@SUM(A1)', '\t=1']
  await owner.api.database.updateRecords({
    database_id: id,
    record_data_add: [...bad, '-5', 'plain, "quoted"'].map((a) => ({ a, n: '-7' })),
  })
  const csv = await (await owner.api.database.export({ database_id: id, format: 'csv' })).text()
  for (const found of bad) expect(csv).toContain(`'${found.trimEnd()}`)
  const response = await owner.api.database.export({ database_id: id, format: 'xlsx' })
  expect(response.headers.get('content-disposition')).toContain('attachment')
  const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(
    Object.values(XLSX.read(await response.arrayBuffer()).Sheets)[0]!,
  )
  expect(rows.map((row) => row.a)).toEqual([...bad.map((item) => `'${item}`), '-5', 'plain, "quoted"'])
  expect(rows[0]!.n).toBe(-7)
})

test('the template has the fields as its first line and can be imported unchanged', async () => {
  const id = await makeTable([{ name: 'a' }, { name: 'b', type: 2 }])
  const { TosUrl } = await owner.api.database.fileTemplate({ database_id: id })
  const bytes = await (await t.request(TosUrl)).arrayBuffer()
  const rows = XLSX.utils.sheet_to_json<unknown[]>(Object.values(XLSX.read(bytes).Sheets)[0]!, { header: 1 })
  expect(rows).toEqual([['a', 'b']])
  expect(await importFile(id, await store('filled.xlsx', Buffer.from(bytes)))).toMatchObject({
    state: 'done',
    total: 0,
  })
})

test('an interrupted import resumes after its last batch without duplicate rows', async () => {
  const id = await makeTable([{ name: 'n', type: 2 }])
  const file = await store('many.csv', `n\n${Array.from({ length: 5000 }, (_, n) => n).join('\n')}`)
  await importFile(id, file)
  await t.infra.database.pool.query(
    "UPDATE database_import SET state = 'running', done = 4000 WHERE database_id = $1",
    [id],
  )
  await t.infra.database.pool.query(`DELETE FROM space_${spaceId}.d${id} WHERE n >= 4000`)
  const { rows } = await t.infra.database.pool.query<{ k: string }>(
    'SELECT job_key AS k FROM database_import WHERE database_id = $1',
    [id],
  )
  await t.infra.jobs.send('database-import', { databaseId: id, isDraft: true, jobKey: rows[0]!.k })
  await expect
    .poll(async () => (await owner.api.database.importProgress({ database_id: id, table_type: 1 })).state)
    .toBe('done')
  const counted = await t.infra.database.pool.query(
    `SELECT count(*)::int AS n, count(DISTINCT n)::int AS d FROM space_${spaceId}.d${id}`,
  )
  expect(counted.rows).toEqual([{ n: 5000, d: 5000 }])
})
