import type { GivenTask } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let owner: Person
let member: Person
let outsider: Person
let spaceId: string
let made = 0
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId } = lab)
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
/** Sends spans under a service name of their own, so that tests do not see each other's spans. */
async function send(service: string, inputs: string[], ageMs = 60_000) {
  const spans = inputs.map((input) => {
    made += 1
    return {
      workspace_id: spaceId,
      trace_id: String(made).padStart(32, 'e'),
      span_id: String(made).padStart(16, '0'),
      started_at_micros: (lab.t.clock.now() - ageMs) * 1000 + made,
      duration_micros: 1500,
      span_name: 'ask',
      span_type: 'agent',
      psm: service,
      input,
      output: `answer to ${input}`,
    }
  })
  await owner.api.traceIngest.spans({ spans })
  return spans.map(({ trace_id, span_id }) => ({ trace_id, span_id }))
}
const mapping = (name: string, from = name, path = '') => ({
  field_schema: { name },
  trace_field_key: from,
  trace_field_jsonpath: path,
})
const lengthScore = (name = 'Length', extra = '') =>
  owner.api.traceTasks.createEvaluator({
    workspace_id: spaceId,
    name,
    content: {
      kind: 'code',
      language: 'javascript',
      code: `${extra}function evaluate(fields) { return { score: fields.input.length, reason: 'counted' } }`,
    },
  })
function plan(service: string, more: Omit<Partial<GivenTask>, 'task_config'> & { task_config: object }) {
  const { rule, ...rest } = more
  const now = lab.t.clock.now()
  return {
    workspace_id: spaceId,
    name: `Task ${(made += 1)}`,
    task_type: 'auto_evaluate',
    ...rest,
    rule: {
      span_filters: { filters: { filter_fields: [{ field_name: 'psm', values: [service] }] } },
      backfill_effective_time: { start_at: now - 3_600_000, end_at: now },
      ...rule,
    },
  } as unknown as GivenTask
}
const scoring = (evaluator_version_id: string, more: object = {}) => ({
  auto_evaluate_configs: [{ evaluator_version_id, field_mappings: [mapping('input')] }],
  ...more,
})
const create = async (task: GivenTask, who = owner) => (await who.api.traceTasks.create({ task })).task_id
const run = (id: string) => lab.t.services.automation.run(id)
const log = (task_id: string, more: object = {}) =>
  owner.api.traceTasks.log({ workspace_id: spaceId, task_id, ...more })
const get = async (task_id: string) => (await owner.api.traceTasks.get({ workspace_id: spaceId, task_id })).task

test('code scores existing and new spans, each once', async () => {
  const spans = await send('once', ['a', 'bbb'])
  const { evaluator_version_id } = await lengthScore()
  const id = await create(plan('once', { task_config: scoring(evaluator_version_id) }))
  await run(id)
  expect((await log(id)).spans.map(({ score, status }) => [score, status])).toEqual([
    [3, 1],
    [1, 1],
  ])
  await send('once', ['ccccc'], 0)
  lab.t.clock.advance(61_000)
  await run(id)
  await run(id)
  const { figures } = await log(id)
  expect(figures).toMatchObject({ done: 3, failed: 0, average_score: 3 })
  expect(await get(id)).toMatchObject({ task_status: 'running', task_detail: { success_count: 3, failed_count: 0 } })
  const { scores } = await owner.api.traceTasks.scores({ space_id: spaceId, trace_id: spans[1]!.trace_id })
  expect(scores).toMatchObject([
    { evaluator_name: 'Length', evaluator_version: '0.0.1', score: 3, reasoning: 'counted' },
  ])
})

test("a correction by a person counts instead of the evaluator's score, which is retained", async () => {
  const [span] = await send('correct', ['four'])
  const { evaluator_version_id } = await lengthScore()
  const id = await create(plan('correct', { task_config: scoring(evaluator_version_id) }))
  await run(id)
  const where = { space_id: spaceId, trace_id: span!.trace_id }
  const [score] = (await owner.api.traceTasks.scores(where)).scores
  const correction = {
    workspace_id: spaceId,
    evaluator_record_id: score!.id,
    span_id: span!.span_id,
    correction: { score: 1, explain: 'too long' },
  }
  const { annotation } = await owner.api.traceTasks.correct(correction)
  expect(annotation.auto_evaluate.evaluator_result).toMatchObject({ score: 4, correction: { score: 1 } })
  expect((await log(id)).figures.average_score).toBe(1)
  expect((await owner.api.traceTasks.scores(where)).scores[0]).toMatchObject({
    score: 4,
    correction: { score: 1, explain: 'too long', user_id: owner.id },
  })
  // A member who may not see the trace does not see its scores either.
  for (const who of [member, outsider]) {
    await expect(who.api.traceTasks.correct(correction)).rejects.toMatchObject({ status: 404 })
    await expect(who.api.traceTasks.scores(where)).rejects.toMatchObject({ status: 404 })
  }
})

