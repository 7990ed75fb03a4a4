import { JobStatus, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '#testing/test-app.ts'
import { experiment, experimentScore, experimentTurn } from '../../experiment/experiment.table.ts'
import { openDatasetLab } from '../testing/dataset-lab.ts'

let t: TestApp
let owner: Person
let outsider: Person
let spaceID: string
beforeAll(async () => {
  ;({ t, owner, stranger: outsider, spaceID } = await openDatasetLab())
})
const fields = [
  { key: 'q', name: 'Question' },
  { key: 'n', name: 'Number', schemaKey: SchemaKey.float },
]
let made = 0
const create = async (person = owner, space = spaceID) =>
  (await person.api.dataset.create({ spaceID: space, name: `Set ${(made += 1)}`, fields })).datasetID
const row = (q: string, n = '') => ({
  data: [
    { key: 'q', content: q },
    { key: 'n', content: n },
  ],
})

test('a profile counts lengths, languages, empty and frequent values, numbers and duplicate rows', async () => {
  const datasetID = await create()
  const items = [row('Hello there', '1'), row('你好', '2'), row('Hello there', '1'), row('', '11')]
  await owner.api.datasetItem.addMany({ datasetID, items })
  const profile = await owner.api.datasetInsight.profile({ datasetID })
  expect(profile).toMatchObject({ rows: 4, duplicates: 1 })
  expect(profile.fields[0]).toMatchObject({
    filled: 3,
    empty: 1,
    distinct: 2,
    minLength: 2,
    maxLength: 11,
    languages: [
      { name: 'latin', count: 2 },
      { name: 'zh', count: 1 },
    ],
    frequent: [{ name: 'Hello there', count: 2 }],
  })
  const numbers = profile.fields[1]!.numbers!
  expect(numbers).toMatchObject({ min: 1, max: 11, average: 3.75 })
  expect(numbers.histogram.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 1])
  await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
  await owner.api.datasetItem.clear({ dataset_id: datasetID })
  expect((await owner.api.datasetInsight.profile({ datasetID })).fields[0]).toMatchObject({ filled: 0, maxLength: 0 })
})

test('a copy lists its sources up to the origin, and the origin lists its copies', async () => {
  const [first, second, third] = [await create(), await create(), await create()]
  const add = async (datasetID: string, sourceItemID?: string) =>
    (
      await owner.api.datasetItem.create({
        datasetID,
        spaceID,
        ...row('a'),
        ...(sourceItemID !== undefined && { keepLineage: true, sourceItemID }),
      })
    ).itemID!
  const origin = await add(first)
  const middle = await add(second, origin)
  const last = await add(third, middle)
  const { deepSources } = await owner.api.datasetItem.deepSources({ datasetID: third, id: last })
  expect(deepSources.map(({ type, trackedItem }) => [type, trackedItem.itemID])).toEqual([
    [2, last],
    [2, middle],
    [1, origin],
  ])
  const { copies } = await owner.api.datasetInsight.copies({ datasetID: first, id: origin })
  expect(copies).toMatchObject([{ datasetID: second, itemID: middle }])
  // Editing a copy does not change its lineage.
  await owner.api.datasetVersion.create({ datasetID: third, version: '1.0.0' })
  await owner.api.datasetItem.set({ datasetID: third, itemID: last, ...row('changed') })
  expect((await owner.api.datasetItem.deepSources({ datasetID: third, id: last })).deepSources).toHaveLength(3)
  await expect(
    owner.api.datasetItem.create({ datasetID: third, spaceID, ...row('b'), keepLineage: true }),
  ).rejects.toThrow(/sourceItemID/)
})

test('a row that was taken from a trace references it', async () => {
  const datasetID = await create()
  const add = [{ traceID: 'abcdef0123456789', ...row('said') }]
  const { addedItemIDs } = await owner.api.datasetItem.change({ datasetID, add })
  const { source } = await owner.api.datasetItem.source({ datasetID, id: addedItemIDs[0]! })
  expect(source).toMatchObject({ type: 4, traceID: 'abcdef0123456789' })
})

test('13: rows of other people cannot be named as sources', async () => {
  const theirSpace = (await outsider.api.space.create({ name: 'Theirs' })).id
  const [mine, theirs] = [await create(), await create(outsider, theirSpace)]
  const foreign = (await outsider.api.datasetItem.create({ datasetID: theirs, spaceID: theirSpace, ...row('x') }))
    .itemID!
  const copy = (sourceItemID: string) =>
    owner.api.datasetItem.create({ datasetID: mine, spaceID, ...row('y'), keepLineage: true, sourceItemID })
  await expect(copy(foreign)).rejects.toMatchObject({ status: 404 })
  await expect(copy('7')).rejects.toMatchObject({ status: 404 })
  expect((await owner.api.datasetItem.list({ datasetID: mine })).items).toEqual([])
})

