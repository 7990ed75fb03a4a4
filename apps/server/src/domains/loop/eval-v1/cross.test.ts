import { beforeAll, expect, test } from 'vitest'
import { contains, type FirstLab, openFirstLab, same, stored, unique } from './testing/first-lab.ts'

let first: FirstLab
beforeAll(async () => {
  first = await openFirstLab()
})
const rows = [
  ['a', 'one', 'one'],
  ['b', 'two', 'three one'],
  ['c', 'four', 'bad'],
  ['d', 'one', 'One'],
]
const columns = ['input', 'reference_output', 'output']
interface Seen {
  item: string
  turn: string
  output: string
  score: number | undefined
  scores: Record<string, number | undefined>
}
/** Maps evaluator names, which contain a counter, to fixed names. */
const plain = (name: string) => (name.startsWith('Says') ? 'says' : 'same')

/** Reads results through the second API version. */
async function bySecond(id: string): Promise<Seen[]> {
  const { owner, space_id } = first
  const { item_results, column_evaluators } = await owner.api.experimentResult.rows({
    space_id,
    experiment_ids: [id],
  })
  const nameOf = (version: string) =>
    column_evaluators.find(({ evaluator_version_id }) => evaluator_version_id === version)!.name
  return item_results.map(({ item_id, turn_results }) => {
    const payload = turn_results[0]!.experiment_results[0]!.payload!
    const { evaluator_records, weighted_score } = payload.evaluator_output
    const fields = payload.target_output.eval_target_record!.eval_target_output_data.output_fields
    return {
      item: item_id,
      turn: payload.turn_id,
      output: fields.actual_output!.text ?? '',
      score: weighted_score,
      scores: Object.fromEntries(
        Object.entries(evaluator_records).map(([version, record]) => [
          plain(nameOf(version)),
          record.evaluator_output_data.evaluator_result?.score,
        ]),
      ),
    }
  })
}
/** Reads a page of rows through the first API version. */
async function byFirst(case_id: string, task_id: string): Promise<Seen[]> {
  const { owner, space_id } = first
  const { dashboard_row_groups } = await owner.api.evaluationTask.rows({ space_id, case_id, task_id })
  return dashboard_row_groups.map(({ row_group_id, rows: [row] }) => ({
    item: row_group_id,
    turn: row!.row_id,
    output: row!.multi_output.prediction,
    score: row!.row_eval_cell.score,
    scores: Object.fromEntries(
      row!.row_eval_cell.rule_eval_reports.map((one) => [plain(one.name), one.row_eval_result?.score]),
    ),
  }))
}
/** Reads the rows one by one through the first API version. */
async function byRow(case_id: string, task_id: string, seen: Seen[]): Promise<Pick<Seen, 'output' | 'turn'>[]> {
  const { owner, space_id } = first
  const row_ids = seen.map(({ turn }) => turn)
  const { row_eval_res_list } = await owner.api.evaluationTask.rowsByIds({ space_id, case_id, task_id, row_ids })
  return row_ids.map((id) => ({ output: row_eval_res_list[id]!.output, turn: row_eval_res_list[id]!.row_id }))
}

