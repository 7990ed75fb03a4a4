import { z } from 'zod'
import { flat, orNothing } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { base, id } from '#shared/fields.ts'

const root = '/api/devops/prompt_platform/v1'
const secret = () => orNothing(z.string().trim().max(200))

/** Cards on Lark and Feishu for announcing and approving releases. */
export const promptLark = {
  settings: op(`GET ${root}/platform/lark_settings`, {
    summary: 'Get whether releases are announced on Lark',
    summaryZh: '获取飞书通知设置',
    access: { on: 'space', id: 'space_id', can: 'approveReleases' },
    ...flat,
    input: () => z.object({ space_id: id() }),
    output: () =>
      z.object({
        app_id: z.string(),
        /** lark or feishu. */
        platform: z.string(),
        base_url: z.string(),
        has_secret: z.boolean(),
        /** The URL for the callbacks of the app. */
        callback_url: z.string(),
        is_bound: z.boolean(),
      }),
  }),
  saveSettings: op(`POST ${root}/platform/lark_settings/save`, {
    summary: 'Set the app that announces releases on Lark',
    summaryZh: '设置用于发送飞书通知的应用',
    access: { on: 'space', id: 'space_id', can: 'approveReleases' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        /** Empty disables announcements. */
        app_id: z.string().trim().max(100),
        platform: z.enum(['lark', 'feishu']).default('lark'),
        /** Only for a self-hosted deployment. */
        base_url: orNothing(z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])),
        /** Omitted: unchanged. */
        app_secret: secret(),
        encrypt_key: secret(),
        verification_token: secret(),
      }),
  }),
  bind: op(`POST ${root}/platform/lark_bind`, {
    summary: 'Have a code sent to your Lark account',
    summaryZh: '向你的飞书账号发送验证码',
    access: { on: 'space', id: 'space_id', can: 'approveReleases' },
    ...flat,
    limit: { by: 'user', max: 5, seconds: 600 },
    /** The email address of the Lark account. */
    input: () => z.object({ space_id: id(), email: z.string().trim().max(200) }),
  }),
  confirm: op(`POST ${root}/platform/lark_bind/confirm`, {
    summary: 'Bind your Lark account with the code it was sent',
    summaryZh: '使用验证码绑定飞书账号',
    access: { on: 'space', id: 'space_id', can: 'approveReleases' },
    ...flat,
    limit: { by: 'user', max: 10, seconds: 600 },
    input: () => z.object({ space_id: id(), code: z.string().trim().max(20) }),
  }),
  callback: op(`POST ${root}/platform/lark_card_callback`, {
    summary: 'Receive what people press on cards of Lark',
    summaryZh: '接收飞书卡片回调',
    access: 'public',
    reply: 'raw',
    body: 'raw',
    bodyLimit: 64 * 1024,
    limit: { by: 'address', max: 300, seconds: 60 },
    input: () => z.object({ space_id: z.string().max(30).optional() }),
  }),
  component: op(`POST ${root}/component/auth`, {
    summary: 'Sign a page for web components of Lark',
    summaryZh: '为飞书网页组件生成签名',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    ...flat,
    input: () =>
      z.object({
        space_id: orNothing(id()),
        noncestr: z.string().min(1).max(100),
        timestamp: z.coerce.number().int().min(0),
        url: z.url().max(2000),
        base,
      }),
    output: () => z.object({ signature: z.string(), app_id: z.string() }),
  }),
}
