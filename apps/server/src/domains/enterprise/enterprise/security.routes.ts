import type { contract } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { SecurityGate } from './security-gate.ts'
import type { EnterpriseSecurity } from './security.service.ts'

export interface SecurityRoutesDeps {
  security: EnterpriseSecurity
  gate: SecurityGate
  hasBreachServer: boolean
  clock: Clock
}

export function enterpriseSecurityRoutes({
  security,
  gate,
  hasBreachServer,
  clock,
}: SecurityRoutesDeps): Handlers<typeof contract.enterpriseSecurity> {
  return {
    get: async (input, ctx) => {
      const { factor_since, ...rules } = await security.of(input.enterprise_id)
      return { rules, own_address: ctx.address, has_breach_server: hasBreachServer, factor_since }
    },
    preview: ({ enterprise_id: enterpriseId, ...rules }, ctx) => security.preview(enterpriseId, rules, ctx.address),
    save: async ({ enterprise_id: enterpriseId, ...rules }, ctx) => ({
      sessions_ended: await security.save(enterpriseId, rules, ctx.actor!, ctx.address),
    }),
    mine: async ({ enterprise_id: enterpriseId }, ctx) => {
      const { sessionId } = ctx.actor ?? {}
      const dueAt = (sessionId && (await gate.dueAt(ctx.userId, sessionId, enterpriseId))) || 0
      return { factor_due_at: dueAt, is_overdue: dueAt > 0 && dueAt <= clock.now() }
    },
  }
}
