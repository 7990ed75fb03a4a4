import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { eventsOf } from '#testing/read-events.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let outsider: Person
let space_id: string
let echoing: string
let plain: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  outsider = await t.register('outsider')
  space_id = (await owner.api.space.create({ name: 'Compared' })).id
  const create = async (name: string, prompt: string) => {
    const { bot_id } = await owner.api.bot.create({ space_id, name })
    await owner.api.bot.updateDraft({ bot_info: { bot_id, prompt_info: { prompt } } } as never)
    return bot_id
  }
  plain = await create('Plain', 'You follow instructions.')
  echoing = await create(
    'Echoing',
    'Begin every answer with "Listen, this is a very long beginning that nobody needs."',
  )
})
const bot = (bot_id: string) => ({ object_type: 6, playground_coze_bot_v2: { bot_id, bot_info_type: 1 } })
const exact = {
  evaluator_type: 10_000,
  process_type: 4,
  name: 'Same',
  buildin_func_rule: { contents: ['{{reference_output}}'] },
}
const api = () => owner.api.liteBatch
const sets = () => owner.api.liteDataset
async function runAll(ids: string[]) {
  for (const id of ids) await t.services.experiments.run(id)
}
async function filled() {
  const { id } = await api().create({ space_id, name: 'Two bots' })
  const of = { space_id, batch_task_id: id }
  await api().bindObjects({ ...of, eval_objects: [bot(plain), bot(echoing)] })
  const { dataset_id } = await sets().bind({ ...of, dataset_id: '102' })
  await api().setRule({ ...of, rule: exact })
  return { of, id, dataset_id }
}

