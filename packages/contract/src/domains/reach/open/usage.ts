import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'
import { USAGE_LIMITS } from '#shared/limits.ts'

const quotaSubjects = ['space', 'bot', 'user', 'token'] as const
const quotaUnits = ['calls', 'tokens'] as const
const quotaPeriods = ['minute', 'day', 'month', 'total'] as const
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-01-31')
const figures = {
  calls: z.number(),
  failed: z.number(),
  refused: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
}
const limit = z.object({
  id: z.string(),
  subject: z.enum(quotaSubjects),
  subject_id: z.string(),
  unit: z.enum(quotaUnits),
  period: z.enum(quotaPeriods),
  max: z.number(),
  used: z.number(),
  /** Time of the next reset, in seconds since 1970; 0 if it never resets. */
  resets_at: z.number(),
})
const onSpace = { on: 'space', id: 'workspace_id', can: 'api' } as const

/** Usage of a space through the public API, and its limits. */
export const openUsage = {
  usage: op('GET /v1/usage', {
    summary: 'Get calls and tokens by day, resource, type, account, token or channel',
    summaryZh: '按天、资源、类型、账号、令牌或渠道获取调用次数和 Token',
    access: onSpace,
    scope: 'Usage.view',
    input: () =>
      z.object({
        workspace_id: id(),
        from: day.optional(),
        to: day.optional(),
        by: z.enum(['day', 'bot', 'user', 'token', 'connector', 'kind']).default('day'),
        bot_id: idOrNone(),
      }),
    output: () =>
      z.object({
        /** `name` is that of the bot, app, workflow or knowledge base; empty for other keys, and if it was deleted. */
        items: z.array(z.object({ key: z.string(), name: z.string(), ...figures })),
        total: z.object(figures),
      }),
  }),
  limits: op('GET /v1/usage/limits', {
    summary: 'List the limits of a space and how much is used',
    summaryZh: '列出空间的限额及使用情况',
    access: onSpace,
    scope: 'Usage.view',
    input: () => z.object({ workspace_id: id() }),
    output: () => z.object({ items: z.array(limit) }),
  }),
  setLimit: op('PUT /v1/usage/limits', {
    summary: 'Limit the calls or tokens of a space, bot, account or token',
    summaryZh: '限制空间、智能体、账号或令牌的调用次数或 Token',
    access: onSpace,
    scope: 'Usage.manage',
    input: () =>
      z.object({
        workspace_id: id(),
        subject: z.enum(quotaSubjects),
        /** The id of the bot (or app, workflow, knowledge base), account or token; not needed for the space itself. */
        subject_id: idOrNone(),
        unit: z.enum(quotaUnits),
        period: z.enum(quotaPeriods),
        max: z.int().min(0).max(USAGE_LIMITS.max),
      }),
    output: limit,
  }),
  removeLimit: op('DELETE /v1/usage/limits/{limit_id}', {
    summary: 'Remove a limit',
    summaryZh: '移除限额',
    access: onSpace,
    scope: 'Usage.manage',
    input: () => z.object({ workspace_id: id(), limit_id: id() }),
  }),
}
