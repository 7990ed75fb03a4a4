import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS } from '#shared/evaluation-enums.ts'
import { bool, commaList, id, int, pageNumber, pageSize, text } from '#shared/fields.ts'
import { aggregateShape, filtersShape } from './experiments.ts'
import { mayCreate, recordShape, mayView, setContent } from './shapes.ts'
import { targetRecord } from './targets.ts'

const s = z.string()
const n = z.number()
const flat = { reply: 'flat' } as const
const runError = z.object({ code: n, message: s })
const comparedIds = () => z.array(id()).min(1).max(EVALUATION_LIMITS.compared)
const interval = z.object({ low: n, high: n })

const payload = z.object({
  turn_id: s,
  eval_set: z.object({
    turn: z.object({ id: s, field_data_list: z.array(z.object({ key: s, name: s, content: setContent })) }),
  }),
  target_output: z.object({ eval_target_record: targetRecord.optional() }),
  evaluator_output: z.object({ evaluator_records: z.record(s, recordShape), weighted_score: n.optional() }),
  system_info: z.object({ turn_run_state: n, trial: n, error: runError.optional() }),
})
const itemResult = z.object({
  item_id: s,
  item_index: s,
  turn_results: z.array(
    z.object({
      turn_id: s,
      turn_index: s,
      experiment_results: z.array(z.object({ experiment_id: s, payload: payload.optional() })),
    }),
  ),
  system_info: z.object({ item_run_state: n, error: runError.optional() }),
})
export type ItemResult = z.input<typeof itemResult>

const scoreFigures = z.object({
  evaluator_version_id: s,
  name: s,
  version: s,
  /** Mean of the scores from 0 to 1, where higher is better. Absent while no row has a score. */
  mean: n.optional(),
  interval: interval.optional(),
  /** The method that computed the interval: wilson, bootstrap or t. */
  method: s,
  rows: n,
  failed_rows: n,
  corrected_rows: n,
  /** Estimated mean for all rows, extrapolated from scores that people gave to some rows. */
  human_mean: n.optional(),
  human_interval: interval.optional(),
  /** The mean with failed rows counted as the lowest score. */
  mean_with_failures: n.optional(),
  distribution: z.array(z.object({ from: n, to: n, count: n })),
})
const spread = z.object({ p50: n, p90: n, p99: n, interval: interval.optional() })
export type ScoreFigures = z.input<typeof scoreFigures>

const side = z.object({ experiment_id: s, mean: n.optional(), interval: interval.optional() })
const verdict = z.object({
  evaluator_id: s,
  name: s,
  experiment_id: s,
  /** better, worse, none (no difference shown), too_few, or not_comparable. */
  verdict: z.enum(['better', 'worse', 'none', 'too_few', 'not_comparable']),
  difference: n.optional(),
  interval: interval.optional(),
  /** Corrected for the number of evaluators. */
  p: n.optional(),
  pairs: n,
  /** The smallest difference that this number of rows can show with a probability of 80 %. */
  smallest_visible: n.optional(),
  test: s,
  improved: n,
  regressed: n,
  same: n,
})
export type Verdict = z.input<typeof verdict>