test('two bots are compared on a ready-made set: test run, start, stop, resume, result, copy, deletion', async () => {
  const { of, id, dataset_id } = await filled()
  const { coze_batch_task: draft } = await api().get(of)
  expect(draft.coze_batch_task_meta).toMatchObject({
    name: 'Two bots',
    eval_objects: [
      { playground_coze_bot_v2: { bot_name: 'Plain' } },
      { playground_coze_bot_v2: { bot_name: 'Echoing' } },
    ],
    built_in_dataset_ids: { 102: dataset_id },
    rule: { evaluator_type: 10_000 },
    run_type: 1,
  })
  expect(draft.coze_batch_task_progress).toMatchObject({ status: 5, tasks: [] })
  const forecast = await api().forecast({ ...of, credits_check_type: 3 })
  expect(forecast).toMatchObject({ pass: true, coze_version: 2, cost_predication: { case_number: '60' } })
  expect(Number(forecast.cost_predication.total_token)).toBeGreaterThan(0)

  await expect(api().submit({ ...of, is_test_run: true })).rejects.toMatchObject({
    code: ErrorCode.liteBatch.noTestRows,
  })
  const test5 = await sets().testRows(of)
  expect((await sets().rows({ space_id, dataset_id: test5.dataset_id })).row_groups).toHaveLength(5)
  const tried = await api().submit({ ...of, is_test_run: true })
  expect((await api().get(of)).coze_batch_task.coze_batch_task_progress.status).toBe(7)
  await expect(api().setRule({ ...of, rule: exact })).rejects.toMatchObject({ code: ErrorCode.liteBatch.stillRuns })
  await runAll(tried.task_ids)
  const beside = await owner.api.checkupTab.batchRows({ ...of, is_test_run: true })
  expect(beside.rows).toHaveLength(5)
  expect(beside.rows[0]!.cells.map(({ score }) => score)).toEqual([1, 0])
  expect((await api().get(of)).coze_batch_task.coze_batch_task_progress.status).toBe(5)

  const { task_ids } = await api().submit(of)
  expect(task_ids).toHaveLength(2)
  expect((await api().get(of)).coze_batch_task.coze_batch_task_progress.status).toBe(1)
  await expect(api().bindObjects({ ...of, eval_objects: [bot(plain)] })).rejects.toMatchObject({
    code: ErrorCode.liteBatch.hasRun,
  })
  await expect(api().remove(of)).rejects.toMatchObject({ code: ErrorCode.liteBatch.stillRuns })
  await runAll(task_ids.slice(0, 1))
  await api().kill(of)
  expect((await api().get(of)).coze_batch_task.coze_batch_task_progress.status).toBe(6)
  await expect(api().update({ ...of, status: 3 })).rejects.toMatchObject({ code: ErrorCode.liteBatch.badStatus })
  const missing = await api().forecast({ ...of, credits_check_type: 1 })
  expect(missing.cost_predication.case_number).toBe('30')
  await api().update({ ...of, status: 2 })
  await runAll(task_ids)
  const { coze_batch_task_progress } = await api().progress({ space_id, batch_task_ids: [id, '9'] })
  expect(coze_batch_task_progress).toMatchObject([{ status: 3, total_row_count: '60' }])
  const [first, second] = coze_batch_task_progress[0]!.tasks
  expect([first!.score, second!.score]).toEqual([1, 0])

  const result = await owner.api.checkupTab.batchReport(of)
  expect(result).toMatchObject({
    winner: 0,
    shared_rows: 30,
    objects: [
      { name: 'Plain', mean: 1 },
      { name: 'Echoing', mean: 0 },
    ],
  })
  const csv = await (await owner.api.checkupTab.batchExport(of)).text()
  const [head, ...exported] = csv.trim().split('\r\n')
  expect(head).toContain(
    'input,expected,1 Plain: output,1 Plain: score,1 Plain: reason,1 Plain: error,2 Echoing: output',
  )
  expect(exported.length).toBeGreaterThanOrEqual(30)
  const rows = await api().rows({ ...of, task_id: first!.id, page_size: 100 })
  expect(rows.dashboard_row_groups).toHaveLength(30)
  await expect(api().rows({ space_id, batch_task_id: '9', task_id: first!.id })).rejects.toMatchObject({ status: 404 })
  // The same experiment through the two other APIs.
  const one = await owner.api.evaluationTask.get({ space_id, case_id: first!.id, task_id: first!.id })
  expect(one.task.score).toBe(first!.score)
  const two = await owner.api.experiment.getMany({ space_id, expt_ids: [second!.id] })
  expect(two.experiments[0]!.id).toBe(second!.id)

  const { id: copy } = await api().clone({ space_id, source_batch_task_id: id })
  const cloned = (await api().get({ space_id, batch_task_id: copy })).coze_batch_task
  expect(cloned.coze_batch_task_progress.status).toBe(5)
  expect(cloned.coze_batch_task_meta.rule).toMatchObject({ evaluator_type: 10_000 })
  expect(cloned.coze_batch_task_meta.datasets[0]!.dataset_id).not.toBe(dataset_id)
  await api().remove(of)
  await expect(api().get(of)).rejects.toMatchObject({ status: 404 })
  await expect(sets().rows({ space_id, dataset_id })).rejects.toMatchObject({ status: 404 })
  expect(await t.services.experiments.many(space_id, task_ids)).toEqual([])
  const found = await api().list({ space_id, status: [5], type: [1], search_name: 'two' })
  expect(found.coze_batch_tasks.map((item) => item.coze_batch_task_meta.id)).toEqual([copy])
})

