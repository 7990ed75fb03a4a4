import * as XLSX from '@e965/xlsx'
import { FileFormat, JobStatus, SchemaKey, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#testing/test-app.ts'
import { type DatasetLab, openDatasetLab } from '../testing/dataset-lab.ts'
import { zipOf } from './testing/zip-of.ts'

let t: TestApp
let owner: Person
let member: Person
let outsider: Person
let spaceID: string
let ended: DatasetLab['ended']
beforeAll(async () => {
  ;({ t, owner, member, stranger: outsider, spaceID, ended } = await openDatasetLab())
})
let made = 0
const fields = [
  { key: 'question', name: 'Question', isRequired: true },
  { key: 'score', name: 'Score', schemaKey: SchemaKey.integer },
]
const create = async (more: object = {}) =>
  (await owner.api.dataset.create({ spaceID, name: `File set ${(made += 1)}`, fields, ...more })).datasetID
const store = async (name: string, bytes: Uint8Array | string, person = owner) =>
  (await t.services.uploads.store({ userId: person.id, scene: 'file', name, bytes: Buffer.from(bytes) })).key
const fileAt = (path: string) => ({ provider: STORED_HERE, path }) as const
const importFile = async (datasetID: string, key: string, more: object = {}) =>
  ended((await owner.api.datasetIo.import({ datasetID, file: fileAt(key), ...more })).jobID)
/** Inserts a job that waits for a worker. */
async function waitingJob(datasetID: string, key: string): Promise<string> {
  const [jobID, now] = [t.infra.newId(), t.clock.now()]
  const spec = { fileKey: key, fileName: 'late.csv', mappings: [], isReplacing: false }
  await t.infra.database.pool.query(
    'INSERT INTO dataset_job (id, dataset_id, kind, spec, created_by, created_at, updated_at) VALUES ($1, $2, 1, $3, $4, $5, $5)',
    [jobID, datasetID, JSON.stringify(spec), owner.id, now],
  )
  return jobID
}
const rowsOf = async (datasetID: string) =>
  (await owner.api.datasetItem.list({ datasetID, pageSize: 200 })).items.map(({ data }) =>
    data!.map(({ content }) => content),
  )
const exported = async (datasetID: string, format: 1 | 2 | 3 | 4 | 100, versionID?: string) => {
  const target = { file: { format } }
  const { jobID } = await owner.api.datasetIo.export({ spaceID, datasetID, versionID, target })
  expect((await ended(jobID)).status).toBe(JobStatus.completed)
  return new Uint8Array(await (await owner.api.datasetIo.file({ jobID })).arrayBuffer())
}

describe('an import', () => {
  test('adds the rows that fit, and returns the others with their number, field and reason', async () => {
    const datasetID = await create()
    const csv = 'Question,Score,Other\r\nOne,1,x\r\n"Two, with a comma",two,y\r\n,3,z\r\n"Four\r\nlines",4,\r\n'
    const job = await importFile(datasetID, await store('rows.csv', csv))
    expect(job).toMatchObject({
      status: JobStatus.completed,
      progress: { total: '4', processed: '4', added: '2', skipped: '2' },
      errors: [
        { type: 1, errorCount: 1, details: [{ index: 3, message: 'Score: must be a whole number' }] },
        { type: 7, errorCount: 1, details: [{ index: 4, messagesByField: { Question: 'is required' } }] },
      ],
    })
    expect(await rowsOf(datasetID)).toEqual([
      ['One', '1'],
      ['Four\r\nlines', '4'],
    ])
    const { itemID } = (await owner.api.datasetItem.list({ datasetID })).items[0]!
    expect((await owner.api.datasetItem.source({ datasetID, id: itemID })).source).toMatchObject({
      type: 3,
      jobID: job.id,
      file: { originalFileName: 'rows.csv' },
    })
    const rejected = await (await owner.api.datasetIo.rejected({ jobID: job.id })).text()
    expect(rejected.split('\r\n')).toEqual([
      '$file,$row,$field,$reason,Question,Score,Other',
      'rows.csv,3,Score,must be a whole number,"Two, with a comma",two,y',
      'rows.csv,4,Question,is required,,3,z',
      '',
    ])
    const corrected = rejected.replace(',two,', ',2,').replace('is required,,', 'is required,Three,')
    await importFile(datasetID, await store('fixed.csv', corrected))
    expect((await rowsOf(datasetID)).slice(2)).toEqual([
      ['Two, with a comma', '2'],
      ['Three', '3'],
    ])
  })
  test('maps columns to fields, and refuses unknown fields', async () => {
    const datasetID = await create()
    const key = await store('mapped.csv', 'q,s\nHello,7\n')
    const map = (target: string) => [
      { source: 'q', target },
      { source: 's', target: 'score' },
    ]
    await expect(importFile(datasetID, key, { fieldMappings: map('answer') })).rejects.toThrow(
      /fieldMappings\[0\]\.target.*Question, Score/,
    )
    await importFile(datasetID, key, { fieldMappings: map('question') })
    expect(await rowsOf(datasetID)).toEqual([['Hello', '7']])
  })
  test('replaces the rows on request, and versions keep theirs', async () => {
    const datasetID = await create()
    await importFile(datasetID, await store('a.csv', 'Question\nOld\n'))
    const { id: versionID } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
    const option = { overwriteDataset: true }
    await importFile(datasetID, await store('b.csv', 'Question\nNew\nNewer\n'), { option })
    expect(await rowsOf(datasetID)).toEqual([['New'], ['Newer']])
    expect((await owner.api.dataset.get({ datasetID })).dataset.itemCount).toBe('2')
    expect((await owner.api.datasetItem.ofVersion({ datasetID, versionID })).items).toHaveLength(1)
  })
  test('reads JSON lines, spreadsheets, archives and Chinese encodings', async () => {
    const datasetID = await create()
    const lines = '{"Question":"From JSON","Score":5,"more":[1]}\n\nnot json\n{"Question":{"deep":true}}\n'
    const job = await importFile(datasetID, await store('rows.jsonl', lines))
    expect(job.errors).toMatchObject([{ type: 5, details: [{ index: 3, message: 'is not a JSON object' }] }])
    const book = XLSX.utils.book_new()
    const sheet = [
      ['Question', 'Score'],
      ['From a sheet', 1450],
    ]
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(sheet), 'Rows')
    const xlsx = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    await importFile(datasetID, await store('rows.xlsx', xlsx))
    // 你好 in GB18030.
    const gb = Buffer.concat([Buffer.from('Question\n'), Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), Buffer.from('\n')])
    await importFile(datasetID, await store('gb.csv', gb))
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Question\n宽\n', 'utf16le')])
    const zip = zipOf({ 'one.csv': wide, 'inner/two.jsonl': Buffer.from('{"Question":"Packed"}'), 'read.me': 'x' })
    await importFile(datasetID, await store('all.zip', zip))
    expect(await rowsOf(datasetID)).toEqual([
      ['From JSON', '5'],
      ['{"deep":true}'],
      ['From a sheet', '1450'],
      ['你好'],
      ['宽'],
      ['Packed'],
    ])
  })
  test('of which no row fits, or that cannot be read, fails and adds nothing', async () => {
    const datasetID = await create()
    const cases: [string, Uint8Array | string, RegExp][] = [
      ['bad.csv', 'Question,Score\nA,x\nB,y\n', /No row of the file fits/],
      ['empty.csv', 'Question,Score\n', /no rows/],
      ['open.csv', 'Question\nFits\n"open', /quotation mark/],
      ['twice.csv', 'Question,Question\na,b\n', /two columns are named Question/],
      ['broken.xlsx', 'PK not a sheet', /damaged|corrupt/i],
      ['broken.zip', 'PK not a zip', /damaged|corrupt/i],
      ['wide.csv', `${'x,'.repeat(1000)}\n`, /columns/],
    ]
    for (const [name, bytes, reason] of cases) {
      const job = await importFile(datasetID, await store(name, bytes))
      expect([name, job.status], job.errors[0]?.summary).toEqual([name, JobStatus.failed])
      expect(job.errors[0]!.summary).toMatch(reason)
    }
    expect(await rowsOf(datasetID)).toEqual([])
    expect((await owner.api.dataset.get({ datasetID })).dataset).toMatchObject({
      itemCount: '0',
      changeUncommitted: true,
    })
    const { rows } = await t.infra.database.pool.query('SELECT FROM dataset_item WHERE dataset_id = $1', [datasetID])
    expect(rows).toHaveLength(0)
  })
  test('that would exceed the limit of the dataset adds no row at all', async () => {
    const datasetID = await create({ spec: { maxItemCount: 2 } })
    const job = await importFile(datasetID, await store('three.csv', 'Question\n1\n2\n3\n'))
    expect([job.status, job.errors[0]!.summary]).toEqual([JobStatus.failed, expect.stringContaining('more than 2')])
    expect(await rowsOf(datasetID)).toEqual([])
  })
  test('with item keys is idempotent', async () => {
    const datasetID = await create()
    const csv = '$item_key,Question\na,One\nb,Two\na,One\nb,Other\n'
    const first = await importFile(datasetID, await store('keys.csv', csv))
    expect(first.progress).toMatchObject({ added: '2', skipped: '1' })
    const again = await importFile(datasetID, await store('keys.csv', csv))
    expect(again.progress).toMatchObject({ added: '0', skipped: '1' })
    expect(await rowsOf(datasetID)).toEqual([['One'], ['Two']])
  })

  test('recognises a repeated key even before its first row is written', async () => {
    const datasetID = await create()
    const line = (n: number) => `k${n},Row ${n}`
    const lines = [...Array.from({ length: 900 }, (_, n) => line(n)), 'k3,Row 3', 'k4,Other', 'k899,Row 899']
    const job = await importFile(datasetID, await store('keys.csv', `$item_key,Question\n${lines.join('\n')}\n`))
    expect(job).toMatchObject({ status: JobStatus.completed, progress: { added: '900', skipped: '1' } })
    expect(job.errors[0]!.details[0]!.message).toContain('k4')
  })
  test('reads only files that the caller uploaded, and nobody else sees the job', async () => {
    const datasetID = await create()
    const key = await store('mine.csv', 'Question\nOne\n', member)
    for (const path of [key, '../../etc/passwd', 'upload/1/none.csv'])
      await expect(owner.api.datasetIo.import({ datasetID, file: fileAt(path) })).rejects.toMatchObject({
        code: ErrorCode.kit.notFound,
      })
    const { jobID } = await member.api.datasetIo.import({ datasetID, file: fileAt(key) })
    await ended(jobID)
    await expect(outsider.api.datasetIo.job({ jobID })).rejects.toMatchObject({ code: ErrorCode.kit.notFound })
    await expect(outsider.api.datasetIo.cancel({ jobID, spaceID })).rejects.toMatchObject({
      code: ErrorCode.kit.notFound,
    })
    await expect(owner.api.datasetIo.cancel({ jobID, spaceID })).rejects.toMatchObject({
      code: ErrorCode.datasetIo.notRunning,
    })
    expect((await member.api.datasetIo.jobs({ datasetID })).jobs.map(({ id }) => id)).toEqual([jobID])
    expect((await member.api.datasetIo.searchJobs({ datasetID, statuses: [JobStatus.failed] })).jobs).toEqual([])
  })
})

