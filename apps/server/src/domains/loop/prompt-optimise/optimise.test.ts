import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { type ChatBody, refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let outsider: Person
let evaluator: string
beforeAll(async () => {
  lab = await openChatLab()
  outsider = await lab.t.register('outsider')
  evaluator = (
    await lab.owner.api.traceTasks.createEvaluator({
      workspace_id: lab.spaceId,
      name: 'Same',
      content: {
        kind: 'code',
        language: 'javascript',
        code: 'function evaluate(fields) { return { score: fields.output === fields.expected ? 1 : 0, reason: "compared" } }',
      },
    })
  ).evaluator_version_id
})
afterEach(() => lab.server.reset())
let n = 0
async function dataset(rows: number) {
  const fields = ['word', 'expected'].map((name) => ({ name, contentType: 1 as const }))
  const { datasetID } = await lab.owner.api.dataset.create({ spaceID: lab.spaceId, name: `Words ${(n += 1)}`, fields })
  const items = Array.from({ length: rows }, (_, at) => ({
    data: [
      { name: 'word', content: `word${at}` },
      { name: 'expected', content: `WORD${at}` },
    ],
  }))
  await lab.owner.api.datasetItem.addMany({ datasetID, items })
  return datasetID
}
async function task(rows: number, more: object = {}) {
  const { prompt_id } = await lab.owner.api.promptManage.create({
    space_id: lab.spaceId,
    display_name: 'Shout',
    prompt_key: `shout.${(n += 1)}`,
    prompt_text: { message_list: [{ message_type: PromptMessageType.system, content: 'Repeat {{word}}' }] },
    prompt_input: { variables: [{ key: 'word' }] },
    model_config: { id: lab.modelId },
  })
  await lab.owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })
  const { task: made } = await lab.owner.api.promptOptimise.create({
    display_name: 'Better',
    target: { prompt: { prompt_id, prompt_version: '1.0.0' } },
    annotated_dataset: { dataset_id: await dataset(rows) },
    eval_strategy: { strategy: 2, evaluator_version_id: evaluator },
    budget: { calls: 300 },
    ...more,
  })
  return { prompt_id, task_id: made.id }
}
/** A fake model that answers in capitals if the prompt asks for it, and acts as critic and writer. */
const model = (body: ChatBody) => {
  const text = body.messages.map(({ content }) => String(content)).join('\n')
  if (text.includes('Say in a few sentences')) return says('It does not say: capitals')
  if (text.startsWith('Rewrite the prompt')) return says('Repeat {{word}} in CAPITALS')
  const word = /word\d+/.exec(text)?.[0] ?? ''
  return says(text.includes('CAPITALS') ? word.toUpperCase() : word)
}
const scripted = (times: number) => lab.server.script(...Array.from({ length: times }, () => model))
const exec = async (task_id: string) => (await lab.owner.api.promptOptimise.exec({ task_id })).execution.id

