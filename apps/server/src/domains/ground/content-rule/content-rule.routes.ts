import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { ContentRules } from './content-rule.service.ts'

export function contentRuleRoutes(content: ContentRules): Handlers<typeof contract.contentRule> {
  return {
    get: async () => {
      const { rules, hookUrl, strict } = await content.get()
      return { rules, hook_url: hookUrl, strict }
    },
    save: async (input, ctx) => {
      await content.save(
        {
          ...(input.rules && { rules: input.rules }),
          ...(input.hook_url !== undefined && { hookUrl: input.hook_url }),
          ...(input.strict !== undefined && { strict: input.strict }),
        },
        ctx.userId,
      )
      return {}
    },
    tryOut: async (input) => {
      const refusal = await content.check(input.scope, { text: input.text })
      return {
        passes: refusal === undefined,
        message_en: refusal ? String(refusal.params.en) : '',
        message_zh: refusal ? String(refusal.params.zh) : '',
      }
    },
  }
}
