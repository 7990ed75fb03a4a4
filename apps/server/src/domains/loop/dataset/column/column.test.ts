import { ContentType, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sharp } from '#kit/sharp.ts'
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
async function datasetOf(rows: string[], fields: object[] = []) {
  const all = [{ key: 'input', name: 'Input' }, { key: 'out', name: 'Out' }, ...fields]
  const { datasetID } = await api.dataset.create({ spaceID, name: `Columns ${(made += 1)}`, fields: all as never })
  const items = rows.map((content) => ({ data: [{ key: 'input', content }] }))
  const { addedItems } = await api.datasetItem.addMany({ datasetID, items })
  return { datasetID, ids: rows.map((_, at) => addedItems[at]!) }
}
const byModel = (
  more: object = {},
  prompt = 'Upper case: {{Input}}',
  outputs: object[] = [{ targetValue: 'out' }],
) => ({
  annotationType: 1 as const,
  aiAnnotator: {
    onlineAIAnnotator: {
      annotator: {
        manualAnnotator: { model: { id: lab.modelId }, promptContent: prompt, outputMappings: outputs as never },
      },
      executeConcurrency: 1,
      ...more,
    },
  },
})
const byPython = (content: string, outputs: object[] = [{ targetValue: 'Out' }], more: object = {}) => ({
  annotationType: 2 as const,
  ruleAnnotator: { content, outputMappings: outputs as never, ...more },
})
const asked = (body: { messages: { content: unknown }[] }) => String(body.messages.at(-1)!.content)
async function ended(datasetID: string, jobRunID: string) {
  const one = async () => {
    const { instances } = await api.datasetColumn.runs({ spaceID, datasetID })
    return instances.find(({ annotationJobRunID }) => annotationJobRunID === jobRunID)!
  }
  await expect.poll(async () => (await one()).status).toMatch(/success|failed|terminated/)
  return one()
}
async function fill(datasetID: string, content: ReturnType<typeof byModel> | ReturnType<typeof byPython>) {
  const { jobID } = await api.datasetColumn.create({ spaceID, datasetID, name: 'Fill', content })
  const { annotationJobRun } = await api.datasetColumn.run({ spaceID, datasetID, jobID })
  return ended(datasetID, annotationJobRun)
}
const column = async (datasetID: string, key: string) =>
  (await api.datasetItem.list({ datasetID })).items.map(
    ({ data }) => data!.find((value) => value.key === key || value.name === key)?.content ?? '',
  )

test('a prompt fills a column from another one, and each value records its model and trace', async () => {
  const { datasetID, ids } = await datasetOf(['a', '{{Out}}'])
  lab.server.script(
    (body) => says(asked(body).toUpperCase()),
    (body) => says(asked(body).toUpperCase()),
  )
  expect(await fill(datasetID, byModel())).toMatchObject({ status: 'success', total: 2, successCnt: 2, failedCnt: 0 })
  // Braces within a value are not expanded.
  expect(await column(datasetID, 'out')).toEqual(['UPPER CASE: A', 'UPPER CASE: {{OUT}}'])
  const { cells } = await api.datasetColumn.cells({ datasetID, itemID: ids[0]! })
  expect(cells).toMatchObject([{ fieldKey: 'out', modelID: lab.modelId, modelName: 'Tiny', isChanged: false }])
  await lab.t.services.traces.flush()
  const { rows } = await lab.t.infra.database.pool.query('SELECT space_id, model FROM span WHERE trace_id = $1', [
    cells[0]!.traceID,
  ])
  expect(rows).toMatchObject([{ space_id: spaceID, model: 'Tiny' }])
})

test('the reasoning of a model goes into its own column, and a row without reasoning does not fail', async () => {
  const { datasetID } = await datasetOf(['a', 'b'], [{ key: 'why', name: 'Why' }])
  const thinks = { steps: [{ reasoning: 'A comes first' }, { text: 'A' }, { finish: 'stop' }] }
  lab.server.script(thinks, says('B'))
  const content = byModel()
  Object.assign(content.aiAnnotator.onlineAIAnnotator.annotator.manualAnnotator, {
    thinkingOutputMapping: { targetValue: 'why' },
  })
  expect(await fill(datasetID, content)).toMatchObject({ successCnt: 2, failedCnt: 0 })
  expect(await column(datasetID, 'out')).toEqual(['A', 'B'])
  expect(await column(datasetID, 'why')).toEqual(['A comes first', ''])
})

