import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'

const api = '/api/devops/dp/coze/spaces/{space_id}/bots/{bot_id}'
const ofSpace = '/api/devops/dp/coze/spaces/{space_id}'
const botInput = { space_id: id(), bot_id: id() }
const onBot = (can: 'view' | 'editInfo' | 'publish' | 'rollback') => ({ on: 'bot', id: 'bot_id', can }) as const
const connector = z.object({ id: z.string(), name: z.string(), icon: z.string() })
const creator = z.object({ id: z.string(), name: z.string(), avatar_url: z.string() })
const gray = z.looseObject({}).optional()
const about = {
  bot_version: z.string(),
  version_name: z.string(),
  commit_version: z.string(),
  rule_id: z.string(),
  x_tt_env: z.string(),
  version_identifier: z.string(),
  gray_id_list: z.array(z.string()),
  gray_config: gray,
  publish_id: z.string(),
  creator,
  create_time: z.string(),
  remark: z.string(),
}
const filter = {
  ...botInput,
  /** 1 commits, 2 official, 3 lanes and identifiers, 4 gray, 5 rolled back; empty for all. */
  version_types: z.array(z.int().min(0).max(5)).max(10).default([]),
  connector_ids: z.array(z.string().max(20)).max(50).default([]),
  page: pageNumber(),
  size: pageSize(50, 100),
}
const review = z.object({
  review_id: z.string(),
  bot_id: z.string(),
  bot_name: z.string(),
  /** 1 publication, 2 rollback. */
  review_type: z.number(),
  /** 1 waiting, 2 approved, 3 rejected, 4 withdrawn. */
  status: z.number(),
  asker: creator,
  reviewer: creator.optional(),
  version: z.string(),
  connector_ids: z.array(z.string()),
  remark: z.string(),
  comment: z.string(),
  create_time: z.string(),
  may_decide: z.boolean(),
})

