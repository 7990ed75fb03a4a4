import { z } from 'zod'
import { op } from '#kit.ts'
import { id, int, pageFromZero, pageSize } from '#shared/fields.ts'

const api = '/api/devops/dp/coze/spaces/{space_id}/bots/{bot_id}'
const botInput = { space_id: id(), bot_id: id() }
const onBot = (can: 'view' | 'publish' | 'rollback') => ({ on: 'bot', id: 'bot_id', can }) as const

const field = z.object({
  /** 1 user, 2 device, 3 field of the request. */
  type: z.int().min(1).max(3),
  custom_field_path: z.string().max(200).optional(),
})
/** The service trims and deduplicates the values, checks their number, and reports the values that it refuses. */
const values = z.array(z.string().max(256)).max(20_000).default([])
const list = z.object({ field: field.default({ type: 1 }), values })
const grayConfig = z.object({
  block_list: list.optional(),
  allow_list: list.optional(),
  bucket: z
    .object({
      field: field.default({ type: 1 }),
      in_gray: z.number().default(0),
      size: z.number().optional(),
    })
    .optional(),
})
export type GrayRuleConfig = z.output<typeof grayConfig>
const connectorIds = z.array(z.string().max(20)).min(1).max(50)
const connector = z.object({ id: z.string(), name: z.string(), icon: z.string() })
const rule = z.object({
  rule_id: z.string(),
  connector_info: connector,
  creator_name: z.string(),
  create_time: z.string(),
  version: z.string(),
  version_name: z.string(),
  version_type: z.number(),
  x_tt_env: z.string(),
  version_identifier: z.string(),
  bot_version: z.string(),
  publish_id: z.string(),
  gray_id_list: z.array(z.string()),
  gray_config: grayConfig.optional(),
  /** 1 online, 2 offline. */
  status: z.number(),
  offline_time: z.string(),
  operator_name: z.string(),
  /** Why the guard has paused it; empty while it is served. */
  pause_reason: z.string(),
})
/** The state to publish: a commit or a publication; by default the base. */
const state = { commit_version: z.string().max(20).default(''), bot_version: z.string().max(20).default('') }
const figures = z.object({
  version: z.string(),
  turns: z.number(),
  failed: z.number(),
  /** Share of failed turns, and the bounds of its 95 % interval. */
  error_rate: z.number(),
  error_low: z.number(),
  error_high: z.number(),
  p95_ms: z.number(),
  cost: z.number(),
  likes: z.number(),
  dislikes: z.number(),
  /** Mean score of the judges; null without scores. */
  score: z.number().nullable(),
  score_low: z.number().nullable(),
  score_high: z.number().nullable(),
})