test('pictures of a column are sent to a model with vision; with another model the row fails with the reason', async () => {
  const photo = { key: 'photo', name: 'Photo', contentType: ContentType.image }
  const { datasetID, ids } = await datasetOf(['a'], [photo])
  const data = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'))
    .png()
    .toBuffer()
  const { upload_uri: uri } = await api.upload.file({ file_head: { file_type: 'png' }, data: data.toString('base64') })
  const change = [{ itemID: ids[0]!, data: [{ key: 'photo', attachments: [{ uri, name: 'cat.png' }] }] }]
  await api.datasetItem.change({ datasetID, change })
  const prompt = 'What is on {{Photo}}? {{Input}}'
  expect(await fill(datasetID, byModel({}, prompt))).toMatchObject({ successCnt: 0, failedCnt: 1 })
  expect(lab.server.requests).toEqual([])
  const { providers } = await api.instanceModel.providers({})
  const seeing = { provider_id: providers[0]!.id, name: 'Seeing', model: 'seeing', capabilities: { vision: true } }
  const { id } = await api.instanceModel.createModel(seeing)
  const content = byModel({}, prompt)
  Object.assign(content.aiAnnotator.onlineAIAnnotator.annotator.manualAnnotator, { model: { id } })
  let parts: { type: string; text?: string; image_url?: { url: string } }[] = []
  lab.server.script((body) => {
    parts = body.messages.at(-1)!.content as typeof parts
    return says('a cat')
  })
  expect(await fill(datasetID, content)).toMatchObject({ successCnt: 1, failedCnt: 0 })
  expect(await column(datasetID, 'out')).toEqual(['a cat'])
  expect(parts).toMatchObject([{ type: 'text', text: 'What is on [image: cat.png]? a' }, { type: 'image_url' }])
  expect(parts[1]!.image_url!.url).toBe(`data:image/png;base64,${data.toString('base64')}`)
})

test('a preview fills the first rows and stores nothing', async () => {
  const { datasetID } = await datasetOf(['1', '2', '3', '4', '5', '6'])
  const outputs = [{ targetValue: 'Doubled', isNewColumn: true }]
  const config = byPython('def process(item):\n    return int(item["Input"]) * 2', outputs)
  const { items, errorMsg } = await api.datasetColumn.preview({ spaceID, datasetID, job: { annotationConfig: config } })
  expect(errorMsg).toBe('')
  expect(items.map(({ data }) => data!.find(({ name }) => name === 'Doubled')!.content)).toEqual([
    '2',
    '4',
    '6',
    '8',
    '10',
  ])
  expect((await api.dataset.get({ datasetID })).dataset.schema.fields).toHaveLength(2)
  const broken = byPython('def process(item):\n    return missing', outputs)
  const tried = await api.datasetColumn.preview({ spaceID, datasetID, job: { annotationConfig: broken } })
  expect(tried.errorMsg).toMatch(/NameError/)
})

test('Python fills new columns; a failed row does not affect others, and a run for failed cells fills it', async () => {
  const { datasetID, ids } = await datasetOf(['1', 'x', '3'])
  const outputs = [
    { targetValue: 'Twice', isNewColumn: true, sourceValue: 'twice' },
    { targetValue: 'Out', sourceValue: 'note' },
  ]
  const code = 'def process(item):\n    return {"twice": int(item["Input"]) * 2, "note": "n" + item["Input"]}'
  expect(await fill(datasetID, byPython(code, outputs))).toMatchObject({
    status: 'success',
    successCnt: 2,
    failedCnt: 1,
  })
  expect(await column(datasetID, 'Twice')).toEqual(['2', '', '6'])
  expect(await column(datasetID, 'out')).toEqual(['n1', '', 'n3'])
  const { cells } = await api.datasetColumn.cells({ datasetID, itemID: ids[1]! })
  expect(cells.every(({ genFail, errorMsg }) => genFail && errorMsg.includes('ValueError'))).toBe(true)
  const again = byPython('def process(item):\n    return {"twice": 0, "note": "none"}', outputs, {
    onlyForFailed: true,
  })
  expect(await fill(datasetID, again)).toMatchObject({ successCnt: 1, skippedCnt: 2 })
  expect(await column(datasetID, 'out')).toEqual(['n1', 'none', 'n3'])
})

test('a value that a person changes during a run, or corrects after it, is never overwritten', async () => {
  const { datasetID, ids } = await datasetOf(['a', 'b'])
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  lab.server.script({ steps: [{ until: held }, { text: 'model' }, { finish: 'stop' }] }, says('model'))
  const { jobID } = await api.datasetColumn.create({ spaceID, datasetID, name: 'Slow', content: byModel() })
  const { annotationJobRun } = await api.datasetColumn.run({ spaceID, datasetID, jobID })
  await expect.poll(() => lab.server.requests.length).toBe(1)
  const person = [{ key: 'out', content: 'person' }]
  await api.datasetItem.change({ datasetID, change: [{ itemID: ids[0]!, data: person }] })
  release()
  expect(await ended(datasetID, annotationJobRun)).toMatchObject({ successCnt: 1, skippedCnt: 1 })
  expect(await column(datasetID, 'out')).toEqual(['person', 'model'])
  await api.datasetItem.change({ datasetID, change: [{ itemID: ids[1]!, data: person }] })
  expect((await api.datasetColumn.cells({ datasetID, itemID: ids[1]! })).cells[0]!.isChanged).toBe(true)
  const { changes } = await api.datasetItem.history({ datasetID, id: ids[1]! })
  expect(changes.map(({ before, after, byJob }) => [before, after, byJob])).toEqual([
    ['model', 'person', false],
    ['', 'model', true],
  ])
  lab.server.script(says('again'), says('again'))
  const second = await api.datasetColumn.run({ spaceID, datasetID, jobID })
  await ended(datasetID, second.annotationJobRun)
  expect((await column(datasetID, 'out'))[1]).toBe('person')
})

