import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS } from '#shared/evaluation-enums.ts'
import { bool, id, idOrNone, int, text } from '#shared/fields.ts'
import { mayCreate, mayView } from './shapes.ts'
import { cid, flat, givenRule, ruleShape, scopeShape, tagList, cursorOutput, cursorInput } from './v1-shapes.ts'

const s = z.string()
const n = z.number()
const ids = () => z.array(id()).max(EVALUATION_LIMITS.batchGet).default([])
const metaShape = z.object({
  id: s,
  name: s,
  desc: s,
  space_id: s,
  is_published: z.boolean(),
  creator_id: s,
  created_at: s,
  updated_at: s,
  rules_count: s.optional(),
})
export type ShownRuleGroup = z.input<typeof metaShape>
const groupShape = z.object({ meta: metaShape, rules: z.array(ruleShape) })
const typeShape = z.object({
  name: s,
  evaluator_type: n,
  process_type: n,
  tool_tip_content: s,
  is_positive: z.boolean(),
  rule_config_json_schema: s,
  receive_chat_history: z.boolean(),
  modal_tag: z.array(s),
  tags: z.array(s),
  sample: s,
  is_add_to_hub: z.boolean(),
  hub_evaluator_type_meta: z
    .object({ evaluator_hub_id: s, name: s, weight: n, granularity: n, ...partsOf() })
    .optional(),
})
export type ShownRuleType = z.input<typeof typeShape>
function partsOf() {
  const { prompt_rule, python_rule, js_rule, manual_rule, fornax_prompt_rule } = ruleShape.shape
  return { prompt_rule, python_rule, js_rule, manual_rule, fornax_prompt_rule }
}
const message = z.object({ role: int().optional(), content: s.optional() })
const content = z.object({ text: s.optional(), data_type: int().optional() })

