import { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { beforeAll, expect, test } from 'vitest'
import { readEvents } from '#testing/read-events.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'
import { type FirstLab, openFirstLab, same, stored, unique } from './testing/first-lab.ts'

/** Less used calls of the evaluation engine: lists, batch reads by id, second variants of calls. */
let first: FirstLab
let owner: Person
let space_id: string
beforeAll(async () => {
  first = await openFirstLab()
  ;({ owner, space_id } = first)
})

test('datasets are pinged, listed, searched, read, and moved to the bin', async () => {
  const { evaluationFirstSet: sets } = owner.api
  const ping_message = 'here?'
  expect(await owner.api.evaluationFirstSet.pingServer({ ping_message })).toMatchObject({ pong_message: ping_message })
  const name = unique('Findable')
  const { dataset_id } = await sets.create({ space_id, name, column_schema: [{ name: 'input' }] })
  const of = { space_id, dataset_id }
  const { dataset_infos } = await owner.api.evaluationFirstSet.listTwo({ space_id, fuzzy_name: name })
  expect(dataset_infos.map((one) => one.dataset_id)).toEqual([dataset_id])
  expect((await owner.api.evaluationFirstSet.search({ space_id, name })).total).toBe('1')
  expect((await owner.api.evaluationFirstSet.search({ space_id, name, creator: first.member.id })).total).toBe('0')
  expect((await owner.api.evaluationFirstSet.get(of)).dataset_info).toMatchObject({ dataset_id, name })
  const { column_schema } = await owner.api.evaluationFirstSet.columns(of)
  expect(column_schema.map((one) => one.name)).toEqual(['input'])
  await expect(first.outsider.api.evaluationFirstSet.get(of)).rejects.toMatchObject({ status: 404 })
  await owner.api.evaluationFirstSet.remove(of)
  expect((await owner.api.evaluationFirstSet.search({ space_id, name })).total).toBe('0')
  await expect(owner.api.evaluationFirstSet.get(of)).rejects.toMatchObject({ status: 404 })
})
test('row groups are replaced and deleted in batches', async () => {
  const dataset_id = await first.dataset([
    ['a', 'one'],
    ['b', 'two'],
    ['c', 'three'],
  ])
  const of = { space_id, dataset_id }
  const { row_groups } = await owner.api.evaluationFirstSet.rows(of)
  const [a, b, c] = row_groups.map(({ row_group_id }) => row_group_id)
  const { row_group_ids } = await owner.api.evaluationFirstSet.replaceMany({
    ...of,
    row_groups: [
      { row_group_id: a, rows: [{ cells: ['A', 'ONE'] }] },
      { row_group_id: c, rows: [{ cells: ['C', 'THREE'] }] },
    ],
  })
  expect(row_group_ids).toEqual([a, c])
  await owner.api.evaluationFirstSet.removeRows({ ...of, row_group_ids: [b!] } as never)
  const left = (await owner.api.evaluationFirstSet.rows(of)).row_groups
  expect(left.map(({ row_group_id, rows }) => [row_group_id, rows[0]!.cells])).toEqual([
    [a, ['A', 'ONE']],
    [c, ['C', 'THREE']],
  ])
})
test('the description of a column is improved by a model and streamed', async () => {
  const dataset_id = await first.dataset([['a', 'one']])
  first.lab.server.script(says('A question that a customer asks.'))
  const events = await readEvents(
    await owner.api.evaluationGeneration.improveMeaning({ space_id, dataset_id, semantic_describe: 'question' }),
  )
  const items = events.map(({ data }) => (data as { item: { stream_state: number; content: string } }).item)
  expect(items.map(({ content }) => content).join('')).toBe('A question that a customer asks.')
  expect(items.at(-1)!.stream_state).toBe(4)
})
test('a plan gets another object to evaluate; its run is stopped and retried', async () => {
  const dataset_id = await first.dataset(
    [
      ['a', 'one', 'one'],
      ['b', 'two', 'wrong'],
    ],
    ['input', 'reference_output', 'output'],
  )
  const { id: rules, rules: made } = await first.ruleGroup([same])
  const rule_ids = made.map(({ rule_id }) => rule_id)
  const { rules: found } = await owner.api.evaluationRule.rulesByIds({ space_id, rule_ids: [...rule_ids, '991'] })
  expect(found.map(({ rule_id, name }) => [rule_id, name])).toEqual([[rule_ids[0], 'Same']])
  const { object_type_detail_info: type } = await owner.api.evaluationType.registerObject({
    object_type_detail_info: { space_id, object_name: unique('Puller'), callback_type: 3 },
  })
  const case_id = await first.plan({ dataset_id, rules, object: { object_type: type.object_type } })
  await owner.api.evaluationCase.bindObject({ space_id, case_id, eval_object: stored(dataset_id) })
  const { case: plan } = await owner.api.evaluationCase.get({ space_id, case_id })
  expect(plan.eval_object).toMatchObject({ object_type: 7 })
  const { task_ids } = await owner.api.evaluationCase.run({ space_id, case_id })
  const of = { space_id, case_id, task_id: task_ids[0]! }
  const done = async () => {
    await first.lab.t.services.experiments.run(of.task_id)
    return first.taskOf(case_id, of.task_id)
  }
  expect(await done()).toMatchObject({ status: 30, score: 0.5 })
  expect((await owner.api.evaluationTask.retry({ ...of, mode: 1 })).task.status).toBe(43)
  expect((await owner.api.evaluationTask.kill(of)).task.status).toBe(21)
  await owner.api.evaluationTask.retry({ ...of, mode: 2 })
  expect(await done()).toMatchObject({ status: 30, score: 0.5 })
})
test('programs are listed, found by name and region, and changed', async () => {
  const name = unique('Scorer')
  const register = { space_id, evaluator_type_name: name, callback_type: 2 as const }
  const at = { psm: first.far.url, agent_execute_path: '/score' }
  const { evaluator_type_detail_info: type } = await owner.api.evaluationType.registerEvaluator({
    evaluator_type_detail_info: { ...register, http_callback_evaluator_params: at },
  })
  const filter = { list_evaluator_type_filter: { evaluator_type_name: name } }
  const listed = async () =>
    (await owner.api.evaluationType.evaluators({ space_id, ...filter })).evaluator_type_detail_infos
  expect((await listed()).map((one) => one.evaluator_type)).toEqual([type.evaluator_type])
  await owner.api.evaluationType.changeEvaluator({
    evaluator_type_detail_info: {
      ...register,
      evaluator_type: type.evaluator_type,
      description: 'Counts words',
      http_callback_evaluator_params: at,
    },
  })
  expect((await listed())[0]).toMatchObject({ description: 'Counts words', evaluator_type_name: name })
  const { types } = await owner.api.evaluationRule.customTypes({ space_id, evaluator_type_name: name })
  expect(types).toHaveLength(1)
  const object_name = unique('Program')
  await owner.api.evaluationType.registerObject({
    object_type_detail_info: { space_id, object_name, callback_type: 3, regions: ['eu'] },
  })
  const objects = await owner.api.evaluationType.objects({ space_id, list_object_type_filter: { object_name } })
  expect(objects.object_type_detail_infos.map((one) => one.object_name)).toEqual([object_name])
  const inRegion = async (region: string) =>
    (await owner.api.evaluationType.kindsTwo({ space_id, region, limit: 200 })).object_type_infos.map((one) => one.name)
  expect(await inRegion('eu')).toContain(object_name)
  expect(await inRegion('us')).not.toContain(object_name)
})
test('workflows of a project and states of a workflow are found as objects to evaluate', async () => {
  const { workflow_id } = await owner.api.workflow.create({ space_id, name: 'greet', desc: 'Greets' })
  await owner.api.workflow.save({ workflow_id, schema: greeting() })
  const versions = async () =>
    (await owner.api.evaluationType.workflowVersions({ space_id, task_id: workflow_id })).chain_task_version_infos
  const before = await versions()
  await owner.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  const after = await versions()
  expect(after.length).toBe(before.length + 1)
  expect(after.map(({ version_info }) => version_info)).toContain('v1.0.0')
  await expect(
    first.outsider.api.evaluationType.workflowVersions({ space_id, task_id: workflow_id }),
  ).rejects.toMatchObject({ status: 404 })
  const { project_id } = await owner.api.project.create({ space_id, name: unique('Project') } as never)
  await owner.api.workflow.create({ space_id, name: 'inside', desc: 'Inside', project_id } as never)
  const { objects } = await owner.api.evaluationType.appWorkflows({
    object_type: 3,
    search_key: { key: 'insi' },
    app_client_id: project_id,
  })
  expect(objects.map(({ name }) => name)).toEqual(['inside'])
})

test('the second API version reads versions, rows, outputs and scores by id, but none of another space', async () => {
  const { evaluation_set_id } = await owner.api.evaluationSet.create({
    space_id,
    name: unique('Set'),
    evaluation_set_schema: { field_schemas: ['input', 'output', 'reference_output'].map((name) => ({ name })) },
  })
  const at = { space_id, evaluation_set_id }
  const row = (output: string) => ({
    turns: [
      {
        field_data_list: Object.entries({ input: 'a', output, reference_output: 'one' }).map(([name, text]) => ({
          name,
          content: { text },
        })),
      },
    ],
  })
  const { added_items } = await owner.api.evaluationSet.addItems({ ...at, items: [row('one'), row('two')] })
  const { id: version_id } = await owner.api.evaluationSet.createVersion({ ...at, version: '1.0.0' })
  expect((await owner.api.evaluationSet.versions(at)).versions.map(({ id }) => id)).toEqual([version_id])
  const { versioned_evaluation_set: known } = await owner.api.evaluationSet.versionsByIds({
    space_id,
    version_ids: [version_id, '991'],
  })
  expect(known.map(({ version }) => version.version)).toEqual(['1.0.0'])
  const { items } = await owner.api.evaluationSet.itemsByIds({ ...at, version_id, item_ids: [added_items['1']!] })
  expect(JSON.stringify(items)).toContain('"two"')
  const { tools } = await owner.api.evaluator.tools({})
  expect(JSON.parse(tools[0]!.tool_def.function_def.parameters)).toMatchObject({ type: 'object' })
  const { evaluator_id } = await owner.api.evaluator.create({
    evaluator: {
      space_id,
      name: unique('Same'),
      current_version: { evaluator_content: { builtin_evaluator: { kind: 'similarity', metric: 'exact' } } },
    },
  })
  const { evaluator } = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
  const evaluator_version_ids = [evaluator.current_version!.id]
  expect((await owner.api.evaluator.versionsByIds({ space_id, evaluator_version_ids })).evaluators).toMatchObject([
    { evaluator_id, current_version: { version: '1.0.0' } },
  ])
  const name = unique('Run')
  expect(await owner.api.experiment.checkName({ space_id, name })).toMatchObject({ pass: true })
  const { experiment } = await owner.api.experiment.submit({
    space_id,
    name,
    eval_set_version_id: version_id,
    create_eval_target_param: { eval_target_type: TargetType.stored },
    evaluator_version_ids,
  })
  expect(await owner.api.experiment.checkName({ space_id, name: name.toUpperCase() })).toMatchObject({ pass: false })
  await first.lab.t.services.experiments.run(experiment.id)
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [experiment.id] })
  const payloads = item_results.map(({ turn_results }) => turn_results[0]!.experiment_results[0]!.payload!)
  const outputs = payloads.map(({ target_output }) => target_output.eval_target_record!)
  const ids = { space_id, eval_target_record_ids: outputs.map(({ id }) => id) }
  const { eval_target_records } = await owner.api.evalTarget.records(ids)
  expect(
    eval_target_records.map(({ eval_target_output_data: data }) => data.output_fields.actual_output!.text).toSorted(),
  ).toEqual(['one', 'two'])
  const { eval_targets } = await owner.api.evalTarget.versions({
    space_id,
    eval_target_version_ids: [experiment.target_version_id!],
  })
  expect(eval_targets).toHaveLength(1)
  const records = payloads.flatMap(({ evaluator_output }) => Object.values(evaluator_output.evaluator_records))
  const scores = { space_id, evaluator_record_ids: records.map(({ id }) => id) }
  const given = (await owner.api.experimentResult.records(scores)).records
  expect(given.map((one) => one.evaluator_output_data.evaluator_result?.score).toSorted()).toEqual([0, 1])
  // The same ids are not found in a space of the outsider.
  const { outsider } = first
  const { id: theirs } = await outsider.api.space.create({ name: 'Theirs' })
  expect((await outsider.api.evalTarget.records({ ...ids, space_id: theirs })).eval_target_records).toEqual([])
  expect((await outsider.api.experimentResult.records({ ...scores, space_id: theirs })).records).toEqual([])
})
