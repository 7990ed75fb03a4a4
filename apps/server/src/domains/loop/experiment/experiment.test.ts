import type { ShownProgress, WireContent } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { ExperimentStatus, RetryMode, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { eventsOf, type ReadEvent } from '#testing/read-events.ts'
import { calls, refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'
import { tablesNaming } from '#testing/tables-naming.ts'

let lab: ChatLab
let owner: Person
let member: Person
let outsider: Person
let space_id: string
let made = 0
let sameAsReference: string
let greets: string
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId: space_id } = lab)
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
  sameAsReference = await evaluator('Same', { builtin_evaluator: { kind: 'similarity', metric: 'exact' } })
  greets = await evaluator('Greets', {
    builtin_evaluator: { kind: 'rule', rule: 'icontains', is_negated: false, contents: ['hello'] },
  })
})
const unique = (word: string) => `${word} ${(made += 1)}`
/** Creates an evaluator and returns the id of its first version. */
async function evaluator(name: string, evaluator_content: WireContent): Promise<string> {
  const { evaluator_id } = await owner.api.evaluator.create({
    evaluator: { space_id, name: unique(name), current_version: { evaluator_content } },
  })
  const done = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
  return done.evaluator.current_version!.id
}
type Row = Record<string, string>
async function dataset(rows: Row[]): Promise<string> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const { evaluation_set_id } = await owner.api.evaluationSet.create({
    space_id,
    name: unique('Set'),
    evaluation_set_schema: { field_schemas: (names.length ? names : ['input']).map((name) => ({ name })) },
  })
  const items = rows.map((row) => ({
    turns: [{ field_data_list: Object.entries(row).map(([name, text]) => ({ name, content: { text } })) }],
  }))
  if (rows.length) await owner.api.evaluationSet.addItems({ space_id, evaluation_set_id, items })
  return evaluation_set_id
}
const stored = { eval_target_type: TargetType.stored }
const fromOutput = { from_eval_set: [{ field_name: 'output', from_field_name: 'output' }] }
type Submit = Parameters<Person['api']['experiment']['submit']>[0]
const submit = async (eval_set_id: string, more: Partial<Submit> = {}, who = owner) =>
  (
    await who.api.experiment.submit({
      space_id,
      name: unique('Experiment'),
      eval_set_id,
      create_eval_target_param: stored,
      evaluator_version_ids: [sameAsReference],
      ...more,
    })
  ).experiment
const get = async (id: string) => (await owner.api.experiment.getMany({ space_id, expt_ids: [id] })).experiments[0]!
async function finished(id: string) {
  await lab.t.services.experiments.run(id)
  return get(id)
}
const rowsOf = async (experiment_ids: string[], more: object = {}) =>
  owner.api.experimentResult.rows({ space_id, experiment_ids, ...more })
type Rows = Awaited<ReturnType<typeof rowsOf>>
const payloads = ({ item_results }: Rows, at = 0) =>
  item_results.map((item) => item.turn_results[0]!.experiment_results[at]!.payload!)
const scoresOf = (rows: Rows, version: string, at = 0) =>
  payloads(rows, at).map(
    ({ evaluator_output }) =>
      evaluator_output.evaluator_records[version]?.evaluator_output_data.evaluator_result?.score,
  )
const outputsOf = (rows: Rows) =>
  payloads(rows).map(
    ({ target_output }) => target_output.eval_target_record?.eval_target_output_data.output_fields.actual_output?.text,
  )
const recorded: Row[] = [
  { input: 'a', reference_output: 'one', output: 'one' },
  { input: 'b', reference_output: 'two', output: 'three' },
]