export const versionRules = {
  rules: op(`GET ${api}/multi_version/rules`, {
    summary: 'List the lanes, identifiers and gray versions of a bot, newest first',
    summaryZh: '列出智能体的泳道、版本标识与灰度版本，最新在前',
    access: onBot('view'),
    reply: 'flat',
    input: () =>
      z.object({
        ...botInput,
        /** 0 all, 1 lanes, 2 identifiers, 3 gray. */
        query_type: int().pipe(z.number().min(0).max(3)).default(0),
        version_type: int().pipe(z.number().min(0).max(3)).default(0),
        version: z.string().max(20).default(''),
        page: pageFromZero(),
        size: pageSize(20, 100),
      }),
    output: () => z.object({ active_rules: z.array(rule), total: z.number() }),
  }),
  latestParams: op(`GET ${api}/multi_version/latest_param`, {
    summary: 'Get what was last entered for each type of version',
    summaryZh: '获取各版本类型最近一次使用的参数',
    access: onBot('view'),
    reply: 'flat',
    input: () => z.object(botInput),
    output: () => z.object({ params_map: z.record(z.string(), z.string()) }),
  }),
  publish: op(`POST ${api}/multi_version/publish`, {
    summary: 'Serve a version beside the official one: on a lane, under an identifier or to a share of users',
    summaryZh: '在正式版本之外发布泳道、标识或灰度版本',
    access: onBot('publish'),
    reply: 'flat',
    input: () =>
      z.object({
        ...botInput,
        connector_ids: connectorIds,
        version_type: z.int().min(1).max(3),
        /** Idempotency key of the client: sending it again has no further effect. */
        publish_id: z.string().trim().min(1).max(64),
        x_tt_env: z.string().max(100).default(''),
        version_identifier: z.string().max(100).default(''),
        gray_id_list: z.array(z.string().max(256)).max(20_000).optional(),
        gray_config: grayConfig.optional(),
        ...state,
        remark: z.string().max(500).default(''),
      }),
    output: () => z.object({ rule_ids: z.array(z.string()), version: z.string(), version_name: z.string() }),
  }),
  connectors: op(`GET ${api}/multi_version/connectors`, {
    summary: 'List the channels that can serve several versions of a bot',
    summaryZh: '列出支持多版本的渠道',
    access: onBot('view'),
    reply: 'flat',
    input: () => z.object(botInput),
    output: () =>
      z.object({
        allowed_connectors: z.array(z.object({ id: z.string(), name: z.string(), has_published: z.boolean() })),
      }),
  }),
  inactivate: op(`POST ${api}/multi_version/rules/{rule_id}/inactivate`, {
    summary: 'Take a lane, an identifier or a gray version offline',
    summaryZh: '下线泳道、标识或灰度版本',
    access: onBot('publish'),
    reply: 'flat',
    input: () => z.object({ ...botInput, rule_id: id(), remark: z.string().max(500).default('') }),
  }),
  updateGray: op(`POST ${api}/multi_version/rules/{rule_id}/update_gray`, {
    summary: 'Change who gets a gray version; one that the guard paused goes on',
    summaryZh: '修改灰度范围；被守护规则暂停的灰度将恢复',
    access: onBot('publish'),
    reply: 'flat',
    input: () =>
      z.object({
        ...botInput,
        rule_id: id(),
        gray_id_list: z.array(z.string().max(256)).max(20_000).optional(),
        gray_config: grayConfig.optional(),
        remark: z.string().max(500).default(''),
      }),
  }),
  choose: op(`POST ${api}/multi_version/choose`, {
    summary: 'Show which version a caller would get, and why',
    summaryZh: '查看某个调用者将命中的版本及原因',
    access: onBot('view'),
    input: () =>
      z.object({
        ...botInput,
        connector_id: z.string().max(20),
        uid: z.string().max(256).default(''),
        did: z.string().max(256).default(''),
        x_tt_env: z.string().max(100).default(''),
        version_identifier: z.string().max(100).default(''),
        parameters: z.record(z.string(), z.unknown()).default({}),
      }),
    output: () =>
      z.object({
        version: z.string(),
        version_name: z.string(),
        rule_id: z.string(),
        reason: z.enum(['identifier', 'lane', 'gray', 'official']),
      }),
  }),
  figures: op(`POST ${api}/multi_version/figures`, {
    summary: 'Compare a gray version with the official one by their traces',
    summaryZh: '根据调用链对比灰度版本与正式版本',
    access: onBot('view'),
    input: () => z.object({ ...botInput, rule_id: id() }),
    output: () =>
      z.object({
        gray: figures,
        official: figures,
        /** The metrics in which the gray version is worse; empty until there are enough turns. */
        worse: z.array(z.enum(['error', 'latency', 'cost', 'score'])),
        has_enough: z.boolean(),
        min_turns: z.number(),
        since: z.string(),
      }),
  }),
  features: op('GET /api/devops/dp/coze/ide/fg', {
    summary: 'Get whether several versions and gray versions are available',
    summaryZh: '获取多版本与灰度功能是否可用',
    reply: 'flat',
    output: () => z.object({ enable_multi_version: z.boolean(), enable_gray: z.boolean() }),
  }),
}
