import { CrowdPlatform, CrowdScope, CrowdStatus } from '@orrery/contract/shared/crowd-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test, vi } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openLabelStudio, STUDIO_TOKEN } from '#testing/label-studio-server.ts'
import { type DatasetLab, openDatasetLab } from '../testing/dataset-lab.ts'

let studio: Awaited<ReturnType<typeof openLabelStudio>>
let lab: DatasetLab
let spaceID: string
let api: DatasetLab['owner']['api']
beforeAll(async () => {
  studio = await openLabelStudio()
  afterFile(() => studio.close())
  lab = await openDatasetLab({ config: { egressAllow: [studio.host] } })
  ;({ spaceID } = lab)
  ;({ api } = lab.owner)
})
const connect = (token = STUDIO_TOKEN, url = studio.url) => api.datasetCrowd.connect({ spaceID, url, token })
const asText = [{ sourceValue: 'text', targetValue: 'text' }]
const columns = [
  { sourceValue: 'mood', targetValue: 'mood', isNewColumn: true },
  { sourceValue: 'why', targetValue: 'reason', isNewColumn: true },
]
type Made = Awaited<ReturnType<DatasetLab['dataset']>>
const given = ({ datasetID, versionID }: Made, input: object = {}, output: object = {}) => ({
  spaceID,
  name: 'Moods',
  platform: CrowdPlatform.labelStudio,
  aidpConfig: { taskID: '7' },
  inputConfig: { inputDatasetID: datasetID, inputDatasetVersionID: versionID, inputMappings: asText, ...input },
  outputConfig: { outputMappings: columns, ...output },
})
const job = async (jobID: string) => (await api.datasetCrowd.list({ spaceID, searchConfig: { jobID } })).tasks[0]!
const status = async (jobID: string) => (await job(jobID)).status
const sentFor = (jobID: string) => studio.tasks.filter(({ data }) => data.orrery_job === jobID)
async function begin(made: Made, input: object = {}, output: object = {}) {
  const { jobID } = await api.datasetCrowd.create(given(made, input, output))
  await lab.until(() => status(jobID), CrowdStatus.inProgress)
  return jobID
}

test('a server is tested before it is stored, its token is sealed, and members cannot change it', async () => {
  const made = await lab.dataset(['x'])
  await expect(api.datasetCrowd.create(given(made))).rejects.toMatchObject({
    code: ErrorCode.datasetCrowd.notConnected,
  })
  await expect(connect('a.wrong.token')).rejects.toMatchObject({ code: ErrorCode.datasetCrowd.refused })
  for (const url of ['http://169.254.169.254/', 'http://127.0.0.1:1/', 'http://[::1]/', 'http://2130706433/'])
    await expect(connect(STUDIO_TOKEN, url)).rejects.toThrow(/private|reserved|loopback|port|address/i)
  expect(await connect()).toMatchObject({ account: 'studio@example.test' })
  const { rows } = await lab.t.infra.database.pool.query<{ link: string }>(
    'SELECT label_studio_link::text AS link FROM label_studio_link',
  )
  expect(rows[0]!.link).not.toContain(STUDIO_TOKEN)
  expect(await lab.member.api.datasetCrowd.connection({ spaceID })).toMatchObject({ connection: { url: studio.url } })
  await expect(lab.member.api.datasetCrowd.disconnect({ spaceID })).rejects.toMatchObject({
    code: ErrorCode.kit.noAccess,
  })
})

test('projects list their questions and the values that they need', async () => {
  const { taskSummaries, aidpUserID } = await api.datasetCrowd.projects({ spaceID, platform: 1, keyword: 'mood' })
  expect([aidpUserID, taskSummaries.map(({ taskID, title }) => [taskID, title])]).toEqual(['3', [['7', 'Moods']]])
  const { schema } = await api.datasetCrowd.answerSchema({ spaceID, templateID: '7', platform: 1 })
  expect(JSON.parse(schema)).toEqual({
    type: 'object',
    properties: { mood: { type: 'string', enum: ['Good', 'Bad & sad'] }, why: { type: 'string' } },
  })
  const { flowConfig } = await api.datasetCrowd.flow({ spaceID, taskID: '7', platform: 1 })
  expect(flowConfig.requiredFields).toEqual([{ key: 'text', name: 'text' }])
  const tag = await lab.tag('Tone', ['calm', 'angry'])
  const tags = await api.datasetCrowd.projects({ spaceID, platform: 2 })
  expect(tags.taskSummaries).toMatchObject([{ taskID: tag, title: 'Tone' }])
  const own = await api.datasetCrowd.answerSchema({ spaceID, templateID: tag, platform: 2 })
  expect(JSON.parse(own.schema)).toMatchObject({ properties: { Tone: { enum: ['calm', 'angry'] } } })
  expect((await api.datasetCrowd.flow({ spaceID, taskID: tag, platform: 2 })).flowConfig.nodes).toHaveLength(1)
  const made = await lab.dataset(['x'])
  const without = given(made, { inputMappings: [{ sourceValue: 'text', targetValue: 'other' }] })
  await expect(api.datasetCrowd.create(without)).rejects.toThrow(/inputMappings.*text/)
})

