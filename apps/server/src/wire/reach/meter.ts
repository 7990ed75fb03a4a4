import { createGate } from '#domains/reach/open/gate.ts'
import { createLedger } from '#domains/reach/open/ledger.service.ts'
import { createQuotaService } from '#domains/reach/open/quota.service.ts'
import type { Infra } from '#kit/infra.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import type { Ground } from '../ground.ts'

/** What is used from outside: how much of it may be, and how much of it was. */
export function wireMeter(infra: Infra, { resources, audit }: Ground) {
  const { clock, bus, log, newId } = infra
  const { db, pool } = infra.database
  const ledger = createLedger({ db, pool, clock, log })
  const quotas = createQuotaService({ db, pool, bus, audit, newId, clock })
  const perToken = infra.config.apiCallsPerMinute
  const gate = createGate({
    limiter: createRateLimiter(clock),
    rates: { user: perToken * 2, bot: perToken * 5, space: perToken * 10 },
    quotas,
    ledger,
    log,
    spaceOf: async (id) => (await resources.locate(id))?.spaceId,
  })
  infra.onClose(ledger.flush)
  return { services: { openGate: gate, openQuotas: quotas, openLedger: ledger } }
}
export type Meter = ReturnType<typeof wireMeter>['services']