test('a file can be inspected before the import: types, first rows, and columns that differ between files', async () => {
  const zip = zipOf({
    'a.csv': 'id,score,ok,data,phone\n1,1.5,true,"{""a"":1}",0123\n2,2,false,[],0456\n',
    'b.csv': 'id,score\nx,3\n',
    'c.csv': 'id,\n5,6\n',
  })
  const seen = await owner.api.datasetIo.inspect({ spaceID, file: fileAt(await store('look.zip', zip)) })
  expect(seen.fields.map(({ name, schemaKey, defaultFormat }) => [name, schemaKey, defaultFormat])).toEqual([
    ['id', SchemaKey.string, 1],
    ['score', SchemaKey.float, 1],
    ['ok', SchemaKey.bool, 1],
    ['data', SchemaKey.string, 3],
    ['phone', SchemaKey.string, 1],
    ['column_2', SchemaKey.integer, 1],
  ])
  expect(seen.conflicts.map(({ fieldName, detailM }) => [fieldName, Object.keys(detailM)])).toEqual([
    ['id', ['a.csv', 'b.csv', 'c.csv']],
  ])
  expect(seen.filesWithAmbiguousColumn).toEqual(['c.csv'])
  expect(seen.preview[0]).toEqual({ id: '1', score: '1.5', ok: 'true', data: '{"a":1}', phone: '0123' })
})
test('a dataset can be created from a file, with the columns of the file as fields', async () => {
  const key = await store('made.csv', 'city,people\nLima,10\nOslo,1\n')
  const { datasetID, jobID } = await owner.api.datasetIo.createWithImport({
    spaceID,
    source: { file: fileAt(key) },
    targetDatasetName: 'Out of a file',
  })
  await ended(jobID)
  expect(
    (await owner.api.dataset.get({ datasetID })).dataset.schema.fields.map((one) => [one.name, one.schemaKey]),
  ).toEqual([
    ['city', SchemaKey.string],
    ['people', SchemaKey.integer],
  ])
  expect(await rowsOf(datasetID)).toEqual([
    ['Lima', '10'],
    ['Oslo', '1'],
  ])
})

