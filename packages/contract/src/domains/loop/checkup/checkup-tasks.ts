import { z } from 'zod'
import { op } from '#kit.ts'
import { CHECKUP_LIMITS, CheckupScene } from '#shared/checkup-enums.ts'
import { base, id, idOrNone, int, name, text } from '#shared/fields.ts'
import {
  checkupShape,
  fieldMeta,
  limit,
  offset,
  overallShape,
  rowReport,
  ruleScoreShape,
  sceneShape,
  stateShape,
  moduleShape,
} from './checkup-shapes.ts'

const s = z.string()
const n = z.number()
const flat = { reply: 'flat' } as const
const onBot = (can: 'view' | 'testRunWorkflow') => ({ on: 'bot', id: 'bot_id', can }) as const
const inSpace = { on: 'space', id: 'space_id', can: 'view' } as const
const ofBot = { space_id: id(), bot_id: id(), Base: base }
const ofTask = { space_id: id(), batch_task_id: id(), bot_id: idOrNone(), Base: base }
const sceneId = () =>
  z.enum(CheckupScene, { error: 'must be 1 (full), 2 (quick), 3 (tools), 4 (knowledge) or 5 (safety)' }).optional()
const column = z.object({ column_id: s, column_name: s })
const caseConfig = z.object({
  name: s,
  columns: z.array(s),
  rows: z.array(
    z.object({
      contents: z.array(z.object({ data_type: n, text: s.optional(), markdown_box: z.object({ text: s }).optional() })),
    }),
  ),
  evaluator_type: n,
  read_case_id: s,
  /** Extension of this product: whether it differs from the default questions. */
  is_edited: z.boolean(),
})
export type ShownCaseConfig = z.input<typeof caseConfig>
const given = z.object({
  data_type: int().min(0).max(2).default(1),
  text: text(CHECKUP_LIMITS.text).optional(),
  markdown_box: z.object({ text: text(CHECKUP_LIMITS.text).optional() }).optional(),
})
const setupConfig = z.object({
  setup_mode: z.literal([1, 2, 3], { error: 'must be 1 (save), 2 (remove) or 3 (read)' }),
  upsert_config: z
    .object({
      case_config: z.object({
        name: name(100),
        columns: z.array(s.max(64)).max(10).optional(),
        rows: z
          .array(z.object({ contents: z.array(given).max(10) }))
          .max(100)
          .default([]),
        evaluator_type: int().optional(),
        read_case_id: s.max(64).optional(),
      }),
    })
    .optional(),
  remove_config: z.object({ name: name(100) }).optional(),
  read_config: z.object({ name: name(100).optional() }).optional(),
})

