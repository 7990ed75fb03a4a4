import { z } from 'zod'
import { op } from '#kit.ts'
import { ConnectorPublicType, ConnectorType } from '#shared/connector-enums.ts'
import { bool, commaList, id, idOrNone, name, pageSize, text } from '#shared/fields.ts'

const s = z.string()
const callbackUrl = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'must be an address with http or https' }).max(2000),
])
/** Channels of OAuth apps are not supported: refused instead of being silently ignored. */
const noOauthApp = z
  .union([z.string(), z.number()])
  .nullish()
  .refine((value) => value === undefined || value === null || value === '' || String(value) === '0', {
    error: 'channels of OAuth apps are not supported on this instance. Omit this field',
    params: { zh: '此实例不支持关联 OAuth 应用，请不要填写' },
  })
/** Empty for the caller's own account. */
const accountId = idOrNone()
const paging = { page_token: s.max(40).default(''), page_size: pageSize(20, 50) }
const pageEnd = { has_more: z.boolean(), next_page_token: s }
const connectorType = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce
    .number()
    .pipe(z.literal(Object.values(ConnectorType)))
    .optional(),
)
const shown = {
  id: s,
  name: s,
  icon_url: s,
  icon_uri: s,
  desc: s,
  detail_url: s,
  /** 0 bots, 1 projects. */
  agent_type: z.array(z.number()),
  connector_type: z.literal(Object.values(ConnectorType)),
  cannot_install: z.boolean(),
}
const spaceIds = z.array(id()).max(100)
const results = z.record(s, z.boolean())

