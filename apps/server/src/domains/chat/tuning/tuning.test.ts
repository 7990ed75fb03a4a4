import { TUNING_LIMITS, TuningAction, TuningStatus } from '@orrery/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { refuses } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

/** Training at a provider with the OpenAI protocol. */
let lab: ChatLab
let member: Person
let outsider: Person
let base: string
beforeAll(async () => {
  lab = await openChatLab()
  ;[member, outsider] = [await lab.t.register('member'), await lab.t.register('outsider')]
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  const provider = await lab.owner.api.spaceModel.createProvider({
    ...space(),
    kind: 'openai-compatible',
    name: 'School',
    base_url: lab.server.baseUrl,
    api_key: 'sk-school',
  })
  const model = { ...space(), provider_id: provider.id, name: 'Pupil', model: 'pupil', price_in: 2 }
  base = (await lab.owner.api.spaceModel.createModel(model)).id
})
afterEach(() => lab.server.reset())
const space = () => ({ space_id: lab.spaceId })
const api = () => lab.owner.api.modelTuning
const line = (n: number) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Question ${n}` },
      { role: 'assistant', content: `Answer ${n}` },
    ],
  })
const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n)).join('\n')
const upload = (text: string, who = lab.owner) =>
  who.api.modelTuning.upload({ ...space(), fileName: 'a.jsonl', data: Buffer.from(text).toString('base64') })
const json = (body: object) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const job = (status: string, more: object = {}) => json({ id: 'job-1', status, ...more })
async function begin(more: object = {}) {
  const { dataset_id } = await upload(lines(20))
  lab.server.script(json({ id: 'file-1' }), job('queued'))
  const input = { ...space(), base_model_id: base, training_dataset_id: dataset_id, name: 'Harbour pupil', ...more }
  const { task_id } = await api().create(input)
  lab.server.reset()
  return task_id
}
const look = async (...replies: object[]) => {
  lab.server.script(...replies)
  await lab.t.services.tuning.followAll()
}
const taskOf = async (id: string) => (await api().tasks(space())).tasks.find(({ task_id }) => task_id === id)!

describe('examples', () => {
  test.each([
    ['not JSON', `${lines(10)}\nnonsense`, /line 11/],
    [
      'without an answer',
      `${line(1)}\n{"messages":[{"role":"user","content":"x"},{"role":"user","content":"y"}]}`,
      /line 2/,
    ],
    ['too few', lines(TUNING_LIMITS.examples - 1), /too few/],
  ])('that are %s are refused with the line', async (_, text, why) => {
    await expect(upload(text)).rejects.toThrow(why)
  })
  test('are counted, and the cost is shown before training starts', async () => {
    const { dataset_id, examples, tokens } = await upload(lines(20))
    expect(examples).toBe(20)
    const input = { ...space(), base_model_id: base, training_dataset_id: dataset_id, epochs: 2 }
    const { task_id } = await api().startCost(input)
    const found = await api().cost({ ...space(), task_id, base_model_id: base, epochs: 2 })
    expect(found).toEqual({
      cost: (tokens * 2 * 2) / 1_000_000,
      token: tokens * 2,
      unit_cost: 2,
      epocs: 2,
      has_finish: true,
    })
    expect(lab.server.requests).toEqual([])
  })
  test('have a template that can be uploaded', async () => {
    const { zip_files } = await api().template({})
    const text = Buffer.from(zip_files.split(',')[1]!, 'base64').toString()
    await upload(Array.from({ length: 5 }, () => text).join('\n'))
  })
})

describe('a training', () => {
  test('starts with the examples, uses some of them for validation, and becomes a model of the space', async () => {
    const { dataset_id } = await upload(lines(20))
    lab.server.script(json({ id: 'file-1' }), json({ id: 'file-2' }), job('queued'))
    const { task_id } = await api().create({
      ...space(),
      base_model_id: base,
      training_dataset_id: dataset_id,
      validating_dataset: { split_ratio: 10 },
      finetune_configuration: { epochs: 4, batch_size: 8 },
      name: 'Harbour pupil',
    })
    expect(lab.server.requests.map(({ path }) => path)).toEqual(['/v1/files', '/v1/files', '/v1/fine_tuning/jobs'])
    expect(lab.server.requests[2]!.body).toMatchObject({
      model: 'pupil',
      training_file: 'file-1',
      validation_file: 'file-2',
      method: { type: 'supervised', supervised: { hyperparameters: { n_epochs: 4, batch_size: 8 } } },
      suffix: 'Harbour-pupil',
    })
    const listed = async () =>
      (await lab.owner.api.intelligenceModel.list(space())).model_list.find(
        ({ model_basic_info }) => model_basic_info.model_id === base,
      )!
    expect(await listed()).toMatchObject({
      is_finetuning: true,
      model_permission_info: { can_finetune: true, can_stop_tune_task: true },
    })
    const checkpoints = { data: [2, 1].map((step) => ({ metrics: { step, train_loss: 1 / step } })) }
    await look(job('running'), json(checkpoints))
    expect((await taskOf(task_id)).status).toBe(TuningStatus.running)
    await look(job('succeeded', { fine_tuned_model: 'ft:pupil:harbour' }), json(checkpoints))
    const done = await taskOf(task_id)
    expect(done).toMatchObject({ status: TuningStatus.ready, base_model_id: base })
    const { model_info } = await lab.owner.api.intelligenceModel.info({ ...space(), model_id: done.model_id })
    expect(model_info.model_basic_info).toMatchObject({ name: 'Harbour pupil', model_name: 'ft:pupil:harbour' })
    expect(await api().info({ ...space(), model_id: done.model_id })).toEqual({
      data_list: [
        {
          metric_name: 'train_loss',
          metric_data: [
            { step: 1, value: 1 },
            { step: 2, value: 0.5 },
          ],
        },
      ],
    })
    expect((await listed()).is_finetuning).toBe(false)
    // Checking again adds no second model.
    await look(job('succeeded', { fine_tuned_model: 'ft:pupil:harbour' }))
    expect((await lab.owner.api.intelligenceModel.list({ ...space(), name: 'Harbour pupil' })).total).toBe(1)
    lab.server.reset()
    lab.server.script(json({ deleted: true }))
    await api().removeModel({ ...space(), model_id: done.model_id })
    expect(lab.server.requests[0]!.path).toBe('/v1/models/ft%3Apupil%3Aharbour')
    expect((await lab.owner.api.intelligenceModel.list({ ...space(), name: 'Harbour pupil' })).total).toBe(0)
  })
  test('can be stopped, restarted and deleted', async () => {
    const id = await begin()
    await expect(api().operate({ id, action: TuningAction.delete })).rejects.toThrow(/Stop it first/)
    lab.server.script(job('cancelled'))
    expect((await api().operate({ id, action: TuningAction.stop })).status).toBe(TuningStatus.stopped)
    expect(lab.server.requests[0]!.path).toBe('/v1/fine_tuning/jobs/job-1/cancel')
    lab.server.script(json({ id: 'file-3' }), job('queued'))
    expect((await api().operate({ id, action: TuningAction.resume })).status).toBe(TuningStatus.queued)
    await look(job('failed', { error: { message: 'too little data' } }), json({ data: [] }))
    expect(await taskOf(id)).toMatchObject({ status: TuningStatus.failed, problem: 'too little data' })
    expect((await api().operate({ id, action: TuningAction.delete })).status).toBe(3)
    expect(await taskOf(id)).toBeUndefined()
  })
  test('refused by a provider leaves nothing behind', async () => {
    const before = (await api().tasks(space())).tasks.length
    const { dataset_id } = await upload(lines(20))
    lab.server.script(refuses(404, 'no such path'))
    const input = { ...space(), base_model_id: base, training_dataset_id: dataset_id, name: 'Nobody' }
    await expect(api().create(input)).rejects.toThrow(/School/)
    expect((await api().tasks(space())).tasks).toHaveLength(before)
  })
  test('needs a model and examples of the space', async () => {
    const { dataset_id } = await upload(lines(20))
    const input = { ...space(), training_dataset_id: dataset_id, name: 'Nobody' }
    await expect(api().create({ ...input, base_model_id: lab.modelId })).rejects.toThrow(/cannot be trained/)
    await expect(api().create({ ...input, base_model_id: base, training_dataset_id: '77' })).rejects.toThrow(
      /training_dataset_id/,
    )
  })
  test('is visible to people who manage the models of the space only', async () => {
    const id = await begin()
    await expect(upload(lines(20), member)).rejects.toMatchObject({ status: 403 })
    await expect(member.api.modelTuning.operate({ id, action: TuningAction.stop })).rejects.toMatchObject({
      status: 403,
    })
    expect((await member.api.modelTuning.tasks(space())).tasks.length).toBeGreaterThan(0)
    await expect(outsider.api.modelTuning.tasks(space())).rejects.toMatchObject({ status: 404 })
    const [foreign, missing] = await Promise.all(
      [id, '4711'].map((one) =>
        outsider.api.modelTuning.operate({ id: one, action: TuningAction.stop }).catch((cause: Error) => cause.message),
      ),
    )
    expect(foreign).toBe(missing)
  })
})