test('a model judges spans but never its own judgements, and a cost ceiling ends the automation', async () => {
  await send('judged', ['one', 'two', 'three'])
  const { evaluator_version_id } = await owner.api.traceTasks.createEvaluator({
    workspace_id: spaceId,
    name: 'Polite',
    content: { kind: 'judge', model_id: lab.modelId, prompt: 'Is this polite? {{input}}' },
  })
  lab.server.script(...Array.from({ length: 6 }, () => says('{"score": 0.5, "reason": "fine"}')))
  const everything = { span_filters: { span_list_type: 2 } }
  const judged = await create(plan('judged', { task_config: scoring(evaluator_version_id, { cost_limit: 1e-9 }) }))
  await run(judged)
  const first = await log(judged)
  expect(first.figures).toMatchObject({ average_score: 0.5 })
  expect(first.figures.done).toBeGreaterThan(0)
  expect(first.figures.cost).toBeGreaterThan(0)
  const { scores } = await owner.api.traceTasks.scores({ space_id: spaceId, trace_id: first.spans[0]!.trace_id })
  const judgement = await owner.api.traceSearch.get({ space_id: spaceId, trace_id: scores[0]!.judge_trace_id })
  expect(judgement.trace).toMatchObject({ scene: 'evaluation', model_names: 'Tiny' })
  // The rule matches all model calls of the last hour, but judgements are excluded.
  const { evaluator_version_id: byCode } = await lengthScore('Any')
  const all = await create(plan('', { rule: everything as never, task_config: scoring(byCode) }))
  await run(all)
  expect((await log(all)).figures.done).toBe(0)
  // Once the ceiling is reached, nothing more is spent.
  await send('judged', ['four'])
  await run(judged)
  expect(await get(judged)).toMatchObject({ task_status: 'failed', problem: expect.stringContaining('ceiling') })
})

test('a skipped span has a reason: it was not sampled, or there are enough already', async () => {
  await send('sampled', ['a', 'b', 'c'])
  const { evaluator_version_id } = await lengthScore()
  const sampler = (more: object) => ({ sampler: more }) as never
  const none = await create(
    plan('sampled', { rule: sampler({ sample_rate: 0 }), task_config: scoring(evaluator_version_id) }),
  )
  const two = await create(
    plan('sampled', { rule: sampler({ sample_size: 2 }), task_config: scoring(evaluator_version_id) }),
  )
  for (const id of [none, two]) await run(id)
  expect((await log(none)).spans.map(({ reason }) => reason)).toEqual(['not_sampled', 'not_sampled', 'not_sampled'])
  const { figures, spans } = await log(two)
  expect(figures).toMatchObject({ done: 2, skipped: 1 })
  expect(spans.filter(({ status }) => status === 3)).toMatchObject([{ reason: 'enough' }])
  // The count restarts with each cycle.
  const daily = await create(
    plan('sampled', {
      rule: sampler({ is_cycle: true, cycle_count: 1, cycle_time_unit: 'day' }),
      task_config: scoring(evaluator_version_id),
    }),
  )
  await run(daily)
  expect((await log(daily)).figures).toMatchObject({ done: 1, skipped: 2 })
  lab.t.clock.advance(86_400_000)
  await send('sampled', ['d'])
  await run(daily)
  expect((await log(daily)).figures).toMatchObject({ done: 2, skipped: 2 })
})

test('a failure is recorded with its span, and deleting the evaluator ends the automation', async () => {
  await send('broken', ['a'])
  const { evaluator_version_id, evaluator_id } = await owner.api.traceTasks.createEvaluator({
    workspace_id: spaceId,
    name: 'Broken',
    content: { kind: 'code', language: 'javascript', code: 'function evaluate() { return "good" }' },
  })
  const id = await create(plan('broken', { task_config: scoring(evaluator_version_id) }))
  await run(id)
  expect((await log(id, { status: 2 })).spans).toMatchObject([{ problem: expect.stringContaining('good') }])
  await owner.api.traceTasks.deleteEvaluator({ workspace_id: spaceId, evaluator_id })
  await run(id)
  expect(await get(id)).toMatchObject({ task_status: 'failed' })
  await expect(create(plan('broken', { task_config: scoring(evaluator_version_id) }))).rejects.toMatchObject({
    code: ErrorCode.automation.noEvaluator,
  })
})