test('objects that cannot be compared are refused before any is bound', async () => {
  const { id } = await api().create({ space_id })
  const of = { space_id, batch_task_id: id }
  await expect(
    api().bindObjects({
      ...of,
      eval_objects: [bot(plain), { object_type: 8, playground_coze_model: { model_id: '1' } }],
    }),
  ).rejects.toMatchObject({ code: ErrorCode.liteBatch.mixedObjects })
  const many = Array.from({ length: 11 }, () => bot(plain))
  await expect(api().bindObjects({ ...of, eval_objects: many })).rejects.toMatchObject({
    code: ErrorCode.liteBatch.tooManyObjects,
  })
  const other = (await outsider.api.space.create({ name: 'Other' })).id
  const { bot_id: foreign } = await outsider.api.bot.create({ space_id: other, name: 'Foreign' })
  await expect(api().bindObjects({ ...of, eval_objects: [bot(plain), bot(foreign)] })).rejects.toThrow()
  const { dataset_id: theirs } = await outsider.api.evaluationFirstSet.create({
    space_id: other,
    name: 'Theirs',
    column_schema: [{ name: 'input' }],
  })
  await expect(sets().bind({ ...of, dataset_id: theirs })).rejects.toMatchObject({ status: 404 })
  expect((await api().get(of)).coze_batch_task.coze_batch_task_meta).toMatchObject({ eval_objects: [], datasets: [] })
  await expect(api().submit(of)).rejects.toMatchObject({ code: ErrorCode.liteBatch.noRule })
  await expect(sets().bind({ ...of, dataset_id: '11' })).rejects.toMatchObject({ code: ErrorCode.liteBatch.template })
  expect(await api().operable({ space_id, bot_ids: [plain, foreign, '5'] })).toMatchObject({
    operable_bot_ids: [plain],
  })
  await expect(outsider.api.liteBatch.get(of)).rejects.toMatchObject({ status: 404 })
})

test('datasets are ready-made, templates or own rows; outputs can be collected without a judge', async () => {
  const ready = await sets().list({ space_id, dataset_type: 2 })
  expect(ready.datasets).toHaveLength(10)
  expect(ready.max_dataset_line).toBe('1000')
  for (const { dataset_id } of ready.datasets)
    expect(Number((await sets().rows({ space_id, dataset_id })).total)).toBeGreaterThanOrEqual(30)
  expect((await sets().list({ space_id, dataset_type: 1, template_type: 3 })).datasets.map(({ name }) => name)).toEqual(
    ['Model'],
  )

  const { id } = await api().create({ space_id, name: 'Outputs' })
  const of = { space_id, batch_task_id: id }
  await api().bindObjects({ ...of, eval_objects: [bot(plain)] })
  const { dataset_id } = await sets().create({
    ...of,
    column_schema: [{ name: 'input' }, { name: 'reference_output' }],
    row_groups: [{ rows: [{ cells: ['Repeat: one', 'one'] }] }],
  })
  const added = await sets().addRows({
    space_id,
    dataset_id,
    row_groups: [{ rows: [{ cells: ['Repeat: two', 'two'] }] }],
  })
  expect(added.total).toBe('2')
  await sets().bind({ ...of, dataset_id: '101' })
  await sets().clear(of)
  expect((await api().get(of)).coze_batch_task.coze_batch_task_meta.datasets).toEqual([])
  await expect(sets().rows({ space_id, dataset_id })).rejects.toMatchObject({ status: 404 })
  const again = await sets().create({ ...of, row_groups: [{ rows: [{ cells: ['Repeat: one', 'one'] }] }] })
  const second = await sets().create({ ...of, row_groups: [{ rows: [{ cells: ['Repeat: two', 'two'] }] }] })
  await sets().remove({ ...of, dataset_id: second.dataset_id })
  await api().update({ ...of, run_type: 2, name: 'Only outputs' })
  const { task_ids } = await api().submit(of)
  await runAll(task_ids)
  const rows = await owner.api.checkupTab.batchRows(of)
  expect(rows.rows).toMatchObject([{ input: 'Repeat: one', cells: [{ answered: 'one' }] }])
  expect(rows.rows[0]!.cells[0]!.score).toBeUndefined()
  expect((await api().get(of)).coze_batch_task.coze_batch_task_meta).toMatchObject({
    name: 'Only outputs',
    datasets: [{ dataset_id: again.dataset_id }],
  })
})