export const versionReleases = {
  rollback: op(`POST ${api}/rollback`, {
    summary: 'Make an earlier or a gray version the official one; a gray version of these channels goes offline',
    summaryZh: '将历史版本或灰度版本设为正式版本，同渠道的灰度随之下线',
    access: onBot('rollback'),
    reply: 'flat',
    input: () =>
      z.object({
        ...botInput,
        connector_ids: z.array(z.string().max(20)).min(1).max(50),
        commit_version: z.string().max(20).default(''),
        bot_version: z.string().max(20).default(''),
        publish_id: idOrNone(),
        remark: z.string().max(500).default(''),
      }),
    output: () => z.object({ version: z.string(), version_name: z.string() }),
  }),
  checkReview: op(`POST ${api}/check_review`, {
    summary: 'Get whether a bot is released without review',
    summaryZh: '获取智能体是否免审发布',
    access: onBot('view'),
    reply: 'flat',
    input: () => z.object(botInput),
    output: () => z.object({ in_white_list: z.boolean() }),
  }),
  current: op(`POST ${api}/list_publish_versions`, {
    summary: 'List what each channel serves now: official, lanes, identifiers, gray',
    summaryZh: '列出各渠道当前生效的正式、泳道、标识与灰度版本',
    access: onBot('view'),
    reply: 'flat',
    input: () => z.object(botInput),
    output: () =>
      z.object({
        versions: z.array(
          z.object({
            ...about,
            bot_id: z.string(),
            connector_info: connector,
            /** 1 official, 2 lane or identifier, 3 gray. */
            publish_version_type: z.number(),
            support_rollback: z.boolean(),
            pause_reason: z.string(),
          }),
        ),
      }),
  }),
  history: op(`POST ${api}/list_history_versions`, {
    summary: 'List commits, publications, lanes, gray versions and rollbacks of a bot',
    summaryZh: '列出智能体的提交、发布、泳道、灰度与回滚记录',
    access: onBot('view'),
    reply: 'flat',
    input: () => z.object(filter),
    output: () =>
      z.object({
        versions: z.array(
          z.object({
            ...about,
            history_id: z.string(),
            history_version_type: z.number(),
            /** 1 served or current, 2 neither. */
            history_version_status: z.number(),
            connector_infos: z.array(connector),
            offline_time: z.string(),
            support_rollback: z.boolean(),
          }),
        ),
        total: z.number(),
      }),
  }),
  operations: op(`POST ${api}/list_operation_histories`, {
    summary: 'List who published, changed, took offline and rolled back which version of a bot',
    summaryZh: '列出智能体版本的发布、修改、下线与回滚操作',
    access: onBot('view'),
    reply: 'flat',
    input: () => z.object(filter),
    output: () =>
      z.object({
        histories: z.array(
          z.object({
            ...about,
            history_id: z.string(),
            /** 1 published, 2 changed, 3 taken offline, 4 rolled back. */
            bot_version_operation: z.number(),
            history_version_type: z.number(),
            history_version_status: z.number(),
            connector_infos: z.array(connector),
            /** The guard made this change. */
            is_guard: z.boolean(),
          }),
        ),
        total: z.number(),
      }),
  }),
  removeVersion: op(`POST ${api}/versions/{history_id}/delete`, {
    summary: 'Delete a commit or a publication of a bot that nothing uses any more',
    summaryZh: '删除智能体不再使用的提交或发布版本',
    access: onBot('rollback'),
    input: () => z.object({ ...botInput, history_id: id() }),
  }),
  settings: op(`GET ${ofSpace}/release_settings`, {
    summary: 'Get how bots of a space are released: review, guard, exceptions',
    summaryZh: '获取空间的智能体发布设置：审批、守护与免审',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id() }),
    output: () =>
      z.object({
        /** 0 no review, 1 publications only, 2 publications and rollbacks. */
        review: z.number(),
        guard: z.boolean(),
        guard_min_turns: z.number(),
        white_list: z.array(z.string()),
        may_change: z.boolean(),
      }),
  }),
  saveSettings: op(`POST ${ofSpace}/release_settings`, {
    summary: 'Set whether bots of a space are reviewed and guarded',
    summaryZh: '设置空间的智能体发布审批与守护',
    access: { on: 'space', id: 'space_id', can: 'approveReleases' },
    input: () =>
      z.object({
        space_id: id(),
        review: z.int().min(0).max(2),
        guard: z.boolean(),
        guard_min_turns: z.int().min(10).max(10_000),
        /** Bots of the space that need no review. */
        white_list: z.array(id()).max(200),
      }),
  }),
  askReview: op(`POST ${api}/review`, {
    summary: 'Ask for the review of a publication or a roll back',
    summaryZh: '提交发布或回滚的审批',
    access: onBot('publish'),
    input: () =>
      z.object({
        ...botInput,
        review_type: z.int().min(1).max(2).default(1),
        connector_ids: z.array(z.string().max(20)).min(1).max(50),
        /**
         * For a publication: the version of the base that the user looked at. For a rollback: the version to restore.
         */
        bot_version: z.string().max(20).default(''),
        version_name: z.string().max(24).optional(),
        remark: z.string().max(2000).default(''),
      }),
    output: () => z.object({ review_id: z.string(), x_tt_env: z.string() }),
  }),
  reviews: op(`POST ${ofSpace}/reviews`, {
    summary: 'List reviews of bots in a space, newest first',
    summaryZh: '列出空间的智能体审批，最新在前',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({
        space_id: id(),
        bot_id: idOrNone(),
        only_waiting: z.boolean().default(false),
        page: pageNumber(),
        size: pageSize(20, 100),
      }),
    output: () => z.object({ reviews: z.array(review), total: z.number() }),
  }),
  decideReview: op(`POST ${ofSpace}/reviews/{review_id}/decide`, {
    summary: 'Approve or reject the review of a bot; an approved one is carried out',
    summaryZh: '通过或驳回智能体审批，通过后立即执行',
    access: { on: 'space', id: 'space_id', can: 'approveReleases' },
    input: () =>
      z.object({ space_id: id(), review_id: id(), approve: z.boolean(), comment: z.string().max(500).default('') }),
    output: () => z.object({ status: z.number() }),
  }),
  withdrawReview: op(`POST ${api}/review/{review_id}/withdraw`, {
    summary: 'Withdraw a review that you asked for',
    summaryZh: '撤回你提交的审批',
    access: onBot('view'),
    input: () => z.object({ ...botInput, review_id: id() }),
  }),
}
