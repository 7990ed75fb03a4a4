import { scimRoutes } from '#domains/enterprise/scim/scim.routes.ts'
import { createScim } from '#domains/enterprise/scim/scim.service.ts'
import { createRateLimit } from '#domains/enterprise/scim/scim-pace.ts'
import { createScimTokens } from '#domains/enterprise/scim/scim-token.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { wireEnterprises } from './enterprise.ts'
import type { wireSso } from './sso.ts'

/** Limit for one token. */
const CALLS_PER_SECOND = 25

interface Lower {
  ground: Ground
  companies: ReturnType<typeof wireEnterprises>['services']
  sso: ReturnType<typeof wireSso>['services']
}

/** Wires the directories that synchronise people and groups of enterprises. */
export function wireScim(infra: Infra, { ground, companies, sso }: Lower) {
  const { bus, config, clock, newId } = infra
  const { db, pool } = infra.database
  const { audit, passport } = ground
  const { enterprises, enterprisePeople, enterpriseRemovals, personGroups } = companies
  const scim = createScim({
    db,
    pool,
    clock,
    audit,
    accounts: passport,
    enterprises,
    people: enterprisePeople,
    groups: personGroups,
    async remove(enterpriseId, userId, actorId) {
      const receiver = (await enterprises.superAdmins(enterpriseId)).find((id) => id !== userId)
      await enterpriseRemovals.remove(enterpriseId, userId, receiver, actorId)
    },
    isBreakGlass: sso.breakGlass.isOne,
  })
  const tokens = createScimTokens({ db, bus, audit, newId, clock })
  const handlers: HandlersOf<'provisioning'> = {
    provisioning: scimRoutes({
      scim,
      tokens,
      pace: createRateLimit(clock, CALLS_PER_SECOND),
      publicUrl: config.publicUrl,
    }),
  }
  return { handlers }
}