test('a better text is found, proved on held-out rows, and adopted as a draft', async () => {
  const { prompt_id, task_id } = await task(48)
  const execution_id = await exec(task_id)
  // A task has one run at a time.
  await expect(exec(task_id)).rejects.toMatchObject({ status: 409 })
  scripted(400)
  await lab.t.services.promptOptimiser.run(execution_id)
  const seen = await lab.owner.api.promptOptimise.dashboard({ task_id, execution_id })
  expect(seen).toMatchObject({ verdict: 'better', execution: { status: 5, calls: lab.server.requests.length } })
  const [best] = seen.result
  expect(best).toMatchObject({
    accuracy: 1,
    accuracy_before: 0,
    is_proven: true,
    eval_result_stat: { improve_cases_cnt: 12, reduced_cases_cnt: 0, constant_cases_cnt: 0 },
  })
  expect(best!.row_eval_result_group[0]).toMatchObject({
    output_before: expect.stringMatching(/^word/),
    output_after: expect.stringMatching(/^WORD/),
    eval_result: { gsb_result: 1 },
  })
  await lab.owner.api.promptOptimise.adopt({ task_id, execution_id, sequence_id: best!.sequence_id })
  const { prompt } = await lab.owner.api.promptManage.get({ prompt_id, personal_draft: true })
  expect(prompt).toMatchObject({
    is_draft_edited: true,
    prompt_text: { message_list: [{ content: 'Repeat {{word}} in CAPITALS' }] },
  })
  await expect(lab.owner.api.promptOptimise.adopt({ task_id, execution_id, sequence_id: 'c99' })).rejects.toMatchObject(
    { status: 404 },
  )
})
test('a run without a better text reports so', async () => {
  const { task_id } = await task(48, { budget: { calls: 120 } })
  const execution_id = await exec(task_id)
  lab.server.script(
    ...Array.from({ length: 200 }, () => (body: ChatBody) => {
      const text = body.messages.map(({ content }) => String(content)).join('\n')
      // The writer drops the variable, so its texts are never tried.
      return text.startsWith('Rewrite the prompt') ? says('Shout in CAPITALS') : says('no')
    }),
  )
  await lab.t.services.promptOptimiser.run(execution_id)
  const { verdict, result, execution } = await lab.owner.api.promptOptimise.dashboard({ task_id, execution_id })
  expect({ verdict, result }).toEqual({ verdict: 'none', result: [] })
  expect(execution.calls).toBeLessThanOrEqual(120)
  expect(JSON.stringify(lab.server.requests)).not.toContain('"Shout in CAPITALS"')
})
test('a cancelled or failed run can be resumed and repeats no call', async () => {
  const { task_id } = await task(48)
  const execution_id = await exec(task_id)
  scripted(20)
  lab.server.script(...Array.from({ length: 30 }, () => refuses(401, 'wrong key')))
  await lab.t.services.promptOptimiser.run(execution_id)
  const run = async () => (await lab.owner.api.promptOptimise.run({ task_id, execution_id })).execution
  expect(await run()).toMatchObject({ status: 4, problem: expect.stringMatching(/./) })
  const kept = (await run()).calls
  lab.server.reset()
  await lab.owner.api.promptOptimise.resume({ task_id, execution_id })
  await lab.owner.api.promptOptimise.cancel({ task_id, execution_id })
  await lab.t.services.promptOptimiser.run(execution_id)
  expect(await run()).toMatchObject({ status: 3, calls: kept })
  await expect(lab.owner.api.promptOptimise.cancel({ task_id, execution_id })).rejects.toMatchObject({ status: 409 })
  await lab.owner.api.promptOptimise.resume({ task_id, execution_id })
  scripted(400)
  await lab.t.services.promptOptimiser.run(execution_id)
  const done = await run()
  expect(done.status).toBe(5)
  expect(done.calls).toBe(kept + lab.server.requests.length)
  await expect(lab.owner.api.promptOptimise.resume({ task_id, execution_id })).rejects.toMatchObject({ status: 409 })
})
test('without an evaluator, a model compares both answers in both orders', async () => {
  const { task_id } = await task(44, { eval_strategy: { strategy: 1 }, budget: { calls: 900 } })
  const execution_id = await exec(task_id)
  lab.server.script(
    ...Array.from({ length: 900 }, () => (body: ChatBody) => {
      const text = body.messages.map(({ content }) => String(content)).join('\n')
      if (!text.startsWith('Two answers')) return model(body)
      // The judge prefers capitals in either position.
      const [a, b] = [/^A: (.*)$/m.exec(text)![1]!, /^B: (.*)$/m.exec(text)![1]!]
      const isLoud = (one: string) => /WORD/.test(one)
      return says(isLoud(a) === isLoud(b) ? 'SAME' : isLoud(a) ? 'A' : 'B')
    }),
  )
  await lab.t.services.promptOptimiser.run(execution_id)
  const { verdict, result } = await lab.owner.api.promptOptimise.dashboard({ task_id, execution_id })
  expect(verdict).toBe('better')
  expect(result[0]).toMatchObject({ accuracy: 1, accuracy_before: 0.5 })
})
test('tasks are changed, listed and deleted; errors name missing parts', async () => {
  const { prompt_id, task_id } = await task(10, { annotated_dataset: undefined, eval_strategy: undefined })
  await expect(exec(task_id)).rejects.toMatchObject({ status: 400 })
  await lab.owner.api.promptOptimise.update({
    task_id,
    name: 'Renamed',
    annotated_dataset: { dataset_id: await dataset(10) },
    eval_strategy: { strategy: 1 },
  })
  await expect(exec(task_id)).rejects.toMatchObject({ status: 400, message: expect.stringContaining('24') })
  const { tasks, total } = await lab.owner.api.promptOptimise.list({ space_id: lab.spaceId, target_id: prompt_id })
  expect({ total, names: tasks.map((one) => one.display_name) }).toEqual({ total: 1, names: ['Renamed'] })
  await expect(outsider.api.promptOptimise.get({ task_id })).rejects.toMatchObject({ status: 404 })
  const far = (await outsider.api.space.create({ name: 'Far' })).id
  const foreign = await outsider.api.dataset.create({
    spaceID: far,
    name: 'Foreign',
    fields: [{ name: 'word', contentType: 1 }],
  })
  await expect(
    lab.owner.api.promptOptimise.exec({ task_id, annotated_dataset: { dataset_id: foreign.datasetID } }),
  ).rejects.toMatchObject({ status: 404 })
  await lab.owner.api.promptOptimise.remove({ task_id })
  await expect(lab.owner.api.promptOptimise.get({ task_id })).rejects.toMatchObject({ status: 404 })
})