test('stored outputs are scored, and means come with their confidence interval', async () => {
  const experiment = await submit(await dataset(recorded))
  expect(experiment).toMatchObject({ status: ExperimentStatus.pending, expt_stats: { pending_turn_cnt: 2 } })
  const done = await finished(experiment.id)
  expect(done).toMatchObject({
    status: ExperimentStatus.success,
    eval_set: { version: '0.0.1', item_count: '2' },
    expt_stats: { success_turn_cnt: 2, pending_turn_cnt: 0 },
  })
  const rows = await rowsOf([experiment.id])
  expect(scoresOf(rows, sameAsReference)).toEqual([1, 0])
  expect(outputsOf(rows)).toEqual(['one', 'three'])
  expect(rows.column_eval_set_fields.map(({ name }) => name)).toEqual(['input', 'reference_output', 'output'])
  const { scores } = await owner.api.experimentResult.statistics({ space_id, expt_id: experiment.id })
  expect(scores).toMatchObject([{ mean: 0.5, method: 'wilson', rows: 2, failed_rows: 0 }])
  const { expt_aggregate_result } = await owner.api.experimentResult.aggregate({
    space_id,
    experiment_ids: [experiment.id],
  })
  const found = expt_aggregate_result[0]!.evaluator_results[sameAsReference]!
  expect(found.aggregator_results.slice(0, 4).map(({ data }) => data.value)).toEqual([0.5, 1, 1, 0])
})
test('a bot runs as it was frozen, with a separate end user per row whose data is deleted afterwards', async () => {
  const botId = await lab.createBot({
    prompt_info: { prompt: 'Say hello. City: {{city}}.' },
    variable_list: [{ key: 'city', default_value: 'nowhere' }],
  })
  const set = await dataset([{ input: 'Hi' }, { input: 'Bye' }])
  const target = { source_target_id: botId, eval_target_type: TargetType.bot }
  const experiment = await submit(set, {
    create_eval_target_param: target,
    evaluator_version_ids: [greets],
    item_concur_num: 1,
  })
  await lab.update(botId, { prompt_info: { prompt: 'Say nothing.' } })
  lab.server.script(
    calls({ name: 'setKeywordMemory', arguments: '{"data":[{"keyword":"city","value":"Rome"}]}' }),
    says('Hello there'),
    says('Go away'),
  )
  const done = await finished(experiment.id)
  expect(done.status).toBe(ExperimentStatus.success)
  // The second row does not see the variable that the first row set, and the later edit of the draft has no effect.
  expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('Say hello. City: nowhere.')
  const rows = await rowsOf([experiment.id])
  expect(outputsOf(rows)).toEqual(['Hello there', 'Go away'])
  expect(scoresOf(rows, greets)).toEqual([1, 0])
  expect(Number(done.expt_stats.token_usage.output_tokens)).toBe(21)
  const record = payloads(rows)[0]!.target_output.eval_target_record!
  expect(record.eval_target_output_data.output_fields.trajectory!.text).toContain('setKeywordMemory')
  const { trace } = await owner.api.traceSearch.get({ space_id, trace_id: record.trace_id })
  expect(trace).toMatchObject({ scene: 'evaluation' })
  const { rows: kept } = await lab.t.infra.database.db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM conversation WHERE bot_id = ${botId}`,
  )
  expect(kept[0]!.n).toBe(0)
  expect(await tablesNaming(lab.t.infra.database.db, `eval-${experiment.id}`)).toEqual([])
})
test('a model without a prompt can be a target', async () => {
  const set = await dataset([{ input: 'Hi' }])
  lab.server.script(says('hello, model'))
  const model = await submit(set, {
    create_eval_target_param: { source_target_id: lab.modelId, eval_target_type: TargetType.model },
    evaluator_version_ids: [greets],
  })
  expect(await finished(model.id)).toMatchObject({ status: ExperimentStatus.success })
  expect(outputsOf(await rowsOf([model.id]))).toEqual(['hello, model'])
})
test('an invalid plan is refused with the field before anything starts', async () => {
  const set = await dataset(recorded)
  const refused: [Partial<Submit>, number][] = [
    [{ eval_set_id: await dataset([]) }, ErrorCode.experiment.emptyVersion],
    [{ eval_set_id: '999' }, ErrorCode.experiment.noDataset],
    [{ create_eval_target_param: undefined }, ErrorCode.experiment.noTarget],
    [
      { create_eval_target_param: { source_target_id: '999', eval_target_type: TargetType.bot } },
      ErrorCode.evalTarget.noSource,
    ],
    [{ evaluator_version_ids: ['999'] }, ErrorCode.experiment.noEvaluator],
    [{ evaluator_version_ids: [] }, ErrorCode.experiment.nothingToScore],
    [
      { target_field_mapping: { from_eval_set: [{ field_name: 'output', from_field_name: 'nothing' }] } },
      ErrorCode.experiment.noField,
    ],
    [
      { evaluator_field_mapping: [{ evaluator_version_id: sameAsReference, from_eval_set: [], from_target: [] }] },
      ErrorCode.experiment.notMapped,
    ],
  ]
  for (const [more, code] of refused) await expect(submit(set, more)).rejects.toMatchObject({ code })
  const name = unique('Taken')
  await submit(set, { name })
  await expect(submit(set, { name })).rejects.toMatchObject({ code: ErrorCode.experiment.nameTaken })
  const plan = { space_id, eval_set_id: set, create_eval_target_param: stored, evaluator_version_ids: ['999'] }
  const { problems } = await owner.api.experiment.estimate(plan)
  expect(problems).toMatchObject([{ field: 'evaluator_version_ids' }])
  expect(await owner.api.experiment.estimate({ ...plan, evaluator_version_ids: [sameAsReference] })).toMatchObject({
    problems: [],
    turn_count: 2,
    target_calls: 0,
    judge_calls: 0,
  })
})
test('failed rows are counted separately, and a retry runs only them', async () => {
  const botId = await lab.createBot()
  const set = await dataset([{ input: 'one' }, { input: 'two' }])
  const target = { source_target_id: botId, eval_target_type: TargetType.bot }
  const experiment = await submit(set, {
    create_eval_target_param: target,
    evaluator_version_ids: [greets],
    item_concur_num: 1,
    item_retry_num: 0,
  })
  lab.server.script(says('hello'), refuses(400, 'broken'))
  expect(await finished(experiment.id)).toMatchObject({
    status: ExperimentStatus.failed,
    expt_stats: { success_turn_cnt: 1, fail_turn_cnt: 1 },
  })
  const figures = await owner.api.experimentResult.statistics({ space_id, expt_id: experiment.id })
  expect(figures).toMatchObject({
    scores: [{ mean: 1, rows: 1, failed_rows: 1, mean_with_failures: 0.5 }],
    errors: [{ count: 1, message: expect.stringContaining('broken') }],
  })
  const asked = lab.server.requests.length
  lab.server.script(says('hello again'))
  await owner.api.experiment.retry({ space_id, expt_id: experiment.id, retry_mode: RetryMode.failed })
  expect(await finished(experiment.id)).toMatchObject({ status: ExperimentStatus.success })
  expect(lab.server.requests.length).toBe(asked + 1)
  expect(outputsOf(await rowsOf([experiment.id]))).toEqual(['hello', 'hello again'])
})
test('added evaluators score existing outputs without running the target again', async () => {
  const experiment = await submit(await dataset([{ output: 'Hello', reference_output: 'x' }]))
  await finished(experiment.id)
  await owner.api.experiment.addEvaluators({ space_id, expt_id: experiment.id, evaluator_version_ids: [greets] })
  const done = await finished(experiment.id)
  expect(done.evaluator_version_ids).toEqual([sameAsReference, greets])
  const rows = await rowsOf([experiment.id])
  expect([scoresOf(rows, sameAsReference), scoresOf(rows, greets)]).toEqual([[0], [1]])
})
test('a running experiment can be stopped, and one whose process died is resumed', async () => {
  const botId = await lab.createBot()
  const target = { source_target_id: botId, eval_target_type: TargetType.bot }
  const set = await dataset([{ input: 'one' }, { input: 'two' }])
  const plan = { create_eval_target_param: target, evaluator_version_ids: [greets], item_concur_num: 1 }
  const killed = await submit(set, plan)
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  lab.server.script({ steps: [{ until }, { text: 'late' }] })
  const running = lab.t.services.experiments.run(killed.id)
  await expect.poll(async () => (await get(killed.id)).expt_stats.processing_turn_cnt).toBe(1)
  await expect(member.api.experiment.kill({ space_id, expt_id: killed.id })).rejects.toMatchObject({
    code: ErrorCode.experiment.notYours,
  })
  await owner.api.experiment.kill({ space_id, expt_id: killed.id })
  await running
  release()
  expect(await get(killed.id)).toMatchObject({
    status: ExperimentStatus.terminated,
    expt_stats: { terminated_turn_cnt: 2 },
  })
  lab.server.reset()

  // After a process died, its lease expires and the unfinished row is processed again.
  const left = await submit(set, plan)
  await lab.t.infra.database.db.execute(
    sql`UPDATE experiment SET status = 3, fence = 7, lease_until = 1 WHERE id = ${left.id}`,
  )
  await lab.t.infra.database.db.execute(
    sql`UPDATE experiment_turn SET state = 3, has_output = (turn = 0 AND pos = (SELECT min(pos) FROM experiment_turn WHERE experiment_id = ${left.id})),
      outputs = '{"actual_output":"hello, kept"}' WHERE experiment_id = ${left.id}`,
  )
  lab.server.script(says('hello, second'))
  expect(await finished(left.id)).toMatchObject({ status: ExperimentStatus.success })
  expect(outputsOf(await rowsOf([left.id]))).toEqual(['hello, kept', 'hello, second'])
})
test('two experiments are compared row by row, with verdicts that the number of rows supports', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    input: `q${at}`,
    reference_output: 'right',
    output: at < 4 ? 'right' : 'wrong',
    better: at === 0 ? 'wrong' : 'right',
  }))
  const set = await dataset(rows)
  const from = (field: string) => ({ from_eval_set: [{ field_name: 'output', from_field_name: field }] })
  const before = await submit(set, { target_field_mapping: fromOutput })
  const after = await submit(set, { target_field_mapping: from('better') })
  await finished(before.id)
  await finished(after.id)
  const ids = [before.id, after.id]
  const compared = await owner.api.experimentResult.compare({ space_id, experiment_ids: ids })
  expect(compared).toMatchObject({ baseline_experiment_id: before.id, shared_items: 20, left_out: 0 })
  expect(compared.verdicts).toMatchObject([
    { verdict: 'better', difference: 0.75, test: 'mcnemar', pairs: 20, improved: 16, regressed: 1, same: 3 },
  ])
  // Exact test: at most 1 of 17 changes is a regression.
  expect(compared.verdicts[0]!.p).toBeCloseTo((2 * 18) / 2 ** 17, 10)
  const regressed = await rowsOf(ids, { change: 'regressed' })
  expect(regressed.total).toBe('1')
  expect(payloads(regressed)[0]!.eval_set.turn.field_data_list[0]!.content.text).toBe('q0')
  const failing = await rowsOf([before.id], {
    filters: {
      [before.id]: { filters: { filter_conditions: [{ field: { field_type: 1 }, operator: 5, value: '1' }] } },
    },
  })
  expect(failing.total).toBe('16')
  const few = await submit(await dataset(rows.slice(0, 3)), { target_field_mapping: fromOutput })
  await finished(few.id)
  const other = await owner.api.experimentResult.compare({ space_id, experiment_ids: [before.id, few.id] })
  expect(other).toMatchObject({ shared_items: 0, verdicts: [{ verdict: 'too_few', pairs: 0 }] })

  const file = async (format: string) =>
    (
      await lab.t.request(
        `/api/evaluation/v2/experiment/export?space_id=${space_id}&experiment_ids=${ids.join(',')}&format=${format}`,
        { headers: { cookie: owner.cookie() } },
      )
    ).arrayBuffer()
  const lines = Buffer.from(await file('jsonl'))
    .toString()
    .trim()
    .split('\n')
  expect(lines).toHaveLength(20)
  expect(JSON.parse(lines[0]!)).toMatchObject({ input: 'q0', [`${after.name}: output`]: 'wrong' })
  expect(Buffer.from(await file('csv')).toString()).toContain('q19')
  expect(
    Buffer.from(await file('xlsx'))
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})
test('the mean uses corrected scores', async () => {
  const experiment = await submit(await dataset(recorded))
  await finished(experiment.id)
  const record = payloads(await rowsOf([experiment.id]))[1]!.evaluator_output.evaluator_records[sameAsReference]!
  await member.api.experimentResult.correct({
    space_id,
    evaluator_record_id: record.id,
    correction: { score: 1, explain: 'Also right' },
  })
  const { scores } = await owner.api.experimentResult.statistics({ space_id, expt_id: experiment.id })
  expect(scores).toMatchObject([{ mean: 1, corrected_rows: 1 }])
})
test('rows run several trials; experiments are cloned, renamed, and deleted by people with the right to', async () => {
  const experiment = await submit(await dataset(recorded), { trial_num: 3 })
  expect(await finished(experiment.id)).toMatchObject({ expt_stats: { success_turn_cnt: 6 }, trial_num: 3 })
  const { scores } = await owner.api.experimentResult.statistics({ space_id, expt_id: experiment.id })
  expect(scores).toMatchObject([{ rows: 2, mean: 0.5 }])
  const copy = (await member.api.experiment.clone({ space_id, expt_id: experiment.id })).experiment
  expect(copy).toMatchObject({ name: `${experiment.name} (2)`, creator_by: member.id })
  await owner.api.experiment.update({ space_id, expt_id: copy.id, name: 'Copy', desc: 'again' })
  const found = await owner.api.experiment.list({ space_id, filter_option: { fuzzy_name: 'cop' } })
  expect(found.experiments).toMatchObject([{ name: 'Copy', desc: 'again' }])
  const byMember = { filter_conditions: [{ field: { field_type: 2 }, operator: 1, value: member.id }] }
  expect((await owner.api.experiment.list({ space_id, filter_option: { filters: byMember } })).total).toBe(1)
  await expect(member.api.experiment.remove({ space_id, expt_id: experiment.id })).rejects.toMatchObject({
    code: ErrorCode.experiment.notYours,
  })
  await owner.api.experiment.removeMany({ space_id, expt_ids: [experiment.id, copy.id] })
  expect((await owner.api.experiment.getMany({ space_id, expt_ids: [copy.id] })).experiments).toEqual([])
})
test('the number of a copy counts all names that begin alike, also with emoji', async () => {
  const eval_set_id = await dataset(recorded)
  for (const name of ['Rocket', '🚀🚀']) {
    const { id } = await submit(eval_set_id, { name })
    await submit(eval_set_id, { name: `${name} large` })
    expect((await owner.api.experiment.clone({ space_id, expt_id: id })).experiment.name).toBe(`${name} (3)`)
  }
})

test('outsiders cannot see experiments, scores and targets', async () => {
  const experiment = await submit(await dataset(recorded))
  const elsewhere = (await outsider.api.space.create({ name: 'Elsewhere' })).id
  await expect(outsider.api.experiment.getMany({ space_id, expt_ids: [experiment.id] })).rejects.toMatchObject({
    status: 404,
  })
  const of = { space_id: elsewhere }
  expect((await outsider.api.experiment.getMany({ ...of, expt_ids: [experiment.id] })).experiments).toEqual([])
  await expect(outsider.api.experimentResult.rows({ ...of, experiment_ids: [experiment.id] })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    outsider.api.evalTarget.version({ ...of, eval_target_version_id: experiment.target_version_id }),
  ).rejects.toMatchObject({ status: 404 })
})
test('a target is frozen once per state, found by its source, and run on one row', async () => {
  const botId = await lab.createBot()
  const param = { source_target_id: botId, eval_target_type: TargetType.bot }
  const first = await owner.api.evalTarget.create({ space_id, param })
  expect(await owner.api.evalTarget.create({ space_id, param })).toEqual(first)
  const { eval_targets } = await owner.api.evalTarget.bySource({ space_id, source_target_ids: [botId] })
  expect(eval_targets).toMatchObject([{ id: first.id, eval_target_version: { id: first.version_id } }])
  const sources = await owner.api.evalTarget.sources({ space_id, target_type: TargetType.bot })
  expect(sources.eval_targets.some(({ source_target_id }) => source_target_id === botId)).toBe(true)
  const states = await owner.api.evalTarget.sourceVersions({ space_id, source_target_id: botId })
  expect(states.versions).toHaveLength(1)
  await expect(owner.api.evalTarget.create({ space_id, param: { ...param, bot_info_type: 2 } })).rejects.toMatchObject({
    code: ErrorCode.evalTarget.notPublished,
  })
  lab.server.script(says('hello'))
  const { eval_target_record: record } = await owner.api.evalTarget.execute({
    space_id,
    eval_target_version_id: first.version_id,
    input_data: { input_fields: { input: { text: 'Hi' } } },
  })
  expect(record).toMatchObject({
    status: 1,
    eval_target_output_data: { output_fields: { actual_output: { text: 'hello' } } },
  })
  expect(
    (await owner.api.evalTarget.record({ space_id, eval_target_record_id: record.id })).eval_target_record,
  ).toEqual(record)
})
test('a running experiment streams counts, means, cost, the last error, and its end', async () => {
  lab.server.script(says('hello'), refuses(400, 'broken'), says('hello you'))
  const set = await dataset([{ input: 'a' }, { input: 'b' }, { input: 'c' }])
  const botId = await lab.createBot()
  const { id } = await submit(set, {
    create_eval_target_param: { eval_target_type: TargetType.bot, source_target_id: botId },
    evaluator_version_ids: [greets],
    item_concur_num: 1,
    item_retry_num: 0,
  })
  const events = eventsOf(await owner.api.experiment.events({ space_id, expt_id: id }))
  const told = [(await events.next()).value as ReadEvent]
  const done = lab.t.services.experiments.run(id)
  for await (const event of events) told.push(event)
  await done
  const shown = told.filter(({ event }) => event === 'progress').map(({ data }) => data as ShownProgress)
  expect(shown[0]).toMatchObject({ status: ExperimentStatus.pending, waiting: 3, success: 0, failed: 0 })
  const last = shown.at(-1)!
  expect(last).toMatchObject({ status: ExperimentStatus.failed, waiting: 0, success: 2, failed: 1 })
  expect(last.means).toMatchObject([{ scored: 2, mean: 1 }])
  expect(last.cost).toBeGreaterThan(0)
  expect(told.at(-1)!.event).toBe('done')
  const refused = await outsider.api.experiment.events({ space_id, expt_id: id }).catch(({ status }) => ({ status }))
  expect(refused.status).toBe(404)
})
// Last test: from here on, the server runs experiments in the background.
test('a workflow runs through its queue, once per row', async () => {
  const { workflow_id } = await owner.api.workflow.create({ space_id, name: 'greet', desc: 'Greets' })
  await owner.api.workflow.save({ workflow_id, schema: greeting() })
  const experiment = await submit(await dataset([{ input: 'Ada' }, { input: 'Bob' }]), {
    create_eval_target_param: { source_target_id: workflow_id, eval_target_type: TargetType.workflow },
    evaluator_version_ids: [greets],
  })
  await lab.t.startJobs()
  await expect.poll(async () => (await get(experiment.id)).status).toBe(ExperimentStatus.success)
  const rows = await rowsOf([experiment.id])
  expect(outputsOf(rows)).toEqual(['Hello Ada', 'Hello Bob'])
  const { rows: runs } = await lab.t.infra.database.db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM workflow_run WHERE workflow_id = ${workflow_id}`,
  )
  expect(runs[0]!.n).toBe(2)
})
