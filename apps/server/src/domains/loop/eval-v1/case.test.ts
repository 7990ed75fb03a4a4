import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { ExperimentStatus, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { beforeAll, expect, test } from 'vitest'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { contains, type FirstLab, openFirstLab, same, stored, unique } from './testing/first-lab.ts'

let first: FirstLab
let lab: FirstLab['lab']
let owner: Person
let member: Person
let outsider: Person
let space_id: string
const ruleGroup: FirstLab['ruleGroup'] = (rules) => first.ruleGroup(rules)
const dataset: FirstLab['dataset'] = (...given) => first.dataset(...given)
const plan: FirstLab['plan'] = (given) => first.plan(given)
const run: FirstLab['run'] = (...given) => first.run(...given)
const taskOf: FirstLab['taskOf'] = (...given) => first.taskOf(...given)
beforeAll(async () => {
  first = await openFirstLab()
  ;({ lab, owner, member, outsider, space_id } = first)
})

test('lists of evaluators: rules of all kinds are returned as they were sent, and can be tried', async () => {
  const given = [
    contains('hello'),
    { evaluator_type: 20_013, process_type: 5, buildin_prompt_rule: {} },
    {
      evaluator_type: 3,
      process_type: 3,
      name: 'Code',
      js_rule: { code: 'function evaluate() { return { score: 1 } }' },
    },
    {
      evaluator_type: 7,
      process_type: 7,
      name: 'People',
      manual_rule: { data_type: 1, scope: { min_score: 1, max_score: 5 } },
    },
    { evaluator_type: 20_020, process_type: 9, spec_test_rule: {} },
    {
      evaluator_type: 1,
      process_type: 1,
      name: 'Own',
      prompt_rule: { setting: { temperature: 0.5 }, content: 'Is {{output}} good?' },
    },
  ] as const
  const { id, rules } = await ruleGroup(given.map((rule, at) => ({ ...rule, weight: at + 1 })))
  expect(rules.map(({ evaluator_type, process_type, weight }) => [evaluator_type, process_type, weight])).toEqual(
    given.map((rule, at) => [rule.evaluator_type, rule.process_type, at + 1]),
  )
  expect(rules[5]).toMatchObject({ prompt_rule: { content: 'Is {{output}} good?', setting: { temperature: 0.5 } } })
  const listed = await owner.api.evaluationRule.rules({ space_id, rule_group_id: id })
  expect(listed.rules).toEqual(rules)
  const data = { input: { content: 'Hi' }, prediction: { content: 'Well, HELLO there' }, output: 'hello' }
  const { result } = await owner.api.evaluationRule.tryOut({ space_id, rule: contains('hello'), data })
  expect(result).toMatchObject({ run_state: 3, score: 1 })
  const repeats = { prediction: { content: 'a b c d a b c d a b c d' } }
  const redundant = await owner.api.evaluationRule.tryOut({
    space_id,
    rule: { evaluator_type: 20_020, process_type: 9 },
    data: repeats,
  })
  expect(redundant.result.score).toBeLessThan(0.5)
  await expect(
    owner.api.evaluationRule.add({ space_id, rule_group_id: id, rule: { evaluator_type: 99_999, process_type: 4 } }),
  ).rejects.toMatchObject({ code: ErrorCode.evaluatorSet.badType })
  await expect(
    owner.api.evaluationRule.add({
      space_id,
      rule_group_id: id,
      rule: { evaluator_type: 1, process_type: 1, name: 'Own' },
    }),
  ).rejects.toMatchObject({ code: ErrorCode.evaluatorSet.noRule })
  const changed = await owner.api.evaluationRule.change({
    space_id,
    rule_group_id: id,
    rule_id: rules[0]!.rule_id,
    rule: contains('bye'),
  })
  expect(changed.rule).toMatchObject({ rule_id: rules[0]!.rule_id, buildin_func_rule: { contents: ['bye'] } })
  await owner.api.evaluationRule.removeRule({ space_id, rule_group_id: id, rule_id: rules[1]!.rule_id })
  const { meta } = await owner.api.evaluationRule.meta({ space_id, rule_group_id: id })
  expect(meta.rules_count).toBe('5')
  const copied = await owner.api.evaluationRule.copy({ space_id, source_rule_group_id: id })
  expect(copied.copied_rules.map(({ name }) => name)).toEqual(
    (await owner.api.evaluationRule.rules({ space_id, rule_group_id: id })).rules.map(({ name }) => name),
  )
  await owner.api.evaluationRule.update({ id, space_id, update_fields: [4], name: 'Renamed', desc: 'not taken' })
  const { metas } = await owner.api.evaluationRule.getMany({ space_id, rule_group_ids: [id] })
  expect(metas[0]).toMatchObject({ name: 'Renamed', desc: '' })
  await expect(member.api.evaluationRule.remove({ space_id, rule_group_id: id })).rejects.toMatchObject({
    code: ErrorCode.evaluatorSet.notYours,
  })
  await owner.api.evaluationRule.remove({ space_id, rule_group_id: id })
  const { metas: left } = await owner.api.evaluationRule.list({ space_id })
  expect(left.some((one) => one.id === id)).toBe(false)
})
test('a rule published in the space is an evaluator there until it is unpublished', async () => {
  const { id } = await ruleGroup([])
  const rule = { ...contains('news'), name: unique('Hub') }
  const { evaluator_hub_id } = await owner.api.evaluationRule.publish({ space_id, rule_group_id: id, rule })
  const names = async () =>
    (await owner.api.evaluator.list({ space_id, search_name: rule.name })).evaluators.map(({ name }) => name)
  expect(await names()).toEqual([rule.name])
  const { types } = await owner.api.evaluationRule.types({ space_id })
  expect(types.find((one) => one.hub_evaluator_type_meta?.evaluator_hub_id === evaluator_hub_id)).toMatchObject({
    is_add_to_hub: true,
  })
  expect(types.find(({ evaluator_type }) => evaluator_type === 20_200)).toMatchObject({ name: 'prompt_leak' })
  await owner.api.evaluationRule.unpublish({ space_id, any: ':rule_group_id', evaluator_hub_id })
  expect(await names()).toEqual([])
  expect((await owner.api.evaluationRule.rules({ space_id, rule_group_id: id })).rules).toHaveLength(1)
})
test('a plan is run, and both API versions return the same results', async () => {
  const { id: rules, rules: shown } = await ruleGroup([{ ...same, weight: 3 }, contains('o')])
  const set = await dataset(
    [
      ['a', 'one', 'one'],
      ['b', 'two', 'three'],
      ['c', 'four', 'bad'],
    ],
    ['input', 'reference_output', 'output'],
    [['easy'], ['hard/long'], ['hard']],
  )
  const case_id = await plan({ dataset_id: set, rules, object: stored(set) })
  const check = await owner.api.evaluationCase.check({ space_id, case_id })
  expect(check).toMatchObject({ pass: true, check_result: { lack_row_rule: false, lack_dataset_row: false } })
  const [task_id] = await run(case_id, { task_description: 'first' })
  const of = { space_id, case_id, task_id: task_id! }
  const task = await taskOf(case_id, task_id!)
  // Weights 3 and 1: the rows score 1, 0 and 0.
  expect(task).toMatchObject({ status: 30, description: 'first', aggr_report_gen_status: 2, passing_rate: 1 / 3 })
  expect(task.score).toBeCloseTo(1 / 3)
  const { dashboard_row_groups: groups, column_name, total } = await owner.api.evaluationTask.rows(of)
  expect([column_name, total]).toEqual([['input', 'reference_output', 'output'], '3'])
  expect(groups.map(({ tags, run_state }) => [tags, run_state])).toEqual([
    [['easy'], 2],
    [['hard/long'], 2],
    [['hard'], 2],
  ])
  const { experiments } = await owner.api.experiment.getMany({ space_id, expt_ids: [task_id!] })
  expect(experiments[0]).toMatchObject({ id: task_id, status: ExperimentStatus.success })
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [task_id!] })
  for (const [at, item] of item_results.entries()) {
    const { payload } = item.turn_results[0]!.experiment_results[0]!
    const [row] = groups[at]!.rows
    expect([groups[at]!.row_group_id, row!.row_id]).toEqual([item.item_id, payload!.turn_id])
    expect(row!.row_eval_cell.score).toBe(payload!.evaluator_output.weighted_score)
    const byName = Object.fromEntries(
      row!.row_eval_cell.rule_eval_reports.map((one) => [one.name, one.row_eval_result?.score]),
    )
    const scores = Object.values(payload!.evaluator_output.evaluator_records).map(
      (record) => record.evaluator_output_data.evaluator_result?.score,
    )
    expect(Object.values(byName).toSorted()).toEqual(scores.toSorted())
  }
  const { row_eval_res_list } = await owner.api.evaluationTask.rowsByIds({
    ...of,
    row_ids: [groups[1]!.rows[0]!.row_id],
  })
  expect(Object.values(row_eval_res_list)[0]).toMatchObject({
    output: 'three',
    rule_eval_results: { [shown[0]!.rule_id]: { score: 0 } },
  })
  const one = await owner.api.evaluationTask.group({ ...of, row_group_id: groups[2]!.row_group_id })
  expect(one.dashboard_row_group).toEqual(groups[2])
  // A person corrects a score, and both API versions count the correction.
  await owner.api.evaluationTask.score({
    ...of,
    manual_scores: {
      [groups[1]!.rows[0]!.row_id]: { rule_scores: { [shown[0]!.rule_id]: { score: 1, reasoning: 'fine' } } },
    },
  })
  expect((await taskOf(case_id, task_id!)).passing_rate).toBeCloseTo(2 / 3)
  const { scores } = await owner.api.experimentResult.statistics({ space_id, expt_id: task_id! })
  expect(scores[0]).toMatchObject({ corrected_rows: 1 })
  expect(scores[0]!.mean).toBeCloseTo(2 / 3)
  await expect(
    owner.api.evaluationTask.score({
      ...of,
      manual_scores: { [groups[1]!.rows[0]!.row_id]: { rule_scores: { [shown[0]!.rule_id]: { score: 7 } } } },
    }),
  ).rejects.toMatchObject({ code: ErrorCode.evaluator.outOfScale })
  const { rule_group_id } = await owner.api.evaluationTask.ruleGroup(of)
  expect(rule_group_id).toBe(rules)
  await expect(outsider.api.evaluationTask.rows(of)).rejects.toMatchObject({ status: 404 })
  const other = await plan({ dataset_id: set, rules, object: stored(set) })
  await expect(owner.api.evaluationTask.rows({ ...of, case_id: other })).rejects.toMatchObject({ status: 404 })
})
test('an experiment started through the second API version is readable through the first, and comparable with its runs', async () => {
  const { id: rules } = await ruleGroup([same])
  const rows = [
    ['a', 'one', 'one'],
    ['b', 'two', 'three'],
  ]
  const set = await dataset(rows, ['input', 'reference_output', 'output'])
  const case_id = await plan({ dataset_id: set, rules, object: stored(set) })
  const [first_task] = await run(case_id)
  const { experiments: started } = await owner.api.experiment.getMany({ space_id, expt_ids: [first_task!] })
  const { experiment } = await owner.api.experiment.submit({
    space_id,
    name: unique('Second'),
    eval_set_id: set,
    create_eval_target_param: { eval_target_type: TargetType.stored },
    evaluator_version_ids: started[0]!.evaluator_version_ids,
  })
  await lab.t.services.experiments.run(experiment.id)
  // An experiment without a plan uses its own id as the case id.
  const of = { space_id, case_id: experiment.id, task_id: experiment.id }
  const scoresOf = async (task: { space_id: string; case_id: string; task_id: string }) =>
    (await owner.api.evaluationTask.rows(task)).dashboard_row_groups.map((group) => [
      group.row_group_id,
      group.rows[0]!.row_eval_cell.score,
      group.rows[0]!.output.prediction,
    ])
  expect(await scoresOf(of)).toEqual(await scoresOf({ space_id, case_id, task_id: first_task! }))
  expect((await owner.api.evaluationTask.get(of)).task).toMatchObject({
    status: 30,
    score: 0.5,
    case_id: experiment.id,
  })
  const { shared_items, verdicts } = await owner.api.experimentResult.compare({
    space_id,
    experiment_ids: [first_task!, experiment.id],
  })
  expect([shared_items, verdicts[0]!.same]).toEqual([2, 2])
})
test('custom code filters rows; an error in it is returned beside the rows', async () => {
  const { id: rules } = await ruleGroup([same])
  const set = await dataset(
    [
      ['a', 'one', 'one'],
      ['b', 'two', 'three'],
    ],
    ['input', 'reference_output', 'output'],
  )
  const case_id = await plan({ dataset_id: set, rules, object: stored(set) })
  const [task_id] = await run(case_id)
  const of = { space_id, case_id, task_id: task_id! }
  const picked = await owner.api.evaluationTask.rowsTwo({
    ...of,
    custom_filter: { language: 2, user_code: 'function filter(row) { return row.rows[0].row_eval_cell.score < 1 }' },
  })
  expect(picked.dashboard_row_groups.map(({ rows }) => rows[0]!.cells[0])).toEqual(['b'])
  const failed = await owner.api.evaluationTask.rowsTwo({
    ...of,
    custom_filter: { language: 2, user_code: 'function filter() { throw new Error("no") }' },
  })
  expect(failed).toMatchObject({ total: '0', dashboard_row_groups: [] })
  expect(failed.custom_filter_err_msg).toContain('no')
  const none = await owner.api.evaluationTask.rows({ ...of, row_group_run_state: 3 })
  expect(none.total).toBe('0')
})
test('people score by number, option or text where a rule requires it', async () => {
  const { id: rules, rules: shown } = await ruleGroup([
    {
      evaluator_type: 7,
      process_type: 7,
      name: 'Stars',
      manual_rule: { data_type: 1, scope: { min_score: 1, max_score: 5 } },
    },
    {
      evaluator_type: 7,
      process_type: 7,
      name: 'Tone',
      manual_rule: { data_type: 3, options: [{ name: 'kind' }, { name: 'rude' }] },
    },
  ])
  const set = await dataset([['a', '', 'one']], ['input', 'reference_output', 'output'])
  const case_id = await plan({ dataset_id: set, rules, object: stored(set) })
  const [task_id] = await run(case_id)
  expect(await taskOf(case_id, task_id!)).toMatchObject({ status: 20, task_manual_status: 1 })
  const of = { space_id, case_id, task_id: task_id! }
  const { dashboard_row_groups } = await owner.api.evaluationTask.rows(of)
  const { row_id } = dashboard_row_groups[0]!.rows[0]!
  const give = (tone: string) =>
    owner.api.evaluationTask.score({
      ...of,
      manual_scores: {
        [row_id]: {
          rule_scores: { [shown[0]!.rule_id]: { score: 3 }, [shown[1]!.rule_id]: { data: { option: { name: tone } } } },
        },
      },
    })
  await expect(give('loud')).rejects.toThrow(/kind, rude/)
  expect((await taskOf(case_id, task_id!)).task_manual_stats.completed_row_count).toBe('0')
  await give('kind')
  const done = await taskOf(case_id, task_id!)
  expect(done).toMatchObject({ status: 30, task_manual_status: 2, score: 0.5 })
})
test('programs of the space are evaluated and evaluate, over HTTP and JSON-RPC, with a signed token', async () => {
  const base = { space_id, description: '' }
  const { object_type_detail_info: object } = await owner.api.evaluationType.registerObject({
    object_type_detail_info: {
      ...base,
      object_name: unique('Echo'),
      callback_type: 2,
      faas_callback_object_params: {
        psm: first.far.url,
        agent_execute_path: 'answer',
        search_object_path: '/find',
        need_search_object_meta_info: true,
        http_auth_type: 1,
      },
    },
  })
  const { evaluator_type_detail_info: scorer } = await owner.api.evaluationType.registerEvaluator({
    evaluator_type_detail_info: {
      ...base,
      evaluator_type_name: unique('Length'),
      callback_type: 2,
      rule_config_json_schema: JSON.stringify({
        type: 'object',
        required: ['least'],
        properties: { least: { type: 'number' } },
      }),
      http_callback_evaluator_params: { psm: first.far.url, agent_execute_path: '/score' },
    },
  })
  const { evaluator_type_detail_info: rpc } = await owner.api.evaluationType.registerEvaluator({
    evaluator_type_detail_info: {
      ...base,
      evaluator_type_name: unique('Rpc'),
      callback_type: 1,
      rpc_callback_evaluator_params: { psm: `${first.far.url}/rpc` },
    },
  })
  expect(object.jwt_secret).toMatch(/./)
  const found = await owner.api.evaluationType.things({
    space_id,
    object_type: object.object_type,
    search_key: { key: 'one' },
  })
  expect(found.objects).toMatchObject([{ object_meta_id: 'x1', name: 'Agent one' }])
  const callback = (evaluator_type: number, content = '') => ({
    evaluator_type,
    process_type: 6,
    name: unique('Called'),
    custom_callback: { content },
  })
  await expect(ruleGroup([callback(scorer.evaluator_type, '{}')])).rejects.toMatchObject({
    code: ErrorCode.evalType.badSchema,
  })
  const { id: rules } = await ruleGroup([callback(scorer.evaluator_type, '{"least":6}'), callback(rpc.evaluator_type)])
  const set = await dataset([['Hi', '']])
  const case_id = await plan({
    dataset_id: set,
    rules,
    object: { object_type: object.object_type, object: { object_meta_id: 'x1', name: 'Agent one' } },
  })
  const [task_id] = await run(case_id, { runtime_parameter: '{"mood":"good"}' })
  expect(await taskOf(case_id, task_id!)).toMatchObject({
    status: 30,
    score: 0.75,
    object_token_usage: { input_token: '3', output_token: '5' },
    eval_object: { object_type: object.object_type, object: { object_meta_id: 'x1' } },
  })
  const call = first.asked.find(({ path }) => path === '/answer')!
  expect(JSON.parse(call.body.toString())).toMatchObject({
    input: 'Hi',
    object_meta_id: 'x1',
    runtime_parameter: '{"mood":"good"}',
  })
  expect(call.headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
  const history = await owner.api.evaluationCase.batchHistory({
    space_id,
    object_id: '1',
    object_type: object.object_type,
  })
  expect(history.batch_task_rets[0]!.list_case_tasks[0]!.tasks.map(({ id }) => id)).toEqual([task_id])
  // A non-public address is refused at registration.
  await expect(
    owner.api.evaluationType.registerObject({
      object_type_detail_info: {
        ...base,
        object_name: 'Inner',
        callback_type: 2,
        faas_callback_object_params: { psm: 'http://169.254.169.254/' },
      },
    }),
  ).rejects.toMatchObject({ code: ErrorCode.evalType.addressNotAllowed })
  await expect(
    member.api.evaluationType.removeObject({ space_id, object_type: object.object_type }),
  ).rejects.toMatchObject({ code: ErrorCode.evalType.notYours })
  const changed = { ...base, object_type: object.object_type, object_name: 'Renamed', callback_type: 3 as const }
  await owner.api.evaluationType.changeObject({ object_type_detail_info: changed })
  const { object_type_infos } = await owner.api.evaluationType.kinds({
    space_id,
    list_object_type_filter: { object_name: 'renamed' },
  })
  expect(object_type_infos).toMatchObject([{ object_type: object.object_type, category: 2, callback_type: 3 }])
  await owner.api.evaluationType.removeEvaluator({ space_id, evaluator_type: rpc.evaluator_type })
  await expect(
    owner.api.evaluationType.evaluator({ space_id, evaluator_type: rpc.evaluator_type }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(outsider.api.evaluationType.object({ space_id, object_type: object.object_type })).rejects.toMatchObject(
    { status: 404 },
  )
})
test('a bot is evaluated as its plan defines, with a validated runtime parameter', async () => {
  const bot_id = await lab.createBot({
    prompt_info: { prompt: 'City: {{city}}.' },
    variable_list: [{ key: 'city', default_value: 'nowhere' }],
  })
  const { id: rules } = await ruleGroup([contains('rome')])
  const case_id = await plan({
    dataset_id: await dataset([['Where?', 'Rome']]),
    rules,
    object: { object_type: 0, coze_bot: { bot_id } },
  })
  const refused = owner.api.evaluationCase.run({ space_id, case_id, runtime_parameter: '{"mood":1}' })
  await expect(refused).rejects.toMatchObject({ code: ErrorCode.evalTarget.badRuntime })
  await expect(owner.api.evaluationCase.run({ space_id, case_id, runtime_parameter: '{' })).rejects.toThrow(/not JSON/)
  lab.server.script(says('In Rome'))
  const [task_id] = await run(case_id, { runtime_parameter: '{"variables":{"city":"Rome"}}' })
  expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('City: Rome.')
  expect(await taskOf(case_id, task_id!)).toMatchObject({ status: 30, score: 1, eval_object: { coze_bot: { bot_id } } })
  const { coze_bot_version_infos } = await owner.api.evaluationType.botVersions({ space_id, bot_id })
  expect(coze_bot_version_infos[0]!.bot_version).toMatch(/^draft-/)
})
test('rows of a plan can have their own evaluators, and a run can override parts once', async () => {
  const { id: rules } = await ruleGroup([same])
  const { id: ofRow } = await ruleGroup([contains('zebra')])
  const set = await dataset(
    [
      ['a', 'one', 'one'],
      ['b', 'two', 'a zebra'],
    ],
    ['input', 'reference_output', 'output'],
  )
  const case_id = await plan({ dataset_id: set, rules, object: stored(set) })
  const { row_groups } = await owner.api.evaluationFirstSet.rows({ dataset_id: set, space_id })
  await owner.api.evaluationCase.bindEvaluators({
    space_id,
    case_id,
    mode: 1,
    scope: 0,
    row_group_id: row_groups[1]!.row_group_id,
    rule_group_id: ofRow,
    threshold: { pass_threshold: 0.8 },
  })
  const [task_id] = await run(case_id)
  expect(await taskOf(case_id, task_id!)).toMatchObject({ score: 1, threshold: { pass_threshold: 0.8 } })
  const dynamic = await owner.api.evaluationCase.runWith({
    space_id,
    case_id,
    evaluator_source: { case_source: { rule_group_id: ofRow } },
  })
  await lab.t.services.experiments.run(dynamic.task.id)
  expect((await taskOf(case_id, dynamic.task.id)).score).toBe(0.5)
  const { case: kept } = await owner.api.evaluationCase.get({ space_id, case_id })
  expect(kept.evaluator_source.case_source.rule_group_id).toBe(rules)
  await owner.api.evaluationCase.bindEvaluators({ space_id, case_id, mode: 2, scope: 1 })
  await owner.api.evaluationCase.bindEvaluators({
    space_id,
    case_id,
    mode: 2,
    scope: 0,
    row_group_id: row_groups[1]!.row_group_id,
  })
  await expect(owner.api.evaluationCase.run({ space_id, case_id })).rejects.toMatchObject({
    code: ErrorCode.evalPlan.noRules,
  })
})
test('plans are listed, copied, changed and deleted by people with the right to', async () => {
  const name = unique('Planned')
  const bot_id = await lab.createBot({})
  const { case: made } = await owner.api.evaluationCase.create({
    space_id,
    name,
    tag_list: [{ tag_name: 'team', tag_value: 'red' }],
    cid: 'once',
    eval_object: { object_type: 0, coze_bot: { bot_id } },
  })
  const { case: again } = await owner.api.evaluationCase.create({ space_id, name, cid: 'once' })
  expect(again.id).toBe(made.id)
  const listed = await owner.api.evaluationCase.listTwo({ space_id, tag_name: 'team', tag_value: 'red' })
  expect(listed.cases.map(({ id }) => id)).toEqual([made.id])
  expect(listed.coze_entity_map[bot_id]).toMatchObject({ entity_type: 1 })
  const { new_dataset_id } = await owner.api.evaluationCase.bindNewSet({ space_id, case_id: made.id })
  const { dataset_infos } = await owner.api.evaluationFirstSet.list({ space_id, page_size: 100 })
  expect(dataset_infos.some(({ dataset_id }) => dataset_id === new_dataset_id)).toBe(false)
  expect(await owner.api.evaluationCase.check({ space_id, case_id: made.id })).toMatchObject({
    pass: false,
    check_result: { lack_row_rule: true, lack_dataset_row: true },
  })
  const { case_id: copied } = await owner.api.evaluationCase.copy({ space_id, case_id: made.id, name: `${name} two` })
  const { cases } = await owner.api.evaluationCase.getMany({ space_id, case_ids: [copied, made.id] })
  expect(cases.map((one) => [one.name, one.dataset_source.dataset_id])).toEqual([
    [`${name} two`, new_dataset_id],
    [name, new_dataset_id],
  ])
  await owner.api.evaluationCase.unbindSet({ space_id, case_id: copied, dataset_id: new_dataset_id })
  await expect(
    owner.api.evaluationCase.unbindSet({ space_id, case_id: copied, dataset_id: new_dataset_id }),
  ).rejects.toMatchObject({ code: ErrorCode.evalPlan.otherDataset })
  const { cases: several } = await owner.api.evaluationCase.createMany({
    space_id,
    name_eval_object: {
      [`${name} a`]: { object_type: 0, coze_bot: { bot_id } },
      [`${name} b`]: { object_type: 9, cici_crawl: { bot_id } },
    },
  })
  expect(several.map((one) => one.eval_object?.object_type).toSorted()).toEqual([0, 9])
  const { case: fixed } = await owner.api.evaluationCase.create({ space_id, name: unique('Fixed'), UserChangeMode: 5 })
  await expect(owner.api.evaluationCase.update({ space_id, case_id: fixed.id, name: 'Other' })).rejects.toMatchObject({
    code: ErrorCode.evalPlan.readOnly,
  })
  await expect(member.api.evaluationCase.remove({ space_id, case_id: made.id })).rejects.toMatchObject({
    code: ErrorCode.evalPlan.notYours,
  })
  await owner.api.evaluationCase.remove({ space_id, case_id: made.id })
  await expect(owner.api.evaluationCase.get({ space_id, case_id: made.id })).rejects.toMatchObject({ status: 404 })
  await expect(outsider.api.evaluationCase.get({ space_id, case_id: copied })).rejects.toMatchObject({ status: 404 })
})
test('a batch runs plans together, and stops at the first failure if its policy says so', async () => {
  const { id: rules } = await ruleGroup([same])
  const good = await dataset([['a', 'one', 'one']], ['input', 'reference_output', 'output'])
  // A row without an output makes its experiment fail.
  const bad = await dataset([['a', 'one', '']], ['input', 'reference_output', 'output'])
  const goodPlan = await plan({ dataset_id: good, rules, object: stored(good) })
  const badPlan = await plan({ dataset_id: bad, rules, object: stored(bad) })
  async function batch(execution_policy: 1 | 2 | 3) {
    const { batch_task_id } = await owner.api.evaluationCase.startBatch({
      space_id,
      execution_policy,
      batch_case_tasks: [{ case_id: badPlan }, { case_id: goodPlan, list_exec_runtime_parameter: [{ exec_times: 2 }] }],
    })
    const rows = await lab.t.services.evalBatches.rowsOf(space_id, [batch_task_id])
    for (const row of rows) await lab.t.services.experiments.run(row.id)
    const { batch_task_ret } = await owner.api.evaluationCase.batch({ space_id, batch_task_id })
    const statuses = batch_task_ret.list_case_tasks.map(
      ({ case: of, tasks }) => [of.id, tasks.map(({ status }) => status)] as const,
    )
    return { batch_task_id, statuses: Object.fromEntries(statuses) }
  }
  expect((await batch(2)).statuses).toEqual({ [badPlan]: [31], [goodPlan]: [30, 30] })
  const stopped = await batch(1)
  expect(stopped.statuses).toEqual({ [badPlan]: [31], [goodPlan]: [22, 22] })
  const { row_groups } = await owner.api.evaluationFirstSet.rows({ dataset_id: bad, space_id })
  expect(row_groups).toHaveLength(1)
  await owner.api.evaluationCase.retryBatch({ space_id, batch_task_id: stopped.batch_task_id, mode: 2 })
  const again = await lab.t.services.evalBatches.rowsOf(space_id, [stopped.batch_task_id])
  expect(again.every(({ status }) => status === ExperimentStatus.pending)).toBe(true)
  await owner.api.evaluationCase.killBatch({ space_id, batch_task_id: stopped.batch_task_id })
  const killed = await lab.t.services.evalBatches.rowsOf(space_id, [stopped.batch_task_id])
  expect(killed.every(({ status }) => status === ExperimentStatus.terminated)).toBe(true)
  expect((await batch(3)).statuses[goodPlan]).toEqual([22, 22])
  const { tasks, group_task_info_list } = await owner.api.evaluationTask.list({ space_id, case_id: goodPlan })
  expect(tasks).toHaveLength(6)
  expect(group_task_info_list.map(({ task_ids }) => task_ids.length)).toEqual([2, 2, 2])
  const { tasks: some } = await owner.api.evaluationTask.getMany({
    space_id,
    case_id: goodPlan,
    task_ids: [tasks[0]!.id, tasks[1]!.id],
  })
  expect(some).toHaveLength(2)
  await owner.api.evaluationTask.remove({ space_id, case_id: goodPlan, task_id: tasks[0]!.id })
  const { tasks: left } = await owner.api.evaluationTask.listTwo({
    space_id,
    case_id: goodPlan,
    creator_ids: [owner.id],
  })
  expect(left).toHaveLength(5)
})
test('a bot is published only after its plan has passed on the draft; the refusal names the failing rows', async () => {
  const bot_id = await lab.createBot({ prompt_info: { prompt: 'Be brief.' } })
  const { id: rules } = await ruleGroup([contains('rome')])
  const dataset_id = await dataset([
    ['Where is the Colosseum?', ''],
    ['And the Pantheon?', ''],
  ])
  const case_id = await plan({ dataset_id, rules, object: { object_type: 0, coze_bot: { bot_id } } })
  const publish = () => owner.api.bot.publish({ bot_id, connectors: { '1024': {} } })
  const { gate } = await owner.api.evaluationGate.set({ bot_id, plan_id: case_id })
  expect(gate).toMatchObject({ plan_id: case_id, state: 'never', least_share: 1 })
  await expect(publish()).rejects.toMatchObject({ code: ErrorCode.evalPlan.notPassed })
  async function runGate(...answers: string[]) {
    const { experiment_id } = await owner.api.evaluationGate.run({ bot_id })
    lab.server.script(...answers.map((text) => says(text)))
    await lab.t.services.experiments.run(experiment_id)
  }
  await runGate('In Paris', 'In Athens')
  await expect(publish()).rejects.toThrow(/Colosseum/)
  const { gate: failed } = await member.api.evaluationGate.get({ bot_id })
  expect(failed).toMatchObject({
    state: 'failed',
    share: 0,
    failing_rows: [
      { index: 1, score: 0 },
      { index: 2, score: 0 },
    ],
  })
  await runGate('In Rome', 'Also in Rome')
  await publish()
  // The plan passed on an earlier draft.
  await lab.update(bot_id, { prompt_info: { prompt: 'Be long.' } })
  await expect(publish()).rejects.toThrow(/has not been run on this draft/)
  await expect(member.api.evaluationGate.set({ bot_id })).rejects.toMatchObject({ status: 403 })
  await owner.api.evaluationGate.set({ bot_id })
  await publish()
  const other = await lab.createBot({})
  await expect(owner.api.evaluationGate.set({ bot_id: other, plan_id: case_id })).rejects.toMatchObject({
    code: ErrorCode.evalPlan.otherBot,
  })
})
