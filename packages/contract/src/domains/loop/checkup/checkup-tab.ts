import { z } from 'zod'
import { op } from '#kit.ts'
import { CHECKUP_LIMITS, checkupModules, editorBlocks } from '#shared/checkup-enums.ts'
import { id, text } from '#shared/fields.ts'
import { mayView } from '../evaluation/shapes.ts'

const s = z.string()
const n = z.number()
const onBot = (can: 'view' | 'testRunWorkflow') => ({ on: 'bot', id: 'bot_id', can }) as const
const interval = z.object({ low: n, high: n })
/** How two check-ups or objects compare, on the rows that both have. */
const verdict = z.enum(['better', 'worse', 'same', 'unknown'])
export type CheckupVerdict = z.infer<typeof verdict>
const finding = z.object({
  /** `0` for findings from static checks, which ask no question. */
  item_id: s,
  module: z.enum(checkupModules),
  skill: s,
  severity: z.enum(['high', 'medium', 'low']),
  asked: s,
  answered: s,
  expected: s,
  cause: s,
  block: z.enum(editorBlocks),
  /** The resource that the block refers to, if any. */
  resource_id: s,
  check: s,
  /** Number of rows of the same skill that fail the same check. */
  count: n,
})
export type ShownFinding = z.input<typeof finding>
const moduleFigures = z.object({
  module: z.enum(checkupModules),
  score: n.optional(),
  last_score: n.optional(),
  rows: n,
  failed: n,
  verdict,
  shared_rows: n,
})
const report = z.object({
  batch_task_id: s,
  experiment_id: s,
  scene_id: s,
  status: n,
  progress: n,
  error: s,
  created_at: s,
  created_by: s,
  version: s,
  score: n.optional(),
  interval: interval.optional(),
  last_score: n.optional(),
  verdict,
  shared_rows: n,
  rows: n,
  done_rows: n,
  tokens: n,
  cost: n,
  ms: n,
  real_tools: z.boolean(),
  modules: z.array(moduleFigures),
  findings: z.array(finding),
})
export type ShownReport = z.input<typeof report>
const forecast = z.object({
  scene_id: s,
  rows: n,
  new_rows: n,
  modules: z.array(z.enum(checkupModules)),
  tokens: n,
  cost: n,
  seconds: n,
})
const rowShape = z.object({
  item_id: s,
  module: z.enum(checkupModules),
  skill: s,
  questions: z.array(s),
  expected: s,
  is_pinned: z.boolean(),
  is_edited: z.boolean(),
  is_dropped: z.boolean(),
})
export type ShownCheckupRow = z.input<typeof rowShape>
const figures = z.object({
  name: s,
  object_index: n,
  task_ids: z.array(s),
  mean: n.optional(),
  interval: interval.optional(),
  rows: n,
  ms: n.optional(),
  cost: n,
})

