import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS } from '#shared/evaluation-enums.ts'
import { id, idOrNone, int, name, pageSize, text } from '#shared/fields.ts'
import { mayCreate, mayView } from './shapes.ts'
import { cid, flat, region, cursorOutput, cursorInput } from './v1-shapes.ts'

const s = z.string()
const n = z.number()
const address = {
  /** The URL of the program, beginning with https://. */
  psm: s.max(2000).optional(),
  cluster: s.max(100).optional(),
  timeout: int().min(1).max(600_000).optional(),
}
const method = () => int().min(0).max(2).optional()
const auth = () => int().min(0).max(1).optional()
const callbackType = () => z.literal([1, 2, 3], { error: 'must be 1 (JSON-RPC), 2 (HTTP) or 3 (it pulls)' })
const common = { space_id: id(), callback_type: callbackType(), description: text(EVALUATION_LIMITS.note).default('') }
const givenEvaluator = () =>
  z.object({
    evaluator_type: int().optional(),
    evaluator_type_name: name(EVALUATION_LIMITS.evaluatorName),
    ...common,
    rule_config_json_schema: s.max(50_000).default(''),
    creator_id: idOrNone(),
    rpc_callback_evaluator_params: z.object(address).optional(),
    http_callback_evaluator_params: z
      .object({ ...address, agent_execute_path: s.max(500).optional(), http_auth_type: auth(), method: method() })
      .optional(),
  })
export type GivenEvaluatorType = z.output<ReturnType<typeof givenEvaluator>>
const givenObject = () =>
  z.object({
    object_type: int().optional(),
    object_name: name(EVALUATION_LIMITS.evaluatorName),
    ...common,
    regions: z.array(s.max(64)).max(20).default([]),
    creator_id: idOrNone(),
    rpc_callback_object_params: z
      .object({ ...address, need_search_object_meta_info: z.boolean().optional() })
      .optional(),
    faas_callback_object_params: z
      .object({
        ...address,
        faas_id: s.max(200).optional(),
        agent_execute_path: s.max(500).optional(),
        search_object_path: s.max(500).optional(),
        http_auth_type: auth(),
        need_search_object_meta_info: z.boolean().optional(),
        search_object_method: method(),
        agent_execute_method: method(),
      })
      .optional(),
  })
export type GivenObjectType = z.output<ReturnType<typeof givenObject>>
const shownAddress = { psm: s, cluster: s, timeout: s }
const secret = {
  /** Signs the tokens in requests to the program. Shown only once. */
  jwt_secret: s.optional(),
}
const evaluatorType = z.object({
  evaluator_type: n,
  evaluator_type_name: s,
  space_id: s,
  callback_type: n,
  description: s,
  rule_config_json_schema: s,
  creator_id: s,
  rpc_callback_evaluator_params: z.object(shownAddress).optional(),
  http_callback_evaluator_params: z
    .object({ ...shownAddress, agent_execute_path: s, http_auth_type: n, method: n })
    .optional(),
  ...secret,
})
export type ShownEvaluatorType = z.input<typeof evaluatorType>
const objectType = z.object({
  object_type: n,
  object_name: s,
  space_id: s,
  callback_type: n,
  description: s,
  regions: z.array(s),
  creator_id: s,
  rpc_callback_object_params: z.object({ ...shownAddress, need_search_object_meta_info: z.boolean() }).optional(),
  faas_callback_object_params: z
    .object({
      ...shownAddress,
      faas_id: s,
      agent_execute_path: s,
      search_object_path: s,
      http_auth_type: n,
      need_search_object_meta_info: z.boolean(),
      search_object_method: n,
      agent_execute_method: n,
    })
    .optional(),
  ...secret,
})
export type ShownObjectType = z.input<typeof objectType>
const inSpaceOf = (part: string) => ({ on: 'space', id: `${part}.space_id`, can: 'createResource' }) as const
const kind = z.object({
  object_type: n,
  name: s,
  need_search_object_meta: z.boolean(),
  regions: z.array(s),
  callback_type: n.optional(),
  category: n,
})
const objectFilter = () =>
  z
    .object({
      object_name: text(200).optional(),
      callback_type: int().optional(),
      creator_id: idOrNone(),
      region: region(),
    })
    .optional()
const object = z.object({
  object_type: n,
  name: s,
  object_meta: s,
  space_id: s,
  avatar_url: s,
  env: s,
  object_meta_id: s,
  object_type_name: s,
  callback_type: n.optional(),
})
const objectPage = () => z.object({ objects: z.array(object), ...cursorOutput })
const kinds = () => z.object({ object_type_infos: z.array(kind), ...cursorOutput })
const offset = () => ({ cursor: s.max(200).optional(), limit: pageSize(20, 200) })

