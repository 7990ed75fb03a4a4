import { mayEnterprise } from '@orrery/contract'
import { createAccessPaths } from '#domains/enterprise/enterprise/access-paths.ts'
import { createAuditChain } from '#domains/enterprise/enterprise/audit-chain.service.ts'
import { createAuditRetention } from '#domains/enterprise/enterprise/audit-retention.service.ts'
import { auditStreamRoutes } from '#domains/enterprise/enterprise/audit-stream.routes.ts'
import { createAuditStreams } from '#domains/enterprise/enterprise/audit-stream.service.ts'
import { createStreamTargets } from '#domains/enterprise/enterprise/audit-stream-targets.ts'
import { createAuditExport } from '#domains/enterprise/enterprise/audit-export.ts'
import { enterpriseAuditRoutes } from '#domains/enterprise/enterprise/record.routes.ts'
import { createAuditPage } from '#domains/ground/audit/shared/audit-page.ts'
import { createEnterpriseFigures } from '#domains/enterprise/enterprise/enterprise-figures.ts'
import { enterpriseSpaceRoutes } from '#domains/enterprise/enterprise/enterprise-space.routes.ts'
import { createEnterpriseSpaces } from '#domains/enterprise/enterprise/enterprise-space.service.ts'
import { createCandidates } from '#domains/enterprise/enterprise/candidates.ts'
import { enterpriseErrors } from '#domains/enterprise/enterprise/enterprise.errors.ts'
import { createEnterpriseNotices } from '#domains/enterprise/enterprise/enterprise-notices.ts'
import { enterpriseRoutes } from '#domains/enterprise/enterprise/enterprise.routes.ts'
import { createEnterpriseService } from '#domains/enterprise/enterprise/enterprise.service.ts'
import { createEnterpriseView } from '#domains/enterprise/enterprise/enterprise.view.ts'
import { enterpriseGroupRoutes } from '#domains/enterprise/enterprise/group.routes.ts'
import { createPersonGroups } from '#domains/enterprise/enterprise/group.service.ts'
import { enterpriseJoinRoutes } from '#domains/enterprise/enterprise/join.routes.ts'
import { createEnterpriseJoin } from '#domains/enterprise/enterprise/join.service.ts'
import { createOrganizations } from '#domains/enterprise/enterprise/organization.service.ts'
import { createPeopleRepo } from '#domains/enterprise/enterprise/people.repo.ts'
import { enterprisePeopleRoutes } from '#domains/enterprise/enterprise/people.routes.ts'
import { createEnterprisePeople } from '#domains/enterprise/enterprise/people.service.ts'
import { createRemovals } from '#domains/enterprise/enterprise/removal.service.ts'
import { createSecurityGate } from '#domains/enterprise/enterprise/security-gate.ts'
import { createSecurityPreview } from '#domains/enterprise/enterprise/security-preview.ts'
import { enterpriseSecurityRoutes } from '#domains/enterprise/enterprise/security.routes.ts'
import { createEnterpriseSecurity } from '#domains/enterprise/enterprise/security.service.ts'
import { enterpriseSettingsRoutes } from '#domains/enterprise/enterprise/settings.routes.ts'
import { createEnterpriseSettings } from '#domains/enterprise/enterprise/settings.service.ts'
import { programErrors } from '#domains/enterprise/program/program.errors.ts'
import type { Tx } from '#kit/db.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'

interface Hooks {
  onMovedIn(enterpriseId: string, spaceId: string, actorId: string): Promise<void>
}

