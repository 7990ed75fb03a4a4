import { z } from 'zod'
import { op } from '#kit.ts'
import { BOT_LIMITS } from '#shared/bot-enums.ts'
import { id, idOrNone } from '#shared/fields.ts'

const details = z.record(z.string().max(100), z.string().max(4000))
const connectorId = z.union([z.string().min(1).max(20), z.int().transform(String)])
const agentType = z.int().optional()
const result = z.object({
  connector: z.object({ name: z.string(), share_link: z.string(), bind_info: details }),
  code: z.number(),
  msg: z.string(),
  /** 1 published, 2 failed, 3 in review. */
  publish_result_status: z.number(),
})
const record = z.object({
  publish_record_id: z.string(),
  publish_id: z.string(),
  version_name: z.string(),
  /** 4 running, 5 done. */
  publish_status: z.number(),
  create_time: z.number(),
  connector_publish_result: z.array(
    z.object({
      connector_id: z.string(),
      connector_name: z.string(),
      /** 0 waiting, 1 in review, 2 published, 3 failed. */
      connector_publish_status: z.number(),
      connector_publish_status_msg: z.string(),
      share_link: z.string(),
      finish_time: z.number(),
    }),
  ),
})
/** vX.Y.Z, greater than all earlier versions. */
const versionName = z.string().max(24)
const channels = z.array(connectorId).max(50).default([])
const onBot = (can: 'view' | 'observe' | 'publish' | 'rollback') => ({ on: 'bot', id: 'bot_id', can }) as const

