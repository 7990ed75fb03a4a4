import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { readEvents } from '#testing/read-events.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { type FirstLab, openFirstLab, same, stored, unique } from './testing/first-lab.ts'

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

const recorded = [
  ['a', 'one', 'one'],
  ['b', 'two', 'three'],
  ['c', 'four', 'four'],
]
const columns = ['input', 'reference_output', 'output']
const aggregates = (row: {
  rule_results: { aggregate_result_cells: { aggregator_type: number; aggregate_data: { value: number } }[] }[]
}) =>
  Object.fromEntries(
    row.rule_results[0]!.aggregate_result_cells.map((one) => [one.aggregator_type, one.aggregate_data.value]),
  )

test('figures by tag, charts stored with a plan, and named comparisons', async () => {
  const { id: rules, rules: shown } = await ruleGroup([same])
  const set = await dataset(recorded, columns, [['easy'], ['hard/long'], ['hard']])
  const case_id = await plan({ dataset_id: set, rules, object: stored(set) })
  const [one, two] = await run(case_id, { exec_times: 2 })
  const of = { space_id, case_id, task_id: one! }
  await owner.api.evaluationReport.makeAggregate(of)
  const { aggregate_report: report } = await owner.api.evaluationReport.aggregate(of)
  const nodeOf = (name: string) => report.tag_tree_node.children.find((node) => node.name === name)!
  expect(report.tag_tree_node.children.map(({ name }) => name).toSorted()).toEqual(['easy', 'hard'])
  expect(aggregates(report.summarized_result)).toMatchObject({ 1: 2 / 3, 2: 2, 3: 1, 4: 0, 5: 2 / 3, 7: 3 })
  expect(aggregates(report.node_results[nodeOf('hard').node_id]!)).toMatchObject({ 1: 0.5, 7: 2 })
  expect(aggregates(report.node_results[nodeOf('hard').children[0]!.node_id]!)).toMatchObject({ 1: 0, 7: 1 })
  const { node } = await owner.api.evaluationFirstSet.tagTree({ space_id, dataset_id: set })
  expect(node).toEqual(report.tag_tree_node)
  const config = {
    chart_type: 3,
    aggregator_type: 1,
    rule_ids: [shown[0]!.rule_id],
    group_mode: 1,
    report_name: 'By tag',
  }
  const { analysis_chart_report_info: chart } = await owner.api.evaluationReport.addChart({
    ...of,
    analysis_chart_report_config: config,
  })
  expect(aggregates(chart.aggregate_report.node_results[nodeOf('hard').node_id]!)).toEqual({ 1: 0.5 })
  const only = { filter_conditions: { field: 5, operator: 1, value: 'hard' } }
  const { analysis_chart_report_info: changed } = await owner.api.evaluationReport.setChart({
    ...of,
    analysis_chart_report_id: chart.analysis_chart_report_id,
    analysis_chart_report_config: { ...config, chart_type: 1, group_mode: 0, filter_node: only },
  })
  expect(aggregates(changed.aggregate_report.summarized_result)).toEqual({ 1: 1 })
  const charts = async (task_id: string) =>
    (await owner.api.evaluationReport.charts({ ...of, task_id })).analysis_chart_report_infos.length
  expect([await charts(one!), await charts(two!)]).toEqual([1, 0])
  const ids = [chart.analysis_chart_report_id]
  await owner.api.evaluationReport.keepCharts({ space_id, case_id, analysis_chart_report_ids: ids })
  expect(await charts(two!)).toBe(1)
  await owner.api.evaluationReport.removeChart({ ...of, analysis_chart_report_id: ids[0]! })
  expect(await charts(one!)).toBe(0)
  await expect(
    owner.api.evaluationReport.addChart({ ...of, analysis_chart_report_config: { ...config, rule_ids: ['7'] } }),
  ).rejects.toMatchObject({ code: ErrorCode.experimentReport.noRule })

  const task_infos = [one!, two!].map((task_id) => ({ case_id, task_id }))
  const { intersection_evaluator_infos: common } = await owner.api.evaluationReport.common({ space_id, task_infos })
  expect(common[0]!.intersection_rule_infos.map(({ task_id }) => task_id)).toEqual([one, two])
  const { comparison_aggregate_report_infos: figures } = await owner.api.evaluationReport.compareAggregates({
    space_id,
    aggregator_configs: [{ aggregator_type: 1, intersection_evaluator_infos: common }],
  })
  expect(figures.map((each) => aggregates(each.aggregate_report.summarized_result))).toEqual([
    { 1: 2 / 3 },
    { 1: 2 / 3 },
  ])
  await expect(owner.api.evaluationReport.saveComparison({ ...of, name: 'One' })).rejects.toMatchObject({
    code: ErrorCode.experimentReport.twoAtLeast,
  })
  const { id: contrast_report_id } = await owner.api.evaluationReport.saveComparison({
    ...of,
    name: 'Two runs',
    contrast_tasks: [{ case_id, task_id: two! }],
  })
  const contrast = await owner.api.evaluationReport.comparison({ space_id, contrast_report_id })
  expect(contrast).toMatchObject({ total: '3', task_id: one, column_name: columns })
  const row = contrast.contrast_report_row_groups[1]!.row_contrast_report_infos[0]!.row_report_map
  expect([row[one!]!.row_eval_cell.score, row[two!]!.multi_output.prediction]).toEqual([0, 'three'])
  const picked = await owner.api.evaluationReport.comparisonTwo({
    space_id,
    contrast_report_id,
    custom_filter: { language: 2, user_code: 'function filter(row) { return row.tags.includes("easy") }' },
  })
  expect(picked.contrast_report_row_groups.map(({ serial_num }) => serial_num)).toEqual([1])
  await owner.api.evaluationReport.renameComparison({ space_id, contrast_report_id, name: 'Renamed' })
  const { contrast_report_meta_infos } = await owner.api.evaluationReport.comparisons({ space_id, task_id: two! })
  expect(contrast_report_meta_infos).toMatchObject([{ name: 'Renamed', contrast_tasks: task_infos }])
  const { download_url } = await owner.api.evaluationReport.file({
    any: ':case_id',
    space_id,
    source_id: contrast_report_id,
    source_type: 2,
  })
  const csv = await (
    await lab.t.request(new URL(download_url, 'http://x').pathname + new URL(download_url, 'http://x').search)
  ).text()
  expect(csv.split('\r\n')[0]).toContain('reference_output')
  expect(csv.match(/three/g)).toHaveLength(3)
  await owner.api.evaluationReport.removeComparison({ space_id, contrast_report_id })
  await expect(owner.api.evaluationReport.comparisonMeta({ space_id, contrast_report_id })).rejects.toMatchObject({
    status: 404,
  })
})
test('a program fetches its rows and submits outputs; the run finishes when all are there', async () => {
  const { object_type_detail_info: type } = await owner.api.evaluationType.registerObject({
    object_type_detail_info: { space_id, object_name: unique('Puller'), callback_type: 3 },
  })
  const { id: rules } = await ruleGroup([same])
  const set = await dataset([
    ['a', 'one'],
    ['b', 'two'],
  ])
  const case_id = await plan({ dataset_id: set, rules, object: { object_type: type.object_type } })
  const { task_id } = await owner.api.evaluationPull.start({ case_id })
  await lab.t.services.experiments.run(task_id)
  expect((await taskOf(case_id, task_id)).status).toBe(10)
  const page = await owner.api.evaluationPull.rows({ case_id, task_id, page_size: 1 })
  expect(page).toMatchObject({ has_more: true, dataset_ready: true })
  const rest = await owner.api.evaluationPull.rows({ case_id, task_id, page_token: page.page_token })
  expect(rest.row_groups[0]!.rows[0]!.cells).toContainEqual({
    column_name: 'input',
    value: { data_type: 'PlainText', plain_text: 'b' },
  })
  const bring = (group: (typeof page.row_groups)[number], plain_text: string) =>
    owner.api.evaluationPull.answer({
      case_id,
      task_id,
      row_group_results: [
        {
          row_group_id: group.row_group_id,
          row_results: [
            {
              row_id: group.rows[0]!.row_id,
              output: { plain_text },
              usage: { input_token_usage: 4, ouput_token_usage: 6 },
            },
          ],
        },
      ],
    })
  await bring(page.row_groups[0]!, 'wrong')
  // A second result replaces the first as long as the row has no score.
  await bring(page.row_groups[0]!, 'one')
  await lab.t.services.experiments.run(task_id)
  expect(await taskOf(case_id, task_id)).toMatchObject({ status: 10, task_stats: { success_count: '1' } })
  await bring(rest.row_groups[0]!, 'no')
  await lab.t.services.experiments.run(task_id)
  expect(await taskOf(case_id, task_id)).toMatchObject({
    status: 30,
    score: 0.5,
    object_token_usage: { input_token: '8', output_token: '12' },
  })
  // The second API version returns the same rows, outputs and scores.
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [task_id] })
  const seen = item_results.map((item) => {
    const { payload } = item.turn_results[0]!.experiment_results[0]!
    const output = payload!.target_output.eval_target_record!.eval_target_output_data.output_fields.actual_output!.text
    return [item.item_id, output, payload!.evaluator_output.weighted_score]
  })
  expect(seen).toEqual([
    [page.row_groups[0]!.row_group_id, 'one', 1],
    [rest.row_groups[0]!.row_group_id, 'no', 0],
  ])
  const point = (granularity: 'row' | 'task', value: string) => ({
    attributes: { name: 'steps', granularity, data_type: 'value' as const },
    data: { value, row_id: '0', row_group_id: page.row_groups[0]!.row_group_id },
  })
  await owner.api.evaluationPull.points({ case_id, task_id, data_points: [point('row', '3')] })
  const { dashboard_row_groups } = await owner.api.evaluationTask.rows({ space_id, case_id, task_id })
  expect(dashboard_row_groups[0]!.rows[0]!.row_eval_cell.row_metrics).toMatchObject([
    { name: 'steps', row_eval_result: { score: 3 } },
  ])
  await expect(owner.api.evaluationPull.points({ case_id, task_id, data_points: [point('row', 'x')] })).rejects.toThrow(
    /must be a number/,
  )
  await expect(bring(page.row_groups[0]!, 'late')).rejects.toMatchObject({ code: ErrorCode.experiment.notRunning })
  const { task_id: other } = await owner.api.evaluationPull.start({ case_id })
  await owner.api.evaluationPull.cancel({ case_id, task_ids: [other] })
  expect((await taskOf(case_id, other)).status).toBe(21)
  await expect(outsider.api.evaluationPull.start({ case_id })).rejects.toMatchObject({ status: 404 })
  await expect(owner.api.evaluationPull.start({ case_id, space_id: '7' })).rejects.toMatchObject({
    code: ErrorCode.dataset.otherSpace,
  })
  const notPulled = await plan({ dataset_id: set, rules, object: stored(set) })
  await expect(owner.api.evaluationPull.start({ case_id: notPulled })).rejects.toMatchObject({
    code: ErrorCode.evalPlan.neverPulled,
  })
})
test('the proxy reaches registered programs only', async () => {
  const name = unique('Proxied')
  await owner.api.evaluationType.registerObject({
    object_type_detail_info: {
      space_id,
      object_name: name,
      callback_type: 2,
      faas_callback_object_params: { psm: first.far.url, agent_execute_path: '/answer' },
    },
  })
  const call = (callee: string, payload = '{"input":"hey"}') =>
    owner.api.evaluationPull.proxy({
      space_id,
      agent_execute_proxy_content: { agent_execute_meta: { callee }, payload },
    })
  const { agent_execute_proxy_result: result } = await call(name)
  expect(result.occour_error).toBe(false)
  expect(JSON.parse(result.result_payload)).toMatchObject({ output: 'Echo: hey' })
  await expect(call(first.far.url)).rejects.toMatchObject({ code: ErrorCode.evalType.notRegistered })
  await expect(call('http://169.254.169.254/')).rejects.toMatchObject({ code: ErrorCode.evalType.notRegistered })
})
test('datasets are locked, copied, overwritten and tagged', async () => {
  const set = await dataset(recorded, columns, [['x'], ['y/z'], []])
  const of = { space_id, dataset_id: set }
  await owner.api.evaluationFirstSet.lock({ ...of, expiration: 60 })
  const add = (who: Person, more: object = {}) =>
    who.api.evaluationFirstSet.addRows({
      ...of,
      row_groups: [{ rows: [{ cells: ['d', 'five', 'five'] }], tags: ['x'] }],
      ...more,
    })
  await expect(add(member)).rejects.toMatchObject({ code: ErrorCode.dataset.locked })
  const { row_groups: before } = await owner.api.evaluationFirstSet.rows(of)
  // The person who locked the dataset may still edit it, and may choose the position of a row.
  await add(owner, { before_row_group_id: before[1]!.row_group_id })
  await expect(member.api.evaluationFirstSet.release(of)).rejects.toMatchObject({ status: 403 })
  await owner.api.evaluationFirstSet.release(of)
  const inputs = async (more: object = {}) =>
    (await owner.api.evaluationFirstSet.rows({ ...of, ...more })).row_groups.map(({ rows }) => rows[0]!.cells[0])
  expect(await inputs()).toEqual(['a', 'd', 'b', 'c'])
  expect(await inputs({ tags: 'y' })).toEqual(['b'])
  const { row_group_id } = before[0]!
  await owner.api.evaluationFirstSet.patchRow({
    ...of,
    row_group_id,
    row_group: { tags: ['w'], rows: [{ cells: ['A', 'one', 'one'] }] },
  })
  const { row_groups } = await owner.api.evaluationFirstSet.rowsByIds({ ...of, row_group_ids: [row_group_id] })
  expect(row_groups[row_group_id]).toMatchObject({ tags: ['w'], rows: [{ cells: ['A', 'one', 'one'] }] })
  const { dataset_info } = await owner.api.evaluationFirstSet.copy({ ...of, clone_name: unique('Copy') })
  const copied = { space_id, dataset_id: dataset_info.dataset_id! }
  const scanned = await owner.api.evaluationFirstSet.scan(copied)
  expect(scanned.row_groups.map(({ tags, rows }) => [tags, rows[0]!.cells[0]])).toEqual([
    [['w'], 'A'],
    [['x'], 'd'],
    [['y/z'], 'b'],
    [[], 'c'],
  ])
  await owner.api.evaluationFirstSet.overwrite({
    ...copied,
    column_schema: [{ name: 'question' }],
    row_groups: [{ rows: [{ cells: ['only'] }] }],
  })
  const after = await owner.api.evaluationFirstSet.scan(copied)
  expect([after.column_schema.map(({ name }) => name), after.row_groups.map(({ rows }) => rows[0]!.cells)]).toEqual([
    ['question'],
    [['only']],
  ])
  await owner.api.evaluationFirstSet.overwrite({ ...copied, source_dataset_id: set })
  expect((await owner.api.evaluationFirstSet.scan(copied)).row_groups).toHaveLength(4)
  const { security_token } = await owner.api.evaluationFirstSet.token({ space_id })
  expect(security_token.session_token).toMatch(/./)
})
test('two people label rows without seeing each other, and their agreement becomes the score', async () => {
  const { id: rules } = await ruleGroup([same])
  const set = await dataset(recorded, columns)
  const case_id = await plan({ dataset_id: set, rules, object: stored(set) })
  const [task_id] = await run(case_id)
  const { item_ids } = await owner.api.evaluationLabel.addItems({
    space_id,
    manual_annotation_items: [
      { name: unique('Good'), annotation_item_data_type: 1, scope: { min_score: 0, max_score: 10 } },
      { name: unique('Tone'), annotation_item_data_type: 3, options: [{ name: 'kind' }, { name: 'rude' }] },
    ],
  })
  const [good, tone] = item_ids as [string, string]
  const { id } = await owner.api.evaluationLabel.begin({
    space_id,
    task_id: task_id!,
    item_ids,
    name: 'Blind',
    blind_count: 2,
    custom_filter: { language: 2, user_code: 'function filter(row) { return row.serial_num < 3 }' },
  })
  const of = { space_id, manual_annotation_task_id: id }
  const { manual_annotation_task } = await owner.api.evaluationLabel.get(of)
  expect(manual_annotation_task.label_progress.blind_label_progress_list).toEqual([
    { blind_num: '1', finished: '0', all: '2' },
    { blind_num: '2', finished: '0', all: '2' },
  ])
  const { manual_annotation_label_tasks: labels } = await owner.api.evaluationLabel.labels({ ...of })
  const place = (row: string, blind: string) =>
    labels.find((one) => one.serial_num === row && one.blind_num === blind)!.id
  expect(labels[0]!.payload.values).toContainEqual({ name: 'actual_output', text: 'one' })
  const mine = [place('1', '1'), place('2', '1')]
  await owner.api.evaluationLabel.assign({
    ...of,
    manual_annotation_label_task_ids: mine,
    assign_annotator_id: member.id,
  })
  await expect(
    owner.api.evaluationLabel.assign({
      ...of,
      manual_annotation_label_task_ids: [place('1', '2')],
      assign_annotator_id: member.id,
    }),
  ).rejects.toMatchObject({ code: ErrorCode.annotation.ofOther })
  const submit = (who: Person, label: string, score: number, option: string) =>
    who.api.evaluationLabel.submit({
      space_id,
      manual_annotation_label_task_id: label,
      manual_annotation_label_results: [
        { manual_annotation_item_id: good, score, reasoning: 'because' },
        { manual_annotation_item_id: tone, option },
      ],
    })
  await expect(submit(member, mine[0]!, 11, 'kind')).rejects.toMatchObject({ code: ErrorCode.evaluator.outOfScale })
  await submit(member, mine[0]!, 8, 'kind')
  await submit(member, mine[1]!, 2, 'rude')
  await submit(owner, place('1', '2'), 8, 'kind')
  await submit(owner, place('2', '2'), 4, 'rude')
  // The member sees neither the owner's answer nor the owner's name.
  const seen = await member.api.evaluationLabel.rows(of)
  const others = seen.payloads
    .flatMap((row) => row.manual_annotation_label_tasks)
    .filter(({ blind_num }) => blind_num === '2')
  expect(others.every((one) => !one.manual_annotation_label_results.length && one.actual_annotator_id === '0')).toBe(
    true,
  )
  await expect(member.api.evaluationLabel.writeBack(of)).rejects.toMatchObject({ status: 403 })
  await owner.api.evaluationLabel.writeBack(of)
  const scores = async () => {
    const { dashboard_row_groups } = await owner.api.evaluationTask.rows({ space_id, case_id, task_id: task_id! })
    return dashboard_row_groups.map(({ rows }) => {
      const { rule_eval_report_map: map } = rows[0]!.row_eval_cell
      return [map[good]?.row_eval_result?.score, map[tone]?.row_eval_result?.data?.option?.name]
    })
  }
  // They agree on the first row and on the tone of the second. The third row has no label.
  expect(await scores()).toEqual([
    [8, 'kind'],
    [undefined, 'rude'],
    [undefined, undefined],
  ])
  await owner.api.evaluationLabel.choose({ space_id, manual_annotation_label_task_id: place('2', '2'), item_id: good })
  await owner.api.evaluationLabel.writeBack(of)
  await owner.api.evaluationLabel.writeBack(of)
  expect((await scores())[1]).toEqual([4, 'rude'])
  const { manual_annotation_task: done } = await owner.api.evaluationLabel.get(of)
  expect(done.write_back_status).toBe(2)
  await owner.api.evaluationLabel.unchoose({
    space_id,
    manual_annotation_label_task_id: place('2', '2'),
    item_id: good,
  })
  const { manual_annotation_label_tasks: one } = await owner.api.evaluationLabel.label({
    space_id,
    manual_annotation_label_task_id: place('2', '2'),
  })
  expect(one[0]!.manual_annotation_label_results[0]).toMatchObject({ score: 4, selected: false })
  const { download_url } = await owner.api.evaluationLabel.file({ space_id, annotation_task_id: id })
  const link = new URL(download_url, 'http://x')
  expect((await (await lab.t.request(link.pathname + link.search)).text()).match(/rude/g)).toHaveLength(2)
  await owner.api.evaluationLabel.addLabels({
    ...of,
    manual_annotation_label_tasks: [{ object_id: labels[0]!.object_id }],
  })
  expect((await owner.api.evaluationLabel.labels({ ...of, status: [10] })).total).toBe('1')
  await owner.api.evaluationLabel.set({ ...of, manual_annotation_task: { name: 'Renamed' } })
  await owner.api.evaluationLabel.removeTaskItem({ ...of, manual_annotation_item_id: tone })
  const { manual_annotation_tasks } = await owner.api.evaluationLabel.list({ space_id, source_id: task_id! })
  expect(manual_annotation_tasks).toMatchObject([{ name: 'Renamed', manual_annotation_items: [{ id: good }] }])
  // A deleted question stays valid where it is in use, and is no longer listed.
  await owner.api.evaluationLabel.removeItem({ space_id, manual_annotation_item_id: good })
  const { manual_annotation_items } = await owner.api.evaluationLabel.items({ space_id })
  expect(manual_annotation_items.some((item) => item.id === good)).toBe(false)
  expect(
    (await owner.api.evaluationLabel.itemsByIds({ space_id, item_ids: [good] })).manual_annotation_items,
  ).toHaveLength(1)
  await expect(outsider.api.evaluationLabel.get(of)).rejects.toMatchObject({ status: 404 })
  await owner.api.evaluationLabel.remove(of)
  await expect(owner.api.evaluationLabel.get(of)).rejects.toMatchObject({ status: 404 })
})
test('columns for people are added to a comparison and to an experiment, and can be hidden', async () => {
  const { id: rules } = await ruleGroup([same])
  const set = await dataset(recorded, columns)
  const case_id = await plan({ dataset_id: set, rules, object: stored(set) })
  const [one, two] = await run(case_id, { exec_times: 2 })
  const { id: contrast_report_id } = await owner.api.evaluationReport.saveComparison({
    space_id,
    case_id,
    task_id: one!,
    contrast_tasks: [{ case_id, task_id: two! }],
  })
  const manual_annotation_items = [{ name: unique('Better'), annotation_item_data_type: 4 as const }]
  const added = await owner.api.evaluationLabel.addColumns({ space_id, contrast_report_id, manual_annotation_items })
  const { payloads } = await owner.api.evaluationLabel.rows({ space_id, manual_annotation_task_id: added.id })
  expect(payloads[0]!.values.filter(({ name }) => name.startsWith('actual_output'))).toHaveLength(2)
  // The report shows the column, and its creator sees the answers for each row.
  const item = (await owner.api.evaluationLabel.get({ space_id, manual_annotation_task_id: added.id }))
    .manual_annotation_task.manual_annotation_items[0]!
  const [label] = payloads[0]!.manual_annotation_label_tasks
  await member.api.evaluationLabel.submit({
    space_id,
    manual_annotation_label_task_id: label!.id,
    manual_annotation_label_results: [{ manual_annotation_item_id: item.id, plain_text: 'the second' }],
  })
  const reportFor = async (who: Person) => {
    const report = await who.api.evaluationReport.comparison({ space_id, contrast_report_id })
    expect(report.manual_annotation_items).toMatchObject([{ id: item.id, name: item.name }])
    expect(report.manual_annotation_item_map).toEqual({ [item.id]: added.id })
    return report.contrast_report_row_groups.map(({ row_contrast_report_infos: [turn] }) =>
      turn!.row_report_map[one!]!.row_eval_cell.manual_annotation_reports!.flatMap((report) =>
        report.manual_annotation_label_results.map(({ plain_text }) => plain_text),
      ),
    )
  }
  expect(await reportFor(owner)).toEqual([['the second'], [], []])
  expect(await reportFor(member)).toEqual([['the second'], [], []])
  const third = await lab.t.register('third')
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: third.id }] })
  expect(await reportFor(third)).toEqual([[], [], []])
  const { id } = await owner.api.evaluationLabel.addColumnsTwo({ space_id, task_id: one!, manual_annotation_items })
  expect(
    (await owner.api.evaluationLabel.get({ space_id, manual_annotation_task_id: id })).manual_annotation_task
      .visible_area,
  ).toBe(1)
  const board = await owner.api.evaluationTask.rows({ space_id, case_id, task_id: one! })
  expect(Object.values(board.manual_annotation_item_map)).toEqual([id])
  const { id: hidden } = await owner.api.evaluationLabel.create({
    space_id,
    source_id: one!,
    source_type: 2,
    manual_annotation_items,
    invisible: true,
    name: unique('Hidden'),
    source_range: { range: { start: 2, end: 2 } },
  })
  const queue = async () =>
    (await member.api.annotationQueue.list({ spaceID: space_id, pageSize: 100 })).tasks.map(({ taskID }) => taskID)
  expect(await queue()).not.toContain(hidden)
  await owner.api.evaluationLabel.show({ space_id, manual_annotation_task_id: hidden })
  expect(await queue()).toContain(hidden)
  expect((await owner.api.evaluationLabel.rows({ space_id, manual_annotation_task_id: hidden })).total).toBe('1')
  await owner.api.evaluationLabel.setItem({
    space_id,
    manual_annotation_item_id: (await owner.api.evaluationLabel.get({ space_id, manual_annotation_task_id: hidden }))
      .manual_annotation_task.manual_annotation_items[0]!.id,
    manual_annotation_item: { name: 'Which is better' },
  })
})
test('rows are generated by a model or by rule, and chosen rows are added once', async () => {
  const set = await dataset([['How do I pay?', 'By card.']])
  const of = { space_id, dataset_id: set }
  const generate = (more: object = {}) =>
    owner.api.evaluationGeneration.start({
      ...of,
      total: 2,
      dataset_describe: 'Questions about paying',
      generate_column_info_list: [{ column_info: { name: 'input' } }, { column_info: { name: 'output' } }],
      reference_dataset: true,
      ...more,
    })
  lab.server.script(
    says('{"input":"Can I pay later?","output":"Yes, within 30 days."}'),
    says('Here you are: {"input":"Is paying safe?","output":"It is."}'),
  )
  const { task_id } = await generate()
  expect(await generate()).toMatchObject({ task_id, already_have_task: true })
  await lab.t.services.evalGenerations.run(task_id)
  const made = await owner.api.evaluationGeneration.get(of)
  expect(made).toMatchObject({ task_state: 3, generate_completed_count: '2', total: '2' })
  expect(made.generate_row_groups.map(({ row_group }) => row_group.rows[0]!.cells[0]).toSorted()).toEqual([
    'Can I pay later?',
    'Is paying safe?',
  ])
  const [kept, dropped] = made.generate_row_groups.map(({ row_group }) => row_group)
  const choose = () =>
    owner.api.evaluationGeneration.choose({
      ...of,
      task_id,
      submit_row_groups: [
        { row_group: { row_group_id: kept!.row_group_id, rows: [{ cells: ['Edited?', 'Yes.'] }] }, result_state: 2 },
        { row_group: { row_group_id: dropped!.row_group_id, rows: [{ cells: [] }] }, result_state: 3 },
      ],
    })
  await choose()
  await choose()
  const { row_groups } = await owner.api.evaluationFirstSet.rows(of)
  expect(row_groups.map(({ rows }) => rows[0]!.cells[0])).toEqual(['How do I pay?', 'Edited?'])
  expect(await owner.api.evaluationGeneration.get(of)).toMatchObject({
    task_state: 4,
    selected_count: '1',
    abandoned_count: '1',
  })
  const next = await generate()
  await owner.api.evaluationGeneration.stop({ ...of, task_id: next.task_id })
  await expect(owner.api.evaluationGeneration.stop({ ...of, task_id: next.task_id })).rejects.toMatchObject({
    code: ErrorCode.evalGeneration.notRunning,
  })
  await expect(
    generate({ generate_column_info_list: [{ column_info: { name: 'input' }, allow_generate: false }] }),
  ).rejects.toMatchObject({
    code: ErrorCode.evalGeneration.noColumns,
  })
  lab.server.script(says('Questions that customers ask about paying.'))
  const events = await readEvents(
    await owner.api.evaluationGeneration.improveDescription({ ...of, dataset_describe: 'pay' }),
  )
  const items = events.map(({ data }) => (data as { item: { stream_state: number; content: string } }).item)
  expect(items.map(({ stream_state }) => stream_state).at(-1)).toBe(4)
  expect(items.map(({ content }) => content).join('')).toBe('Questions that customers ask about paying.')
})
