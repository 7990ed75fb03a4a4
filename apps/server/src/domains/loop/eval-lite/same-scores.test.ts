import { beforeAll, expect, test } from 'vitest'
import { openSkillLab, pluginRefs, type SkillLab } from '#testing/skill-lab.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Check-ups and comparisons are experiments: the first and the second API version must report the same scores. */
let t: TestApp
let owner: Person
let space_id: string
let lab: SkillLab
beforeAll(async () => {
  t = await openTestApp()
  lab = openSkillLab(t)
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Same scores' })).id
})
type Scores = Record<string, Record<string, number | undefined>>
const sorted = (scores: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(scores).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Scores by turn and evaluator name, read through the first API version. */
async function throughFirst(id: string): Promise<Scores> {
  const of = { space_id, case_id: id, task_id: id }
  const scores: Scores = {}
  for (let page = 1; ; page += 1) {
    const { dashboard_row_groups: groups } = await owner.api.evaluationTask.rows({ ...of, page, page_size: 50 })
    for (const { row_id, row_eval_cell } of groups.flatMap(({ rows }) => rows))
      scores[row_id] = sorted({
        ...Object.fromEntries(
          row_eval_cell.rule_eval_reports.map(({ name, row_eval_result }) => [name, row_eval_result?.score]),
        ),
        all: row_eval_cell.score,
      })
    if (groups.length < 50) return scores
  }
}
async function throughSecond(id: string): Promise<Scores> {
  const scores: Scores = {}
  for (let page = 1; ; page += 1) {
    const found = await owner.api.experimentResult.rows({ space_id, experiment_ids: [id], page, page_size: 50 })
    const nameOf = new Map(found.column_evaluators.map((one) => [one.evaluator_version_id, one.name]))
    for (const { experiment_results } of found.item_results.flatMap(({ turn_results }) => turn_results)) {
      const { turn_id, evaluator_output } = experiment_results[0]!.payload!
      scores[turn_id] = sorted({
        ...Object.fromEntries(
          Object.entries(evaluator_output.evaluator_records).map(([version, one]) => [
            nameOf.get(version)!,
            one.evaluator_output_data.evaluator_result?.score,
          ]),
        ),
        all: evaluator_output.weighted_score,
      })
    }
    if (found.item_results.length < 50) return scores
  }
}
const valuesOf = (scores: Scores, name: string) => Object.values(scores).flatMap((one) => one[name] ?? [])
const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length

test('both API versions report the same scores for a check-up with failing rows', async () => {
  lab.tools.set('api_17', {
    description: 'Internal, see wiki',
    title: 'Weather-api_17',
    pluginName: 'Weather',
    about: 'Weather forecast for cities',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  })
  const { bot_id } = await owner.api.bot.create({ space_id, name: 'Checked' })
  await owner.api.bot.updateDraft({ bot_info: { bot_id, plugin_info_list: pluginRefs('api_17') } } as never)
  const of = { space_id, bot_id }
  const { batch_task_id } = await owner.api.checkupTask.submit({ ...of, scene_id: '3' })
  await t.services.checkups.run(batch_task_id)
  const [run] = await t.services.experiments.ofBatch(space_id, [batch_task_id])
  await t.services.experiments.run(run!.id)
  const { score } = await owner.api.checkupTask.scores({ ...of, batch_task_id })
  const [one, two] = [await throughFirst(run!.id), await throughSecond(run!.id)]
  expect(one).toEqual(two)
  const rules = score!.module_rule_scores.flatMap(({ rule_scores }) => rule_scores)
  expect(rules.length).toBeGreaterThan(2)
  for (const { rule, score: shown, executed_case_count } of rules) {
    const values = valuesOf(one, rule.rule_name)
    expect(values).toHaveLength(executed_case_count)
    // A latency metric shows the measured value instead of its score, so skip it.
    if (rule.evaluator_type !== '20019') expect(shown).toBe(Math.round(mean(values) * 1000) / 10)
  }
  const called = rules.find(({ rule }) => rule.evaluator_type === '20030')!
  expect(called.score).toBeGreaterThan(0)
  expect(called.score).toBeLessThan(100)
})

test('both API versions report the same scores for a comparison with correct and wrong rows', async () => {
  const { bot_id } = await owner.api.bot.create({ space_id, name: 'Compared' })
  await owner.api.bot.updateDraft({ bot_info: { bot_id, prompt_info: { prompt: 'You repeat words.' } } } as never)
  const { id } = await owner.api.liteBatch.create({ space_id, name: 'Words' })
  const of = { space_id, batch_task_id: id }
  await owner.api.liteBatch.bindObjects({
    ...of,
    eval_objects: [{ object_type: 6, playground_coze_bot_v2: { bot_id, bot_info_type: 1 } }],
  })
  const rows = ['north', 'south', 'east', 'west', 'harbour', 'lantern'].map((word, at) => ({
    rows: [{ cells: [`Repeat: ${word}`, at % 3 ? word : 'something else'] }],
  }))
  await owner.api.liteDataset.create({
    ...of,
    name: 'Words',
    column_schema: [{ name: 'input' }, { name: 'reference_output' }],
    row_groups: rows,
  })
  await owner.api.liteBatch.setRule({
    ...of,
    rule: {
      evaluator_type: 10_000,
      process_type: 4,
      name: 'Same',
      buildin_func_rule: { contents: ['{{reference_output}}'] },
    },
  })
  const { task_ids } = await owner.api.liteBatch.submit(of)
  for (const task of task_ids) await t.services.experiments.run(task)
  const [task] = (await owner.api.liteBatch.get(of)).coze_batch_task.coze_batch_task_progress.tasks
  const [one, two] = [await throughFirst(task!.id), await throughSecond(task!.id)]
  expect(one).toEqual(two)
  expect(Object.keys(one)).toHaveLength(rows.length)
  const whole = mean(valuesOf(one, 'all'))
  expect(whole).toBeCloseTo(4 / 6, 10)
  expect(task!.score).toBeCloseTo(whole, 10)
  expect((await owner.api.checkupTab.batchReport(of)).objects[0]!.mean).toBeCloseTo(whole, 10)
  const first = await owner.api.evaluationTask.get({ space_id, case_id: task!.id, task_id: task!.id })
  expect(first.task.score).toBeCloseTo(whole, 10)
  const { scores } = await owner.api.experimentResult.statistics({ space_id, expt_id: task!.id })
  expect(scores[0]!.mean).toBeCloseTo(whole, 10)
})
