import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'

let lab: ChatLab
let spaceID: string
let api: ChatLab['owner']['api']
beforeAll(async () => {
  lab = await openChatLab()
  spaceID = lab.spaceId
  api = lab.owner.api
  await lab.t.startJobs()
})
beforeEach(() => lab.server.reset())
let made = 0
async function datasetOf(rows: string[]) {
  const fields = [
    { key: 'input', name: 'Input' },
    { key: 'out', name: 'Out' },
  ]
  const { datasetID } = await api.dataset.create({ spaceID, name: `Scores ${(made += 1)}`, fields })
  const items = rows.map((content) => ({ data: [{ key: 'input', content }] }))
  const { addedItems } = await api.datasetItem.addMany({ datasetID, items })
  return { datasetID, ids: rows.map((_, at) => addedItems[at]!) }
}
const column = async (datasetID: string, name: string) =>
  (await api.datasetItem.list({ datasetID })).items.map(
    ({ data }) => data!.find((value) => value.name === name)?.content ?? '',
  )
const prompt = (promptContent: string) => ({
  manualAnnotator: { model: { id: lab.modelId }, promptContent },
})
const job = (more: object = {}) => ({
  name: 'Score',
  passKTask: { reasoner: prompt('Answer: {{Input}}'), judge: prompt('Right? {{answer}}'), inferenceRound: 2, ...more },
})
/** A model that echoes the question, and as a judge approves answers that contain "good". */
const knows = (body: { messages: { content: unknown }[] }) => {
  const asked = String(body.messages.at(-1)!.content)
  if (!asked.startsWith('Right?')) return says(asked.replace('Answer: ', ''))
  return says(asked.includes('good') ? '1' : '0.2')
}
const times = (n: number) => Array.from({ length: n }, () => knows)
async function ended(datasetID: string, jobID: string) {
  const one = async () => (await api.datasetQuality.instance({ spaceID, datasetID, jobID })).instance
  await expect.poll(async () => (await one()).status).toMatch(/success|failed|terminated/)
  return one()
}

test('the score of a row is the share of answers that the judge finds right', async () => {
  const { datasetID, ids } = await datasetOf(['good', 'bad'])
  lab.server.script(...times(8))
  const { jobID } = await api.datasetQuality.create({ spaceID, datasetID, job: job() })
  const { jobInstanceID } = await api.datasetQuality.run({ spaceID, datasetID, jobID, taskRunType: 1 })
  expect(await ended(datasetID, jobID)).toMatchObject({ id: jobInstanceID, total: 2, successCnt: 2, failedCnt: 0 })
  expect(await column(datasetID, 'Score')).toEqual(['1', '0'])
  const { fields } = await api.dataset.schema({ datasetID })
  expect(fields.at(-1)).toMatchObject({ name: 'Score', schemaKey: 3 })
  // All questions about a row share one trace.
  const { cells } = await api.datasetColumn.cells({ datasetID, itemID: ids[0]! })
  await lab.t.services.traces.flush()
  const { rows } = await lab.t.infra.database.pool.query('SELECT name FROM span WHERE trace_id = $1', [
    cells[0]!.traceID,
  ])
  expect(rows).toHaveLength(4)
  // Quality setups are not listed among the setups of columns.
  expect((await api.datasetColumn.search({ spaceID, nameLike: 'Score' })).annotationJobs).toEqual([])
})

test('a few rows can be tried or scored immediately; a filter narrows a run, and corrected scores stay', async () => {
  const { datasetID, ids } = await datasetOf(['good', 'bad', 'good too'])
  lab.server.script(...times(4))
  const tried = await api.datasetQuality.tryOut({ spaceID, datasetID, job: job({ inferenceRound: 1 }), sampleCount: 2 })
  expect(tried.items.map(({ data }) => data!.find(({ name }) => name === 'Score')?.content)).toEqual(['1', '0'])
  expect((await api.dataset.get({ datasetID })).dataset.schema.fields).toHaveLength(2)
  const { jobID } = await api.datasetQuality.create({ spaceID, datasetID, job: job({ inferenceRound: 1 }) })
  lab.server.reset()
  lab.server.script(...times(2))
  const { items } = await api.datasetQuality.runNow({ spaceID, datasetID, jobID, itemIDs: [ids[1]!] })
  expect(items[0]!.data!.at(-1)).toMatchObject({ name: 'Score', content: '0' })
  await api.datasetItem.change({ datasetID, change: [{ itemID: ids[1]!, data: [{ name: 'Score', content: '0.5' }] }] })
  lab.server.reset()
  lab.server.script(...times(4))
  const filter = { filterFields: [{ field_name: 'input', query_type: 'match' as const, values: ['good'] }] }
  await api.datasetQuality.run({ spaceID, datasetID, jobID, taskRunType: 1, filter })
  await ended(datasetID, jobID)
  expect(await column(datasetID, 'Score')).toEqual(['1', '0.5', '1'])
})

