import { z } from 'zod'
import { op } from '#kit.ts'
import { isId } from '#shared/is-id.ts'
import { bool } from '#shared/fields.ts'

const bodyLimit = 24_000_000
const notABot = 'must be the id of a published bot'
/** The id of a bot, in the field that clients of this protocol call model. */
const model = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, { error: notABot, abort: true })
  .refine(isId, notABot)
const message = z.object({ role: z.string().max(20), content: z.unknown().optional() })

/**
 * Published bots for clients of the chat-completions and responses protocols. Always uses the published configuration;
 * prompts, tools and settings in a request are ignored.
 */
export const openCompatible = {
  models: op('GET /v1/models', {
    summary: 'List published bots as models (OpenAI-compatible)',
    summaryZh: '以模型形式列出已发布的智能体（兼容 OpenAI）',
    scope: 'Bot.chat',
    reply: 'raw',
  }),
  model: op('GET /v1/models/{model}', {
    summary: 'Get a published bot as a model (OpenAI-compatible)',
    summaryZh: '以模型形式获取已发布的智能体（兼容 OpenAI）',
    access: { on: 'bot', id: 'model', can: 'view' },
    scope: 'Bot.chat',
    reply: 'raw',
    input: () => z.object({ model }),
  }),
  completions: op('POST /v1/chat/completions', {
    summary: 'Chat with a published bot (Chat Completions); nothing is stored',
    summaryZh: '与已发布的智能体对话（Chat Completions），不存储',
    access: { on: 'bot', id: 'model', can: 'view' },
    scope: 'Bot.chat',
    reply: 'either',
    bodyLimit,
    input: () =>
      z.object({
        model,
        messages: z.array(message).min(1).max(500),
        stream: bool().nullish(),
        stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
        user: z.string().max(128).nullish(),
        safety_identifier: z.string().max(128).nullish(),
      }),
  }),
  responses: op('POST /v1/responses', {
    summary: 'Chat with a published bot (Responses); stored responses can be continued',
    summaryZh: '与已发布的智能体对话（Responses），可基于已存储的响应继续',
    access: { on: 'bot', id: 'model', can: 'view' },
    scope: 'Bot.chat',
    reply: 'either',
    bodyLimit,
    input: () =>
      z.object({
        model,
        input: z.union([z.string(), z.array(z.record(z.string(), z.unknown())).max(500)]),
        previous_response_id: z.string().max(100).nullish(),
        store: bool().nullish(),
        stream: bool().nullish(),
        metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
        user: z.string().max(128).nullish(),
        safety_identifier: z.string().max(128).nullish(),
      }),
  }),
  response: op('GET /v1/responses/{response_id}', {
    summary: 'Get a stored response',
    summaryZh: '获取已存储的响应',
    scope: 'Bot.chat',
    reply: 'raw',
    input: () => z.object({ response_id: z.string().max(100) }),
  }),
}