/** Check-ups of bots: questions are generated from the skills of a bot and asked of its draft. */
export const checkupTask = {
  enabled: op('POST /api/devops/coze_evaluation/gray/get', {
    summary: 'Get whether check-ups are enabled in the space of a bot',
    summaryZh: '查询智能体所在空间是否开启体检',
    access: onBot('view'),
    ...flat,
    input: () => z.object(ofBot),
    output: () => z.object({ is_hit_gray: z.boolean() }),
  }),
  setup: op('POST /api/devops/coze_evaluation/setup', {
    summary: 'Save, remove or read the built-in check-up questions of the instance',
    summaryZh: '保存、移除或读取实例的内置体检问题',
    access: 'user',
    ...flat,
    input: () => z.object({ config: setupConfig, Base: base }),
    output: () => z.object({ case_configs: z.array(caseConfig), detail: s }),
  }),
  scenes: op('POST /api/devops/coze_evaluation/scene/list', {
    summary: 'List the check-up scenes of a bot with the modules it has something for',
    summaryZh: '列出智能体的体检场景及其可检查的模块',
    access: onBot('view'),
    ...flat,
    input: () => z.object(ofBot),
    output: () => z.object({ scenes: z.array(sceneShape) }),
  }),
  submit: op('POST /api/devops/coze_evaluation/task/submit', {
    summary: 'Start a check-up of the draft of a bot',
    summaryZh: '对智能体草稿发起体检',
    access: onBot('testRunWorkflow'),
    ...flat,
    input: () =>
      z.object({
        ...ofBot,
        scene_id: sceneId(),
        /** Extension of this product: really calls tools. By default mock sets and samples answer instead. */
        real_tools: z.boolean().optional(),
      }),
    output: () => z.object({ batch_task_id: s }),
  }),
  list: op('POST /api/devops/coze_evaluation/task/list', {
    summary: 'List the check-ups of a bot',
    summaryZh: '列出智能体的体检记录',
    access: onBot('view'),
    ...flat,
    input: () => z.object({ ...ofBot, scene_id: sceneId(), offset: offset(), limit: limit() }),
    output: () => z.object({ batch_tasks: z.array(checkupShape), has_more: z.boolean() }),
  }),
  statuses: op('POST /api/devops/coze_evaluation/task/status/check', {
    summary: 'Get the statuses of check-ups',
    summaryZh: '查询体检状态',
    access: onBot('view'),
    ...flat,
    input: () => z.object({ ...ofBot, batch_task_ids: z.array(id()).max(100).default([]) }),
    output: () => z.object({ batch_tasks: z.record(s, z.object({ batch_task_id: s, status: n })) }),
  }),
  kill: op('POST /api/devops/coze_evaluation/task/kill', {
    summary: 'Stop a check-up',
    summaryZh: '停止体检',
    access: inSpace,
    ...flat,
    input: () => z.object(ofTask),
  }),
  retry: op('POST /api/devops/coze_evaluation/task/retry', {
    summary: 'Ask the rows of a check-up that have no result',
    summaryZh: '重试体检中没有结果的数据',
    access: inSpace,
    ...flat,
    input: () => z.object(ofTask),
  }),
  remove: op('POST /api/devops/coze_evaluation/task/delete', {
    summary: 'Delete a check-up with its results',
    summaryZh: '删除体检及其结果',
    access: inSpace,
    ...flat,
    input: () => z.object(ofTask),
  }),
  versions: op('POST /api/devops/coze_evaluation/version/list', {
    summary: 'List the states of a bot that were checked',
    summaryZh: '列出智能体已体检的版本',
    access: onBot('view'),
    ...flat,
    input: () => z.object(ofBot),
    output: () => z.object({ bot_snapshot_versions: z.array(stateShape) }),
  }),
  overall: op('POST /api/devops/coze_evaluation/task/report/overall', {
    summary: 'Get the scores of a check-up by module, beside the one before it',
    summaryZh: '获取体检的模块得分及上一次得分',
    access: onBot('view'),
    ...flat,
    input: () => z.object({ ...ofBot, batch_task_id: idOrNone(), scene_id: sceneId() }),
    output: () => z.object({ overall: overallShape.optional() }),
  }),
  scores: op('POST /api/devops/coze_evaluation/task/report/score', {
    summary: 'Get the scores of a check-up by rule',
    summaryZh: '获取体检各规则的得分',
    access: onBot('view'),
    ...flat,
    input: () => z.object({ ...ofBot, batch_task_id: idOrNone() }),
    output: () =>
      z.object({
        score: z
          .object({
            batch_task_id: s,
            space_id: s,
            bot_id: s,
            module_rule_scores: z.array(z.object({ module: moduleShape, rule_scores: z.array(ruleScoreShape) })),
          })
          .optional(),
      }),
  }),
  detail: op('POST /api/devops/coze_evaluation/task/report/detail', {
    summary: 'List the rows of a check-up with answers and scores',
    summaryZh: '列出体检数据及其回复和得分',
    access: onBot('view'),
    ...flat,
    input: () =>
      z.object({
        ...ofBot,
        batch_task_id: idOrNone(),
        offset: offset(),
        limit: limit(),
        filters: z
          .record(
            s.max(64),
            z.object({
              operation: int().min(0).max(1),
              string_value: s.max(1000).optional(),
              enums: z.array(s.max(200)).max(100).optional(),
            }),
          )
          .default({}),
      }),
    output: () =>
      z.object({
        detail: z
          .object({
            batch_task_id: s,
            space_id: s,
            bot_id: s,
            columns: z.array(column),
            row_reports: z.array(rowReport),
          })
          .optional(),
        has_more: z.boolean(),
      }),
  }),
  filterMeta: op('POST /api/devops/coze_evaluation/task/report/filter_meta', {
    summary: 'Get the filters of check-up rows',
    summaryZh: '获取体检数据的筛选项',
    access: onBot('view'),
    ...flat,
    input: () => z.object(ofBot),
    output: () => z.object({ field_metas: z.record(s, fieldMeta) }),
  }),
}