test('an answer of the judge without a number fails the row, and an invalid setup is refused with its place', async () => {
  const { datasetID } = await datasetOf(['good'])
  const bad = { ...job(), passKTask: { reasoner: prompt('a'), judge: prompt('no answer') } }
  await expect(api.datasetQuality.create({ spaceID, datasetID, job: bad })).rejects.toThrow(/judge.*\{\{answer\}\}/)
  const unknown = { ...job(), passKTask: { reasoner: prompt('{{Missing}}'), judge: prompt('{{answer}}') } }
  await expect(api.datasetQuality.create({ spaceID, datasetID, job: unknown })).rejects.toThrow(/reasoner.*Missing/)
  lab.server.script(says('an answer'), says('perhaps'))
  const { jobID } = await api.datasetQuality.create({ spaceID, datasetID, job: job({ inferenceRound: 1 }) })
  await api.datasetQuality.run({ spaceID, datasetID, jobID, taskRunType: 1 })
  expect(await ended(datasetID, jobID)).toMatchObject({ status: 'failed', errorMsg: expect.stringMatching(/perhaps/) })
  await api.datasetQuality.update({ spaceID, datasetID, jobID, job: { ...job(), name: 'Other' } })
  expect((await api.datasetQuality.list({ spaceID, datasetID })).jobs).toMatchObject([{ name: 'Other' }])
  await api.datasetQuality.remove({ spaceID, datasetID, jobID })
  await expect(api.datasetQuality.get({ spaceID, datasetID, jobID })).rejects.toMatchObject({ status: 404 })
})

test('rows added later are filled automatically, existing rows are not', async () => {
  const { datasetID } = await datasetOf(['old'])
  lab.t.clock.advance(1000)
  const content = {
    annotationType: 2 as const,
    ruleAnnotator: {
      content: 'def process(item):\n    return item["Input"].upper()',
      outputMappings: [{ targetValue: 'out' }],
      autoUpdate: true,
    },
  }
  await api.datasetColumn.create({ spaceID, datasetID, name: 'Auto', content })
  await api.datasetItem.addMany({ datasetID, items: [{ data: [{ key: 'input', content: 'new' }] }] })
  await lab.t.services.datasetColumns.fillAllNew({ datasetId: datasetID })
  await expect.poll(() => column(datasetID, 'Out')).toEqual(['', 'NEW'])
  await lab.t.services.datasetColumns.fillAllNew({})
  expect((await api.datasetColumn.runs({ spaceID, datasetID })).total).toBe('1')
})

test('the first API version fills a column by a prompt of the library', async () => {
  const { datasetID } = await datasetOf(['a', 'b'])
  const { id: promptID } = await api.promptLibrary.save({
    prompt: { space_id: spaceID, name: 'Upper', description: '', prompt_text: 'Shout {{tone}}: {{Input}}' },
  })
  const setup = {
    datasetID,
    datasetColumnName: 'Out',
    promptID,
    promptVariables: [{ name: 'tone', valueType: 1 as const, value: 'loudly' }],
  }
  const loud = (body: { messages: { content: unknown }[] }) => says(String(body.messages.at(-1)!.content).toUpperCase())
  const tasks = api.datasetAiTask
  lab.server.script(loud)
  const tried = await tasks.tryOut({ space_id: spaceID, ...setup, sampleCount: 1 })
  expect(tried.items).toMatchObject([{ variables: { tone: 'loudly' }, output: 'SHOUT LOUDLY: A', error: '' }])
  const { id: task_id } = await tasks.create({ space_id: spaceID, name: 'First', ...setup })
  lab.server.reset()
  lab.server.script(loud, loud)
  const { runID } = await tasks.run({ space_id: spaceID, task_id, taskRunType: 1 })
  const run = async () => (await tasks.taskRun({ space_id: spaceID, task_id, task_run_id: runID })).taskRun
  await expect.poll(async () => (await run()).status).toBe(3)
  expect(await run()).toMatchObject({
    totalCount: 2,
    succeedCount: 2,
    taskBrief: { id: task_id, latestTaskRunID: runID },
  })
  expect(await column(datasetID, 'Out')).toEqual(['SHOUT LOUDLY: A', 'SHOUT LOUDLY: B'])
  await expect(tasks.terminate({ space_id: spaceID, task_id, task_run_id: runID })).rejects.toMatchObject({
    code: ErrorCode.datasetColumn.notRunning,
  })
  await tasks.update({ space_id: spaceID, task_id, name: 'Second' })
  expect((await tasks.list({ space_id: spaceID, dataset_id: datasetID })).tasks).toMatchObject([{ name: 'Second' }])
  const other = (await api.space.create({ name: 'Other' })).id
  await expect(tasks.get({ space_id: other, task_id })).rejects.toMatchObject({ status: 404 })
  await expect(tasks.create({ space_id: other, name: 'x', ...setup })).rejects.toMatchObject({ status: 404 })
  await tasks.remove({ space_id: spaceID, task_id })
  await expect(tasks.get({ space_id: spaceID, task_id })).rejects.toMatchObject({ status: 404 })
})

