import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { larkApp, openLarkBase } from '#testing/lark-base.ts'
import { contains, type FirstLab, openFirstLab, stored, unique } from './testing/first-lab.ts'

let first: FirstLab
let lark: Awaited<ReturnType<typeof openLarkBase>>
beforeAll(async () => {
  lark = await openLarkBase()
  afterFile(() => lark.close())
  first = await openFirstLab([lark.host])
})
const people = () => ({
  evaluator_type: 7,
  process_type: 7,
  name: unique('Taste'),
  manual_rule: { data_type: 1 as const, scope: { min_score: 1, max_score: 5 } },
})
/** A finished experiment with an automatic rule and a column that people score. */
async function ended(rows: string[][], turns = 1) {
  const { owner, space_id } = first
  const { id: rules, rules: shown } = await first.ruleGroup([contains('one'), people()])
  const { dataset_id } = await owner.api.evaluationFirstSet.create({
    space_id,
    name: unique('Rows'),
    column_schema: ['input', 'output'].map((name) => ({ name })),
    row_groups: rows.map((cells) => ({ rows: Array.from({ length: turns }, () => ({ cells })) })),
  })
  const case_id = await first.plan({ dataset_id, rules, object: stored(dataset_id) })
  const [task_id] = await first.run(case_id)
  const of = { space_id: first.space_id, case_id, task_id: task_id! }
  return { of, dataset_id, ruleId: shown[1]!.rule_id, containsId: shown[0]!.rule_id }
}
const state = (of: { space_id: string; case_id: string; task_id: string }) => first.owner.api.evaluationTable.state(of)
const work = (id: string) => first.lab.t.services.resultTables.run(id)
async function scoresOf(of: { space_id: string; case_id: string; task_id: string }, ruleId: string) {
  const { dashboard_row_groups } = await first.owner.api.evaluationTask.rows(of)
  return dashboard_row_groups.map(
    ({ rows }) => rows.at(-1)!.row_eval_cell.rule_eval_report_map[ruleId]?.row_eval_result?.score,
  )
}

describe('a table of the space', () => {
  test('is filled in by people and read back: the mean of two people is the score, and corrections replace automatic scores', async () => {
    const { owner, member } = first
    const { of, ruleId, containsId } = await ended([
      ['a', 'one'],
      ['b', 'two'],
      ['c', 'three'],
    ])
    await expect(owner.api.evaluationTable.pull(of)).rejects.toMatchObject({ code: ErrorCode.resultTable.noTable })
    await owner.api.evaluationTable.push({ ...of, manual_scoring_user_num: 2, destination: 'space' })
    await expect(owner.api.evaluationTable.push(of)).rejects.toMatchObject({ code: ErrorCode.resultTable.running })
    expect(await state(of)).toMatchObject({ export_status: 1, import_status: 0 })
    await work(of.task_id)
    const done = await state(of)
    expect(done).toMatchObject({ export_status: 2, destination: 'space', problem: '' })
    expect(done.url).toContain(`/database/${done.app_token}`)
    const table = { database_id: done.app_token, table_type: 2 } as const
    const { data: lines, field_list } = await member.api.database.records({ ...table, limit: 10 })
    expect(lines).toHaveLength(3)
    expect(lines.map(({ actual_output, score_1 }) => [actual_output, Number(score_1)])).toEqual([
      ['one', 1],
      ['two', 0],
      ['three', 0],
    ])
    expect(field_list.find(({ name }) => name === 'mark_2_1')?.desc).toMatch(/^Taste \d+ · 1$/)
    const [a, b] = lines as Record<string, string>[]
    const alter = [
      { ...a!, mark_2_1: '2', mark_2_2: '5' },
      { ...b!, mark_1_1: '1', mark_2_1: '4' },
    ]
    await member.api.database.updateRecords({ ...table, record_data_alter: alter })
    await member.api.evaluationTable.pull(of)
    await work(of.task_id)
    expect(await state(of)).toMatchObject({ import_status: 2, imported: 3 })
    expect(await scoresOf(of, ruleId)).toEqual([3.5, 4, undefined])
    expect(await scoresOf(of, containsId)).toEqual([1, 1, 0])
  })
  test('refuses a score outside its scale, naming row and column, and stores nothing', async () => {
    const { owner } = first
    const { of, ruleId } = await ended([
      ['a', 'one'],
      ['b', 'two'],
    ])
    await owner.api.evaluationTable.push({ ...of, destination: 'space' })
    await work(of.task_id)
    const table = { database_id: (await state(of)).app_token, table_type: 2 } as const
    const { data } = await owner.api.database.records({ ...table, limit: 10 })
    const [a, b] = data as Record<string, string>[]
    const alter = [
      { ...a!, mark_2_1: '3' },
      { ...b!, mark_2_1: '9' },
    ]
    await owner.api.database.updateRecords({ ...table, record_data_alter: alter })
    await owner.api.evaluationTable.pull(of)
    await work(of.task_id)
    const { import_status, problem } = await state(of)
    expect(import_status).toBe(3)
    expect(problem).toMatch(/^Row 2, column “Taste \d+ · 1”: enter a number from 1 to 5/)
    expect(await scoresOf(of, ruleId)).toEqual([undefined, undefined])
    // The error names a deleted table.
    await owner.api.database.remove({ id: table.database_id })
    await owner.api.evaluationTable.pull(of)
    await work(of.task_id)
    expect((await state(of)).problem).toBe('The table was deleted. Write another one')
  })
  test('is completed without duplicates when a process dies half-way', async () => {
    const { owner } = first
    const { of } = await ended([
      ['a', 'one'],
      ['b', 'two'],
    ])
    await owner.api.evaluationTable.push({ ...of, destination: 'space' })
    const { db } = first.lab.t.infra.database
    await work(of.task_id)
    await db.execute(`UPDATE result_table SET export_status = 1 WHERE id = ${of.task_id}`)
    await work(of.task_id)
    const { app_token, export_status } = await state(of)
    expect(export_status).toBe(2)
    const { data } = await owner.api.database.records({ database_id: app_token, table_type: 2, limit: 10 })
    expect(data).toHaveLength(2)
  })
  test('cannot be exported from a secret dataset', async () => {
    const { owner } = first
    const { of, dataset_id } = await ended([['a', 'one']])
    const { db } = first.lab.t.infra.database
    await db.execute(`UPDATE dataset SET security_level = 4 WHERE id = ${dataset_id}`)
    await expect(owner.api.evaluationTable.push(of)).rejects.toMatchObject({ code: ErrorCode.resultTable.secret })
    await expect(first.outsider.api.evaluationTable.state(of)).rejects.toMatchObject({ status: 404 })
  })
})