test('the first API version imports and exports files, and reports errors in a log', async () => {
  const datasetID = await create()
  const { url, token } = await owner.api.datasetIo.uploadToken({ spaceID, fileName: 'rows.csv' })
  expect(url).toMatch(/\/api\/common\/upload$/)
  expect(Date.parse(token.expiredTime)).toBeGreaterThan(Date.parse(token.currentTime))
  const bytes = Buffer.from('Question,Number\na,1\nb,two\n')
  const { key } = await t.services.uploads.store({ userId: owner.id, scene: 'file', name: 'rows.csv', bytes })
  const file = { provider: 5, path: key } as const
  const { taskID } = await owner.api.datasetIo.startTask({ spaceID, datasetID, file, ioType: 1 })
  const task = async (id: string) => (await owner.api.datasetIo.task({ taskID: id })).task
  await expect.poll(async () => (await task(taskID)).status).toBe(6)
  expect(await task(taskID)).toMatchObject({
    ioType: 1,
    progress: { name: 'rows.csv', total: 2, processed: 2, added: 1 },
    logs: [{ level: 'error', content: expect.stringMatching(/^3: Number/) }],
  })
  const written = await owner.api.datasetIo.startTask({ spaceID, datasetID, file: { provider: 5 }, ioType: 2 })
  await expect.poll(async () => (await task(written.taskID)).status).toBe(JobStatus.completed)
  expect((await task(written.taskID)).file.path).toMatch(/^https?:|^\//)
  const foreign = { spaceID, datasetID, file: { provider: 5, path: 'upload/7/other.csv' } as const, ioType: 1 as const }
  await expect(owner.api.datasetIo.startTask(foreign)).rejects.toMatchObject({ status: 404 })
})

test('models of a space are listed page by page without their keys, with what datasets used', async () => {
  const { models, total } = await owner.api.datasetModel.list({ spaceID })
  expect(models.at(-1)).toMatchObject({ displayName: 'Orrery Offline', provider: 4 })
  expect(total).toBe(models.length)
  expect(JSON.stringify(models)).not.toMatch(/apiKey|api_key/)
  const { model } = await owner.api.datasetModel.get({ spaceID, providerModelID: models.at(-1)!.id })
  expect(model).toEqual(models.at(-1))
  expect((await owner.api.datasetModel.list({ spaceID, filter: { name: 'no such model' } })).models).toEqual([])
  await expect(owner.api.datasetModel.get({ spaceID, providerModelID: '7' })).rejects.toMatchObject({ status: 404 })
  await expect(outsider.api.datasetModel.list({ spaceID })).rejects.toMatchObject({ status: 404 })
  expect((await owner.api.datasetModel.filters({})).modelVendors).toContain('Orrery Offline')
  const datasetID = await create()
  await owner.api.datasetItem.addMany({ datasetID, items: [row('a')] })
  const content = {
    annotationType: 1 as const,
    aiAnnotator: {
      onlineAIAnnotator: {
        annotator: {
          manualAnnotator: {
            promptContent: 'Say {{Question}}',
            outputMappings: [{ targetValue: 'New', isNewColumn: true }],
          },
        },
      },
    },
  }
  const { jobID } = await owner.api.datasetColumn.create({ spaceID, datasetID, name: 'Offline', content })
  await owner.api.datasetColumn.run({ spaceID, datasetID, jobID })
  const runs = async () => (await owner.api.datasetColumn.runs({ spaceID, datasetID })).instances[0]!.status
  await expect.poll(runs).toBe('success')
  await t.services.traces.flush()
  const { modelUsages } = await owner.api.datasetModel.usage({ spaceID, modelIdentification: model.id })
  expect(modelUsages).toHaveLength(1)
  expect(modelUsages[0]!.evaluationOutputToken).toBeGreaterThan(0)
})

test('a row lists the experiments that used it, with its scores', async () => {
  const datasetID = await create()
  const { addedItems } = await owner.api.datasetItem.addMany({ datasetID, items: [row('a'), row('b')] })
  const { id: versionID } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
  const { db } = t.infra.database
  const { newId } = t.infra
  const by = { createdBy: owner.id, createdAt: 1 }
  const [experimentId, turnId] = [newId(), newId()]
  const of = { spaceId: spaceID, targetVersionId: '1' }
  await db.transaction(async (tx) => {
    // Inserts these rows alone, without the target and evaluator that they reference.
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.insert(experiment).values({
      id: experimentId,
      ...of,
      name: 'Nightly',
      datasetId: datasetID,
      datasetVersionId: versionID,
      datasetName: 'Set',
      datasetVersion: '1.0.0',
      itemCount: 2,
      evaluators: [],
      targetMapping: [],
      conf: { items: 1, evaluators: 1, retries: 0, trials: 1 },
      status: 11,
      runId: newId(),
      ...by,
      editedBy: owner.id,
      updatedAt: 1,
    })
    const turn = {
      itemId: addedItems[0]!,
      trial: 0,
      turn: 0,
      pos: 1,
      hash: '',
      state: 1 as const,
      input: {},
      outputs: {},
    }
    await tx.insert(experimentTurn).values({ id: turnId, experimentId, ...of, ...turn, ...by, updatedAt: 1 })
    const score = { evaluatorVersionId: '1', evaluatorId: '1', status: 1 as const, fields: {}, normal: 0.25 }
    await tx.insert(experimentScore).values({ id: newId(), experimentId, turnId, spaceId: spaceID, ...score, ...by })
  })
  const used = async (itemID?: string) =>
    (await owner.api.datasetInsight.experiments({ datasetID, itemID })).experiments.map(({ name, score: n }) => [
      name,
      n,
    ])
  expect(await used()).toEqual([['Nightly', undefined]])
  expect(await used(addedItems[0])).toEqual([['Nightly', 0.25]])
  expect(await used(addedItems[1])).toEqual([])
})