test('a dataset that cannot be filled is not created', async () => {
  const make = (path: string, target: string) =>
    owner.api.datasetIo.createWithImport({
      spaceID,
      source: { file: fileAt(path) },
      targetDatasetName: 'Never there',
      fields: [{ name: 'city' }],
      fieldMappings: [{ source: 'city', target }],
    })
  await expect(make('upload/1/none.csv', 'city')).rejects.toMatchObject({ code: ErrorCode.kit.notFound })
  const key = await store('made.csv', 'city\nLima\n')
  await expect(make(key, 'town')).rejects.toThrow(/fieldMappings\[0\]/)
  expect((await owner.api.dataset.search({ spaceID, name: 'Never there' })).total).toBe('0')
})
test('rows that were checked against outdated fields are not added', async () => {
  const datasetID = await create()
  const key = await store('late.csv', 'Question\nOne\n')
  const jobID = await waitingJob(datasetID, key)
  t.clock.advance(31_000)
  // Simulates a process that began before the fields were changed.
  await t.infra.database.pool.query("UPDATE dataset_job SET schema_stamp = 'older' WHERE id = $1", [jobID])
  await t.infra.jobs.send('dataset-import', { id: jobID })
  const job = await ended(jobID)
  expect([job.status, job.errors[0]!.summary]).toEqual([JobStatus.failed, expect.stringContaining('fields changed')])
  // The import took so long that the person is notified.
  const told = (await owner.api.notice.list({})).items.filter(({ kind }) => kind === 'import')
  expect(told).toMatchObject([{ en: { text: expect.stringContaining('fields changed') as string } }])
  expect(await rowsOf(datasetID)).toEqual([])
})

