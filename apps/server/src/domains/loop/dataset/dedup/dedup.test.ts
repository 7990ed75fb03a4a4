import { DedupDecision, JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '#testing/test-app.ts'
import { openDatasetLab } from '../testing/dataset-lab.ts'

let t: TestApp
let owner: Person
let outsider: Person
let spaceID: string
beforeAll(async () => {
  ;({ t, owner, stranger: outsider, spaceID } = await openDatasetLab())
})
let made = 0
async function datasetOf(rows: string[]) {
  const fields = [{ key: 'q', name: 'Question' }]
  const { datasetID } = await owner.api.dataset.create({ spaceID, name: `Pairs ${(made += 1)}`, fields })
  const items = rows.map((content) => ({ data: [{ key: 'q', content }] }))
  if (rows.length) await owner.api.datasetItem.addMany({ datasetID, items })
  return datasetID
}
const store = async (name: string, text: string, person = owner) =>
  (await t.services.uploads.store({ userId: person.id, scene: 'file', name, bytes: Buffer.from(text) })).key
const fileAt = (path: string) => ({ provider: STORED_HERE, path }) as const
async function found(jobID: string) {
  const job = async () => (await owner.api.datasetDedup.pairs({ jobID })).job
  await expect.poll(async () => (await job()).status).toBeGreaterThan(JobStatus.running)
  return job()
}
const rowsOf = async (datasetID: string) =>
  (await owner.api.datasetItem.list({ datasetID })).items.map(({ data }) => data![0]!.content)
const decide = (jobID: string, key: string, importConfirmType: 0 | 1 | 2, person = owner) =>
  person.api.datasetDedup.confirm({ jobID, pairs: [{ newItemsUniqKey: key, importConfirmType }] })
async function imported(datasetID: string, path: string, dedupID: string) {
  const { jobID } = await owner.api.datasetIo.import({ datasetID, file: fileAt(path), option: { jobID: dedupID } })
  await expect.poll(async () => (await owner.api.datasetIo.job({ jobID })).job.status).toBe(JobStatus.completed)
}

test('people decide about similar rows of a file before it is imported', async () => {
  const datasetID = await datasetOf(['What is a dataset?'])
  const csv = 'Question\nwhat is a DATASET\nWhat is a version?\nwhat is a version\n'
  const path = await store('new.csv', csv)
  const { jobID } = await owner.api.datasetDedup.start({ datasetID, file: fileAt(path), fieldKey: 'q' })
  const job = await found(jobID)
  expect(job).toMatchObject({ status: JobStatus.completed, jobTotal: 3, total: 2 })
  expect(job.itemPairs.map(({ uniqKey, suspectedItems }) => [uniqKey, suspectedItems[0]!.score])).toEqual([
    ['row-1', 100],
    ['row-3', 100],
  ])
  expect(job.itemPairs[1]!.suspectedItems[0]).toMatchObject({ inFile: true, item: { itemKey: 'row-2' } })
  await decide(jobID, 'row-1', DedupDecision.duplicate)
  await decide(jobID, 'row-3', DedupDecision.duplicate)
  // A decision can be changed until the import.
  await decide(jobID, 'row-3', DedupDecision.distinct)
  expect((await owner.api.datasetDedup.pairs({ jobID, confirmType: 1 })).job.itemPairs).toHaveLength(1)
  await imported(datasetID, path, jobID)
  expect(await rowsOf(datasetID)).toEqual(['What is a dataset?', 'What is a version?', 'what is a version'])
})

test('decisions are valid only for their file and dataset, and for rows that the search found', async () => {
  const datasetID = await datasetOf([])
  const [path, other] = [await store('a.csv', 'Question\nx\n'), await store('b.csv', 'Question\ny\n')]
  const { jobID } = await owner.api.datasetDedup.start({ datasetID, file: fileAt(path), fieldKey: 'q' })
  await found(jobID)
  const start = (file: string, option: object, id = datasetID) =>
    owner.api.datasetIo.import({ datasetID: id, file: fileAt(file), option })
  await expect(start(other, { jobID })).rejects.toMatchObject({ code: ErrorCode.datasetDedup.otherFile })
  await expect(start(path, { jobID }, await datasetOf([]))).rejects.toMatchObject({ status: 404 })
  await expect(decide(jobID, 'row-9', 1)).rejects.toThrow(/newItemsUniqKey/)
})

test('of two duplicates within a dataset the later one is deleted; versions keep it, and the decision is final', async () => {
  const datasetID = await datasetOf(['same words here', 'other', 'Same words here!'])
  const { id: versionID } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
  const { jobID } = await owner.api.datasetDedup.start({ datasetID, fieldKey: 'q' })
  const [pair] = (await found(jobID)).itemPairs
  await decide(jobID, pair!.uniqKey, DedupDecision.duplicate)
  await decide(jobID, pair!.uniqKey, DedupDecision.duplicate)
  expect(await rowsOf(datasetID)).toEqual(['same words here', 'other'])
  expect((await owner.api.datasetItem.ofVersion({ datasetID, versionID })).items).toHaveLength(3)
  await expect(decide(jobID, pair!.uniqKey, 2)).rejects.toMatchObject({ code: ErrorCode.datasetDedup.removed })
  const { jobs } = await owner.api.datasetDedup.latest({ datasetID })
  expect(jobs).toMatchObject([{ id: jobID, found: 1, open: 0 }])
})

test('an invalid search is refused or fails with its reason, and an ended search cannot be cancelled', async () => {
  const datasetID = await datasetOf(['x'])
  await expect(owner.api.datasetDedup.start({ datasetID, fieldKey: 'nope' })).rejects.toThrow(/fieldKey.*nope/)
  const foreign = await store('theirs.csv', 'Question\nx\n', outsider)
  await expect(owner.api.datasetDedup.start({ datasetID, file: fileAt(foreign), fieldKey: 'q' })).rejects.toMatchObject(
    { status: 404 },
  )
  const path = await store('broken.csv', 'Question,Question\nx,y\n')
  const { jobID } = await owner.api.datasetDedup.start({ datasetID, file: fileAt(path), fieldKey: 'q' })
  expect(await found(jobID)).toMatchObject({ status: JobStatus.failed, error: expect.stringMatching(/two columns/) })
  await expect(owner.api.datasetDedup.cancel({ jobID })).rejects.toMatchObject({
    code: ErrorCode.datasetDedup.notRunning,
  })
})

test('a search that is abandoned after five attempts says so, and blames no number of rows', async () => {
  const datasetID = await datasetOf(['x', 'X'])
  const { jobID } = await owner.api.datasetDedup.start({ datasetID, fieldKey: 'q' })
  await found(jobID)
  await t.infra.database.pool.query('UPDATE dataset_dedup SET status = 2, fence = 5, lease_until = 0 WHERE id = $1', [
    jobID,
  ])
  await t.infra.jobs.send('dataset-dedup', { id: jobID })
  expect(await found(jobID)).toMatchObject({
    status: JobStatus.failed,
    error: expect.stringMatching(/not completed in 5 attempts/),
  })
})

test('13: a search of another space is not found', async () => {
  const datasetID = await datasetOf(['x', 'X'])
  const { jobID } = await owner.api.datasetDedup.start({ datasetID, fieldKey: 'q' })
  const [pair] = (await found(jobID)).itemPairs
  await expect(outsider.api.datasetDedup.pairs({ jobID })).rejects.toMatchObject({ status: 404 })
  await expect(decide(jobID, pair!.uniqKey, 1, outsider)).rejects.toMatchObject({ status: 404 })
  expect(await rowsOf(datasetID)).toEqual(['x', 'X'])
})
