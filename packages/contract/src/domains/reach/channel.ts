import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, pageSize } from '#shared/fields.ts'

const s = z.string()
const onResource = (can: 'publish' | 'view') => ({ on: 'resource', id: 'resource_id', can }) as const
const connectorId = z.string().regex(/^\d{1,20}$/, 'must be the number of a channel')
const channelOfResource = { resource_id: id(), connector_id: connectorId }
const mode = z.enum(['long', 'webhook'])

const settings = z.object({
  burst_ms: z.int().min(0).max(10_000).describe('Messages of one person within this time are answered together'),
  on_new: z.enum(['queue', 'newest']).describe('A message that comes meanwhile waits, or stops the answer'),
  in_groups: z.enum(['mention', 'all', 'never']),
  prefix: s.max(20).describe('In groups: what begins like this is meant for the bot'),
  idle_hours: z.int().min(0).max(8760).describe('After this long a new conversation begins; 0 for never'),
  voice_replies: z
    .enum(['spoken', 'always', 'never'])
    .describe('Answers are spoken too: to people who spoke, always, or never'),
})
const field = z.object({
  name: s,
  label: s,
  hint: s,
  is_secret: z.boolean(),
  is_optional: z.boolean(),
  mode: mode.optional(),
  choices: z.array(z.object({ value: s, label: s })),
})
const step = z.object({ text: s, url: s, copies: z.enum(['', 'hook_url', 'hook_secret']), mode: mode.optional() })
const account = z.object({
  id: s,
  resource_id: s,
  connector_id: s,
  connector_name: s,
  mode,
  state: z.enum(['untested', 'serving', 'ready', 'refused', 'incomplete']),
  reason: s,
  /** State of the connection that this server opens to the platform, as far as this process knows. */
  connection: z.enum(['', 'connecting', 'live', 'waiting']),
  is_paused: z.boolean(),
  profile: z.object({ name: s, handle: s, team: s }),
  updated_at: z.number(),
})
const setUp = account.extend({ config: z.record(s, s), settings, hook_url: s, hook_secret: s })
const event = z.object({
  id: s,
  chat_id: s,
  chat_kind: s,
  kind: s,
  state: z.enum(['waiting', 'taken', 'done', 'ignored', 'failed', 'expired']),
  note: s,
  received_at: z.number(),
  done_at: z.number(),
  /** Only filled in for people who may see the conversations. */
  sender: s,
  text: s,
})
const deadLetter = z.object({
  id: s,
  chat_id: s,
  state: z.enum(['waiting', 'sending', 'failed', 'uncertain']),
  tries: z.int(),
  next_at: z.number(),
  error: s,
  created_at: z.number(),
  text: s,
})

const schemaArea = z.object({
  schema_list: z.array(
    z.object({
      name: s,
      title: s,
      required: z.boolean(),
      component: s,
      type: s,
      enums: z.array(z.object({ label: s, value: s })),
      rules: z.array(z.object({ required: z.boolean(), max: z.number(), pattern: s, message: s })),
    }),
  ),
  title_text: s,
  description: s,
  step_order: z.number(),
})