test('all APIs show the same states, ids and scores, whichever API started the experiment', async () => {
  const { owner, space_id, lab } = first
  const run = (id: string) => lab.t.services.experiments.run(id)
  const { id: rules } = await first.ruleGroup([{ ...same, weight: 3 }, contains('one')])
  const dataset_id = await first.dataset(rows, columns)
  const case_id = await first.plan({ dataset_id, rules, object: stored(dataset_id) })

  // Second API version: the same evaluators in the same versions.
  const [byCase] = await first.run(case_id)
  const { experiments } = await owner.api.experiment.getMany({ space_id, expt_ids: [byCase!] })
  const { evaluator_version_ids, weights } = experiments[0]!
  const submitted = await owner.api.experiment.submit({
    space_id,
    name: unique('Direct'),
    eval_set_id: dataset_id,
    create_eval_target_param: { eval_target_type: 102 },
    evaluator_version_ids,
    weights,
  })
  await run(submitted.experiment.id)

  // First API version: a batch.
  const { batch_task_id } = await owner.api.evaluationCase.startBatch({ space_id, batch_case_tasks: [{ case_id }] })
  const { batch_task_ret } = await owner.api.evaluationCase.batch({ space_id, batch_task_id })
  const inBatch = batch_task_ret.list_case_tasks[0]!.tasks[0]!.id
  await run(inBatch)

  // Open API: a program fetches the rows and submits the outputs.
  const { object_type_detail_info: type } = await owner.api.evaluationType.registerObject({
    object_type_detail_info: { space_id, object_name: unique('Puller'), callback_type: 3 },
  })
  const pulledCase = await first.plan({ dataset_id, rules, object: { object_type: type.object_type } })
  const { task_id: pulled } = await owner.api.evaluationPull.start({ case_id: pulledCase })
  await run(pulled)
  const fetched = await owner.api.evaluationPull.rows({ case_id: pulledCase, task_id: pulled })
  await owner.api.evaluationPull.answer({
    case_id: pulledCase,
    task_id: pulled,
    row_group_results: fetched.row_groups.map(({ row_group_id, rows: [row] }) => ({
      row_group_id,
      row_results: [
        {
          row_id: row!.row_id,
          output: {
            plain_text: row!.cells.find(({ column_name }) => column_name === 'output')!.value.plain_text,
          },
        },
      ],
    })),
  })
  await run(pulled)

  const started = [
    [case_id, byCase!],
    [submitted.experiment.id, submitted.experiment.id],
    [case_id, inBatch],
    [pulledCase, pulled],
  ] as const
  const wanted = [
    { output: 'one', score: 1, scores: { same: 1, says: 1 } },
    { output: 'three one', score: 0.25, scores: { same: 0, says: 1 } },
    { output: 'bad', score: 0, scores: { same: 0, says: 0 } },
    { output: 'One', score: 0.25, scores: { same: 0, says: 1 } },
  ]
  for (const [plan, id] of started) {
    const second = await bySecond(id)
    expect(second.map(({ output, score, scores }) => ({ output, score, scores }))).toEqual(wanted)
    expect(await byFirst(plan, id)).toEqual(second)
    expect(await byRow(plan, id, second)).toEqual(second.map(({ output, turn }) => ({ output, turn })))
    const { task } = await owner.api.evaluationTask.get({ space_id, case_id: plan, task_id: id })
    const { experiments: shown } = await owner.api.experiment.getMany({ space_id, expt_ids: [id] })
    expect([task.status, task.score, shown[0]!.status, task.id]).toEqual([30, 0.375, 11, shown[0]!.id])
    // The open API returns the same row ids.
    if (plan === id) continue
    const given = await owner.api.evaluationPull.rows({ case_id: plan, task_id: id })
    expect(given.row_groups.map(({ row_group_id }) => row_group_id)).toEqual(second.map(({ item }) => item))
  }
  // A person corrects a score through one API, and all APIs show the correction.
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [pulled] })
  const records = item_results[2]!.turn_results[0]!.experiment_results[0]!.payload!.evaluator_output.evaluator_records
  const record = Object.values(records)[0]!
  await owner.api.experimentResult.correct({
    space_id,
    evaluator_record_id: record.id,
    correction: { score: 1, explain: 'fine' },
  })
  const [, , firstSeen] = await byFirst(pulledCase, pulled)
  expect(Object.values(firstSeen!.scores)).toContain(1)
  const { task } = await owner.api.evaluationTask.get({ space_id, case_id: pulledCase, task_id: pulled })
  const { weighted } = await owner.api.experimentResult.statistics({ space_id, expt_id: pulled })
  expect(task.score).toBeCloseTo(weighted!.mean!, 9)
})
