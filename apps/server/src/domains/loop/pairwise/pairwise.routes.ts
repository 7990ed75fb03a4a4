import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { PairwiseService } from './pairwise.service.ts'

export function pairwiseRoutes({ pairs }: { pairs: PairwiseService }): Handlers<typeof contract.pairwise> {
  return {
    start: async ({ space_id, experiment_ids, question, model_id = '' }, ctx) => {
      const row = await pairs.start(space_id, ctx.userId, experiment_ids, question, model_id)
      return { pairwise: await pairs.shown(row, ctx.locale) }
    },
    get: async ({ space_id, pairwise_id }, ctx) => ({
      pairwise: await pairs.shown(await pairs.get(space_id, pairwise_id), ctx.locale),
    }),
    last: async ({ space_id, first_id, second_id }, ctx) => {
      const row = await pairs.last(space_id, first_id, second_id)
      return row ? { pairwise: await pairs.shown(row, ctx.locale) } : {}
    },
  }
}
