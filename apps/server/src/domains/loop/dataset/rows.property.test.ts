import { DatasetCategory, FileFormat, JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import fc from 'fast-check'
import { sharp } from '#kit/sharp.ts'
import { beforeAll, expect, test } from 'vitest'
import { type DatasetLab, openDatasetLab } from './testing/dataset-lab.ts'

let lab: DatasetLab
let spaceID: string
let api: DatasetLab['owner']['api']
let token: string
beforeAll(async () => {
  lab = await openDatasetLab()
  ;({ spaceID } = lab)
  ;({ api } = lab.owner)
  ;({ token } = await api.token.create({ name: 'Program' }))
  for (const type of ['image', 'audio', 'video'] as const)
    uploaded[type] = await lab.upload(stored[type], type === 'image' ? await picture() : 'sound')
})
const picture = () =>
  sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>')).png().toBuffer()
/** Any valid text, including control characters, quotation marks, formulas and characters outside the BMP. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      '=1+1',
      "'=x",
      '-5',
      '@b',
      '"a", b\r\nc',
      ' \t ',
      'null',
      'true',
      '1e5',
      '007',
      '😀',
      '_x0041_',
      '\uFEFFx',
    ),
  )
  .map((value) => value.toWellFormed().replaceAll('\0', ''))
const message = fc
  .record({ role: fc.constantFrom('user', 'assistant'), content: text })
  .map((one) => JSON.stringify(one))
/** Test files by type. */
const stored = { image: 'cat.png', audio: 'purr.mp3', video: 'walk.webm' } as const
type FileType = keyof typeof stored
const uploaded: Record<FileType, string> = { image: '', audio: '', video: '' }
const numbers = { image: 2, audio: 3, video: 4 } as const
const file = (type: FileType) => fc.record({ type: fc.constant(type), name: text.map((name) => name || 'file') })
/** A list of files as a text that can be compared: type and name of each. */
const files = (type: FileType) =>
  fc.array(file(type), { maxLength: 3 }).map((list) => (list.length ? JSON.stringify(list) : ''))
const parts = fc
  .array(fc.oneof(fc.record({ type: fc.constant('text'), text }), file('image'), file('audio'), file('video')), {
    maxLength: 4,
  })
  .map((list) => (list.length ? JSON.stringify(list) : ''))
/** A row by the keys of its fields; an empty text means no value. */
const row = fc.record({
  text,
  more: text,
  whole: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(String),
  real: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => String(Object.is(value, -0) ? 0 : value)),
  yes: fc.boolean().map(String),
  said: message,
  seen: files('image'),
  heard: files('audio'),
  filmed: files('video'),
  mixed: parts,
})
const kinds = { text: 1, more: 1, whole: 2, real: 3, yes: 4, said: 5, seen: 1, heard: 1, filmed: 1, mixed: 1 } as const
const contents = { seen: 2, heard: 3, filmed: 4, mixed: 100 } as const
const contentOf = (key: string) => contents[key as keyof typeof contents]
const keys = Object.keys(kinds) as (keyof typeof kinds)[]
type Row = Record<string, string>
const fields = keys.map((key) => ({ key, name: key, schemaKey: kinds[key], contentType: contentOf(key) ?? 1 }))
const create = async (name: string, repeatedData = false) =>
  (
    await api.dataset.create({
      spaceID,
      name,
      fields,
      category: DatasetCategory.evaluation,
      features: { repeatedData },
    })
  ).datasetID
type Part = { type: FileType; name: string } | { type: 'text'; text: string }
const attached = ({ type, name }: { type: FileType; name: string }) => [{ uri: uploaded[type], name }]
const given = (one: Row) =>
  keys.map((key) => {
    if (!contentOf(key) || !one[key]) return { key, content: one[key]! }
    const list = JSON.parse(one[key]) as Part[]
    if (contentOf(key) !== 100) return { key, attachments: list.flatMap((part) => attached(part as never)) }
    return {
      key,
      parts: list.map((part) =>
        part.type === 'text'
          ? ({ contentType: 1, content: part.text } as const)
          : { contentType: numbers[part.type], attachments: attached(part) },
      ),
    }
  })
