import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS, TargetState, TargetType } from '#shared/evaluation-enums.ts'
import { base, bool, id, idOrNone, int, pageSize, text } from '#shared/fields.ts'
import { argsShape, baseInfo, contentShape, inputData, mayCreate, mayView } from './shapes.ts'

const s = z.string()
const n = z.number()
const type = () => int().pipe(z.literal(Object.values(TargetType)))
export const targetParam = () =>
  z.object({
    /** The bot, workflow, prompt or model; empty if the outputs are already in the dataset. */
    source_target_id: s.max(64).default(''),
    source_target_version: s.max(64).optional(),
    eval_target_type: type().default(TargetType.bot),
    bot_info_type: z.literal(Object.values(TargetState)).optional(),
    bot_publish_version: s.max(64).optional(),
  })
const versionShape = z.object({
  id: s,
  space_id: s,
  target_id: s,
  source_target_version: s,
  eval_target_content: z.object({
    input_schemas: z.array(argsShape),
    output_schemas: z.array(argsShape),
    coze_bot: z
      .object({ bot_id: s, bot_version: s, bot_info_type: n, bot_name: s, description: s, avatar_url: s })
      .optional(),
    prompt: z.object({ prompt_id: s, version: s, name: s }).optional(),
    /** The name of the target, for all types. */
    name: s,
  }),
  base_info: baseInfo,
})
export const targetShape = z.object({
  id: s,
  space_id: s,
  source_target_id: s,
  eval_target_type: n,
  eval_target_version: versionShape.optional(),
  base_info: baseInfo,
})
export type ShownTarget = z.input<typeof targetShape>
export const targetRecord = z.object({
  id: s,
  space_id: s,
  target_id: s,
  target_version_id: s,
  experiment_id: s,
  item_id: s,
  turn_id: s,
  trace_id: s,
  eval_target_input_data: z.object({ input_fields: z.record(s, contentShape) }),
  eval_target_output_data: z.object({
    output_fields: z.record(s, contentShape),
    eval_target_usage: z.object({ input_tokens: s, output_tokens: s }),
    eval_target_run_error: z.object({ code: n, message: s }).optional(),
    time_consuming_ms: s,
    cost: n,
  }),
  status: n,
})
export type ShownTargetRecord = z.input<typeof targetRecord>
const flat = { reply: 'flat' } as const
const ids = () => z.array(id()).max(EVALUATION_LIMITS.batchGet).default([])

/** Targets of experiments, frozen at a certain state. */
export const evalTarget = {
  create: op('POST /api/evaluation/v2/eval_targets', {
    summary: 'Freeze a bot, workflow, prompt or model as a target',
    summaryZh: '将智能体、工作流、提示词或模型固定为评测对象',
    access: mayCreate,
    ...flat,
    input: () => z.object({ space_id: id(), param: targetParam(), base }),
    output: () => z.object({ id: s, version_id: s }),
  }),
  bySource: op('POST /api/evaluation/v2/eval_targets/batch_get_by_source', {
    summary: 'Find targets by what they were frozen from',
    summaryZh: '按来源查找评测对象',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        source_target_ids: z.array(s.max(64)).max(EVALUATION_LIMITS.batchGet).default([]),
        eval_target_type: type().optional(),
        need_source_info: bool().optional(),
      }),
    output: () => z.object({ eval_targets: z.array(targetShape) }),
  }),
  execute: op('POST /api/evaluation/v2/eval_targets/execute', {
    summary: 'Run a target on one row now, and keep the record',
    summaryZh: '立即用一条数据运行评测对象，并保存记录',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        eval_target_id: idOrNone(),
        eval_target_version_id: id(),
        input_data: inputData,
        experiment_run_id: idOrNone(),
      }),
    output: () => z.object({ eval_target_record: targetRecord }),
  }),
  sources: op('POST /api/evaluation/v2/eval_targets/list_source', {
    summary: 'List what can be evaluated',
    summaryZh: '列出可评测的对象',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        target_type: type().default(TargetType.bot),
        name: text(200).optional(),
        page_size: pageSize(20, 100),
        cursor: s.max(20).optional(),
      }),
    output: () => z.object({ eval_targets: z.array(targetShape), next_cursor: s, has_more: z.boolean() }),
  }),
  sourceVersions: op('POST /api/evaluation/v2/eval_targets/list_source_version', {
    summary: 'List the states of something that can be evaluated',
    summaryZh: '列出可评测对象的版本',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        source_target_id: s.max(64),
        target_type: type().default(TargetType.bot),
        page_size: pageSize(20, 100),
        cursor: s.max(20).optional(),
      }),
    output: () => z.object({ versions: z.array(versionShape), next_cursor: s, has_more: z.boolean() }),
  }),
  records: op('POST /api/evaluation/v2/eval_targets/records/batch_get', {
    summary: 'Get several outputs of targets',
    summaryZh: '批量获取评测对象的运行记录',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), eval_target_record_ids: ids() }),
    output: () => z.object({ eval_target_records: z.array(targetRecord) }),
  }),
  record: op('GET /api/evaluation/v2/eval_targets/records/{eval_target_record_id}', {
    summary: 'Get what a target gave for one row',
    summaryZh: '获取评测对象的一条运行记录',
    access: mayView,
    ...flat,
    input: () => z.object({ eval_target_record_id: id(), space_id: id() }),
    output: () => z.object({ eval_target_record: targetRecord }),
  }),
  versions: op('POST /api/evaluation/v2/eval_targets/versions/batch_get', {
    summary: 'Get several frozen targets',
    summaryZh: '批量获取评测对象的版本',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), eval_target_version_ids: ids(), need_source_info: bool().optional() }),
    output: () => z.object({ eval_targets: z.array(targetShape) }),
  }),
  version: op('GET /api/evaluation/v2/eval_targets/versions/{eval_target_version_id}', {
    summary: 'Get a frozen target',
    summaryZh: '获取评测对象的一个版本',
    access: mayView,
    ...flat,
    input: () => z.object({ eval_target_version_id: id(), space_id: id() }),
    output: () => z.object({ eval_target: targetShape }),
  }),
}