test('several rounds vote, and a value that the tag lacks fails or is added to the tag', async () => {
  const tag = { spaceID, tagKeyName: 'Mood', tagType: 1 as const, version: '1.0.0' }
  const { tagKeyID } = await api.label.create({
    ...tag,
    tagValues: [{ tagValueName: 'Good' }, { tagValueName: 'Bad' }] as never,
  })
  const mood = { key: 'mood', name: 'Mood', schemaKey: SchemaKey.choice, tagFieldConfig: { tagInfo: { tagKeyID } } }
  const { datasetID, ids } = await datasetOf(['a', 'b'], [mood])
  const prompt = 'Mood of {{Input}}'
  lab.server.script(says('Bad'), says('Good.'), says('Good'), says('Odd'), says('Odd'), says('Odd'))
  const outputs = [{ targetValue: 'mood' }]
  const first = await fill(datasetID, byModel({ inferRound: 3 }, prompt, outputs))
  expect(first).toMatchObject({ successCnt: 1, failedCnt: 1 })
  expect(asked(lab.server.requests[0]!.body)).toContain('Good, Bad')
  expect(await column(datasetID, 'mood')).toEqual(['Good', ''])
  const { cells } = await api.datasetColumn.cells({ datasetID, itemID: ids[0]! })
  expect(cells[0]!.agreement).toBeCloseTo(2 / 3)
  lab.server.script(says('Odd'))
  await fill(datasetID, byModel({ onlyForEmpty: true, allowUndefinedTagValues: true }, prompt, outputs))
  expect(await column(datasetID, 'mood')).toEqual(['Good', 'Odd'])
  const [now] = (await api.label.get({ spaceID, tagKeyID })).tags
  expect(now!.tagValues.map(({ tagValueName }) => tagValueName)).toEqual(['Good', 'Bad', 'Odd'])
})

test('versions stay unchanged, a run can be terminated, and two runs cannot write one column', async () => {
  const { datasetID } = await datasetOf(['a', 'b'])
  const { id: versionID } = await api.datasetVersion.create({ datasetID, version: '1.0.0' })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  lab.server.script(says('first'), { steps: [{ until: held }, { text: 'late' }, { finish: 'stop' }] })
  const { jobID } = await api.datasetColumn.create({ spaceID, datasetID, name: 'Held', content: byModel() })
  const { annotationJobRun: jobRunID } = await api.datasetColumn.run({ spaceID, datasetID, jobID })
  await expect.poll(() => lab.server.requests.length).toBe(2)
  await expect(api.datasetColumn.run({ spaceID, datasetID, jobID })).rejects.toMatchObject({
    code: ErrorCode.datasetColumn.busy,
  })
  await expect(api.dataset.remove({ datasetID })).rejects.toMatchObject({ code: ErrorCode.dataset.jobRuns })
  expect((await api.datasetColumn.running({ spaceID, datasetID })).annotationJobRunInstances).toHaveLength(1)
  await api.datasetColumn.terminate({ spaceID, datasetID, jobID, jobRunID })
  expect(await ended(datasetID, jobRunID)).toMatchObject({ status: 'terminated', successCnt: 1 })
  release()
  expect(await column(datasetID, 'out')).toEqual(['first', ''])
  const { items } = await api.datasetItem.ofVersion({ datasetID, versionID })
  expect(items.map(({ data }) => data!.length)).toEqual([1, 1])
  await api.datasetColumn.remove({ spaceID, datasetID, jobID })
  await expect(api.datasetColumn.get({ spaceID, datasetID, jobID })).rejects.toMatchObject({
    code: ErrorCode.kit.notFound,
  })
})

test('the columns that a setup reads and writes are listed, and a setup with unknown columns is refused', async () => {
  const { datasetID } = await datasetOf(['a'])
  const create = (content: ReturnType<typeof byModel>) =>
    api.datasetColumn.create({ spaceID, datasetID, name: 'Named', content })
  await expect(create(byModel({}, '{{Nothing}}'))).rejects.toThrow(/promptContent.*Nothing.*Input, Out/)
  await expect(create(byModel({}, 'x', [{ targetValue: 'Gone' }]))).rejects.toThrow(/outputMappings.*Gone/)
  const { jobID } = await create(byModel())
  const { inputJobMap, outputJobMap } = await api.datasetColumn.associated({ spaceID, datasetID })
  expect([inputJobMap.input![0]!.id, outputJobMap.out![0]!.id]).toEqual([jobID, jobID])
  await api.datasetColumn.update({ spaceID, datasetID, jobID, name: 'Renamed' })
  const found = await api.datasetColumn.search({ spaceID, nameLike: 'Renam' })
  expect(found).toMatchObject({ total: 1, annotationJobs: [{ id: jobID, name: 'Renamed' }] })
  const { template } = await api.datasetColumn.scriptTemplate({ template_type: 2 })
  expect(template.template).toContain('def process(item)')
})