test('judge templates are listed; a rewritten prompt is streamed and keeps its placeholders', async () => {
  const { templates, has_more, next_cursor } = await api().judges({ space_id, limit: 5, object_type: 1 })
  expect(templates).toHaveLength(5)
  expect(has_more).toBe(true)
  const next = await api().judges({ space_id, limit: 5, cursor: next_cursor })
  expect(next.templates[0]!.name).not.toBe(templates[0]!.name)
  const response = await owner.api.liteBatch.rewrite({
    space_id,
    prompt: 'You judge answers. Is {{output}} right for {{input}}? Never be kind.',
  })
  const events: { event: number; content: string; usage?: object }[] = []
  for await (const { data } of eventsOf(response)) events.push(data as (typeof events)[number])
  expect(events[0]!.event).toBe(1)
  expect(events.at(-1)).toMatchObject({ event: 3, usage: {} })
  const text = events.map(({ content }) => content).join('')
  expect(text).toContain('{{output}}')
  expect(text).toContain('{{input}}')
  expect(text).toContain('built-in rules')
})

test('the progress of a comparison is streamed until the comparison has finished', async () => {
  const { of } = await filled()
  const { task_ids } = await api().submit(of)
  const response = await owner.api.checkupTab.batchEvents(of)
  const done = runAll(task_ids)
  const events: { event?: string | undefined; data: { status: number } }[] = []
  for await (const { event, data } of eventsOf(response)) events.push({ event, data: data as { status: number } })
  await done
  expect(events.at(-1)).toMatchObject({ event: 'end', data: { status: 3 } })
})

test('a retry runs only the missing turns', async () => {
  const { of } = await filled()
  const { task_ids } = await api().submit(of)
  await runAll(task_ids.slice(0, 1))
  await expect(api().retry(of)).rejects.toMatchObject({ code: ErrorCode.liteBatch.stillRuns })
  await api().kill(of)
  const turns = async () =>
    (
      await t.infra.database.pool.query<{ id: string; at: string }>(
        `SELECT id::text AS id, updated_at::text AS at FROM experiment_turn WHERE experiment_id = $1 ORDER BY id`,
        [task_ids[0]],
      )
    ).rows
  const before = await turns()
  await api().retry(of)
  await runAll(task_ids)
  expect(await turns()).toEqual(before)
  const [progress] = (await api().progress({ space_id, batch_task_ids: [of.batch_task_id] })).coze_batch_task_progress
  expect(progress).toMatchObject({ status: 3, total_row_count: '60' })
  expect((await api().get(of)).coze_batch_task.coze_batch_task_progress.tasks.map(({ score }) => score)).toEqual([1, 0])
})

test('the draft of a bot is compared with a published version of the same bot', async () => {
  const { bot_id } = await owner.api.bot.create({ space_id, name: 'Versions' })
  const write = (prompt: string) =>
    owner.api.bot.updateDraft({ bot_info: { bot_id, prompt_info: { prompt } } } as never)
  await write('You follow instructions.')
  await owner.api.bot.publish({ bot_id, connectors: { 1024: {} } } as never)
  await write('Begin every answer with "Listen, this is new."')
  const { history_infos } = await owner.api.bot.history({ bot_id, page_index: 1, page_size: 10 })
  const { version } = history_infos[0]!
  const { id } = await api().create({ space_id, name: 'Two versions' })
  const of = { space_id, batch_task_id: id }
  const kept = (bot_version: string) => ({
    object_type: 6,
    playground_coze_bot_v2: { bot_id, bot_info_type: 1, bot_version },
  })
  await expect(api().bindObjects({ ...of, eval_objects: [kept('7')] })).rejects.toMatchObject({ status: 404 })
  await api().bindObjects({ ...of, eval_objects: [bot(bot_id), kept(version)] })
  expect((await api().get(of)).coze_batch_task.coze_batch_task_meta.eval_objects).toMatchObject([
    { playground_coze_bot_v2: { bot_name: 'Versions' } },
    { playground_coze_bot_v2: { bot_name: 'Versions', bot_version: version } },
  ])
  await sets().create({ ...of, row_groups: [{ rows: [{ cells: ['Repeat: one', 'one'] }] }] })
  await api().setRule({ ...of, rule: exact })
  const { task_ids } = await api().submit(of)
  await runAll(task_ids)
  const { rows } = await owner.api.checkupTab.batchRows(of)
  expect(rows[0]!.cells.map(({ score }) => score)).toEqual([0, 1])
  expect(rows[0]!.cells[0]!.answered).toContain('this is new')
})