/** The expected row: empty values are omitted. */
const bare = (one: Row): Row => Object.fromEntries(keys.flatMap((key) => (one[key] ? [[key, one[key]]] : [])))
interface ShownPart {
  contentType: number
  content: string
  attachments?: { name: string; uri: string; url: string }[] | undefined
}
type Value = ShownPart & { key: string; parts?: ShownPart[] | undefined }
const typed = (number: number) => (Object.keys(numbers) as FileType[]).find((type) => numbers[type] === number)!
/** Files that are copies of the uploads, by key. Archives and bundles create them. */
const copies = new Map<string, FileType>()
const bytesAt = async (key: string) => Buffer.from(await (await lab.t.services.uploads.read(key))!.bytes())
/** Checks that only archives and bundles created copies, and that these equal the uploads. */
async function expectFiles(extension: string) {
  if (extension !== 'zip' && extension !== 'bundle') expect([extension, [...copies]]).toEqual([extension, []])
  for (const [key, type] of copies) expect((await bytesAt(key)).equals(await bytesAt(uploaded[type]))).toBe(true)
  copies.clear()
}
const filesOf = ({ contentType, attachments = [] }: ShownPart) =>
  attachments.map(({ name, uri, url }) => {
    const type = typed(contentType)
    if (uri !== uploaded[type]) copies.set(uri, type)
    expect(url).toContain(`/api/file/${uri}?`)
    return { type, name }
  })
const textOf = (value: Value): string => {
  if (value.parts)
    return JSON.stringify(
      value.parts.flatMap((part): object[] =>
        part.contentType === 1 ? [{ type: 'text', text: part.content }] : filesOf(part),
      ),
    )
  return value.attachments ? JSON.stringify(filesOf(value)) : value.content
}
const seen = (data: Value[] | undefined): Row => Object.fromEntries(data!.map((value) => [value.key, textOf(value)]))
type SetContent = Awaited<
  ReturnType<typeof api.evaluationSet.items>
>['items'][number]['turns'][number]['field_data_list'][number]['content']
/** Converts a value in the format of evaluation sets: one file, or parts. */
function setText(key: string, content: SetContent): string {
  if (!contentOf(key)) return content.text ?? ''
  const parts = (content.multi_part ?? [content]).map(({ text: said, image, audio, video }) => {
    if (said !== undefined) return { type: 'text', text: said }
    const [type, one] = Object.entries({ image, audio, video }).find(([, found]) => found)!
    expect([one!.uri, one!.url]).toEqual([uploaded[type as FileType], expect.stringContaining('/api/file/')])
    return { type, name: one!.name }
  })
  return JSON.stringify(parts)
}
let made = 0
/** Each test goes through every format. */
const slow = { timeout: 240_000 }

async function exported(datasetID: string, format: 1 | 2 | 3 | 4 | 100): Promise<Uint8Array> {
  const { jobID } = await api.datasetIo.export({ spaceID, datasetID, target: { file: { format } } })
  expect((await lab.ended(jobID)).status).toBe(JobStatus.completed)
  return new Uint8Array(await (await api.datasetIo.file({ jobID })).arrayBuffer())
}
async function importInto(datasetID: string, name: string, bytes: Uint8Array) {
  const file = { provider: STORED_HERE, path: await lab.upload(name, bytes) } as const
  const job = await lab.ended((await api.datasetIo.import({ datasetID, file })).jobID)
  expect([name, job.status, job.errors]).toEqual([name, JobStatus.completed, []])
}
/** Copies the rows by the first version of the evaluation API: cells by position, files in stored form. */
async function copyByCells(datasetID: string, copy: string) {
  const { row_groups: groups } = await api.evaluationFirstSet.scan({ dataset_id: datasetID, space_id: spaceID })
  const row_groups = groups.map(({ rows }) => ({ rows: rows.map(({ cells }) => ({ cells })) }))
  await api.evaluationFirstSet.addRows({ dataset_id: copy, space_id: spaceID, row_groups })
}
/** Copies the dataset by a bundle. */
async function bundled(datasetID: string): Promise<string> {
  const { content } = await api.bundle.export({ space_id: spaceID, ids: [datasetID], with_rows: true })
  return (await api.bundle.import({ space_id: spaceID, content })).items[0]!.id
}
/** Spreadsheets keep only one kind of line break. */
const asHeld = (one: Row, extension: string): Row =>
  extension === 'xlsx'
    ? // Files are stored as JSON, in which line breaks are escaped.
      Object.fromEntries(
        Object.entries(one).map(([key, value]) => [key, contentOf(key) ? value : value.replaceAll('\r\n', '\n')]),
      )
    : one
const formats = [
  [FileFormat.csv, 'csv'],
  [FileFormat.jsonl, 'jsonl'],
  [FileFormat.xlsx, 'xlsx'],
  [FileFormat.parquet, 'parquet'],
  [FileFormat.zip, 'zip'],
] as const