test('rows are sent, answers arrive by webhook, and the last of several answers to a row counts', async () => {
  const made = await lab.dataset(['sun', 'rain'])
  const { datasetID } = made
  const jobID = await begin(made)
  const tasks = sentFor(jobID)
  expect(tasks.map(({ data }) => data.text)).toEqual(['sun', 'rain'])
  await expect(api.datasetItem.clear({ dataset_id: datasetID })).rejects.toMatchObject({
    code: ErrorCode.dataset.locked,
  })
  studio.annotate(tasks[0]!, 'Good', '2030-01-01T00:00:00Z')
  studio.annotate(tasks[0]!, 'Bad & sad', '2030-01-02T00:00:00Z', 'clouds')
  const hook = [...studio.hooks.values()].at(-1)!
  const told = await lab.t.request(new URL(hook.url).pathname, { method: 'POST', body: '{"action":"x"}' })
  const unknown = await lab.t.request('/api/ml_flow/v2/label_studio/hooks/nobody', { method: 'POST', body: '{}' })
  expect([told.status, unknown.status]).toEqual([204, 204])
  await lab.until(() => lab.column(datasetID, 'mood'), ['Bad & sad', ''])
  expect(await lab.column(datasetID, 'reason')).toEqual(['clouds', ''])
  const { answers } = await api.datasetCrowd.answers({ spaceID, jobID })
  expect(answers.map(({ answers: one, isCounted }) => [one.mood, isCounted])).toEqual([
    ['Good', false],
    ['Bad & sad', true],
  ])
  await expect(api.datasetCrowd.remove({ spaceID, datasetID, jobID })).rejects.toMatchObject({
    code: ErrorCode.datasetCrowd.running,
  })
  studio.annotate(tasks[1]!, 'Good', '2030-01-03T00:00:00Z')
  const { job: done } = await api.datasetCrowd.refresh({ spaceID, jobID })
  expect([done.status, done.statusDetail.received]).toEqual([CrowdStatus.completed, '2'])
  expect(await lab.column(datasetID, 'mood')).toEqual(['Bad & sad', 'Good'])
  // The version is unchanged, and the webhook has been removed.
  const { items } = await api.datasetItem.ofVersion({ datasetID, versionID: made.versionID })
  expect(items.every(({ data }) => data!.length === 1)).toBe(true)
  expect([...studio.hooks.values()]).not.toContain(hook)
  await api.datasetCrowd.remove({ spaceID, datasetID, jobID })
  expect(await lab.column(datasetID, 'mood')).toEqual(['Bad & sad', 'Good'])
})

test('a refresh finds all answers given before it, even while another check reads the platform', async () => {
  const made = await lab.dataset(['sun'])
  const jobID = await begin(made)
  const [hook, held] = [[...studio.hooks.values()].at(-1)!, studio.holdExport()]
  await lab.t.request(new URL(hook.url).pathname, { method: 'POST', body: '{}' })
  const letGo = await held
  studio.annotate(sentFor(jobID)[0]!, 'Good', '2030-01-01T00:00:00Z')
  const query = vi.spyOn(lab.t.infra.database.pool, 'query')
  const asked = api.datasetCrowd.refresh({ spaceID, jobID })
  // The check started by the webhook holds the job, so the refresh could not claim it.
  const claims = () =>
    query.mock.calls.filter(([given]) => /dataset_crowd_job.*fence = fence/.test(JSON.stringify(given)))
  await vi.waitFor(() => expect(claims()).not.toEqual([]))
  letGo()
  expect((await asked).job).toMatchObject({ status: CrowdStatus.completed, statusDetail: { received: '1' } })
  query.mockRestore()
})

