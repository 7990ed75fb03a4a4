import type { ChartConfig, contract, CustomFilter, ShownContrastGroup, ShownContrastMeta } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { PlanService } from '#domains/loop/eval-plan/plan.service.ts'
import type { ExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { ChartRow, ComparisonRow } from '#domains/loop/experiment-report/experiment-report.table.ts'
import type { Reports } from '#domains/loop/experiment-report/report.service.ts'
import { LabelSource } from '#domains/loop/experiment-report/shared/label-source.ts'
import { ruleIdOf } from '#domains/loop/experiment/shared/rule-id.ts'
import { shownAggregate } from './aggregate.view.ts'
import type { PickRows } from './custom-filter.ts'
import type { PostColumns, RowLabels } from './post-columns.ts'
import { processOf, resultTypeOf } from './rule-wire.ts'
import { planIdOf, taskOf } from './task.routes.ts'
import { cellOf, columnOf } from './task.view.ts'

export interface ReportRoutesDeps {
  experiments: ExperimentService
  plans: Pick<PlanService, 'get' | 'update' | 'many'>
  results: Results
  reports: Reports
  pickRows: PickRows
  postColumns: PostColumns
  /** Stores a file for a person and returns a link to it that expires. */
  keepFile(userId: string, spaceId: string, name: string, text: string): Promise<string>
}
const SourceComparison = 2
const text = (value: string) => ({ text: value, data_type: 0 })

/** Attaches the labels of people to the baseline, because labellers saw the outputs of all experiments together. */
const withPeople = (groups: ShownContrastGroup[], { id }: ExperimentRow, reportsOf: RowLabels): ShownContrastGroup[] =>
  groups.map((group) => ({
    ...group,
    row_contrast_report_infos: group.row_contrast_report_infos.map(({ row_report_map: map }) => {
      const row = map[id]
      if (!row) return { row_report_map: map }
      const cell = { ...row.row_eval_cell, manual_annotation_reports: reportsOf(row.row_id) }
      return { row_report_map: { ...map, [id]: { ...row, row_eval_cell: cell } } }
    }),
  }))

/** Figures, charts, comparisons and exports in the first API version. */
export function reportRoutes(deps: ReportRoutesDeps): Handlers<typeof contract.evaluationReport> {
  const { experiments, plans, results, reports, pickRows, postColumns, keepFile } = deps
  async function shownChart(row: ExperimentRow, { id, config }: Pick<ChartRow, 'id' | 'config'>) {
    const nodes = await reports.figuresOf(row, config)
    const { chart_type, evaluator_granularity, aggregator_type, rule_ids, group_mode, report_name } = config
    return {
      analysis_chart_report_id: id,
      aggregate_report: shownAggregate(row, nodes, rule_ids, [aggregator_type]),
      analysis_chart_report_config: {
        chart_type,
        evaluator_granularity,
        aggregator_type,
        rule_ids,
        group_mode,
        report_name,
      },
    }
  }
  const meta = (row: ComparisonRow, rows: ExperimentRow[]): ShownContrastMeta => ({
    contrast_report_id: row.id,
    name: row.name,
    contrast_tasks: rows.map((one) => ({ case_id: planIdOf(one), task_id: one.id })),
  })
  async function groupsOf(rows: ExperimentRow[], places: { itemId: string; index: number }[], ctx: Ctx) {
    const [baseline] = rows as [ExperimentRow, ...ExperimentRow[]]
    const tags = await results.tagsOf(baseline)
    const ids = places.map(({ itemId }) => itemId)
    const all = await Promise.all(rows.map(async (row) => ({ row, parts: await results.parts(row, ids) })))
    return places.map(({ itemId, index }): ShownContrastGroup => {
      const turns = all[0]!.parts.turns.filter((turn) => turn.itemId === itemId)
      return {
        serial_num: index,
        row_group_id: itemId,
        tags: tags.get(itemId)?.tags ?? [],
        row_contrast_report_infos: turns.map(({ turn: nth, trial }) => ({
          row_report_map: Object.fromEntries(
            all.flatMap(({ row, parts }) => {
              const turn = parts.turns.find((one) => one.itemId === itemId && one.turn === nth && one.trial === trial)
              if (!turn) return []
              const values = parts.contents.get(itemId)?.[nth] ?? {}
              const prediction = turn.outputs.actual_output ?? ''
              const scores = parts.scores.filter(({ turnId }) => turnId === turn.id)
              return [
                [
                  row.id,
                  {
                    row_id: turn.id,
                    cells: parts.fields.map(({ key }) => text(values[key]?.text ?? '')),
                    multi_output: { prediction, prediction_v2: text(prediction) },
                    row_eval_cell: cellOf(row, turn, scores, ctx.locale),
                    run_state: turn.state === 1 ? 1 : turn.state === 2 || turn.state === 4 ? 2 : 0,
                    log_id: turn.traceId,
                  },
                ],
              ]
            }),
          ),
        })),
      }
    })
  }
  interface Asked {
    contrast_report_id: string
    space_id: string
    page: number
    page_size: number
  }
  async function contrast(input: Asked, ctx: Ctx, filter?: CustomFilter) {
    const found = await reports.comparison(input.space_id, input.contrast_report_id)
    const rows = await reports.rowsOf(found)
    const [baseline] = rows
    if (!baseline) throw errors.notFound({ what: 'experiment' })
    const places = (await results.itemIds(baseline.id)).map(({ itemId }, at) => ({ itemId, index: at + 1 }))
    const picked = filter ? await pickRows(filter, await groupsOf(rows, places, ctx), input.space_id, ctx) : undefined
    const kept = picked ? places.filter(({ itemId }) => picked.ids.has(itemId)) : places
    const from = (input.page - 1) * input.page_size
    const columns = new Map(rows.flatMap((row) => row.evaluators).map((used) => [ruleIdOf(used), used]))
    const isMetric = (kind: string) => kind === 'points' || kind === 'metric'
    const used = [...columns.values()]
    const groups = await groupsOf(rows, kept.slice(from, from + input.page_size), ctx)
    const turns = groups.flatMap((group) => group.row_contrast_report_infos)
    const rowIds = turns.flatMap(({ row_report_map: map }) => map[baseline.id]?.row_id ?? [])
    const of = { spaceId: input.space_id, source: LabelSource.comparison, sourceId: found.id }
    const people = await postColumns(of, rowIds, ctx)
    return {
      column_name: (await results.parts(baseline, [])).fields.map(({ name }) => name),
      column_rule_infos: used.filter(({ content }) => !isMetric(content.kind)).map(columnOf),
      metrics_columns: used.filter(({ content }) => isMetric(content.kind)).map(columnOf),
      task_id: baseline.id,
      contrast_tasks: meta(found, rows).contrast_tasks,
      contrast_report_row_groups: withPeople(groups, baseline, people.reportsOf),
      default_rule_group_id: baseline.setId ?? '0',
      ...people.columns,
      total: String(kept.length),
      custom_filter_err_msg: picked?.problem ?? '',
    }
  }
  async function tasksOf(spaceId: string, given: { task_id: string; case_id: string }[]) {
    const rows = await experiments.many(
      spaceId,
      given.map(({ task_id }) => task_id),
    )
    const isOwn = (row: ExperimentRow) =>
      given.some(({ task_id, case_id }) => task_id === row.id && case_id === planIdOf(row))
    if (rows.length < new Set(given.map(({ task_id }) => task_id)).size || !rows.every(isOwn))
      throw errors.notFound({ what: 'experiment' })
    return rows
  }
  return {
    aggregate: async (input) => {
      const row = await taskOf(experiments, input)
      return { aggregate_report: shownAggregate(row, await reports.aggregate(row)) }
    },
    makeAggregate: async (input) => {
      reports.requireEnded(await taskOf(experiments, input))
      return {}
    },
    compareAggregates: async ({ space_id, aggregator_configs }) => {
      const wanted = aggregator_configs.flatMap(({ aggregator_type, intersection_evaluator_infos }) =>
        intersection_evaluator_infos.flatMap(({ intersection_rule_infos }) =>
          intersection_rule_infos.map((one) => ({ ...one, aggregator_type })),
        ),
      )
      const rows = await tasksOf(space_id, wanted)
      return {
        comparison_aggregate_report_infos: await Promise.all(
          rows.map(async (row) => {
            const own = wanted.filter(({ task_id }) => task_id === row.id)
            const types = [...new Set(own.map(({ aggregator_type }) => aggregator_type))]
            const rules = own.map(({ rule_id }) => rule_id)
            const shown = shownAggregate(row, await reports.aggregate(row), rules, types)
            return { task_id: row.id, case_id: planIdOf(row), aggregate_report: shown }
          }),
        ),
      }
    },
    common: async ({ space_id, task_infos }) => {
      const rows = await tasksOf(space_id, task_infos)
      const [first, ...others] = rows as [ExperimentRow, ...ExperimentRow[]]
      const same = (a: ExperimentRow['evaluators'][number], b: ExperimentRow['evaluators'][number]) =>
        columnOf(a).evaluator_type === columnOf(b).evaluator_type &&
        JSON.stringify(a.content) === JSON.stringify(b.content)
      const shared = first.evaluators.filter((used) =>
        others.every((row) => row.evaluators.some((one) => same(one, used))),
      )
      return {
        intersection_evaluator_infos: shared.map((used) => {
          const { evaluator_type, evaluator_type_name } = columnOf(used)
          return {
            evaluator_type,
            intersection_rule_infos: rows.flatMap((row) =>
              row.evaluators
                .filter((one) => same(one, used))
                .map((one) => ({
                  rule_id: ruleIdOf(one),
                  task_id: row.id,
                  case_id: planIdOf(row),
                  name: one.name,
                  evaluator_type_name,
                  evaluator_process_type: processOf(one.content, evaluator_type),
                  evaluate_result_data_type: resultTypeOf(one.content),
                })),
            ),
          }
        }),
      }
    },
    charts: async ({ cursor, limit, ...input }) => {
      const row = await taskOf(experiments, input)
      const plan = row.planId ? (await plans.many(row.spaceId, [row.planId]))[0] : undefined
      const { rows, next } = await reports.charts(row, plan?.chartIds ?? [], cursor, limit)
      return {
        analysis_chart_report_infos: await Promise.all(rows.map((one) => shownChart(row, one))),
        has_more: next !== '',
        next_cursor: next || '0',
      }
    },
    addChart: async ({ analysis_chart_report_config: config, ...input }, ctx) => {
      const row = await taskOf(experiments, input)
      const made = await reports.addChart(row, ctx.userId, config as ChartConfig)
      return { analysis_chart_report_info: await shownChart(row, made) }
    },
    setChart: async ({ analysis_chart_report_id, analysis_chart_report_config: config, ...input }) => {
      const row = await taskOf(experiments, input)
      const changed = await reports.setChart(row, analysis_chart_report_id, config as ChartConfig)
      return { analysis_chart_report_info: await shownChart(row, changed) }
    },
    removeChart: async ({ analysis_chart_report_id, ...input }) => {
      await reports.removeChart(await taskOf(experiments, input), analysis_chart_report_id)
      return {}
    },
    keepCharts: async ({ case_id, space_id, analysis_chart_report_ids: ids }, ctx) => {
      await plans.get(space_id, case_id)
      const found = await reports.chartsByIds(space_id, ids)
      if (found.length < new Set(ids).size || found.some(({ planId }) => planId !== case_id))
        throw errors.notFound({ what: 'chart' })
      await plans.update(space_id, ctx.userId, case_id, { chartIds: [...new Set(ids)] })
      return {}
    },
    file: async ({ space_id, source_id, source_type }, ctx) => {
      const rows =
        source_type === SourceComparison
          ? await reports.rowsOf(await reports.comparison(space_id, source_id))
          : [await experiments.get(space_id, source_id)]
      await reports.requireExport(rows)
      const ids = rows.map(({ id }) => id)
      const csv = await results.csv({ spaceId: space_id, ids, locale: ctx.locale })
      return { download_url: await keepFile(ctx.userId, space_id, `${rows[0]?.name ?? 'report'}.csv`, csv) }
    },
    saveComparison: async ({ space_id, case_id, task_id, name, contrast_tasks }, ctx) => {
      const given = [{ task_id, case_id }, ...contrast_tasks]
      await tasksOf(space_id, given)
      const ids = given.map((one) => one.task_id)
      return { id: (await reports.compare(space_id, ctx.userId, name, ids)).id }
    },
    comparisons: async ({ space_id, task_id }) => {
      await experiments.get(space_id, task_id)
      const found = await reports.comparisonsOf(space_id, task_id)
      return {
        contrast_report_meta_infos: await Promise.all(found.map(async (one) => meta(one, await reports.rowsOf(one)))),
      }
    },
    comparison: async (input, ctx) => {
      const { custom_filter_err_msg: _, ...shown } = await contrast(input, ctx)
      return shown
    },
    comparisonTwo: ({ custom_filter, ...input }, ctx) => contrast(input, ctx, custom_filter),
    renameComparison: async ({ contrast_report_id, space_id, name }) => {
      await reports.rename(space_id, contrast_report_id, name)
      return {}
    },
    removeComparison: async ({ contrast_report_id, space_id }) => {
      await reports.removeComparison(space_id, contrast_report_id)
      return {}
    },
    comparisonMeta: async ({ contrast_report_id, space_id }) => {
      const found = await reports.comparison(space_id, contrast_report_id)
      return { contrast_report_meta: meta(found, await reports.rowsOf(found)) }
    },
  }
}
