import { BatchProvider, BatchStatus } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openBatchServer } from '#testing/batch-server.ts'
import { type DatasetLab, openDatasetLab } from '../testing/dataset-lab.ts'

let far: Awaited<ReturnType<typeof openBatchServer>>
let lab: DatasetLab
let spaceID: string
let api: DatasetLab['owner']['api']
let modelId: string
let offlineId: string
beforeAll(async () => {
  far = await openBatchServer()
  afterFile(() => far.close())
  lab = await openDatasetLab({ config: { egressAllow: [far.host] } })
  ;({ spaceID } = lab)
  ;({ api } = lab.owner)
  const kind = 'openai-compatible' as const
  const provider = await api.instanceModel.createProvider({ kind, name: 'Far', base_url: far.baseUrl, api_key: 'sk-x' })
  modelId = (await api.instanceModel.createModel({ provider_id: provider.id, name: 'Slow', model: 'slow' })).id
  const { modelCards } = await api.datasetInfer.models({ nameKeyword: 'offline' })
  offlineId = modelCards[0]!.id
})
const config = (provider: number, model: string, more: object = {}) => ({
  annotationType: 1 as const,
  aiAnnotator: {
    category: 2 as const,
    offlineAIAnnotator: {
      batchInferprovider: provider as 2,
      batchInferProviderInfo:
        provider === BatchProvider.provider
          ? { arkModel: { customModelID: model } }
          : { merlinSeedModel: { modelCardID: model } },
      promptContent: 'Upper case: {{text}}',
      outputMappings: [{ targetValue: 'out', isNewColumn: true }],
      ...more,
    },
  },
})
const runs = async (datasetID: string) => (await api.datasetColumn.runs({ spaceID, datasetID })).instances[0]!
async function begin(datasetID: string, content: ReturnType<typeof config>) {
  const { jobID } = await api.datasetColumn.create({ spaceID, datasetID, name: 'Batch', content })
  await api.datasetColumn.run({ spaceID, datasetID, jobID })
  return { jobID, taskID: (await runs(datasetID)).batchInferTaskID }
}
const task = async (taskID: string) =>
  (await api.datasetInfer.task({ space_id: spaceID, task_id: taskID })).batchInferTask