test('an unreachable platform makes the job abnormal; a later check resumes it and sends no row twice', async () => {
  const made = await lab.dataset(['a', 'b'])
  const jobID = await begin(made)
  studio.state.isAway = true
  expect((await api.datasetCrowd.refresh({ spaceID, jobID })).job).toMatchObject({
    status: CrowdStatus.abnormal,
    errorMsg: expect.stringContaining('503') as string,
  })
  studio.state.isAway = false
  // Simulates a process that died after sending the rows, before it recorded that.
  const { pool } = lab.t.infra.database
  await pool.query('UPDATE dataset_crowd_row SET is_sent = false WHERE job_id = $1', [jobID])
  expect((await api.datasetCrowd.refresh({ spaceID, jobID })).job.status).toBe(CrowdStatus.inProgress)
  expect(sentFor(jobID).map(({ data }) => data.text)).toEqual(['a', 'b'])
  await api.datasetCrowd.terminate({ spaceID, datasetID: made.datasetID, jobID })
  expect(await status(jobID)).toBe(CrowdStatus.terminated)
  await api.datasetItem.addMany({ datasetID: made.datasetID, items: [{ data: [{ key: 'text', content: 'c' }] }] })
  await expect(api.datasetCrowd.terminate({ spaceID, datasetID: made.datasetID, jobID })).rejects.toMatchObject({
    code: ErrorCode.datasetCrowd.notRunning,
  })
})

test('raw answers to chosen rows go to a new dataset, only on request', async () => {
  const made = await lab.dataset(['keep', 'leave'])
  const input = { dataSelectScope: CrowdScope.selected, itemIDs: [made.ids[0]!] }
  const output = {
    isAutoFetchRes: false,
    isAutoExportToNewDataset: true,
    outputDatasetName: 'Answered',
    isParseAnnotateRes: false,
    outputMappings: [{ targetValue: 'raw', isNewColumn: true }],
  }
  const jobID = await begin(made, input, output)
  const [task] = sentFor(jobID)
  studio.annotate(task!, 'Good', '2030-01-01T00:00:00Z')
  const { job: done } = await api.datasetCrowd.refresh({ spaceID, jobID })
  expect(done.status).toBe(CrowdStatus.completed)
  const { outputDatasetID } = done.outputConfig as { outputDatasetID: string }
  const { items } = await api.datasetItem.list({ datasetID: outputDatasetID })
  expect(items).toHaveLength(1)
  const [text, raw] = items[0]!.data!.map(({ content }) => content)
  expect([text, JSON.parse(raw!)]).toEqual(['keep', { mood: 'Good', why: 'because' }])
  const { source } = await api.datasetItem.source({ datasetID: outputDatasetID, id: items[0]!.itemID })
  expect(source.type).toBe(9)
  expect(await lab.column(made.datasetID, 'raw')).toEqual(['', ''])
})

test('a job that cannot be sent is refused before anything changes', async () => {
  const made = await lab.dataset(['x'])
  const other = await lab.dataset(['y'])
  const refused: [object, RegExp][] = [
    [given(made, { dataSelectScope: 3, itemIDs: other.ids }), /itemIDs/],
    [given({ ...made, versionID: other.versionID }), /version/],
    [given(made, {}, { outputMappings: [{ targetValue: 'gone' }] }), /outputMappings\[0\].*gone/],
    [given(made, { inputMappings: [{ sourceValue: 'gone' }] }), /inputMappings\[0\].*gone/],
    [given(made, {}, { isAutoExportToNewDataset: true }), /outputDatasetName/],
    [{ ...given(made), aidpConfig: { taskID: '../x' } }, /taskID/],
    [
      { ...given(made), platform: 2, aidpConfig: undefined, queue: { annotatorIDs: [lab.stranger.id] } },
      /annotatorIDs/,
    ],
  ]
  for (const [input, reason] of refused) await expect(api.datasetCrowd.create(input as never)).rejects.toThrow(reason)
  expect((await api.dataset.get({ datasetID: made.datasetID })).dataset.schema.fields).toHaveLength(1)
  const foreign = (await lab.stranger.api.space.create({ name: 'Foreign' })).id
  const elsewhere = { ...given(made), spaceID: foreign, platform: CrowdPlatform.queue }
  await expect(lab.stranger.api.datasetCrowd.create(elsewhere)).rejects.toMatchObject({ code: ErrorCode.kit.notFound })
})
