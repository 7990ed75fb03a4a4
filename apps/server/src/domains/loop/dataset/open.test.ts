import { JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let spaceID: string
let token: string
beforeAll(async () => {
  t = await openTestApp()
  await t.startJobs()
  owner = await t.register('owner')
  spaceID = (await owner.api.space.create({ name: 'Programs' })).id
  token = await tokenOf(owner)
})
const tokenOf = async (person: Person) => (await person.api.token.create({ name: 'Program' })).token
type Answer = Record<string, unknown> & { code: number; msg: string }
async function call<T extends object = object>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = { 'FlowDevops-Agw-OpenAPI-SpaceId': spaceID },
): Promise<T & Answer> {
  const response = await t.app.request(`/open-api/ml_flow/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as T & Answer
}
const fields = [
  { key: 'question', name: 'Question' },
  { key: 'answer', name: 'Answer' },
]
const item = (itemKey: string, question: string) => ({ itemKey, data: [{ key: 'question', content: question }] })
interface Items {
  data: { itemID: string; itemKey: string; data: { key: string; content: string }[] }[]
  nextCursor: string
}

test('a program fills a dataset, changes a field, creates a version and reads everything by cursor', async () => {
  const { datasetID } = await call<{ datasetID: string }>('POST', 'datasets', { name: 'By a program', fields })
  const items = Array.from({ length: 150 }, (_, at) => item(`k${at}`, `Question ${at}`))
  const first = await call<{ addedItems: Record<string, string> }>('POST', `datasets/${datasetID}/items/batch`, {
    items,
  })
  expect(Object.keys(first.addedItems)).toHaveLength(150)
  expect(await call('POST', `datasets/${datasetID}/items/batch`, { items })).toMatchObject({
    addedItems: first.addedItems,
  })
  const page = await call<Items>('GET', `datasets/${datasetID}/items`)
  const rest = await call<Items>('GET', `datasets/${datasetID}/items?cursor=${encodeURIComponent(page.nextCursor)}`)
  expect([...page.data, ...rest.data].map(({ itemKey }) => itemKey)).toEqual(items.map(({ itemKey }) => itemKey))
  expect(rest.nextCursor).toBe('')
  const itemID = first.addedItems[0]!
  await call('PATCH', `datasets/${datasetID}/items/${itemID}`, { data: [{ key: 'answer', content: 'Yes' }] })
  const one = await call<{ data: { item: Items['data'][number] } }>('GET', `datasets/${datasetID}/items/${itemID}`)
  expect(one.data.item.data.map(({ content }) => content)).toEqual(['Question 0', 'Yes'])
  expect((await owner.api.datasetItem.source({ datasetID, id: itemID })).source.type).toBe(8)
  const { versionID } = await call<{ versionID: string }>('POST', `datasets/${datasetID}/versions`, {
    version: '1.0.0',
  })
  await call('POST', `datasets/${datasetID}/items/batch_delete`, { itemIDs: [itemID] })
  expect((await call<Items>('POST', `datasets/${datasetID}/items/batch_get`, { itemIDs: [itemID] })).data).toEqual([])
  await call('POST', `datasets/${datasetID}/items/clear`, {})
  expect((await call<Items>('GET', `datasets/${datasetID}/items`)).data).toEqual([])
  const old = `datasets/${datasetID}/versions/${versionID}/items`
  expect(await call('GET', old)).toMatchObject({ total: '150', data: { length: 100 } })
  expect((await call<Items>('POST', `${old}/batch_get`, { itemIDs: [itemID] })).data).toHaveLength(1)
  expect(await call('GET', `datasets/${datasetID}/versions`)).toMatchObject({
    data: [{ version: '1.0.0' }],
    nextCursor: '',
  })
  expect(await call('POST', 'datasets/search', { name: 'program' })).toMatchObject({
    data: [{ id: datasetID, category: 1 }],
    nextCursor: '',
  })
})

test('a program imports and exports files', async () => {
  const { datasetID } = await call<{ datasetID: string }>('POST', 'datasets', { name: 'Files of a program', fields })
  const bytes = Buffer.from('Question,Answer\nWho?,Me\n')
  const { key } = await t.services.uploads.store({ userId: owner.id, scene: 'file', name: 'rows.csv', bytes })
  const file = { provider: STORED_HERE, path: key }
  expect(await call('POST', 'parse_import_source_file', { file })).toMatchObject({
    bytes: '24',
    fields: [{ name: 'Question' }, { name: 'Answer' }],
  })
  const ended = async (jobID: string) => {
    const job = async () => (await call<{ job: { status: number } }>('GET', `dataset_io_jobs/${jobID}`)).job
    await expect.poll(async () => (await job()).status).toBe(JobStatus.completed)
  }
  const read = await call<{ jobID: string }>('POST', `datasets/${datasetID}/import`, { file })
  await ended(read.jobID)
  expect((await call<Items>('GET', `datasets/${datasetID}/items`)).data).toHaveLength(1)
  const written = await call<{ jobID: string }>('POST', `datasets/${datasetID}/export`, {
    targetType: 1,
    target: { file: { provider: STORED_HERE, format: 1 } },
  })
  await ended(written.jobID)
  const { job } = await call<{ job: { target: { file: { path: string } } } }>('GET', `dataset_io_jobs/${written.jobID}`)
  expect(await (await t.app.request(job.target.file.path)).text()).toBe('{"Question":"Who?","Answer":"Me"}\n')
  expect(await call('PUT', `dataset_io_jobs/${written.jobID}/cancel`, {})).toMatchObject({
    code: expect.any(Number) as number,
    msg: expect.stringContaining('ended') as string,
  })
})

test('headers that contradict the token are refused, and a token without access gets not found', async () => {
  const { datasetID } = await call<{ datasetID: string }>('POST', 'datasets', { name: 'Claimed', fields })
  const elsewhere = (await owner.api.space.create({ name: 'Elsewhere' })).id
  const stranger = await t.register('stranger')
  const path = `datasets/${datasetID}/items`
  expect(await call('GET', path, undefined, {})).toMatchObject({ code: 0 })
  const claims: [Record<string, string>, RegExp][] = [
    [{ 'FlowDevops-Agw-OpenAPI-SpaceId': elsewhere }, /another space/],
    [{ 'FlowDevops-Agw-OpenAPI-AccountId': stranger.id }, /another account/],
    [{ 'FlowDevops-Agw-OpenAPI-AppId': '7' }, /appID/],
  ]
  for (const [headers, reason] of claims) {
    const answer = await call('GET', path, undefined, headers)
    expect([answer.code === 0, answer.msg]).toEqual([false, expect.stringMatching(reason)])
  }
  const foreign = (await stranger.api.space.create({ name: 'Foreign' })).id
  expect(await call('POST', 'datasets', { name: 'X' }, { 'FlowDevops-Agw-OpenAPI-SpaceId': foreign })).toMatchObject({
    code: expect.any(Number) as number,
    msg: expect.stringMatching(/space/i) as string,
  })
  token = await tokenOf(stranger)
  const hidden = await call('GET', path, undefined, {})
  expect([hidden.code === 0, hidden.code === ErrorCode.kit.noAccess]).toEqual([false, false])
})
