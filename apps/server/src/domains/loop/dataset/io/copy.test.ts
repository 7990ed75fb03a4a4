import { FileFormat, JobStatus, SchemaKey, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { gzipSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { beforeAll, expect, test } from 'vitest'
import { type DatasetLab, openDatasetLab } from '../testing/dataset-lab.ts'
import { zipOf } from './testing/zip-of.ts'

let lab: DatasetLab
let spaceID: string
let api: DatasetLab['owner']['api']
beforeAll(async () => {
  lab = await openDatasetLab()
  ;({ spaceID } = lab)
  ;({ api } = lab.owner)
})
const fileAt = (path: string) => ({ provider: STORED_HERE, path }) as const
const importInto = async (datasetID: string, name: string, bytes: Uint8Array) =>
  lab.ended((await api.datasetIo.import({ datasetID, file: fileAt(await lab.upload(name, bytes)) })).jobID)
const fields = [
  { key: 'score', name: 'score', schemaKey: SchemaKey.integer },
  { key: 'more', name: 'more', defaultFormat: 3 },
]
const parquet = (codec?: 'UNCOMPRESSED' | 'SNAPPY') =>
  new Uint8Array(
    parquetWriteBuffer({
      ...(codec && { codec }),
      columnData: [
        { name: 'text', data: ['=1+1', 'two\nlines', '数据集'], type: 'STRING' },
        { name: 'score', data: [1n, 9007199254740993n, -3n], type: 'INT64' },
        { name: 'more', data: [{ a: [1] }, { b: null }, {}], type: 'JSON' },
      ],
    }),
  )

test('Parquet is imported with its types, alone or in an archive, and an export returns equal values', async () => {
  const { datasetID } = await lab.dataset([], fields)
  const seen = await api.datasetIo.inspect({ spaceID, file: fileAt(await lab.upload('rows.parquet', parquet())) })
  expect(seen.fields.map(({ name, schemaKey }) => [name, schemaKey])).toEqual([
    ['text', SchemaKey.string],
    ['score', SchemaKey.integer],
    ['more', SchemaKey.string],
  ])
  expect(await importInto(datasetID, 'rows.parquet', parquet())).toMatchObject({ progress: { added: '3' } })
  const rows = [
    ['=1+1', '1', '{"a":[1]}'],
    ['two\nlines', '9007199254740993', '{"b":""}'],
    ['数据集', '-3', '{}'],
  ]
  expect(await lab.rows(datasetID)).toEqual(rows)
  const { jobID } = await api.datasetIo.export({ spaceID, datasetID, target: { file: { format: FileFormat.parquet } } })
  expect((await lab.ended(jobID)).status).toBe(JobStatus.completed)
  const file = await (await api.datasetIo.file({ jobID })).arrayBuffer()
  const back = await parquetReadObjects({ file })
  expect(back.map(({ text, score, more }) => [text, score, more])).toEqual(rows)
  const again = await lab.dataset([], fields)
  const zip = zipOf({ 'a/rows.parquet': new Uint8Array(file) })
  expect(await importInto(again.datasetID, 'rows.zip', zip)).toMatchObject({ progress: { added: '3' } })
  expect(await lab.rows(again.datasetID)).toEqual(rows)
})

test('broken or oversized Parquet files fail only their own job', async () => {
  const { datasetID } = await lab.dataset(['kept'])
  const whole = parquet('UNCOMPRESSED')
  const cut = whole.slice(0, whole.length - 40)
  const torn = Uint8Array.from(whole, (byte, at) => (at > 4 && at < 60 ? 0xff : byte))
  const wide = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`c${at}`, ['x']]))
  const columnData = Object.entries(wide).map(([name, data]) => ({ name, data, type: 'STRING' as const }))
  const many = new Uint8Array(parquetWriteBuffer({ columnData }))
  for (const bytes of [cut, torn, many, gzipSync('text'), Buffer.from('PAR1PAR1')]) {
    const job = await importInto(datasetID, 'bad.parquet', bytes)
    expect(job.status).toBe(JobStatus.failed)
    expect(job.errors[0]!.summary.length).toBeGreaterThan(10)
  }
  expect(await lab.rows(datasetID)).toEqual([['kept']])
})

test('a dataset can be created from a version of another one, and its rows reference their sources', async () => {
  const made = await lab.dataset(['one', 'two'], fields)
  await api.datasetItem.addMany({ datasetID: made.datasetID, items: [{ data: [{ key: 'text', content: 'later' }] }] })
  const copied = await api.datasetIo.createWithImport({
    spaceID,
    sourceType: 2,
    source: { dataset: { datasetID: made.datasetID, versionID: made.versionID } },
    targetDatasetName: 'Copied',
  })
  expect(await lab.ended(copied.jobID)).toMatchObject({ status: JobStatus.completed, progress: { added: '2' } })
  expect(await lab.rows(copied.datasetID)).toEqual([['one'], ['two']])
  const { dataset } = await api.dataset.get({ datasetID: copied.datasetID })
  expect(dataset.schema.fields.map(({ name, schemaKey }) => [name, schemaKey])).toEqual([
    ['text', 1],
    ['score', 2],
    ['more', 1],
  ])
  const { items } = await api.datasetItem.list({ datasetID: copied.datasetID })
  const { source } = await api.datasetItem.source({ datasetID: copied.datasetID, id: items[0]!.itemID })
  expect(source.type).toBe(2)
  const { deepSources } = await api.datasetItem.deepSources({ datasetID: copied.datasetID, id: items[0]!.itemID })
  expect(JSON.stringify(deepSources)).toContain(made.ids[0])
})

test('rows are exported into another dataset by field names, and rows that do not fit are rejected', async () => {
  const from = await lab.dataset(['4', 'four'])
  const into = await lab.dataset([], [])
  await api.dataset.setSchema({
    datasetID: into.datasetID,
    fields: [{ key: 'text', name: 'text', schemaKey: SchemaKey.integer }],
  })
  const send = (datasetID: string) =>
    api.datasetIo.export({ spaceID, datasetID: from.datasetID, targetType: 2, target: { dataset: { datasetID } } })
  const job = await lab.ended((await send(into.datasetID)).jobID)
  expect(job).toMatchObject({ datasetID: into.datasetID, progress: { added: '1', skipped: '1' } })
  expect(await lab.rows(into.datasetID)).toEqual([['4']])
  await expect(send(from.datasetID)).rejects.toThrow(/another dataset/)
  const { datasetID: apart } = await api.dataset.create({
    spaceID,
    name: 'Apart',
    fields: [{ key: 'other', name: 'other' }],
  })
  await expect(send(apart)).rejects.toMatchObject({ code: ErrorCode.datasetIo.noCommonField })
  const theirs = (await lab.stranger.api.space.create({ name: 'Theirs' })).id
  const { datasetID: foreign } = await lab.stranger.api.dataset.create({ spaceID: theirs, name: 'Foreign', fields: [] })
  const said = async (id: string) => send(id).then(String, (error: Error) => error.message)
  expect(await said(foreign)).toBe(await said('999999'))
  const steal = { spaceID: theirs, sourceType: 2 as const, targetDatasetName: 'Stolen' }
  const source = { dataset: { datasetID: from.datasetID } }
  await expect(lab.stranger.api.datasetIo.createWithImport({ ...steal, source })).rejects.toMatchObject({
    code: ErrorCode.kit.notFound,
  })
})