export const publish = {
  publish: op('POST /api/draftbot/publish', {
    summary: 'Publish the draft as an immutable version to the selected channels',
    summaryZh: '将草稿发布为不可更改的版本并上线到所选渠道',
    access: onBot('publish'),
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        /** The settings of each channel, possibly empty. */
        connectors: z.record(z.string().max(20), details).default({}),
        publish_id: z.string().max(64).default(''),
        /** The version of the draft that the user looked at; refused if the draft has changed since. */
        commit_version: z.string().max(20).optional(),
        /** 0 publishes, 1 only checks. */
        publish_type: z.int().min(0).max(1).default(0),
        /** Changelog. */
        history_info: z.string().max(BOT_LIMITS.versionNote).default(''),
        /** Defaults to the next patch version. */
        version_name: versionName.optional(),
        /** Answers as soon as the publication has started; its record shows the progress. */
        is_async: z.boolean().default(false),
        /** Also offers the bot in the marketplace; with `open_source`, as a template. */
        submit_bot_market_config: z
          .object({
            need_submit: z.boolean().default(false),
            open_source: z.boolean().default(false),
            category_id: idOrNone(),
          })
          .optional(),
      }),
    output: () =>
      z.object({
        publish_result: z.record(z.string(), result),
        connector_bind_result: z.record(z.string(), z.array(result)),
        check_not_pass: z.boolean(),
        not_pass_reason: z.array(z.string()),
        /** The bot was offered in the marketplace and waits for review. */
        hit_manual_check: z.boolean(),
        /** Why it could not be offered there; code 0 if it was offered, or if this was not requested. */
        submit_bot_market_result: z.object({ result_code: z.number(), msg: z.string() }),
        publish_id: z.string(),
        version: z.string(),
        version_name: z.string(),
        /** The id of the publication's record; empty if nothing was published. */
        publish_record_id: z.string(),
      }),
  }),
  publishRecord: op('POST /api/draftbot/publish/record', {
    summary: 'Get the progress of a publication by channel; the latest one by default',
    summaryZh: '获取各渠道的发布进度，默认为最近一次',
    access: onBot('publish'),
    input: () => z.object({ bot_id: id(), publish_record_id: idOrNone() }),
    output: record,
  }),
  retryPublish: op('POST /api/draftbot/publish/retry', {
    summary: 'Retry the channels that failed in a publication',
    summaryZh: '重试发布失败的渠道',
    access: onBot('publish'),
    input: () => z.object({ bot_id: id(), publish_record_id: id() }),
    output: record,
  }),
  rollback: op('POST /api/draftbot/publish/rollback', {
    summary: 'Serve an earlier published version on channels; the draft is unchanged',
    summaryZh: '在渠道上恢复之前发布的版本，草稿不变',
    access: onBot('rollback'),
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        publish_id: id(),
        /** Defaults to all channels that serve the bot now. */
        connectors: channels,
      }),
    output: () => z.object({ version: z.string(), version_name: z.string(), connectors: z.array(z.string()) }),
  }),
  unpublish: op('POST /api/draftbot/publish/offline', {
    summary: 'Take a bot offline on channels; their settings are kept',
    summaryZh: '将智能体从渠道下线，保留渠道设置',
    access: onBot('publish'),
    /** `connectors` defaults to all channels. */
    input: () => z.object({ space_id: idOrNone(), bot_id: id(), connectors: channels }),
    output: () => z.object({ connectors: z.array(z.string()) }),
  }),
  connectors: op('POST /api/draftbot/publish/connector/list', {
    summary: 'List the channels a bot can be published to and their status',
    summaryZh: '列出智能体可发布的渠道及状态',
    access: onBot('view'),
    reply: 'flat',
    input: () => z.object({ space_id: idOrNone(), bot_id: id(), commit_version: z.string().max(20).optional() }),
    output: () =>
      z.object({
        publish_connector_list: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            icon: z.string(),
            desc: z.string(),
            share_link: z.string(),
            config_status: z.number(),
            last_publish_time: z.number(),
            bind_type: z.number(),
            bind_info: details,
            bind_id: z.string(),
            is_last_published: z.boolean(),
            connector_status: z.number(),
            privacy_policy: z.string(),
            user_agreement: z.string(),
            allow_punish: z.number(),
            not_allow_reason: z.string(),
            config_status_toast: z.string(),
            /** The published version that the channel serves; empty if none. */
            publish_id: z.string(),
            version_name: z.string(),
            /** The options that a user can choose for a custom channel. */
            user_configs: z.array(
              z.object({ key: z.string(), enums: z.array(z.object({ value: z.string(), label: z.string() })) }),
            ),
          }),
        ),
        submit_bot_market_option: z.object({ can_open_source: z.boolean() }),
        last_submit_config: z.object({ need_submit: z.boolean(), open_source: z.boolean(), category_id: z.string() }),
        /** The newest publication, while it has not reached all of its channels; otherwise empty. */
        open_publish_record_id: z.string(),
      }),
  }),
  bind: op('POST /api/draftbot/bind/connector', {
    summary: 'Connect a channel to a bot',
    summaryZh: '为智能体绑定渠道',
    access: onBot('publish'),
    reply: 'flat',
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        connector_id: connectorId,
        connector_info: details.default({}),
        agent_type: agentType,
      }),
    output: () =>
      z.object({
        bind_id: z.string(),
        bind_bot_id: z.string(),
        bind_bot_name: z.string(),
        bind_space_id: z.string(),
        bind_agent_type: z.number(),
      }),
  }),
  unbind: op('POST /api/draftbot/unbind/connector', {
    summary: 'Disconnect a channel; what is published there goes offline',
    summaryZh: '解绑渠道，已发布的内容随之下线',
    access: onBot('publish'),
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        connector_id: connectorId,
        bind_id: z.string().max(64).default(''),
        agent_type: agentType,
      }),
  }),
  connectorConfig: op('POST /api/draftbot/bind/get_connector_config', {
    summary: 'Get the settings of a channel; secrets are masked',
    summaryZh: '获取渠道配置，密钥已脱敏',
    access: onBot('observe'),
    reply: 'flat',
    input: () => z.object({ space_id: idOrNone(), bot_id: id(), connector_id: connectorId, agent_type: agentType }),
    output: () => z.object({ config: z.object({ app_id: z.string(), connector_id: z.string(), detail: details }) }),
  }),
  saveConnectorConfig: op('POST /api/draftbot/bind/save_connector_config', {
    summary: 'Save the settings of a channel; a masked secret stays unchanged',
    summaryZh: '保存渠道配置，未修改的脱敏密钥保持不变',
    access: onBot('publish'),
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        connector_id: connectorId,
        detail: details,
        agent_type: agentType,
      }),
  }),
  changelog: op('POST /api/draftbot/auto_gen_changelog', {
    summary: 'Describe what changed since the last publication',
    summaryZh: '获取自上次发布以来的改动说明',
    access: onBot('view'),
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        publish_id: z.string().max(64).default(''),
        connectors: z
          .array(z.object({ id: z.string().max(20).optional(), name: z.string().max(100).optional() }))
          .default([]),
        /** Extension of this product: does not call a model, for example for a page that only lists the changes. */
        by_rules: z.boolean().default(false),
        /** Extension of this product: compares the caller's draft with the base that drafts are submitted to. */
        since_base: z.boolean().default(false),
      }),
    output: () =>
      z.object({
        content: z.string(),
        /** Whether a model wrote the text. Without a model, and if it fails, the text is generated by rules. */
        by_model: z.boolean(),
        changes: z.array(
          z.object({
            kind: z.enum(['added', 'removed', 'changed']),
            /** The part of the bot, in words. */
            part: z.string(),
            /** The name of the changed item; empty if the part has only one. */
            name: z.string(),
            detail: z.string(),
          }),
        ),
      }),
  }),
}