/** The Evaluate tab of a bot. */
export const checkupTab = {
  view: op('POST /api/checkup/view', {
    summary: 'Get the last check-up of a bot with findings, history and what the next one takes',
    summaryZh: '获取智能体最近一次体检、问题、历史及下次体检的预估',
    access: onBot('view'),
    input: () => z.object({ bot_id: id(), batch_task_id: id().optional() }),
    output: () =>
      z.object({
        is_enabled: z.boolean(),
        may_start: z.boolean(),
        /** Whether the draft is unchanged since the shown check-up. */
        is_current: z.boolean(),
        report: report.optional(),
        forecasts: z.array(forecast),
        example: s,
        history: z.array(
          z.object({
            batch_task_id: s,
            scene_id: s,
            created_at: s,
            score: n.optional(),
            version: s,
            is_published: z.boolean(),
          }),
        ),
        /** Tools that change data when they are really called. */
        writing_tools: z.array(s),
      }),
  }),
  events: op('GET /api/checkup/events', {
    summary: 'Receive the progress of a check-up',
    summaryZh: '接收体检进度',
    access: onBot('view'),
    reply: 'stream',
    input: () => z.object({ bot_id: id(), batch_task_id: id() }),
  }),
  rows: op('POST /api/checkup/rows', {
    summary: 'List the questions of the check-ups of a bot',
    summaryZh: '列出智能体体检的问题',
    access: onBot('view'),
    input: () => z.object({ bot_id: id() }),
    output: () => z.object({ rows: z.array(rowShape) }),
  }),
  saveRow: op('POST /api/checkup/row/save', {
    summary: 'Edit, pin or drop a question of check-ups',
    summaryZh: '编辑、固定或移除体检问题',
    access: onBot('testRunWorkflow'),
    input: () =>
      z.object({
        bot_id: id(),
        item_id: id(),
        questions: z.array(text(CHECKUP_LIMITS.text)).min(1).max(4).optional(),
        is_pinned: z.boolean().optional(),
        is_dropped: z.boolean().optional(),
      }),
    output: () => z.object({ row: rowShape }),
  }),
  askAgain: op('POST /api/checkup/ask_again', {
    summary: 'Ask one question of a check-up on the draft as it is now',
    summaryZh: '用当前草稿重新提问一条体检数据',
    access: onBot('testRunWorkflow'),
    input: () => z.object({ bot_id: id(), item_id: id() }),
    output: () => z.object({ is_good: z.boolean(), answered: s, finding: finding.optional(), score: n.optional() }),
  }),
  draft: op('POST /api/checkup/draft', {
    summary: 'Get the check-up of the draft that would be published',
    summaryZh: '获取待发布草稿的体检结果',
    access: onBot('view'),
    input: () => z.object({ bot_id: id() }),
    output: () =>
      z.object({
        is_enabled: z.boolean(),
        state: z.enum(['never', 'changed', 'running', 'checked']),
        score: n.optional(),
        findings: n,
        created_at: s,
      }),
  }),
  enable: op('POST /api/checkup/enable', {
    summary: 'Enable or disable check-ups in a space',
    summaryZh: '在空间开启或关闭体检',
    access: 'instance',
    input: () => z.object({ space_id: id(), is_enabled: z.boolean() }),
  }),
  disabledSpaces: op('POST /api/checkup/disabled_spaces', {
    summary: 'List the spaces in which check-ups are disabled',
    summaryZh: '列出已关闭体检的空间',
    access: 'instance',
    input: () => z.object({}),
    output: () => z.object({ spaces: z.array(z.object({ id: s, name: s })) }),
  }),
  batchEvents: op('GET /api/checkup/batch_events', {
    summary: 'Receive the progress of a comparison',
    summaryZh: '接收对比评测进度',
    access: mayView,
    reply: 'stream',
    input: () => z.object({ space_id: id(), batch_task_id: id() }),
  }),
  batchReport: op('POST /api/checkup/batch_report', {
    summary: 'Get the result of a comparison, with a winner where the rows show one',
    summaryZh: '获取对比评测结果，仅在数据足以区分时给出优胜者',
    access: mayView,
    input: () => z.object({ space_id: id(), batch_task_id: id() }),
    output: () =>
      z.object({
        objects: z.array(figures),
        /** Index of the winner; -1 if the data show none. */
        winner: n,
        shared_rows: n,
        pairs: z.array(z.object({ first: n, second: n, difference: n, p: n, is_shown: z.boolean() })),
      }),
  }),
  batchRows: op('POST /api/checkup/batch_rows', {
    summary: 'List the rows of a comparison with all objects side by side',
    summaryZh: '并排列出对比评测各对象的数据',
    access: mayView,
    input: () =>
      z.object({
        space_id: id(),
        batch_task_id: id(),
        is_test_run: z.boolean().optional(),
        page: z.number().int().min(1).default(1),
      }),
    output: () =>
      z.object({
        total: n,
        rows: z.array(
          z.object({
            item_id: s,
            input: s,
            expected: s,
            cells: z.array(z.object({ object_index: n, answered: s, score: n.optional(), reason: s, error: s })),
          }),
        ),
      }),
  }),
  batchExport: op('GET /api/checkup/batch_export', {
    summary: 'Download the rows of a comparison as CSV, with all objects side by side',
    summaryZh: '以 CSV 下载对比评测的数据，各对象并排',
    access: mayView,
    reply: 'raw',
    input: () => z.object({ space_id: id(), batch_task_id: id() }),
  }),
}