test('any row is read back equal from every call, every format and a bundle', slow, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 4, maxLength: 25 }), async (rows) => {
      const datasetID = await create(`Rows ${(made += 1)}`)
      const wanted = rows.map(bare)
      // Rows are added in four ways: one by one, by a change, by a program, and many at once.
      await api.datasetItem.create({ datasetID, spaceID, data: given(rows[0]!) })
      await api.datasetItem.change({ datasetID, add: [{ data: given(rows[1]!) }] })
      const open = async (path: string, body?: object) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const space = { 'FlowDevops-Agw-OpenAPI-SpaceId': spaceID }
        const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
        const answer = await lab.t.app.request(`/open-api/ml_flow/v2/${path}`, {
          headers: { ...headers, ...space },
          ...init,
        })
        return (await answer.json()) as { code: number; data: { data: Value[] }[] }
      }
      await open(`datasets/${datasetID}/items/batch`, { items: [{ data: given(rows[2]!) }] })
      await api.datasetItem.addMany({ datasetID, items: rows.slice(3).map((one) => ({ data: given(one) })) })
      const { items } = await api.datasetItem.list({ datasetID, pageSize: 100 })
      expect(items.map(({ data }) => seen(data))).toEqual(wanted)
      const itemIDs = items.map(({ itemID }) => itemID)
      const one = await api.datasetItem.get({ datasetID, itemID: itemIDs[0]! })
      expect(seen(one.item.data)).toEqual(wanted[0])
      expect((await api.datasetItem.getMany({ datasetID, itemIDs })).items.map(({ data }) => seen(data))).toEqual(
        wanted,
      )
      expect((await api.datasetItem.search({ datasetID, pageSize: 100 })).items.map(({ data }) => seen(data))).toEqual(
        wanted,
      )
      expect((await open(`datasets/${datasetID}/items?pageSize=100`)).data.map(({ data }) => seen(data))).toEqual(
        wanted,
      )
      const set = await api.evaluationSet.items({ evaluation_set_id: datasetID, space_id: spaceID, page_size: 100 })
      const texts = set.items.map(({ turns }) =>
        Object.fromEntries(turns[0]!.field_data_list.map(({ key, content }) => [key, setText(key, content)])),
      )
      expect(texts).toEqual(wanted)
      await expectFiles('calls')
      const { id: versionID } = await api.datasetVersion.create({ datasetID, version: '1.0.0' })
      // Replacing a row by itself is not a change, and a version equals the draft at its creation.
      await api.datasetItem.set({ datasetID, itemID: itemIDs[0]!, data: given(rows[0]!) })
      expect((await api.dataset.get({ datasetID })).dataset.changeUncommitted).toBe(false)
      const old = await api.datasetItem.ofVersion({ datasetID, versionID, pageSize: 100 })
      expect(old.items.map(({ data }) => seen(data))).toEqual(wanted)
      for (const [format, extension] of formats) {
        const copy = await create(`Copy ${(made += 1)}`)
        await importInto(copy, `rows.${extension}`, await exported(datasetID, format))
        const back = await api.datasetItem.list({ datasetID: copy, pageSize: 100 })
        expect([extension, back.items.map(({ data }) => seen(data))]).toEqual([
          extension,
          wanted.map((one) => asHeld(one, extension)),
        ])
        await expectFiles(extension)
      }
      const copy = await create(`Copy ${(made += 1)}`)
      await copyByCells(datasetID, copy)
      const again = await api.datasetItem.list({ datasetID: copy, pageSize: 100 })
      expect(again.items.map(({ data }) => seen(data))).toEqual(wanted)
      await expectFiles('cells')
      const other = await api.datasetItem.list({ datasetID: await bundled(datasetID), pageSize: 100 })
      expect(other.items.map(({ data }) => seen(data))).toEqual(wanted)
      await expectFiles('bundle')
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

test(
  'rows with several turns are read back equal from every format, cells by position, and a bundle',
  slow,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        async (all) => {
          const datasetID = await create(`Turns ${(made += 1)}`, true)
          const items = all.map((turns) => ({ repeatedData: turns.map((one) => ({ data: given(one) })) }))
          await api.datasetItem.addMany({ datasetID, items })
          const wanted = all.map((turns) => turns.map(bare))
          for (const [format, extension] of formats) {
            const copy = await create(`Turns ${(made += 1)}`, true)
            await importInto(copy, `turns.${extension}`, await exported(datasetID, format))
            const back = await api.datasetItem.list({ datasetID: copy, pageSize: 100 })
            expect([
              extension,
              back.items.map(({ repeatedData }) => repeatedData!.map(({ data }) => seen(data))),
            ]).toEqual([extension, wanted.map((turns) => turns.map((one) => asHeld(one, extension)))])
            await expectFiles(extension)
          }
          const shown = async (id: string) =>
            (await api.datasetItem.list({ datasetID: id, pageSize: 100 })).items.map(({ repeatedData }) =>
              repeatedData!.map(({ data }) => seen(data)),
            )
          const copy = await create(`Turns ${(made += 1)}`, true)
          await copyByCells(datasetID, copy)
          expect(await shown(copy)).toEqual(wanted)
          await expectFiles('cells')
          expect(await shown(await bundled(datasetID))).toEqual(wanted)
          await expectFiles('bundle')
        },
      ),
      { numRuns: 3, endOnFailure: true },
    )
  },
)