/** Lists of evaluators, which the first version of the calls names rule groups. */
export const evaluationRule = {
  create: op('POST /api/evaluation/v1/rule_group', {
    summary: 'Create a list of evaluators',
    summaryZh: '创建评估器组',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        name: text(EVALUATION_LIMITS.experimentName).default(''),
        desc: text(EVALUATION_LIMITS.note).default(''),
        /** Whether the list is shown among those of the space. */
        publish_to_rule_group: z.boolean().default(false),
        tag_list: tagList().optional(),
        cid: cid(),
      }),
    output: () => z.object({ rule_group: groupShape }),
  }),
  update: op('PUT /api/evaluation/v1/rule_group', {
    summary: 'Change the fields of a list of evaluators that are named: 4 name, 5 description',
    summaryZh: '修改评估器组的指定信息：4 名称，5 描述',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        id: id(),
        space_id: id(),
        update_fields: z.array(z.literal([4, 5], { error: 'must be 4 (name) or 5 (description)' })).max(5),
        name: text(EVALUATION_LIMITS.experimentName).optional(),
        desc: text(EVALUATION_LIMITS.note).optional(),
        cid: cid(),
      }),
    output: () => z.object({ rule_group: groupShape }),
  }),
  remove: op('DELETE /api/evaluation/v1/rule_group', {
    summary: 'Delete a list of evaluators; results keep what they were scored by',
    summaryZh: '删除评估器组，已有结果不受影响',
    access: mayCreate,
    ...flat,
    input: () => z.object({ rule_group_id: id(), space_id: id(), cid: cid() }),
  }),
  list: op('GET /api/evaluation/v1/rule_groups/list', {
    summary: 'List the lists of evaluators of a space',
    summaryZh: '列出空间的评估器组',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        ...cursorInput(),
        need_rules_count: bool().optional(),
        fuzzy_name: text(200).optional(),
        creator_id: idOrNone(),
      }),
    output: () => z.object({ metas: z.array(metaShape), ...cursorOutput }),
  }),
  types: op('GET /api/evaluation/v1/rule_group/types/list', {
    summary: 'List the types of evaluators that are built in, and those of the space',
    summaryZh: '列出内置的评估器类型及空间中的评估器',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), cursor: s.max(32).optional(), limit: int().optional() }),
    output: () => z.object({ types: z.array(typeShape), ...cursorOutput }),
  }),
  customTypes: op('GET /api/evaluation/v1/rule_group/custom_types/list', {
    summary: 'List the types of evaluators that the space has registered',
    summaryZh: '列出空间注册的评估器类型',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), ...cursorInput(), evaluator_type_name: text(200).optional() }),
    output: () => z.object({ types: z.array(typeShape), ...cursorOutput }),
  }),
  getMany: op('POST /api/evaluation/v1/rule_group/batch_get', {
    summary: 'Get several lists of evaluators',
    summaryZh: '批量获取评估器组',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), rule_group_ids: ids(), need_rules_count: z.boolean().optional() }),
    output: () => z.object({ metas: z.array(metaShape) }),
  }),
  copy: op('POST /api/evaluation/v1/rule_group/clone', {
    summary: 'Copy the evaluators of a list to another one, or to a new one',
    summaryZh: '将评估器组复制为新组或复制到另一组',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        source_rule_group_id: id(),
        target_rule_group_id: idOrNone(),
        to_space_id: idOrNone(),
        cid: cid(),
      }),
    output: () => z.object({ rule_group_id: s, copied_rules: z.array(ruleShape), to_space_id: s }),
  }),
  tryOut: op('POST /api/evaluation/v1/rule_group/debug', {
    summary: 'Try an evaluator on one answer; nothing is stored',
    summaryZh: '在一条数据上试用评估器，不保存',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        rule: givenRule(),
        data: z.object({
          history_messages: z.array(message).max(200).optional(),
          input: message.optional(),
          input_v2: content.optional(),
          /** The reference answer. */
          output: s.optional(),
          output_v2: content.optional(),
          /** The output that is scored. */
          prediction: z.object({ content: s.optional() }).optional(),
          prediction_v2: content.optional(),
          variables: z.record(s.max(128), content).optional(),
          trajectory: z
            .object({
              actions: z
                .array(z.object({ agent_type: int().optional(), action_meta: s.optional(), input: content.optional() }))
                .max(500)
                .optional(),
            })
            .optional(),
          ext: z.record(s, s).optional(),
        }),
      }),
    output: () =>
      z.object({
        result: z.object({
          run_state: n,
          err_msg: s,
          score: n.optional(),
          score_content: s,
          tokens: s,
          start_time: s,
          end_time: s,
          input_tokens: s,
          output_tokens: s,
          scoring_scope: scopeShape.optional(),
        }),
      }),
  }),
  rulesByIds: op('POST /api/evaluation/v1/rule_group/rules', {
    summary: 'Get several evaluators of lists',
    summaryZh: '批量获取评估器组中的规则',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), rule_ids: ids() }),
    output: () => z.object({ rules: z.array(ruleShape) }),
  }),
  unpublish: op('DELETE /api/evaluation/v1/rule_group/{any}/rule_hub', {
    summary: 'Hide an evaluator from the space; lists that use it keep it',
    summaryZh: '不再在空间中展示评估器，使用它的组不受影响',
    access: mayCreate,
    ...flat,
    input: () => z.object({ any: s.max(64), evaluator_hub_id: id(), space_id: id() }),
  }),
  meta: op('GET /api/evaluation/v1/rule_group/{rule_group_id}/meta', {
    summary: 'Get a list of evaluators',
    summaryZh: '获取评估器组',
    access: mayView,
    ...flat,
    input: () => z.object({ rule_group_id: id(), space_id: id() }),
    output: () => z.object({ meta: metaShape }),
  }),
  rules: op('GET /api/evaluation/v1/rule_group/{rule_group_id}/rules/list', {
    summary: 'Get the evaluators of a list',
    summaryZh: '获取评估器组中的全部规则',
    access: mayView,
    ...flat,
    input: () => z.object({ rule_group_id: id(), space_id: id() }),
    output: () => z.object({ rules: z.array(ruleShape), default_custom_metrics_rules: z.array(ruleShape) }),
  }),
  addMany: op('POST /api/evaluation/v1/rule_group/{rule_group_id}/rules', {
    summary: 'Add several evaluators to a list; all of them or none',
    summaryZh: '批量添加规则，全部成功或全部不添加',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        rule_group_id: id(),
        space_id: id(),
        rules: z.array(givenRule()).max(EVALUATION_LIMITS.evaluators),
        cid: cid(),
      }),
    output: () => z.object({ rules: z.array(ruleShape) }),
  }),
  add: op('POST /api/evaluation/v1/rule_group/{rule_group_id}/rule', {
    summary: 'Add an evaluator to a list',
    summaryZh: '向评估器组添加规则',
    access: mayCreate,
    ...flat,
    input: () => z.object({ rule_group_id: id(), space_id: id(), rule: givenRule(), cid: cid() }),
    output: () => z.object({ rule: ruleShape }),
  }),
  publish: op('POST /api/evaluation/v1/rule_group/{rule_group_id}/rule_hub', {
    summary: 'Add an evaluator to a list and show it to the space',
    summaryZh: '添加规则并在空间中展示',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        rule_group_id: id(),
        space_id: id(),
        rule: givenRule(),
        tags: z.array(s.max(64)).max(20).optional(),
        modal_tags: z.array(s.max(64)).max(20).optional(),
        cid: cid(),
      }),
    output: () => z.object({ rule: ruleShape, evaluator_hub_id: s }),
  }),
  change: op('PUT /api/evaluation/v1/rule_group/{rule_group_id}/rule/{rule_id}', {
    summary: 'Change an evaluator of a list; results keep what they were scored by',
    summaryZh: '修改评估器组中的规则，已有结果不受影响',
    access: mayCreate,
    ...flat,
    input: () => z.object({ rule_group_id: id(), rule_id: id(), space_id: id(), rule: givenRule(), cid: cid() }),
    output: () => z.object({ rule: ruleShape }),
  }),
  removeRule: op('DELETE /api/evaluation/v1/rule_group/{rule_group_id}/rule/{rule_id}', {
    summary: 'Remove an evaluator from a list',
    summaryZh: '从评估器组移除规则',
    access: mayCreate,
    ...flat,
    input: () => z.object({ rule_group_id: id(), rule_id: id(), space_id: id(), cid: cid() }),
  }),
}