/** Scores, figures and comparisons of experiments. */
export const experimentResult = {
  rows: op('POST /api/evaluation/v2/experiment/result', {
    summary: 'Page through the rows of experiments, side by side',
    summaryZh: '分页查看实验的各条结果，可并排查看多个实验',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        page: pageNumber(),
        page_size: pageSize(20, 100),
        experiment_ids: comparedIds(),
        baseline_experiment_id: id().optional(),
        filters: z.record(s, z.object({ filters: filtersShape.optional() })).optional(),
        /** Rows whose score improved, regressed or stayed the same, compared with the baseline. */
        change: z.enum(['improved', 'regressed', 'same']).optional(),
        change_evaluator_id: id().optional(),
        /** worst: rows with the lowest scores first. */
        sort: z.enum(['position', 'worst']).default('position'),
      }),
    output: () =>
      z.object({
        column_eval_set_fields: z.array(z.object({ key: s, name: s, description: s, content_type: s })),
        column_evaluators: z.array(
          z.object({
            evaluator_version_id: s,
            evaluator_id: s,
            evaluator_type: n,
            name: s,
            version: s,
            description: s,
          }),
        ),
        item_results: z.array(itemResult),
        total: s,
      }),
  }),
  aggregate: op('POST /api/evaluation/v2/experiment/aggr_result', {
    summary: 'Get the averages and distributions of scores',
    summaryZh: '获取评分的平均值与分布',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), experiment_ids: z.array(id()).max(EVALUATION_LIMITS.batchGet) }),
    output: () =>
      z.object({
        expt_aggregate_result: z.array(
          z.object({ experiment_id: s, evaluator_results: z.record(s, aggregateShape), status: n }),
        ),
      }),
  }),
  statistics: op('POST /api/evaluation/v2/experiment/statistics', {
    summary: 'Get means with intervals, times and costs of an experiment',
    summaryZh: '获取实验的均值、置信区间、耗时与费用',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), expt_id: id() }),
    output: () =>
      z.object({
        scores: z.array(scoreFigures),
        weighted: scoreFigures.optional(),
        latency_ms: spread.optional(),
        cost: spread.optional(),
        errors: z.array(z.object({ message: s, count: n, item_ids: z.array(s) })),
      }),
  }),
  compare: op('POST /api/evaluation/v2/experiment/compare', {
    summary: 'Compare experiments with a baseline: which is better, and is it more than chance',
    summaryZh: '将多个实验与基线对比，判断差异是否超出偶然',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        experiment_ids: z.array(id()).min(2).max(EVALUATION_LIMITS.compared),
        baseline_experiment_id: id().optional(),
      }),
    output: () =>
      z.object({
        baseline_experiment_id: s,
        shared_items: n,
        /** Rows that only one side has, or whose content differs. */
        left_out: n,
        evaluators: z.array(z.object({ evaluator_id: s, name: s, sides: z.array(side) })),
        verdicts: z.array(verdict),
        changes: z.array(z.object({ experiment_id: s, what: s, before: s, after: s })),
      }),
  }),
  export: op('GET /api/evaluation/v2/experiment/export', {
    summary: 'Download the rows of experiments as CSV, JSON lines or XLSX',
    summaryZh: '以 CSV、JSONL 或 XLSX 下载实验结果',
    access: mayView,
    reply: 'raw',
    input: () =>
      z.object({
        space_id: id(),
        experiment_ids: commaList(id()).pipe(z.array(s).min(1).max(EVALUATION_LIMITS.compared)),
        format: z.enum(['csv', 'jsonl', 'xlsx']).default('csv'),
      }),
  }),
  record: op('GET /api/evaluation/v2/evaluator_record/{evaluator_record_id}', {
    summary: 'Get one score with its reason',
    summaryZh: '获取一条评分及其理由',
    access: mayView,
    ...flat,
    input: () => z.object({ evaluator_record_id: id(), space_id: id(), include_deleted: bool().optional() }),
    output: () => z.object({ record: recordShape }),
  }),
  records: op('POST /api/evaluation/v2/evaluator_record/get_batch', {
    summary: 'Get several scores',
    summaryZh: '批量获取评分',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        evaluator_record_ids: z.array(id()).max(EVALUATION_LIMITS.batchGet).default([]),
        include_deleted: bool().optional(),
      }),
    output: () => z.object({ records: z.array(recordShape) }),
  }),
  correct: op('PUT /api/evaluation/v2/evaluator_record/correct', {
    summary: 'Correct a score; what the evaluator gave is kept',
    summaryZh: '修正评分，评估器给出的分数会保留',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        evaluator_record_id: id(),
        correction: z.object({ score: z.number(), explain: text(2000).default('') }),
      }),
    output: () => z.object({ record: recordShape }),
  }),
  corrections: op('POST /api/evaluation/v2/evaluator_record/corrections', {
    summary: 'List the corrections of a score, the newest first',
    summaryZh: '列出一条评分的修正记录，最新的在前',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), evaluator_record_id: id(), size: int().min(1).max(100).default(50) }),
    output: () =>
      z.object({ corrections: z.array(z.object({ score: n, explain: s, user_id: s, user_name: s, at: s })) }),
  }),
}
