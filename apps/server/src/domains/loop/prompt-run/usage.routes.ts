import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import { requireSpace } from '#domains/resources/prompt/shared/call-space.ts'
import type { UsageService } from './usage.service.ts'

export function usageRoutes(deps: {
  usage: UsageService
  prompts: Pick<PromptService, 'get'>
}): Handlers<typeof contract.promptUsage> {
  const { usage, prompts } = deps
  return {
    get: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { head, prompt } = await prompts.get(input.prompt_id)
      const [versions, followers] = await Promise.all([
        usage.versions(head.spaceId, prompt.key, input.days),
        usage.followers(head.spaceId, prompt.key),
      ])
      return { versions, followers }
    },
  }
}