/** Programs of a space that evaluate or are evaluated, and other objects that can be evaluated. */
export const evaluationType = {
  registerEvaluator: op('PUT /api/evaluation/v1/evaluator_type', {
    summary: 'Register a program that gives scores',
    summaryZh: '注册评估器类型',
    access: inSpaceOf('evaluator_type_detail_info'),
    ...flat,
    input: () => z.object({ evaluator_type_detail_info: givenEvaluator(), cid: cid() }),
    output: () => z.object({ evaluator_type_detail_info: evaluatorType }),
  }),
  changeEvaluator: op('POST /api/evaluation/v1/evaluator_type', {
    summary: 'Change a program that gives scores',
    summaryZh: '修改评估器类型',
    access: inSpaceOf('evaluator_type_detail_info'),
    ...flat,
    input: () => z.object({ evaluator_type_detail_info: givenEvaluator() }),
  }),
  removeEvaluator: op('DELETE /api/evaluation/v1/evaluator_type', {
    summary: 'Remove a program that gives scores; its scores stay',
    summaryZh: '删除评估器类型，已有评分保留',
    access: mayCreate,
    ...flat,
    input: () => z.object({ evaluator_type: int(), space_id: id(), cid: cid() }),
  }),
  evaluators: op('POST /api/evaluation/v1/evaluator_type_detail/list', {
    summary: 'List the programs that give scores',
    summaryZh: '列出注册的评估器类型',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        ...cursorInput(),
        list_evaluator_type_filter: z
          .object({
            evaluator_type_name: text(200).optional(),
            callback_type: int().optional(),
            creator_id: idOrNone(),
          })
          .optional(),
      }),
    output: () => z.object({ evaluator_type_detail_infos: z.array(evaluatorType), ...cursorOutput }),
  }),
  evaluator: op('GET /api/evaluation/v1/evaluator_type/{evaluator_type}', {
    summary: 'Get a program that gives scores',
    summaryZh: '获取评估器类型',
    access: mayView,
    ...flat,
    input: () => z.object({ evaluator_type: int(), space_id: id() }),
    output: () => z.object({ evaluator_type_detail_info: evaluatorType }),
  }),
  registerObject: op('PUT /api/evaluation/v1/object_type', {
    summary: 'Register a program that is evaluated',
    summaryZh: '注册评测对象类型',
    access: inSpaceOf('object_type_detail_info'),
    ...flat,
    input: () => z.object({ object_type_detail_info: givenObject(), cid: cid() }),
    output: () => z.object({ object_type_detail_info: objectType }),
  }),
  changeObject: op('POST /api/evaluation/v1/object_type', {
    summary: 'Change a program that is evaluated',
    summaryZh: '修改评测对象类型',
    access: inSpaceOf('object_type_detail_info'),
    ...flat,
    input: () => z.object({ object_type_detail_info: givenObject() }),
  }),
  removeObject: op('DELETE /api/evaluation/v1/object_type', {
    summary: 'Remove a program that is evaluated; its results stay',
    summaryZh: '删除评测对象类型，已有结果保留',
    access: mayCreate,
    ...flat,
    input: () => z.object({ object_type: int(), space_id: id(), cid: cid() }),
  }),
  objects: op('POST /api/evaluation/v1/object_type_detail/list', {
    summary: 'List the programs that are evaluated',
    summaryZh: '列出注册的评测对象类型',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), ...cursorInput(), list_object_type_filter: objectFilter() }),
    output: () => z.object({ object_type_detail_infos: z.array(objectType), ...cursorOutput }),
  }),
  object: op('GET /api/evaluation/v1/object_type/{object_type}', {
    summary: 'Get a program that is evaluated',
    summaryZh: '获取评测对象类型',
    access: mayView,
    ...flat,
    input: () => z.object({ object_type: int(), space_id: id() }),
    output: () => z.object({ object_type_detail_info: objectType }),
  }),
  kinds: op('POST /api/evaluation/v1/object/object_type/list', {
    summary: 'List the kinds of things that can be evaluated',
    summaryZh: '列出可评测的对象类型',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), ...offset(), list_object_type_filter: objectFilter() }),
    output: kinds,
  }),
  kindsTwo: op('POST /api/evaluation/v1/object/object_type/v2/list', {
    summary: 'List the kinds of things that can be evaluated in a region',
    summaryZh: '列出某区域可评测的对象类型',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), region: s.max(64), ...offset(), list_object_type_filter: objectFilter() }),
    output: kinds,
  }),
  things: op('POST /api/evaluation/v1/object_meta/list', {
    summary: 'Search what can be evaluated of one kind',
    summaryZh: '搜索某类型的评测对象',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        object_type: int(),
        search_key: z.object({ key: text(200) }),
        region: region(),
        space_id: id(),
        ...offset(),
      }),
    output: objectPage,
  }),
  appWorkflows: op('POST /api/evaluation/v1/object/search/fornax_app', {
    summary: 'Search the workflows of a project',
    summaryZh: '搜索项目中的工作流',
    access: { on: 'project', id: 'app_client_id', can: 'view' },
    ...flat,
    input: () =>
      z.object({
        object_type: int(),
        search_key: z.object({ key: text(200) }),
        /** The id of the project. */
        app_client_id: id(),
        ...offset(),
      }),
    output: objectPage,
  }),
  workflowVersions: op('POST /api/evaluation/v1/chain_task/version/list', {
    summary: 'List what of a workflow can be evaluated',
    summaryZh: '列出工作流可评测的版本',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        task_name: s.max(200).optional(),
        task_id: id(),
        space_id: id(),
        region: region(),
        app_id: idOrNone(),
        ...offset(),
      }),
    output: () =>
      z.object({ chain_task_version_infos: z.array(z.object({ version_info: s, version: n })), ...cursorOutput }),
  }),
  botVersions: op('POST /api/evaluation/v1/coze_bot/version/list', {
    summary: 'List what of a bot can be evaluated',
    summaryZh: '列出智能体可评测的版本',
    access: mayView,
    ...flat,
    input: () => z.object({ bot_id: id(), space_id: id(), region: region(), ...offset() }),
    output: () =>
      z.object({
        coze_bot_version_infos: z.array(z.object({ bot_version: s, connector_id: s, env: s })),
        ...cursorOutput,
      }),
  }),
}