/** Wires enterprises, their people and what they share. */
export function wireEnterprises(infra: Infra, { ground }: { ground: Ground }, hooks: Hooks) {
  const { bus, clock, newId, jobs, log } = infra
  const { db, pool } = infra.database
  const {
    audit,
    collaborators,
    factors,
    instance,
    links,
    oauthApps,
    oauthGrants,
    passport,
    sessions,
    spaces,
    tokens,
    uploads,
  } = ground
  const enterprises = createEnterpriseService({
    db,
    bus,
    audit,
    newId,
    clock,
    mayCreate: async (userId) =>
      (await instance.isOn('enterprise.create')) || (await passport.get(userId)).isInstanceOwner,
    requireIcon: uploads.require,
  })
  const settings = createEnterpriseSettings({ db, audit, clock, enterprises })
  const hasBreachServer = infra.config.breachUrl !== undefined
  const gate = createSecurityGate({ db, bus, clock, log })
  infra.onClose(gate.flush)
  const security = createEnterpriseSecurity({
    db,
    clock,
    audit,
    enterprises,
    settings,
    sessions,
    factors,
    preview: createSecurityPreview({ db, clock }),
    hasBreachServer,
  })
  const repo = createPeopleRepo(db)
  const programs = {
    revokePrograms: async (enterpriseId: string, userId: string, tx: Tx) => ({
      tokens: await tokens.dropIn(enterpriseId, userId, tx),
      grants: await oauthGrants.dropIn(enterpriseId, userId, tx),
    }),
    async onRevoked() {
      await bus.publish('token', '*')
      await bus.publish('oauth', '*')
    },
  }
  const notices = createEnterpriseNotices({ db, notices: ground.notices, enterprises, clock })
  ground.waiting.register(notices.waitingFor)
  const people = createEnterprisePeople({
    repo,
    enterprises,
    settings,
    people: passport,
    sessions,
    spaces,
    audit,
    newId,
    clock,
    tellInvited: notices.invited,
    ...programs,
  })
  const toJoin = { db, enterprises, people, accounts: passport, settings, notices, audit, newId, clock }
  const join = createEnterpriseJoin(toJoin)
  const groups = createPersonGroups({ db, spaces, audit, newId, clock })
  const organizations = createOrganizations({ db, audit, newId, clock })
  const removals = createRemovals({
    db,
    repo,
    enterprises,
    people,
    accounts: passport,
    groups,
    sessions,
    spaces,
    collaborators,
    audit,
    jobs,
    log,
    newId,
    clock,
    handOverApps: oauthApps.handOver,
    ...programs,
  })
  const enterpriseSpaces = createEnterpriseSpaces({
    db,
    enterprises,
    people,
    organizations,
    groups,
    accounts: passport,
    spaces,
    audit,
    onMovedIn: hooks.onMovedIn,
  })
  const chain = createAuditChain({ db, secrets: infra.secrets, clock })
  const targets = createStreamTargets({
    egress: infra.egress,
    clock,
    hostname: new URL(infra.config.publicUrl).hostname,
  })
  const streams = createAuditStreams({ db, audit, secrets: infra.secrets, targets, jobs, log, newId, clock })
  const retention = createAuditRetention({ db, audit, chain, clock })
  const view = createEnterpriseView({ enterprises, people: passport, links })
  const handlers: HandlersOf<
    | 'auditStreams'
    | 'enterprise'
    | 'enterpriseAudit'
    | 'enterpriseGroups'
    | 'enterpriseJoin'
    | 'enterprisePeople'
    | 'enterpriseSecurity'
    | 'enterpriseSettings'
    | 'enterpriseSpaces'
  > = {
    auditStreams: auditStreamRoutes(streams, retention),
    enterprise: enterpriseRoutes({ enterprises, people: passport, instance, view }),
    enterpriseAudit: enterpriseAuditRoutes({
      page: createAuditPage({ audit, people: passport, links }),
      exported: createAuditExport(pool),
      chain,
      audit,
    }),
    enterpriseGroups: enterpriseGroupRoutes({ groups, organizations, spaces: enterpriseSpaces, view }),
    enterpriseJoin: enterpriseJoinRoutes({ enterprises, join, view }),
    enterprisePeople: enterprisePeopleRoutes({
      enterprises,
      people,
      removals,
      organizations,
      groups,
      paths: createAccessPaths({ db, enterprises }),
      sessions,
      view,
    }),
    enterpriseSecurity: enterpriseSecurityRoutes({ security, gate, hasBreachServer, clock }),
    enterpriseSettings: enterpriseSettingsRoutes(settings, enterprises),
    enterpriseSpaces: enterpriseSpaceRoutes({
      spaces: enterpriseSpaces,
      figures: createEnterpriseFigures({ db, clock }),
      view,
      collaborators,
    }),
  }
  return {
    handlers,
    services: {
      enterprises,
      enterpriseSettings: settings,
      securityGate: gate,
      auditChain: chain,
      auditStreams: streams,
      auditRetention: retention,
      enterprisePeople: people,
      enterpriseJoin: join,
      enterpriseRemovals: removals,
      enterpriseSpaces,
      personGroups: groups,
      organizations,
    },
    provides: {
      enterpriseStanding: enterprises.standing,
      requireSecure: gate.require,
      enterpriseName: async (enterpriseId: string, userId: string) =>
        (await enterprises.standing(userId, enterpriseId)) && (await enterprises.get(enterpriseId)).name,
      async lastSuperAdminOf(userId: string) {
        const names: string[] = []
        for (const { enterprise, roles } of await enterprises.listOf(userId))
          if (
            roles.includes('SuperAdmin') &&
            (await enterprises.superAdmins(enterprise.id)).every((id) => id === userId)
          )
            names.push(enterprise.name)
        return names
      },
      collaboratorsIn: createCandidates(db),
      sessionRules: security.sessionRules,
      passwordRules: security.passwordRules,
      async requireInEnterprise(userId: string, enterpriseId: string) {
        if (!(await enterprises.knows(userId, enterpriseId))) throw enterpriseErrors.notInEnterprise()
      },
      isInEnterprise: async (userId: string) => (await enterprises.listOf(userId)).length > 0,
      async placeOf(organizationId: string, userId: string) {
        const found = await organizations.find(organizationId)
        if (!found || !(await enterprises.standing(userId, found.enterpriseId)))
          throw programErrors.organizationOutside()
        return { enterpriseId: found.enterpriseId, organizationId: found.id }
      },
      async requireTokenSpaces(spaceIds: string[], enterpriseId: string | null) {
        for (const id of spaceIds) {
          const found = await spaces.find(id)
          if (found && found.enterpriseId !== enterpriseId) throw programErrors.spaceOutside({ name: found.name })
        }
      },
      administered: async (userId: string) =>
        (await enterprises.listOf(userId))
          .filter(({ roles }) => mayEnterprise(roles, 'manageApps'))
          .map(({ enterprise }) => enterprise.id),
    },
    async start() {
      await removals.start()
      await streams.start()
      await jobs.define('enterprise.seal-audit', async () => {
        if ((await chain.sealAll()) > 0) await streams.wake()
      })
      await jobs.schedule('enterprise.seal-audit', 'minutely', '* * * * *', {})
      await jobs.define('enterprise.remove-closed', async () => {
        await enterprises.removeClosed()
        await security.dropOldWatches()
        await retention.dropAll()
      })
      await jobs.schedule('enterprise.remove-closed', 'hourly', '7 * * * *', {})
    },
  }
}
