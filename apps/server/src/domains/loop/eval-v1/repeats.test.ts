import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { type FirstLab, openFirstLab, same, unique } from './testing/first-lab.ts'

let first: FirstLab
beforeAll(async () => {
  first = await openFirstLab()
})

test('74: results that a program submits repeatedly, out of order, late or for another task count once', async () => {
  const { lab, owner, outsider, space_id, ruleGroup, dataset, plan, taskOf } = first
  const { object_type_detail_info: type } = await owner.api.evaluationType.registerObject({
    object_type_detail_info: { space_id, object_name: unique('Puller'), callback_type: 3 },
  })
  const { id: rules } = await ruleGroup([same])
  const set = await dataset([
    ['a', 'one'],
    ['b', 'two'],
    ['c', 'three'],
  ])
  const case_id = await plan({ dataset_id: set, rules, object: { object_type: type.object_type } })
  const { task_id } = await owner.api.evaluationPull.start({ case_id })
  await lab.t.services.experiments.run(task_id)
  const { row_groups } = await owner.api.evaluationPull.rows({ case_id, task_id })
  const results = row_groups.map(({ row_group_id, rows }, at) => ({
    row_group_id,
    row_results: [{ row_id: rows[0]!.row_id, output: { plain_text: ['one', 'two', 'wrong'][at]! } }],
  }))
  const bring = (some: typeof results, who = owner) =>
    who.api.evaluationPull.answer({ case_id, task_id, row_group_results: some })
  // Submissions by an outsider, and rows that belong to no task of this plan.
  await expect(bring(results, outsider)).rejects.toMatchObject({ status: 404 })
  await bring([{ ...results[0]!, row_group_id: '991' }]).catch(() => {})
  for (let time = 0; time < 5; time += 1) await bring(time % 2 ? results.slice(0, 2) : results.slice(0, 2).toReversed())
  await lab.t.services.experiments.run(task_id)
  // A scored result no longer changes, whatever is submitted.
  await bring([
    { ...results[0]!, row_results: [{ ...results[0]!.row_results[0]!, output: { plain_text: 'x' } }] },
  ]).catch(() => {})
  await Promise.all([bring(results.slice(2)), bring(results.slice(2))])
  await Promise.all([lab.t.services.experiments.run(task_id), lab.t.services.experiments.run(task_id)])
  const done = await taskOf(case_id, task_id)
  expect(done).toMatchObject({ status: 30, task_stats: { success_count: '3' } })
  expect(done.score).toBeCloseTo(2 / 3, 12)
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [task_id] })
  const scores = item_results.map(({ turn_results }) =>
    turn_results.flatMap(({ experiment_results: [one] }) =>
      Object.values(one!.payload!.evaluator_output.evaluator_records).map(
        ({ evaluator_output_data: data }) => data.evaluator_result?.score,
      ),
    ),
  )
  expect(scores).toEqual([[1], [1], [0]])
  await expect(bring(results)).rejects.toMatchObject({ code: ErrorCode.experiment.notRunning })
})