/** Accounts of published bots and projects on messaging platforms. */
export const channel = {
  get: op('POST /api/channel/get', {
    summary: 'Get the setup of a channel: form, account and URLs to copy',
    summaryZh: '获取渠道配置：表单、账号和需要复制的地址',
    access: onResource('publish'),
    input: () => z.object(channelOfResource),
    output: () =>
      z.object({
        modes: z.array(mode),
        usual_mode: mode,
        steps: z.array(step),
        fields: z.array(field),
        account: setUp.optional(),
      }),
  }),
  schemas: op('POST /api/connector/query_schemas', {
    summary: 'Get the setup form of a channel',
    summaryZh: '获取渠道的配置表单',
    reply: 'flat',
    input: () => z.object({ connector_id: connectorId }),
    output: () =>
      z.object({
        schema_area: schemaArea,
        /** The action of the page: 3 connects the channel. */
        schema_area_pages: z.array(z.object({ schema_area: schemaArea, api_action: z.number() })),
        guide_link_url: s,
        title_text: s,
        start_text: s,
      }),
  }),
  save: op('POST /api/channel/save', {
    summary: 'Set up a channel. Secrets are stored encrypted and kept when sent back masked',
    summaryZh: '配置渠道。密钥加密保存，以掩码回传时保持不变',
    access: onResource('publish'),
    input: () =>
      z.object({
        ...channelOfResource,
        config: z.record(s.max(60), s.max(4000)).optional(),
        mode: mode.optional(),
        settings: settings.partial().optional(),
      }),
    output: setUp,
  }),
  test: op('POST /api/channel/test', {
    summary: 'Test a channel with the saved credentials',
    summaryZh: '使用已保存的凭据测试渠道，并指出缺少的配置',
    access: onResource('publish'),
    input: () => z.object(channelOfResource),
    output: () => z.object({ account: setUp, missing: z.array(s) }),
  }),
  pause: op('POST /api/channel/pause', {
    summary: 'Pause or resume a channel. Incoming messages are kept for a day',
    summaryZh: '暂停或恢复渠道，暂停期间的消息保留一天',
    access: onResource('publish'),
    input: () => z.object({ ...channelOfResource, is_paused: bool() }),
    output: account,
  }),
  remove: op('POST /api/channel/remove', {
    summary: 'Remove a channel account with its log and messages',
    summaryZh: '移除渠道账号及其日志和消息',
    access: onResource('publish'),
    input: () => z.object(channelOfResource),
  }),
  list: op('POST /api/channel/list', {
    summary: 'List the channel accounts of a space',
    summaryZh: '列出空间的渠道账号及其状态',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id() }),
    output: () =>
      z.object({
        items: z.array(
          account.extend({
            resource_name: s,
            resource_kind: s,
            waiting: z.int(),
            failed: z.int(),
            last_event_at: z.number(),
            can_manage: z.boolean(),
          }),
        ),
      }),
  }),
  events: op('POST /api/channel/events', {
    summary: 'List the incoming events of a channel, newest first',
    summaryZh: '列出渠道收到的事件，最新的在前',
    access: onResource('view'),
    input: () => z.object({ ...channelOfResource, before: idOrNone().optional(), page_size: pageSize(50, 100) }),
    output: () => z.object({ items: z.array(event), has_more: z.boolean() }),
  }),
  letters: op('POST /api/channel/letters', {
    summary: 'List messages that are waiting, failed or uncertain',
    summaryZh: '列出待发送、发送失败或结果未知的消息',
    access: onResource('publish'),
    input: () => z.object({ ...channelOfResource, page_size: pageSize(50, 200) }),
    output: () => z.object({ items: z.array(deadLetter) }),
  }),
  resend: op('POST /api/channel/resend', {
    summary: 'Resend a failed or uncertain message',
    summaryZh: '重新发送失败或结果未知的消息',
    access: onResource('publish'),
    input: () => z.object({ ...channelOfResource, send_id: id() }),
  }),
  drop: op('POST /api/channel/drop', {
    summary: 'Discard a failed or uncertain message',
    summaryZh: '丢弃发送失败或结果未知的消息',
    access: onResource('publish'),
    input: () => z.object({ ...channelOfResource, send_id: id() }),
  }),
  lab: op('POST /api/channel/lab', {
    summary: 'Try a draft bot on a simulated platform. Nothing is stored',
    summaryZh: '在模拟平台上试用智能体草稿，不保存任何内容',
    access: { on: 'bot', id: 'bot_id', can: 'publish' },
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        bot_id: id(),
        connector_id: connectorId,
        said: z
          .array(z.object({ is_bot: z.boolean(), text: s.min(1).max(8000) }))
          .min(1)
          .max(40)
          .refine((list) => list.at(-1)?.is_bot === false, 'the last one is of the person'),
        fault: z
          .enum(['outage', 'rate_limit', 'cut', 'revoked'])
          .optional()
          .describe('What goes wrong with the answer'),
      }),
    output: () =>
      z.object({
        messages: z.array(z.object({ text: s, buttons: z.array(s) })),
        requests: z.array(z.object({ method: s, path: s, body: s })),
        fault: s,
      }),
  }),
  receive: op(['POST /api/channel/in/{key}', 'GET /api/channel/in/{key}'], {
    summary: 'Receive the events of a platform',
    summaryZh: '接收平台推送的事件',
    access: 'public',
    ownAuthorization: true,
    body: 'raw',
    reply: 'raw',
    bodyLimit: 1024 * 1024,
    input: () => z.object({ key: s.max(100) }),
  }),
}
export type ChannelAccount = z.output<typeof account>
export type ChannelSetUp = z.output<typeof setUp>
