import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS, EvaluatorType, TemplateType } from '#shared/evaluation-enums.ts'
import { base, bool, commaList, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import {
  evaluatorShape,
  inputData,
  mayCreate,
  orderBys,
  outputData,
  recordShape,
  mayView,
  shownContent,
  versionShape,
  wireContent,
} from './shapes.ts'

const s = z.string()
const type = () => z.literal(Object.values(EvaluatorType))
const ids = () => z.array(id()).max(EVALUATION_LIMITS.batchGet).default([])
const template = () => int().pipe(z.literal(Object.values(TemplateType)))
const oneOf = () => z.object({ evaluator: evaluatorShape })
const flat = { reply: 'flat' } as const

/** Evaluators, with drafts and immutable versions. */
export const evaluator = {
  create: op('POST /api/evaluation/v2/evaluator/create', {
    summary: 'Create an evaluator with its draft',
    summaryZh: '创建评估器及其草稿',
    access: { on: 'space', id: 'evaluator.space_id', can: 'createResource' },
    ...flat,
    input: () =>
      z.object({
        evaluator: z.object({
          space_id: id(),
          evaluator_type: type().optional(),
          name: name(EVALUATION_LIMITS.evaluatorName),
          description: text(EVALUATION_LIMITS.note).default(''),
          current_version: z.object({ evaluator_content: wireContent }),
        }),
        /** Idempotency key, valid for a day: repeating the call with it creates nothing. */
        cid: text(128).optional(),
        base,
      }),
    output: () => z.object({ evaluator_id: s }),
  }),
  list: op('POST /api/evaluation/v2/evaluator/list', {
    summary: 'List the evaluators of a space',
    summaryZh: '列出空间的评估器',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        search_name: text(200).optional(),
        creator_ids: ids().optional(),
        evaluator_type: z.array(type()).max(10).optional(),
        page_size: pageSize(),
        page_num: pageNumber(),
        order_bys: orderBys().optional(),
        base,
      }),
    output: () => z.object({ evaluators: z.array(evaluatorShape), total: s }),
  }),
  templates: op('GET /api/evaluation/v2/evaluator/list_builtin_template', {
    summary: 'List the templates that come with the product',
    summaryZh: '列出内置的评估器模板',
    access: 'user',
    ...flat,
    input: () => z.object({ builtin_template_type: template() }),
    output: () => z.object({ builtin_template_keys: z.array(shownContent) }),
  }),
  template: op('GET /api/evaluation/v2/evaluator/get_builtin_template_info', {
    summary: 'Get one template',
    summaryZh: '获取一个内置模板',
    access: 'user',
    ...flat,
    input: () => z.object({ builtin_template_type: template(), builtin_template_key: s.max(64) }),
    output: () => z.object({ builtin_template: shownContent }),
  }),
  tools: op('GET /api/evaluation/v2/evaluator/default_prompt_evaluator_tools', {
    summary: 'See the function by which a judging model gives its score',
    summaryZh: '查看裁判模型给出分数时使用的函数',
    access: 'user',
    ...flat,
    output: () =>
      z.object({
        tools: z.array(
          z.object({
            tool_def: z.object({
              type: z.number(),
              function_def: z.object({ name: s, description: s, parameters: s }),
            }),
          }),
        ),
      }),
  }),
  checkName: op('POST /api/evaluation/v2/evaluator/check_name', {
    summary: 'Say whether a name of an evaluator is free',
    summaryZh: '检查评估器名称是否可用',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), name: s.max(200), evaluator_id: idOrNone() }),
    output: () => z.object({ pass: z.boolean(), message: s }),
  }),
  getMany: op('POST /api/evaluation/v2/evaluator/get_batch', {
    summary: 'Get several evaluators with their drafts',
    summaryZh: '批量获取评估器及其草稿',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), evaluator_ids: ids(), include_deleted: bool().optional() }),
    output: () => z.object({ evaluators: z.array(evaluatorShape) }),
  }),
  versionsByIds: op('POST /api/evaluation/v2/evaluator/version/get_batch', {
    summary: 'Get several versions of evaluators',
    summaryZh: '批量获取评估器版本',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), evaluator_version_ids: ids(), include_deleted: bool().optional() }),
    output: () => z.object({ evaluators: z.array(evaluatorShape) }),
  }),
  versions: op('POST /api/evaluation/v2/evaluator/version/list', {
    summary: 'List the versions of an evaluator, the newest first',
    summaryZh: '列出评估器的版本，最新的在前',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        evaluator_id: id(),
        query_versions: z.array(s.max(50)).max(100).optional(),
        page_size: pageSize(),
        page_num: pageNumber(),
        order_bys: orderBys().optional(),
      }),
    output: () => z.object({ evaluator_versions: z.array(versionShape), total: s }),
  }),
  version: op('GET /api/evaluation/v2/evaluator/version/{evaluator_version_id}', {
    summary: 'Get a version of an evaluator',
    summaryZh: '获取评估器的一个版本',
    access: mayView,
    ...flat,
    input: () => z.object({ evaluator_version_id: id(), space_id: id(), include_deleted: bool().optional() }),
    output: oneOf,
  }),
  get: op('GET /api/evaluation/v2/evaluator/{evaluator_id}', {
    summary: 'Get an evaluator with its draft',
    summaryZh: '获取评估器及其草稿',
    access: mayView,
    ...flat,
    input: () => z.object({ evaluator_id: id(), space_id: id(), include_deleted: bool().optional() }),
    output: oneOf,
  }),
  setMeta: op('PUT /api/evaluation/v2/evaluator/update_meta', {
    summary: 'Rename or describe an evaluator',
    summaryZh: '修改评估器的名称或描述',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        evaluator_id: id(),
        space_id: id(),
        evaluator_type: type().optional(),
        name: name(EVALUATION_LIMITS.evaluatorName).optional(),
        description: text(EVALUATION_LIMITS.note).optional(),
      }),
  }),
  setDraft: op('PUT /api/evaluation/v2/evaluator/update_draft', {
    summary: 'Save the draft of an evaluator',
    summaryZh: '保存评估器的草稿',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        evaluator_id: id(),
        space_id: id(),
        evaluator_content: wireContent,
        evaluator_type: type().optional(),
      }),
    output: oneOf,
  }),
  submit: op('POST /api/evaluation/v2/evaluator/{evaluator_id}/submit', {
    summary: 'Make the draft of an evaluator a version',
    summaryZh: '将评估器草稿提交为版本',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        evaluator_id: id(),
        space_id: id(),
        version: s.min(1).max(50),
        description: text(EVALUATION_LIMITS.note).default(''),
        cid: text(128).optional(),
      }),
    output: oneOf,
  }),
  card: op('GET /api/evaluation/v2/evaluator/{evaluator_id}/card', {
    summary: 'See how far an evaluator agrees with people, how far it is off, and what it costs',
    summaryZh: '查看评估器与人工的一致性、偏差和成本',
    access: mayView,
    reply: 'flat',
    input: () => z.object({ evaluator_id: id(), space_id: id() }),
    output: () =>
      z.object({
        scored: z.number(),
        failed: z.number(),
        /** Scores that the built-in model gave by fixed rules. */
        offline: z.number(),
        cost_per_row: z.number(),
        seconds_per_row: z.number(),
        /** Rows whose score a person confirmed or corrected. */
        looked_at: z.number(),
        /** Share of these rows whose score was confirmed, within a tenth of the scale. */
        share: z.number().optional(),
        /** Cohen’s kappa, if all scores are 0 or 1. */
        kappa: z.number().optional(),
        /** Krippendorff’s alpha, with the interval metric. */
        alpha: z.number().optional(),
        /** Mean score of the evaluator minus that of people, from -1 to 1; above 0 the evaluator is too lenient. */
        bias: z.number().optional(),
        bias_interval: z.object({ low: z.number(), high: z.number() }).optional(),
      }),
  }),
  remove: op('DELETE /api/evaluation/v2/evaluator/delete', {
    summary: 'Delete evaluators; the scores that they gave stay',
    summaryZh: '删除评估器，已有评分会保留',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({ evaluator_ids: commaList(id()).pipe(z.array(s).max(EVALUATION_LIMITS.batchGet)), space_id: id() }),
  }),
  debug: op('POST /api/evaluation/v2/evaluator/debug', {
    summary: 'Try content that is not saved on one row; nothing is stored',
    summaryZh: '用一条数据试运行未保存的评估器，不保存结果',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        evaluator_content: wireContent,
        input_data: inputData,
        evaluator_type: type().optional(),
      }),
    output: () => z.object({ evaluator_output_data: outputData }),
  }),
  run: op('POST /api/evaluation/v2/evaluator/run', {
    summary: 'Score one row by a version of an evaluator, and keep the record',
    summaryZh: '用评估器的某个版本为一条数据评分，并保存记录',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        evaluator_version_id: id(),
        input_data: inputData,
        experiment_id: idOrNone(),
        experiment_run_id: idOrNone(),
        item_id: idOrNone(),
        turn_id: idOrNone(),
      }),
    output: () => z.object({ Record: recordShape }),
  }),
}