test('a program lists, copies, runs and deletes setups with its token', async () => {
  const [{ datasetID }, { datasetID: target }] = [await datasetOf(['x']), await datasetOf(['y'])]
  const content = {
    annotationType: 2 as const,
    ruleAnnotator: {
      content: 'def process(item):\n    return item["Input"] * 2',
      outputMappings: [{ targetValue: 'out' }],
    },
  }
  const { jobID } = await api.datasetColumn.create({ spaceID, datasetID, name: 'Twice', content })
  const { token } = await api.token.create({ name: 'Program' })
  async function call<T = Record<string, unknown>>(method: string, path: string, body?: object) {
    const response = await lab.t.app.request(`/open-api/ml_flow/v2/datasets/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'FlowDevops-Agw-OpenAPI-SpaceId': spaceID,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as T & { code: number }
  }
  const jobs = `${datasetID}/annotation_jobs`
  expect(await call('GET', jobs)).toMatchObject({ data: [{ id: jobID, name: 'Twice' }], nextCursor: '' })
  const copied = await call<{ jobID: string }>('POST', `${jobs}/${jobID}/clone`, {
    targetDatasetID: target,
    jobName: 'Copy',
  })
  const { jobInstanceID } = await call<{ jobInstanceID: string }>(
    'POST',
    `${target}/annotation_jobs/${copied.jobID}/run`,
    {},
  )
  const run = () => call<{ data: { status: string } }>('GET', `${target}/annotation_jobs/${copied.jobID}/instances`)
  await expect.poll(async () => (await run()).data.status).toBe('success')
  expect(await column(target, 'Out')).toEqual(['yy'])
  const late = await call('POST', `${target}/annotation_jobs/${copied.jobID}/instances/${jobInstanceID}/terminate`, {})
  expect(late.code).toBe(ErrorCode.datasetColumn.notRunning)
  const stranger = await lab.t.register('stranger')
  const theirs = await stranger.api.space.create({ name: 'Theirs' })
  const foreign = await stranger.api.dataset.create({ spaceID: theirs.id, name: 'Foreign' })
  const refused = await call('POST', `${jobs}/${jobID}/clone`, { targetDatasetID: foreign.datasetID, jobName: 'x' })
  const missing = await call('POST', `${jobs}/${jobID}/clone`, { targetDatasetID: '7', jobName: 'x' })
  expect([refused.code, missing.code]).toEqual([missing.code, refused.code])
  expect(refused.code).not.toBe(0)
  expect((await call('DELETE', `${jobs}/${jobID}`)).code).toBe(0)
  expect(await call('GET', jobs)).toMatchObject({ data: [] })
})

test('a version of a prompt with its instructions fills a column; without a version, the newest one does', async () => {
  const { datasetID } = await datasetOf(['a', 'b'])
  const message = (message_type: number, content: string) => ({ message_type, content })
  const text = (words: string) => ({
    prompt_text: { message_list: [message(1, 'Be brief'), message(2, `${words} {{Input}}`)] },
    prompt_input: { variables: [{ key: 'Input', desc: '', variable_type: 1 }] },
  })
  const { prompt_id: promptID } = await api.promptManage.create({
    space_id: spaceID,
    display_name: 'Say it',
    prompt_key: 'say.it',
    ...text('First'),
  } as never)
  await api.promptManage.publish({ prompt_id: promptID, version: '0.0.1' })
  await api.promptManage.save({ prompt_id: promptID, ...text('Second') } as never)
  await api.promptManage.publish({ prompt_id: promptID, version: '0.0.2' })
  const contentOf = (promptVersion?: string) => ({
    annotationType: 1 as const,
    aiAnnotator: {
      onlineAIAnnotator: {
        annotator: {
          manualAnnotator: {
            model: { id: lab.modelId },
            promptID,
            ...(promptVersion && { promptVersion }),
            outputMappings: [{ targetValue: 'out' }],
          },
        },
      },
    },
  })
  const echo = (body: { messages: { role: string; content: unknown }[] }) =>
    says(body.messages.map(({ role, content }) => `${role}: ${String(content)}`).join(' / '))
  const preview = async (promptVersion?: string) => {
    lab.server.reset()
    lab.server.script(echo, echo)
    const config = { annotationConfig: contentOf(promptVersion) }
    const { items, errorMsg } = await api.datasetColumn.preview({ spaceID, datasetID, job: config })
    return errorMsg || items[0]!.data!.find(({ key }) => key === 'out')?.content
  }
  expect(await preview('0.0.1')).toBe('system: Be brief / user: First a')
  // Without a version the newest one is used.
  expect(await preview()).toBe('system: Be brief / user: Second a')
  await expect(
    api.datasetColumn.create({ spaceID, datasetID, name: 'No such', content: contentOf('9.9.9') }),
  ).rejects.toMatchObject({ status: 400 })
})
