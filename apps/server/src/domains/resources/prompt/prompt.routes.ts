import { type contract, type Prompt } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { officialPrompt, officialPrompts } from './official-prompts.ts'
import type { FoundPrompt, PromptService } from './prompt.service.ts'

export interface PromptRoutesDeps {
  prompts: PromptService
  people: Pick<PassportService, 'getMany'>
}

export function promptRoutes({ prompts, people }: PromptRoutesDeps): Handlers<typeof contract.promptLibrary> {
  async function shown(found: FoundPrompt[]): Promise<Prompt[]> {
    const makers = new Map((await people.getMany(found.map(({ head }) => head.ownerId))).map((user) => [user.id, user]))
    return found.map(({ head, prompt }) => ({
      id: head.id,
      space_id: head.spaceId,
      name: head.name,
      description: head.description,
      prompt_text: prompt.promptText,
      version: prompt.version,
      update_time: secondsText(head.updatedAt),
      creator_name: makers.get(head.ownerId)?.name ?? '',
      official: false,
    }))
  }
  return {
    save: async ({ prompt }, ctx) => {
      const content = { name: prompt.name, description: prompt.description, text: prompt.prompt_text }
      if (prompt.id !== undefined) {
        if (prompt.space_id !== undefined && prompt.space_id !== ctx.located?.spaceId)
          throw badInput('prompt.space_id', 'the prompt belongs to another space', '提示词属于其他空间')
        return prompts.update(prompt.id, ctx.userId, content, prompt.version)
      }
      if (prompt.space_id === undefined) throw badInput('prompt.space_id', 'is required', '为必填项')
      await ctx.access.require(ctx.actor!, 'space', prompt.space_id, 'createResource')
      return prompts.create(prompt.space_id, ctx.userId, content)
    },
    get: async (input, ctx) => {
      const official = officialPrompt(input.prompt_resource_id, ctx.locale)
      if (official) return official
      await ctx.access.require(ctx.actor!, 'prompt', input.prompt_resource_id, 'view')
      return (await shown([await prompts.get(input.prompt_resource_id)]))[0]!
    },
    remove: async (input, ctx) => {
      await prompts.remove(input.prompt_resource_id, ctx.userId)
      return {}
    },
    list: async (input) => {
      const { rows, total } = await prompts.list(input.space_id, input.keyword, input.page, input.size)
      return { prompts: await shown(rows), total }
    },
    official: (input, ctx) => ({ data: officialPrompts(ctx.locale, input.keyword) }),
  }
}