test('Lark: the app of the space creates a base, stores each batch once, and reads its scores back', async () => {
  const { owner, space_id } = first
  const { of, ruleId } = await ended(
    Array.from({ length: 251 }, (_, n) => [`q${n}`, n ? 'two' : 'one']),
    2,
  )
  expect(await state(of)).toMatchObject({ has_lark: false, destination: '' })
  await owner.api.evaluationTable.push({ ...of, destination: 'lark' })
  await work(of.task_id)
  expect((await state(of)).problem).toMatch(/^Lark is not set up/)
  await owner.api.promptLark.saveSettings({ space_id, ...larkApp, platform: 'feishu', base_url: lark.url })
  await owner.api.evaluationTable.push(of)
  await work(of.task_id)
  const done = await state(of)
  expect(done).toMatchObject({ export_status: 2, destination: 'lark', has_lark: true, problem: '' })
  expect(done.url).toBe(`${lark.url}/base/${done.app_token}`)
  const base = lark.bases.get(done.app_token)!
  const [[tableId, table]] = [...base.tables] as [[string, NonNullable<ReturnType<typeof base.tables.get>>]]
  expect(base.sharing).toBe('tenant_editable')
  expect(table.records).toHaveLength(502)
  // Simulate a process that died half-way: no row is stored twice.
  const { db } = first.lab.t.infra.database
  await db.execute(`UPDATE result_table SET export_status = 1 WHERE id = ${of.task_id}`)
  await work(of.task_id)
  expect([...base.tables.keys()]).toEqual([tableId])
  expect(table.records).toHaveLength(502)
  const mark = table.fields.find(({ field_name }) => /^Taste \d+ · 1$/.test(field_name))!
  expect(mark.type).toBe(2)
  table.records[501]!.fields[mark.field_name] = 4
  await owner.api.evaluationTable.pull(of)
  await work(of.task_id)
  expect(await state(of)).toMatchObject({ import_status: 2, imported: 1 })
  const lastPage = { ...of, page: 13, page_size: 20 }
  expect((await scoresOf(lastPage, ruleId)).at(-1)).toBe(4)
  lark.bases.clear()
  await owner.api.evaluationTable.pull(of)
  await work(of.task_id)
  expect(await state(of)).toMatchObject({ import_status: 3, problem: 'Lark refused: NOTEXIST (91402)' })
})
