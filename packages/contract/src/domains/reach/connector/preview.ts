import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id } from '#shared/fields.ts'

const s = z.string()
const key = s.regex(/^[\w-]{20,60}$/, 'must be the last part of a preview link')
const baseResp = z.object({ StatusCode: z.number(), StatusMessage: s })
const bot = 0

/** Frozen drafts that people with the link can try on a simulated platform. */
export const preview = {
  create: op('POST /api/connector/create_preview_version', {
    summary: 'Freeze a draft bot and make links to try it on channels for a day',
    summaryZh: '冻结智能体草稿，并生成一天内有效的渠道预览链接',
    access: { on: 'bot', id: 'agent_id', can: 'publish' },
    reply: 'flat',
    input: () =>
      z.object({
        agent_id: id(),
        agent_type: z.coerce.number().refine((type) => type === bot, {
          error: 'only bots can be previewed: send 0',
          params: { zh: '只能预览智能体，请填写 0' },
        }),
        connector_ids: z.array(s.max(20)).max(20).optional(),
        Base: base,
      }),
    output: () => z.object({ preview_link_map: z.record(s, s), BaseResp: baseResp }),
  }),
  connectors: op('GET /api/connector/get_preview_connector', {
    summary: 'List the channels that drafts can be previewed on',
    summaryZh: '列出支持预览草稿的渠道',
    reply: 'flat',
    output: () => z.object({ connector_list: z.array(s), BaseResp: baseResp }),
  }),
  open: op('GET /api/connector/preview/{key}', {
    summary: 'Open a preview link',
    summaryZh: '打开预览链接',
    input: () => z.object({ key }),
    output: () =>
      z.object({
        bot_name: s,
        bot_desc: s,
        icon_url: s,
        connector_id: s,
        connector_name: s,
        create_time: z.number(),
        expire_time: z.number(),
      }),
  }),
  say: op('POST /api/connector/preview/say', {
    summary: 'Chat with a previewed draft. Nothing is stored',
    summaryZh: '与预览中的草稿对话，不保存任何内容',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        key,
        said: z
          .array(z.object({ is_bot: z.boolean(), text: s.min(1).max(8000) }))
          .min(1)
          .max(40)
          .refine((list) => list.at(-1)?.is_bot === false, 'the last one is of the person'),
      }),
    output: () => z.object({ messages: z.array(z.object({ text: s, buttons: z.array(s) })), fault: s }),
  }),
}
