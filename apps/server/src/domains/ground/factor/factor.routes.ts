import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { FactorService } from './factor.service.ts'

export interface FactorRoutesDeps {
  factors: FactorService
  people: Pick<PassportService, 'get' | 'requirePassword'>
}

export function factorRoutes({ factors, people }: FactorRoutesDeps): Handlers<typeof contract.factor> {
  return {
    status: async (_, ctx) => {
      const { since, codesLeft, passkeys } = await factors.state(ctx.userId)
      return { is_on: since !== null, since: since ?? 0, recovery_codes_left: codesLeft, passkeys }
    },
    begin: async ({ password }, ctx) => {
      await people.requirePassword(ctx.userId, password, ctx.address)
      const { secret, uri, picture } = await factors.begin(ctx.userId, (await people.get(ctx.userId)).email)
      return { secret, uri, qr_picture: picture }
    },
    confirm: async ({ code }, ctx) => ({
      recovery_codes: await factors.confirm(ctx.userId, code, ctx.actor?.sessionId, ctx.address),
    }),
    turnOff: async ({ password }, ctx) => {
      await people.requirePassword(ctx.userId, password, ctx.address)
      await factors.turnOff(ctx.userId, ctx.address)
      return {}
    },
    renewCodes: async (_, ctx) => ({ recovery_codes: await factors.renewCodes(ctx.userId, ctx.address) }),
    stepUp: async ({ code }, ctx) => ({ fresh_until: await factors.stepUp(ctx.actor!, code, ctx.address) }),
    reset: async ({ user_id }, ctx) => {
      await factors.reset(user_id, ctx.userId, ctx.address)
      return {}
    },
  }
}
