import { z } from 'zod'
import { op } from '#kit.ts'
import { CONTENT_RULE_LIMITS, contentScopes } from '#shared/content-scopes.ts'
import { text } from '#shared/fields.ts'

const limits = CONTENT_RULE_LIMITS
const scope = z.enum(contentScopes)
const rule = z.object({
  /** Refused words, in upper or lower case. `*` matches up to 20 characters. */
  text: z
    .string()
    .trim()
    .min(1)
    .max(limits.text)
    .superRefine((text, ctx) => {
      const stars = text.split('*').length - 1
      if (stars > limits.wildcards)
        ctx.addIssue({
          code: 'custom',
          message: `use * at most ${limits.wildcards} times`,
          params: { zh: `最多使用 ${limits.wildcards} 个 *` },
        })
      if (stars === text.length)
        ctx.addIssue({ code: 'custom', message: 'needs a letter beside *', params: { zh: '除 * 外还需要其他字符' } })
    }),
  /** Only matches whole words. */
  whole_word: z.boolean().default(false),
  /** Where the rule applies; empty means everywhere. */
  scopes: z.array(scope).max(contentScopes.length).default([]),
  /** The message that people see; if empty, a general one is used. */
  message_en: text(limits.message).default(''),
  message_zh: text(limits.message).default(''),
})
export type ContentRule = z.output<typeof rule>
const settings = z.object({
  rules: z.array(rule).max(limits.rules),
  /**
   * URL called with `{ scope, texts }`; answers `{ pass, message? }`, with `message` as text or `{ en, zh }`. Empty:
   * none.
   */
  hook_url: z.string().trim().max(2000),
  /** Whether texts are refused when the hook does not answer. */
  strict: z.boolean(),
})

/** Rules of the instance owner about what people may not write. */
export const contentRule = {
  get: op('GET /api/instance/content_check', {
    summary: 'Get the content rules',
    summaryZh: '获取内容规则',
    access: 'instance',
    output: settings,
  }),
  save: op('POST /api/instance/content_check', {
    summary: 'Update the content rules; omitted ones stay',
    summaryZh: '更新内容规则，未提供的保持不变',
    access: 'instance',
    input: () => settings.partial(),
  }),
  tryOut: op('POST /api/instance/content_check/try', {
    summary: 'Check a text against the content rules',
    summaryZh: '用内容规则检查一段文本',
    access: 'instance',
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () => z.object({ scope, text: z.string().max(limits.trial) }),
    output: () => z.object({ passes: z.boolean(), message_en: z.string(), message_zh: z.string() }),
  }),
}