const tokenOf = async () => (await api.token.create({ name: 'Program' })).token
const report = (token: string, taskID: string, body: object = {}) =>
  lab.t.app.request(`/open-api/ml_flow/v2/batch_infer/spaces/${spaceID}/tasks/${taskID}/report_progress`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('questions are sent to the provider as one batch, and answers are matched by row, not by order', async () => {
  const { datasetID, ids } = await lab.dataset(['a', 'b', 'c', 'd'])
  const { taskID } = await begin(
    datasetID,
    config(BatchProvider.provider, modelId, { batchInferParam: { maxNewToken: 9 } }),
  )
  await lab.until(async () => (await task(taskID)).status, BatchStatus.inferring)
  const batch = far.batches.at(-1)!
  expect((await task(taskID)).providerTaskID).toBe(batch.id)
  expect(far.linesOf(batch).map(({ custom_id }) => custom_id)).toEqual(ids.map((id) => `${id}-0`))
  expect(far.linesOf(batch)[0]!.body).toMatchObject({ model: 'slow', max_tokens: 9 })
  // A person fills a cell meanwhile: the answer must not overwrite it.
  const person = [{ name: 'out', content: 'by hand' }]
  await api.datasetItem.change({ datasetID, change: [{ itemID: ids[3]!, data: person }] })
  far.complete(batch, (question) => (question.endsWith('c') ? undefined : question.toUpperCase()))
  const token = await tokenOf()
  expect((await report(token, taskID)).status).toBe(200)
  await lab.until(async () => (await task(taskID)).status, BatchStatus.success)
  expect(await lab.column(datasetID, 'out')).toEqual(['UPPER CASE: A', 'UPPER CASE: B', '', 'by hand'])
  expect(await runs(datasetID)).toMatchObject({ status: 'success', successCnt: 2, failedCnt: 1, skippedCnt: 1 })
  const { cells } = await api.datasetColumn.cells({ datasetID, itemID: ids[2]! })
  expect(cells[0]).toMatchObject({ genFail: true, errorMsg: 'the model refused' })
  const made = (await api.datasetColumn.cells({ datasetID, itemID: ids[0]! })).cells[0]!
  expect([made.modelID, made.traceID.length]).toEqual([modelId, 32])
})

test('unanswered lines of an expired batch are failed rows, which can be retried', async () => {
  const { datasetID } = await lab.dataset(['a', 'b'])
  const { taskID } = await begin(datasetID, config(BatchProvider.provider, modelId))
  await lab.until(async () => (await task(taskID)).status, BatchStatus.inferring)
  far.complete(far.batches.at(-1)!, (question) => (question.endsWith('a') ? 'A' : undefined), 'expired')
  const token = await tokenOf()
  await report(token, taskID)
  await lab.until(() => lab.column(datasetID, 'out'), ['A', ''])
  await lab.until(async () => (await runs(datasetID)).failedCnt, 1)
  const again = await begin(datasetID, config(BatchProvider.provider, modelId, { onlyForFailed: true }))
  await lab.until(async () => (await task(again.taskID)).status, BatchStatus.inferring)
  expect(far.linesOf(far.batches.at(-1)!)).toHaveLength(1)
  const { jobID } = again
  const { annotationJobRunID: jobRunID } = await runs(datasetID)
  await api.datasetColumn.terminate({ spaceID, datasetID, jobID, jobRunID })
  await lab.until(async () => (await task(again.taskID)).status, BatchStatus.terminated)
  expect(far.batches.at(-1)!.status).toBe('cancelled')
})

test('a process that takes over finds the batch of its predecessor instead of starting another', async () => {
  const { datasetID } = await lab.dataset(['a'])
  const { taskID } = await begin(datasetID, config(BatchProvider.provider, modelId))
  await lab.until(async () => (await task(taskID)).status, BatchStatus.inferring)
  const count = far.batches.length
  const { pool } = lab.t.infra.database
  await pool.query("UPDATE dataset_infer_task SET status = 1, batch_id = '' WHERE id = $1", [taskID])
  await report(await tokenOf(), taskID)
  await lab.until(async () => (await task(taskID)).status, BatchStatus.inferring)
  expect(far.batches).toHaveLength(count)
  expect((await task(taskID)).providerTaskID).toBe(far.batches.at(-1)!.id)
})

test('models of the space answer batches too, including the built-in one', async () => {
  const { datasetID } = await lab.dataset(['a', 'b'])
  const { taskID, jobID } = await begin(datasetID, config(BatchProvider.local, offlineId))
  await lab.until(async () => (await task(taskID)).status, BatchStatus.success)
  expect((await lab.column(datasetID, 'out')).every(Boolean)).toBe(true)
  expect(await task(taskID)).toMatchObject({
    providerInfo: { merlinSeedModel: { modelCardID: offlineId } },
    ckptExecRes: { resultExported: true, inferExportProgress: { total: '2', processed: '2', added: '2' } },
  })
  const { jobDetail } = await api.datasetColumn.get({ spaceID, datasetID, jobID })
  expect(jobDetail.annotationConfig).toMatchObject({ aiAnnotator: { category: 2, offlineAIAnnotator: {} } })
  const refused = config(BatchProvider.provider, offlineId)
  await expect(api.datasetColumn.create({ spaceID, datasetID, name: 'No', content: refused })).rejects.toMatchObject({
    code: ErrorCode.datasetInfer.notForBatches,
  })
})

test('models for batches are listed and described, and have no dedicated resources', async () => {
  const { modelCards, total } = await api.datasetInfer.models({ provider: BatchProvider.provider })
  expect([total, modelCards]).toEqual(['1', [{ id: modelId, name: 'Slow' }]])
  const known = await api.datasetInfer.describe({ seedModelCardID: modelId })
  expect(known.modelParamConfigType).toBe('slow')
  expect(JSON.parse(known.networkConfig)).toHaveProperty('contextTokens')
  expect(await api.datasetInfer.resources({ modelCardID: modelId })).toMatchObject({ exist: false })
  await expect(api.datasetInfer.describe({ seedModelCardID: '999999' })).rejects.toMatchObject({
    code: ErrorCode.kit.notFound,
  })
})

test('programs can read and report only tasks of their own space', async () => {
  const { datasetID } = await lab.dataset(['a'])
  const { taskID } = await begin(datasetID, config(BatchProvider.provider, modelId))
  const token = await tokenOf()
  expect((await report(token, taskID, { errorMsg: 'the disk is full' })).status).toBe(200)
  const path = (space: string, id: string) => `/open-api/ml_flow/v2/batch_infer/spaces/${space}/tasks/${id}`
  const read = async (bearer: string, space: string, id: string) => {
    const answer = await lab.t.app.request(path(space, id), { headers: { authorization: `Bearer ${bearer}` } })
    return (await answer.json()) as { code: number; msg: string; batchInferTask?: { errMsg: string } }
  }
  expect((await read(token, spaceID, taskID)).batchInferTask!.errMsg).toBe('the disk is full')
  const foreign = (await lab.stranger.api.token.create({ name: 'Foreign' })).token
  const theirs = (await lab.stranger.api.space.create({ name: 'Theirs' })).id
  const [hidden, missing] = [await read(foreign, theirs, taskID), await read(foreign, theirs, '999')]
  expect([hidden.code === 0, hidden.msg]).toEqual([false, missing.msg])
  expect((await read(foreign, spaceID, taskID)).code).not.toBe(0)
})
