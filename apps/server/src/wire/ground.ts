import { createAuditService } from '#domains/ground/audit/audit.service.ts'
import { collaboratorRoutes } from '#domains/ground/collaborator/collaborator.routes.ts'
import { createGroupCollaborators } from '#domains/ground/collaborator/group-collaborators.ts'
import { createCollaboratorService } from '#domains/ground/collaborator/collaborator.service.ts'
import { contentRuleRoutes } from '#domains/ground/content-rule/content-rule.routes.ts'
import { createContentRules } from '#domains/ground/content-rule/content-rule.service.ts'
import { createBrandingService } from '#domains/ground/instance/branding.service.ts'
import { instanceRoutes } from '#domains/ground/instance/instance.routes.ts'
import { createInstanceService } from '#domains/ground/instance/instance.service.ts'
import { createMailService } from '#domains/ground/instance/mail.service.ts'
import { createNetworkService } from '#domains/ground/instance/network.service.ts'
import { createSettingsService } from '#domains/ground/instance/settings.service.ts'
import { factorRoutes } from '#domains/ground/factor/factor.routes.ts'
import { createFactorService } from '#domains/ground/factor/factor.service.ts'
import { passkeyRoutes } from '#domains/ground/passkey/passkey.routes.ts'
import { createPasskeyService } from '#domains/ground/passkey/passkey.service.ts'
import { createBreachCheck } from '#domains/ground/passport/breach-check.ts'
import { createLoginGuard } from '#domains/ground/passport/login-guard.ts'
import { createErasureRepo } from '#domains/ground/passport/erasure.repo.ts'
import { createErasureService } from '#domains/ground/passport/erasure.service.ts'
import { createPassportRepo } from '#domains/ground/passport/passport.repo.ts'
import { passportRoutes } from '#domains/ground/passport/passport.routes.ts'
import { createPasswordPolicy } from '#domains/ground/passport/password-policy.service.ts'
import { createPassportService } from '#domains/ground/passport/passport.service.ts'
import { createPasswords, type PasswordCost } from '#domains/ground/passport/shared/password.ts'
import { createUserLevels } from '#domains/ground/passport/user-level.service.ts'
import { createSessionService } from '#domains/ground/passport/session.service.ts'
import { createResourceService } from '#domains/ground/resource/resource.service.ts'
import { createResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import { createInviteService } from '#domains/ground/space/invite.service.ts'
import { createMailInvites } from '#domains/ground/space/mail-invite.service.ts'
import { createSpaceRepo } from '#domains/ground/space/space.repo.ts'
import { spaceRoutes } from '#domains/ground/space/space.routes.ts'
import { createSpaceService } from '#domains/ground/space/space.service.ts'
import { tokenRoutes } from '#domains/ground/token/token.routes.ts'
import { createTokenReach } from '#domains/ground/token/reach.service.ts'
import { createTokenService } from '#domains/ground/token/token.service.ts'
import { createAccess } from '#kit/access.ts'
import { isLoopback } from '#kit/config.ts'
import { createFileLinks } from '#kit/file-links.ts'
import type { Infra } from '#kit/infra.ts'
import { version } from '#version.ts'
import { wireNotices } from './ground/notice.ts'
import { wireOauth } from './ground/oauth.ts'
import { wireTakeouts } from './ground/takeout.ts'
import { wireUploads } from './ground/upload.ts'
import type { AppPorts, HandlersOf } from './ports.ts'

/** Wires accounts, spaces, rights, tokens and files, on which every other district builds. */
export function wireGround(
  infra: Infra,
  ports: Pick<
    AppPorts,
    | 'eraseUserData'
    | 'tableRowsOf'
    | 'workflowCollaboration'
    | 'botCollaboration'
    | 'enterpriseStanding'
    | 'requireInEnterprise'
    | 'isInEnterprise'
    | 'placeOf'
    | 'requireTokenSpaces'
    | 'administered'
    | 'installedApp'
    | 'onBehalfOf'
    | 'optOut'
    | 'mayEnter'
    | 'requireSecure'
    | 'enterpriseName'
    | 'signOutUrl'
    | 'lastSuperAdminOf'
    | 'collaboratorsIn'
    | 'sessionRules'
    | 'passwordRules'
  >,
  knownScopes: ReadonlySet<string>,
  passwordCost?: PasswordCost,
) {
  const { config, clock, bus, newId, blobs, secrets } = infra
  const { db } = infra.database
  const links = createFileLinks(secrets, clock)
  const uploads = wireUploads(infra, { links })
  const audit = createAuditService({ db, newId, clock })
  const sessions = createSessionService({
    db,
    bus,
    newId,
    clock,
    rulesFor: (userId) => ports.sessionRules(userId),
  })
  const settings = createSettingsService({ db, bus, clock })
  const content = createContentRules({ settings, egress: infra.egress, audit, clock, log: infra.log })
  const resources = createResourceService({ db, bus, newId, clock, content, audit })
  const userLevels = createUserLevels({ db, bus })
  const resourceKinds = createResourceKinds()
  const instance = createInstanceService({
    db,
    settings,
    audit,
    defaultRegistration: config.registration ?? (isLoopback(config.host) ? 'open' : 'invite'),
  })
  const network = createNetworkService({
    settings,
    audit,
    egress: infra.egress,
    bus,
    log: infra.log,
    fixed: config.egressAllow,
  })
  const live = { settings, audit, mail: infra.mail, bus, log: infra.log }
  const mail = createMailService({ ...live, secrets, fixed: config.smtp })
  const branding = createBrandingService({ ...live, blobs })
  const guard = createLoginGuard({ db, clock })
  const passkeys = createPasskeyService({ db, audit, newId, clock, publicUrl: config.publicUrl })
  const factors = createFactorService({ db, secrets, guard, sessions, passkeys, audit, clock })
  const breaches = createBreachCheck({ egress: infra.egress, log: infra.log, url: config.breachUrl })
  const passwords = createPasswords(passwordCost)
  const passport = createPassportService({
    repo: createPassportRepo(db),
    sessions,
    guard,
    breaches,
    passwords,
    policy: createPasswordPolicy({
      db,
      clock,
      breaches,
      passwords,
      rulesFor: (userId) => ports.passwordRules(userId),
    }),
    audit,
    blobs,
    secrets,
    mail: infra.mail,
    newId,
    clock,
    mayRegister: async (email, inviteKey) => instance.mayRegister(email, await invites.isUsable(inviteKey)),
    newPersonalSpace: (userId) => spaces.newPersonal(userId),
    onRegistered: async (user, tx, later) => void (await spaces.createPersonal(user.id, tx, later)),
    content,
    levels: userLevels,
    factors,
    passkeys,
    mayEnter: (user, way, address) => ports.mayEnter(user, way, address),
    async readPicture(key, userId) {
      await uploads.services.uploads.requirePicture(key, userId)
      return new Uint8Array((await (await uploads.services.uploads.read(key))?.bytes()) ?? [])
    },
  })
  const erasure = createErasureService({
    repo: createErasureRepo(db),
    people: passport,
    guard,
    passwords,
    sessions,
    audit,
    blobs,
    bus,
    jobs: infra.jobs,
    clock,
    lastSuperAdminOf: (userId) => ports.lastSuperAdminOf(userId),
    eraseData: (userId) => ports.eraseUserData(userId),
  })
  const notices = wireNotices(infra)
  const spaceRepo = createSpaceRepo(db)
  const spaces = createSpaceService({
    repo: spaceRepo,
    resources,
    people: passport,
    sessions,
    requireFile: uploads.services.uploads.require,
    content,
    requireInEnterprise: (userId, enterpriseId) => ports.requireInEnterprise(userId, enterpriseId),
    mayCreateTeam: async (userId) =>
      (await passport.get(userId)).isInstanceOwner ||
      ((await instance.isOn('space.create_team')) &&
        (!(await instance.isOn('enterprise.required')) || (await ports.isInEnterprise(userId)))),
    audit,
    bus,
    newId,
    clock,
  })
  const mailInvites = createMailInvites({
    db,
    spaces,
    people: passport,
    notices: notices.services.notices,
    mail: infra.mail,
    audit,
    newId,
    clock,
    log: infra.log,
  })
  notices.services.waiting.register(mailInvites.waitingFor)
  const invites = createInviteService({ repo: spaceRepo, spaces, sent: mailInvites, audit, bus, clock })
  const collaborators = createCollaboratorService({
    db,
    resources,
    people: passport,
    sessions,
    membership: spaces.membership,
    isKnownTo: async (userId, spaceId) => {
      const enterpriseId = (await spaces.find(spaceId))?.enterpriseId
      return enterpriseId
        ? await ports.requireInEnterprise(userId, enterpriseId).then(
            () => true,
            () => false,
          )
        : false
    },
    groups: createGroupCollaborators({ db, clock }),
    audit,
    clock,
    modes: {
      isWorkflowOpen: (id) => ports.workflowCollaboration.isOpen(id),
      setWorkflowOpen: (id, isOpen) => ports.workflowCollaboration.setOpen(id, isOpen),
      collaboratorLeft: (botId, userId) => ports.botCollaboration.discardDraftOf(botId, userId),
    },
  })
  const reach = createTokenReach({ db, bus, clock })
  const tokens = createTokenService({
    db,
    bus,
    audit,
    newId,
    clock,
    knownScopes,
    reach,
    requireSpaces: (spaceIds, enterpriseId) => ports.requireTokenSpaces(spaceIds, enterpriseId),
  })
  const access = createAccess({
    locateSpace: spaces.locate,
    locateResource: resources.locate,
    readLocation: resources.readLocation,
    membership: spaces.membership,
    rolesOf: collaborators.rolesOf,
    guestOf: collaborators.guestOf,
    enterpriseStanding: (userId, enterpriseId) => ports.enterpriseStanding(userId, enterpriseId),
    requireSecure: (actor, enterpriseId) => ports.requireSecure(actor, enterpriseId),
  })
  const oauth = wireOauth(infra, { audit, passport, spaces, reach }, ports, knownScopes)
  const takeouts = wireTakeouts(infra, { audit, tableRows: (userId) => ports.tableRowsOf(userId) })
  const handlers: HandlersOf<
    | 'collaborator'
    | 'contentRule'
    | 'factor'
    | 'instance'
    | 'notice'
    | 'oauth'
    | 'passkey'
    | 'passport'
    | 'space'
    | 'takeout'
    | 'token'
    | 'upload'
  > = {
    ...notices.handlers,
    ...oauth.handlers,
    ...takeouts.handlers,
    ...uploads.handlers,
    collaborator: collaboratorRoutes({
      collaborators,
      links,
      candidatesFor: async (spaceId, word) => {
        const enterpriseId = (await spaces.find(spaceId))?.enterpriseId
        return enterpriseId ? ports.collaboratorsIn(enterpriseId, spaceId, word) : undefined
      },
      membersAmong: async (spaceId, userIds) => {
        const found = await Promise.all(userIds.map((id) => spaces.membership(id, spaceId)))
        return new Set(userIds.filter((_, index) => found[index]))
      },
    }),
    contentRule: contentRuleRoutes(content),
    factor: factorRoutes({ factors, people: passport }),
    instance: instanceRoutes({ instance, network, passport, audit, links, version, mail, branding, factors }),
    passkey: passkeyRoutes({ passkeys, factors, people: passport }),
    passport: passportRoutes({
      passport,
      sessions,
      passkeys,
      erasure,
      links,
      secureCookies: config.publicUrl.startsWith('https:'),
      knownTo: spaces.knownTo,
      signOutUrl: (sessionId) => ports.signOutUrl(sessionId),
    }),
    space: spaceRoutes({ spaces, invites, mailInvites, people: passport, links }),
    token: tokenRoutes({
      tokens,
      people: passport,
      links,
      clock,
      knownScopes,
      placeOf: (id, userId) => ports.placeOf(id, userId),
      administered: (userId) => ports.administered(userId),
    }),
  }
  return {
    handlers,
    services: {
      ...uploads.services,
      ...notices.services,
      ...oauth.services,
      audit,
      sessions,
      factors,
      loginGuard: guard,
      resources,
      resourceKinds,
      instance,
      branding,
      settings,
      content,
      userLevels,
      passport,
      passwords,
      spaces,
      invites,
      collaborators,
      tokens,
      reach,
      access,
      links,
    },
    async start() {
      await network.start()
      await mail.start()
      await branding.start()
      await erasure.start()
      await uploads.start()
      await takeouts.start()
      await notices.start()
    },
  }
}
export type Ground = ReturnType<typeof wireGround>['services']