/** Custom channels: a program of a user that takes published bots to other places. */
export const connector = {
  create: op('POST /api/connector/create', {
    summary: 'Create a custom channel',
    summaryZh: '创建自定义渠道',
    reply: 'flat',
    input: () =>
      z.object({
        connector_title: name(30),
        connector_desc: text(200).default(''),
        connector_icon_uri: s.max(300).default(''),
        oauth_app_id: noOauthApp,
        callback_url: callbackUrl.default(''),
        /** Versions wait for the approval of the channel's maker before they are served. */
        is_reviewed: bool().default(false),
        space_id_list: spaceIds.default([]),
        account_id: accountId,
      }),
    output: () => z.object({ callback_token: s }),
  }),
  update: op('POST /api/connector/update', {
    summary: 'Change a custom channel',
    summaryZh: '修改自定义渠道',
    reply: 'flat',
    input: () =>
      z.object({
        id: id(),
        connector_title: name(30).optional(),
        connector_desc: text(200).optional(),
        connector_icon_uri: s.max(300).optional(),
        oauth_app_id: noOauthApp,
        callback_url: callbackUrl.optional(),
        is_reviewed: bool().optional(),
        space_id_list: spaceIds.optional(),
        account_id: accountId,
      }),
    output: () => z.object({ callback_token: s }),
  }),
  remove: op('POST /api/connector/delete', {
    summary: 'Delete a custom channel and take your bots off it',
    summaryZh: '删除自定义渠道并下线其上的智能体',
    reply: 'flat',
    input: () => z.object({ id: id() }),
  }),
  list: op('POST /api/connector/list', {
    summary: 'List the custom channels you created',
    summaryZh: '列出你创建的自定义渠道',
    reply: 'flat',
    input: () => z.object({ ...paging, account_id: accountId }),
    output: () =>
      z.object({
        data: z.array(
          z.object({
            id: s,
            name: s,
            icon_url: s,
            icon_uri: s,
            desc: s,
            public_type: z.literal(Object.values(ConnectorPublicType)),
            callback_url: s,
            /** JSON with secrets masked. Empty without OAuth. */
            oauth_config: s,
            is_reviewed: z.boolean(),
            /** Number of versions that wait for review. */
            waiting_count: z.number(),
            space_id_list: z.array(s),
            callback_token: s,
            create_time: z.number(),
            is_added_to_account: z.boolean(),
          }),
        ),
        ...pageEnd,
      }),
  }),
  deliveries: op('POST /api/connector/deliveries', {
    summary: 'List the newest callbacks of your custom channel and how they ended',
    summaryZh: '列出你的自定义渠道最近的回调及其结果',
    input: () => z.object({ id: id(), page_size: pageSize(20, 50) }),
    output: () =>
      z.object({
        items: z.array(
          z.object({
            id: s,
            event: s,
            status: z.literal(['waiting', 'delivered', 'failed']),
            attempts: z.number(),
            response_status: z.number(),
            error: s,
            create_time: z.number(),
          }),
        ),
      }),
  }),
  all: op('POST /api/connector/all', {
    summary: 'List the custom channels of the instance',
    summaryZh: '列出实例中的自定义渠道',
    access: 'instance',
    input: () => z.object({ ...paging }),
    output: () =>
      z.object({
        data: z.array(
          z.object({
            id: s,
            name: s,
            desc: s,
            user_name: s,
            callback_url: s,
            public_type: z.literal(Object.values(ConnectorPublicType)),
            space_count: z.number(),
            create_time: z.number(),
          }),
        ),
        ...pageEnd,
      }),
  }),
  setPublic: op('POST /api/connector/set_public', {
    summary: 'Offer a custom channel to everyone on the instance, or stop offering it',
    summaryZh: '向实例中的所有人开放或停止开放自定义渠道',
    access: 'instance',
    reply: 'flat',
    input: () => z.object({ id: id(), is_public: bool() }),
  }),
  bindSpace: op('POST /api/connector/bind_space', {
    summary: 'Install custom channels in spaces, or uninstall them',
    summaryZh: '在空间中安装或卸载自定义渠道',
    access: { on: 'space', id: 'space_id', can: 'manageConnectors', optional: true },
    reply: 'flat',
    input: () =>
      z.object({
        connector_id_list: z.array(id()).min(1).max(50),
        space_id: idOrNone(),
        uninstall: bool().default(false),
        space_id_list: spaceIds.default([]),
        account_id: accountId,
        operate_all_space: bool().default(false),
      }),
    output: () => z.object({ manage_result: results }),
  }),
  ofSpace: op('POST /api/connector/space_connector/list', {
    summary: 'List the channels of a space and those it can install',
    summaryZh: '列出空间已有和可安装的渠道',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({ space_id: id(), connector_type: connectorType, search_word: s.max(100).default(''), ...paging }),
    output: () => z.object({ data: z.array(z.object({ ...shown, is_added: z.boolean() })), ...pageEnd }),
  }),
  spaceStatus: op('GET /api/connector/space_connector/status', {
    summary: 'Tell in which spaces a channel is installed',
    summaryZh: '查询渠道在各空间的安装状态',
    reply: 'flat',
    input: () =>
      z.object({ connector_id: id(), space_id_list: commaList(id()).pipe(z.array(s).max(100)), account_id: accountId }),
    /** By space: 0 not installed, 1 installed. */
    output: () => z.object({ bind_status_map: z.record(s, z.literal([0, 1])) }),
  }),
  manageAccount: op('POST /api/connector/account_connector/manage', {
    summary: 'Add channels to your account, or remove them from it and its spaces',
    summaryZh: '将渠道添加到账号，或从账号及其空间中移除',
    reply: 'flat',
    input: () =>
      z.object({
        account_id: accountId,
        connector_id_list: z.array(id()).min(1).max(50),
        /** 0 add, 1 remove. */
        action: z.literal([0, 1]),
      }),
    output: () => z.object({ manage_result: results }),
  }),
  ofAccount: op('GET /api/connector/account_connector/list', {
    summary: 'List the channels of your account and those it can add',
    summaryZh: '列出账号已有和可添加的渠道',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    reply: 'flat',
    input: () =>
      z.object({
        account_id: accountId,
        space_id: idOrNone(),
        connector_type: connectorType,
        search_word: s.max(100).default(''),
        ...paging,
      }),
    output: () =>
      z.object({
        data: z.array(
          z.object({
            ...shown,
            added_space_count: z.number(),
            total_space_count: z.number(),
            is_added_to_space: z.boolean(),
            is_added_to_account: z.boolean(),
          }),
        ),
        ...pageEnd,
      }),
  }),
  install: op('POST /v1/connectors/{connector_id}/install', {
    summary: 'Install a custom channel in a space',
    summaryZh: '在空间中安装自定义渠道',
    access: { on: 'space', id: 'workspace_id', can: 'manageConnectors' },
    scope: 'Connector.installConnector',
    input: () => z.object({ connector_id: id(), workspace_id: id() }),
  }),
}
