import { ContentType, FileFormat, JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { sharp } from '#kit/sharp.ts'
import type { Person } from '#testing/test-app.ts'
import { type DatasetLab, openDatasetLab } from '../testing/dataset-lab.ts'
import { createArchive } from './archive.ts'
import { zipOf } from './testing/zip-of.ts'

let lab: DatasetLab
let spaceID: string
let picture: Buffer
beforeAll(async () => {
  picture = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>')).png().toBuffer()
  lab = await openDatasetLab()
  ;({ spaceID } = lab)
})
let made = 0
const dataset = async (person: Person, space: string) =>
  (
    await person.api.dataset.create({
      spaceID: space,
      name: `Archive ${(made += 1)}`,
      fields: [
        { key: 'text', name: 'text' },
        { key: 'photo', name: 'photo', contentType: ContentType.image },
      ],
    })
  ).datasetID
async function imported(person: Person, datasetID: string, bytes: Uint8Array) {
  const file = { provider: STORED_HERE, path: await lab.upload('rows.zip', bytes, person) } as const
  const { jobID } = await person.api.datasetIo.import({ datasetID, file })
  const job = async () => (await person.api.datasetIo.job({ jobID })).job
  await expect.poll(async () => (await job()).status).toBeGreaterThan(JobStatus.running)
  return job()
}
async function rowsOf(person: Person, datasetID: string) {
  const { items } = await person.api.datasetItem.list({ datasetID })
  const bytes = async (url: string) => Buffer.from(await (await lab.t.app.request(url)).arrayBuffer())
  return Promise.all(
    items.map(async ({ data }) => ({
      text: data!.find(({ key }) => key === 'text')?.content,
      files: await Promise.all(
        (data!.find(({ key }) => key === 'photo')?.attachments ?? []).map(async ({ name, url }) => ({
          name,
          isSame: (await bytes(url)).equals(picture),
        })),
      ),
    })),
  )
}

test('an archive includes the files of cells: another person can import it, and owns copies of the files', async () => {
  const datasetID = await dataset(lab.owner, spaceID)
  const uri = await lab.upload('cat.png', picture)
  const row = (content: string, name: string) => ({
    data: [
      { key: 'text', content },
      { key: 'photo', attachments: [{ uri, name }] },
    ],
  })
  const items = [row('One', '../../cat.png'), row('Two', 'cat.png'), { data: [{ key: 'text', content: 'Three' }] }]
  await lab.owner.api.datasetItem.addMany({ datasetID, items })
  const target = { file: { format: FileFormat.zip } }
  const { jobID } = await lab.owner.api.datasetIo.export({ spaceID, datasetID, target })
  expect((await lab.ended(jobID)).status).toBe(JobStatus.completed)
  const answer = await lab.owner.api.datasetIo.file({ jobID })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const theirs = (await lab.stranger.api.space.create({ name: 'Theirs' })).id
  const copy = await dataset(lab.stranger, theirs)
  expect(await imported(lab.stranger, copy, bytes)).toMatchObject({ status: JobStatus.completed, errors: [] })
  expect(await rowsOf(lab.stranger, copy)).toEqual([
    { text: 'One', files: [{ name: '../../cat.png', isSame: true }] },
    { text: 'Two', files: [{ name: 'cat.png', isSame: true }] },
    { text: 'Three', files: [] },
  ])
  const { items: read } = await lab.stranger.api.datasetItem.list({ datasetID: copy })
  expect(read[0]!.data![1]!.attachments![0]!.uri).not.toBe(uri)
})

test('50, 51: the table of an archive can name only files of that archive, by their paths', async () => {
  const datasetID = await dataset(lab.owner, spaceID)
  const named = ['images/a.png', './images/a.png', 'images/none.png', '../images/a.png', '/etc/a.png', 'images/b.png']
  const csv = ['text,photo', ...named.map((path, at) => `${at},${path}`)].join('\n')
  const job = await imported(
    lab.owner,
    datasetID,
    zipOf({ 'rows.csv': csv, 'images/a.png': picture, 'images/b.png': 'not an image' }),
  )
  expect([job.status, job.errors[0]!.errorCount]).toEqual([JobStatus.completed, 4])
  expect(job.errors[0]!.details[0]!.message).toContain('images/none.png')
  const a = { name: 'a.png', isSame: true }
  expect(await rowsOf(lab.owner, datasetID)).toEqual([
    { text: '0', files: [a] },
    { text: '1', files: [a] },
  ])
  for (const name of ['../a.png', '/a.png', 'inner.zip'])
    expect((await imported(lab.owner, datasetID, zipOf({ 'rows.csv': csv, [name]: picture }))).status).toBe(
      JobStatus.failed,
    )
})

test('an archive with more files than an import accepts is refused', () => {
  const { pathOf } = createArchive({ read: async () => undefined })
  expect([pathOf('upload/1/x.png'), pathOf('upload/1/y.mp3'), pathOf('upload/1/x.png')]).toEqual([
    'files/1.png',
    'files/2.mp3',
    'files/1.png',
  ])
  const code = ErrorCode.datasetArchive.tooLarge
  expect(() => Array.from({ length: 5000 }, (_, n) => pathOf(`upload/2/${n}.png`))).toThrow(
    expect.objectContaining({ code }),
  )
})
