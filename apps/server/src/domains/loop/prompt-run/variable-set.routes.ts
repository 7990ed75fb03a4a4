import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { requireSpace } from '#domains/resources/prompt/shared/call-space.ts'
import type { VariableSets } from './variable-set.service.ts'

export function variableSetRoutes({ sets }: { sets: VariableSets }): Handlers<typeof contract.promptVariableSet> {
  return {
    list: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      return { sets: await sets.list(input.prompt_id) }
    },
    create: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { name, variables, message = '' } = input
      return { set_id: await sets.create(input.prompt_id, ctx.userId, { name, variables, message }) }
    },
    update: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { name, variables, message } = input
      await sets.update(input.prompt_id, input.set_id, {
        ...(name !== undefined && { name }),
        ...(variables && { variables }),
        ...(message !== undefined && { message }),
      })
      return {}
    },
    remove: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await sets.remove(input.prompt_id, input.set_id)
      return {}
    },
  }
}