describe('an export', () => {
  const hard = ['=1+1', "'=x", '-5', '-a', '@b', '"quoted", and\nlines', '  spaces  ', 'emoji 🙂 中文', '\t']
  test('is read back equal from every format', async () => {
    const datasetID = await create()
    const items = hard.map((content, at) => ({ itemKey: `k${at}`, data: [{ key: 'question', content }] }))
    await owner.api.datasetItem.addMany({ datasetID, items })
    for (const [format, extension] of [
      [FileFormat.csv, 'csv'],
      [FileFormat.jsonl, 'jsonl'],
      [FileFormat.xlsx, 'xlsx'],
      [FileFormat.parquet, 'parquet'],
      [FileFormat.zip, 'zip'],
    ] as const) {
      const copy = await create()
      const job = await importFile(copy, await store(`back.${extension}`, await exported(datasetID, format)))
      expect(job.status, job.errors[0]?.summary).toBe(JobStatus.completed)
      expect(await rowsOf(copy), extension).toEqual(hard.map((text) => [text]))
      expect((await owner.api.datasetItem.list({ datasetID: copy })).items[0]!.itemKey).toBe('k0')
    }
  })
  test('54: escapes cells of a CSV file that would be read as formulas', async () => {
    const datasetID = await create()
    await owner.api.datasetItem.addMany({ datasetID, items: [{ data: [{ key: 'question', content: '=cmd()' }] }] })
    expect(new TextDecoder().decode(await exported(datasetID, FileFormat.csv))).toBe(
      "$item_key,Question,Score\r\n,'=cmd(),\r\n",
    )
  })
  test('of a multi-turn dataset is read back with the same turns', async () => {
    const more = { features: { repeatedData: true } }
    const datasetID = await create(more)
    const turn = (content: string) => ({ data: [{ key: 'question', content }] })
    const items = [{ repeatedData: [turn('Hello'), turn('And?')] }, { repeatedData: [turn('Bye')] }]
    await owner.api.datasetItem.addMany({ datasetID, items })
    for (const [format, extension] of [
      [FileFormat.csv, 'csv'],
      [FileFormat.jsonl, 'jsonl'],
    ] as const) {
      const copy = await create(more)
      await importFile(copy, await store(`turns.${extension}`, await exported(datasetID, format)))
      const { items: back } = await owner.api.datasetItem.list({ datasetID: copy })
      expect(back.map(({ repeatedData }) => repeatedData!.map(({ data }) => data[0]!.content))).toEqual([
        ['Hello', 'And?'],
        ['Bye'],
      ])
    }
  })
  test('of a version holds the rows of that version', async () => {
    const datasetID = await create()
    await importFile(datasetID, await store('v.csv', 'Question\nOld\n'))
    const { id } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
    await owner.api.datasetItem.clear({ dataset_id: datasetID })
    expect(new TextDecoder().decode(await exported(datasetID, FileFormat.jsonl, id))).toBe('{"Question":"Old"}\n')
    expect(new TextDecoder().decode(await exported(datasetID, FileFormat.jsonl))).toBe('')
  })
  test('can be fetched by its link for a day', async () => {
    const datasetID = await create()
    const target = { file: { format: FileFormat.csv } }
    const { jobID } = await member.api.datasetIo.export({ spaceID, datasetID, target })
    const job = await ended(jobID)
    expect(job.target.file!.path).toContain('/api/file/dataset-export/')
    t.clock.advance(25 * 3600_000)
    expect((await owner.api.datasetIo.job({ jobID })).job.target.file!.path).toBe('')
    const late = await owner.api.datasetIo.file({ jobID })
    expect([late.status, await late.json()]).toMatchObject([404, { code: ErrorCode.datasetIo.noFile }])
    await t.services.datasetIo.removeExpired()
    const keys: string[] = []
    for await (const key of t.infra.blobs.list()) keys.push(key)
    expect(keys.filter((key) => key.includes(`/${jobID}-`))).toEqual([])
  })
})

test('a cancelled job leaves the dataset unchanged, and a dataset with an open job cannot be deleted', async () => {
  const datasetID = await create()
  const key = await store('late.csv', 'Question\nOne\n')
  const jobID = await waitingJob(datasetID, key)
  await expect(owner.api.dataset.remove({ datasetID })).rejects.toMatchObject({ code: ErrorCode.dataset.jobRuns })
  await owner.api.datasetIo.cancel({ jobID, spaceID })
  await t.infra.jobs.send('dataset-import', { id: jobID })
  expect((await ended(jobID)).status).toBe(JobStatus.cancelled)
  expect(await rowsOf(datasetID)).toEqual([])
  await owner.api.dataset.remove({ datasetID })
})
