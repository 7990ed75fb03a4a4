import { ExperimentStatus, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { beforeAll, expect, test } from 'vitest'
import { sharp } from '#kit/sharp.ts'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'

/** Rows with images: targets receive the images, and results show them. */
let lab: ChatLab
let owner: Person
let space_id: string
let seeing: string
let picture: Buffer
let eval_set_id: string
let evaluator: string
let made = 0
beforeAll(async () => {
  picture = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>')).png().toBuffer()
  lab = await openChatLab()
  await lab.t.startJobs()
  ;({ owner, spaceId: space_id } = lab)
  const { providers } = await owner.api.instanceModel.providers({})
  const model = { provider_id: providers[0]!.id, name: 'Seeing', model: 'seeing', capabilities: { vision: true } }
  seeing = (await owner.api.instanceModel.createModel(model)).id
  const file = { userId: owner.id, scene: 'file' as const, name: 'cat.png', bytes: picture }
  const { key: uri } = await lab.t.services.uploads.store(file)
  const fields = [
    { key: 'photo', name: 'photo', contentType: 2 as const },
    { key: 'mixed', name: 'mixed', contentType: 100 as const },
  ]
  const set = await owner.api.dataset.create({ spaceID: space_id, name: 'Photos', category: 4, fields })
  eval_set_id = set.datasetID
  const data = [
    { key: 'photo', attachments: [{ uri }] },
    { key: 'mixed', parts: [{ content: 'What is this?' }, { contentType: 2 as const, attachments: [{ uri }] }] },
  ]
  await owner.api.datasetItem.addMany({ datasetID: eval_set_id, items: [{ data }] })
  const evaluator_content = {
    builtin_evaluator: { kind: 'rule' as const, rule: 'icontains' as const, is_negated: false, contents: ['cat'] },
  }
  const { evaluator_id } = await owner.api.evaluator.create({
    evaluator: { space_id, name: 'Cats', current_version: { evaluator_content } },
  })
  const done = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
  evaluator = done.evaluator.current_version!.id
})

type Submit = Parameters<Person['api']['experiment']['submit']>[0]
/** Runs a target on the row, with one field as its input, and returns the result. */
async function run(target: Submit['create_eval_target_param'], input: string, from: string) {
  const { experiment } = await owner.api.experiment.submit({
    space_id,
    name: `Experiment ${(made += 1)}`,
    eval_set_id,
    create_eval_target_param: target,
    target_field_mapping: { from_eval_set: [{ field_name: input, from_field_name: from }] },
    evaluator_version_ids: [evaluator],
  })
  const status = async () =>
    (await owner.api.experiment.getMany({ space_id, expt_ids: [experiment.id] })).experiments[0]!.status
  const open: number[] = [ExperimentStatus.pending, ExperimentStatus.processing]
  await expect.poll(status).toSatisfy((one: number) => !open.includes(one))
  const rows = await owner.api.experimentResult.rows({ space_id, experiment_ids: [experiment.id] })
  return { rows, payload: rows.item_results[0]!.turn_results[0]!.experiment_results[0]!.payload! }
}
type Part = { type: string; text?: string; image_url?: { url: string } }
/** Records the question that the model receives; the model answers that it sees a cat. */
function script(): Part[][] {
  const seen: Part[][] = []
  lab.server.script((body) => {
    seen.push(body.messages.at(-1)!.content as Part[])
    return says('a cat')
  })
  return seen
}
const image = () => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${picture.toString('base64')}` } })
const outputOf = ({ payload }: Awaited<ReturnType<typeof run>>) =>
  payload.target_output.eval_target_record?.eval_target_output_data.output_fields.actual_output?.text

test('a model receives the text and the image of a row, and its result shows both', async () => {
  const seen = script()
  const result = await run({ eval_target_type: TargetType.model, source_target_id: seeing }, 'input', 'mixed')
  expect(outputOf(result)).toBe('a cat')
  expect(seen).toEqual([[{ type: 'text', text: expect.stringContaining('What is this?') }, image()]])
  expect(result.rows.column_eval_set_fields.map(({ content_type }) => content_type)).toEqual(['Image', 'MultiPart'])
  const [photo, mixed] = result.payload.eval_set.turn.field_data_list
  expect(photo!.content).toMatchObject({ content_type: 'Image', image: { name: 'cat.png' } })
  const answer = await lab.t.app.request(photo!.content.image!.url!)
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)
  expect(mixed!.content.multi_part).toMatchObject([{ text: 'What is this?' }, { image: { name: 'cat.png' } }])
})

test('a model without vision reports that it cannot see the image', async () => {
  const target = { eval_target_type: TargetType.model, source_target_id: lab.modelId }
  const { payload } = await run(target, 'input', 'photo')
  expect(payload.system_info.error?.message).toContain('cannot see pictures')
})

test('a bot receives the image with the question, as if a person had attached it', async () => {
  const bot_id = await lab.createBot({ model_info: { model_id: seeing } })
  const seen = script()
  const result = await run({ eval_target_type: TargetType.bot, source_target_id: bot_id }, 'input', 'mixed')
  expect(outputOf(result)).toBe('a cat')
  expect(seen).toEqual([[{ type: 'text', text: expect.stringContaining('What is this?') }, image()]])
})

test('a workflow receives the URL of the image', async () => {
  const { workflow_id } = await owner.api.workflow.create({ name: 'looks', desc: 'd', space_id })
  await owner.api.workflow.save({ workflow_id, schema: greeting('{{String1}}') })
  const result = await run({ eval_target_type: TargetType.workflow, source_target_id: workflow_id }, 'input', 'photo')
  const url = outputOf(result)!
  expect(url).toContain('/api/file/')
  const answer = await lab.t.app.request(url)
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)
})