test('matching spans become rows of a dataset, and a row that does not fit is reported', async () => {
  await send('reflow', ['{"question":"why?"}', 'not JSON'])
  const { datasetID } = await owner.api.dataset.create({
    spaceID: spaceId,
    name: 'Questions',
    fields: [
      { key: 'q', name: 'Question', isRequired: true },
      { key: 'a', name: 'Answer' },
    ] as never,
  })
  const task_config = {
    data_reflow_config: [
      { dataset_id: datasetID, field_mappings: [mapping('q', 'input', '$.question'), mapping('Answer', 'output')] },
    ],
  }
  const id = await create(plan('reflow', { task_type: 'auto_data_reflow', task_config }))
  await run(id)
  await run(id)
  const { items } = await owner.api.datasetItem.list({ datasetID })
  expect(items.map(({ data }) => data!.map(({ content }) => content))).toEqual([
    ['why?', 'answer to {"question":"why?"}'],
  ])
  expect((await log(id, { status: 2 })).spans).toMatchObject([{ problem: expect.stringContaining('Question') }])
  // The automation writes in the name of its creator, who may not write to this dataset.
  const foreign = (await outsider.api.space.create({ name: 'Theirs' })).id
  const theirs = await outsider.api.dataset.create({
    spaceID: foreign,
    name: 'Theirs',
    fields: [{ name: 'Answer' }] as never,
  })
  const to = { data_reflow_config: [{ dataset_id: theirs.datasetID, field_mappings: [mapping('Answer', 'output')] }] }
  await expect(create(plan('reflow', { task_type: 'auto_data_reflow', task_config: to }))).rejects.toMatchObject({
    status: 404,
  })
})

test('only valid status changes are accepted, and a paused automation does nothing', async () => {
  await send('states', ['a'])
  const { evaluator_version_id } = await lengthScore()
  const later = { effective_time: { start_at: lab.t.clock.now() + 3_600_000 } } as never
  const id = await create(plan('states', { rule: later, task_config: scoring(evaluator_version_id) }))
  const change = (more: object) => owner.api.traceTasks.update({ workspace_id: spaceId, task_id: id, ...more })
  expect((await get(id)).task_status).toBe('unstarted')
  await expect(change({ task_status: 'pending' })).rejects.toMatchObject({ code: ErrorCode.automation.badTransition })
  await change({ task_status: 'running' })
  await change({ task_status: 'pending' })
  await run(id)
  expect((await log(id)).spans).toEqual([])
  await change({ task_status: 'running', sample_rate: 1 })
  await run(id)
  expect((await log(id)).figures.done).toBe(1)
  await expect(change({ effective_time: { start_at: 5 } })).rejects.toMatchObject({ status: 400 })
  await change({ effective_time: { end_at: lab.t.clock.now() + 60_000 } })
  lab.t.clock.advance(180_000)
  await run(id)
  expect((await get(id)).task_status).toBe('success')
  await expect(change({ task_status: 'running' })).rejects.toMatchObject({ code: ErrorCode.automation.badTransition })
})

test('a preview runs an automation on real spans and stores nothing', async () => {
  const spans = await send('preview', ['abc', 'de'])
  const { evaluator_version_id } = await lengthScore()
  const task = plan('preview', { task_config: scoring(evaluator_version_id) })
  const { matches, spans: tried } = await owner.api.traceTasks.preview({ task, size: 20 })
  expect(matches).toBe(2)
  expect(tried.map(({ results }) => results[0])).toMatchObject([
    { fields: { input: 'de' }, score: 2 },
    { fields: { input: 'abc' }, score: 3 },
  ])
  const { scores } = await owner.api.traceTasks.scores({ space_id: spaceId, trace_id: spans[0]!.trace_id })
  expect(scores).toEqual([])
})

test('names are unique, paths are checked, and refused input changes nothing', async () => {
  const { evaluator_version_id } = await lengthScore()
  const task = plan('names', { task_config: scoring(evaluator_version_id) })
  await create(task)
  await expect(create(task)).rejects.toMatchObject({ code: ErrorCode.automation.nameTaken })
  const check = (name: string) => owner.api.traceTasks.checkName({ workspace_id: spaceId, name })
  expect([(await check(task.name)).pass, (await check('Quite new')).pass]).toEqual([false, true])
  const bad = {
    auto_evaluate_configs: [{ evaluator_version_id, field_mappings: [mapping('input', 'input', '$..[?(@.a)]')] }],
  }
  await expect(create({ ...task, name: 'Bad path', task_config: bad as never })).rejects.toMatchObject({
    code: ErrorCode.automation.badPath,
  })
  await expect(create({ ...task, name: 'Empty', task_config: {} as never })).rejects.toMatchObject({
    code: ErrorCode.automation.nothingToDo,
  })
  const { tasks, total } = await owner.api.traceTasks.list({
    workspace_id: spaceId,
    task_filters: { filter_fields: [{ field_name: 'task_name', query_type: 'match', values: [task.name] }] },
  })
  expect([tasks.map(({ name }) => name), total]).toEqual([[task.name], '1'])
  await expect(member.api.traceTasks.list({ workspace_id: spaceId })).rejects.toMatchObject({ status: 403 })
  await expect(outsider.api.traceTasks.list({ workspace_id: spaceId })).rejects.toMatchObject({ status: 404 })
})

test('saving an evaluator with different content creates a new version', async () => {
  const first = await lengthScore('Versions')
  expect(await lengthScore('Versions')).toEqual(first)
  expect((await lengthScore('Versions', '// another\n')).version).toBe('0.0.2')
  const { evaluators } = await owner.api.traceTasks.evaluators({ workspace_id: spaceId, name: 'versions' })
  expect(evaluators.map((one) => one.evaluator_version)).toEqual(['0.0.2', '0.0.1'])
})
