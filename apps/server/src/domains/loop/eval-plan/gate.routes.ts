import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { Gates } from './gate.service.ts'

export function gateRoutes({ gates }: { gates: Gates }): Handlers<typeof contract.evaluationGate> {
  const shown = async (botId: string) => {
    const gate = await gates.get(botId)
    return gate ? { gate } : {}
  }
  return {
    get: ({ bot_id }) => shown(bot_id),
    set: async ({ bot_id, plan_id, least_share }, ctx) => {
      await gates.set(ctx.located!.spaceId, ctx.userId, bot_id, plan_id, least_share)
      return shown(bot_id)
    },
    run: async ({ bot_id }, ctx) => ({ experiment_id: await gates.run(ctx.userId, bot_id) }),
  }
}
