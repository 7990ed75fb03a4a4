import { type Contract, contract, type Op, type Ops } from '@orrery/contract'
import { toOpenApi } from '@orrery/contract/openapi'
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { createAuditService } from './domains/audit/audit.service.ts'
import { collaboratorRoutes } from './domains/collaborator/collaborator.routes.ts'
import { createCollaboratorService } from './domains/collaborator/collaborator.service.ts'
import { instanceRoutes } from './domains/instance/instance.routes.ts'
import { createInstanceService } from './domains/instance/instance.service.ts'
import { createLoginGuard } from './domains/passport/login-guard.ts'
import { createPassportRepo } from './domains/passport/passport.repo.ts'
import { passportRoutes, SESSION_COOKIE } from './domains/passport/passport.routes.ts'
import { createPassportService } from './domains/passport/passport.service.ts'
import { createSessionService } from './domains/passport/session.service.ts'
import { createResourceService } from './domains/resource/resource.service.ts'
import { createInviteService } from './domains/space/invite.service.ts'
import { createSpaceRepo } from './domains/space/space.repo.ts'
import { spaceRoutes } from './domains/space/space.routes.ts'
import { createSpaceService } from './domains/space/space.service.ts'
import { tokenRoutes } from './domains/token/token.routes.ts'
import { createTokenService } from './domains/token/token.service.ts'
import { type Access, createAccess } from './kit/access.ts'
import { isLoopback } from './kit/config.ts'
import { errors } from './kit/errors.ts'
import { createFileLinks } from './kit/file-links.ts'
import type { Actor, Handlers } from './kit/http/context.ts'
import { createAddressOf, createEdge } from './kit/http/edge.ts'
import { serveFiles } from './kit/http/file-route.ts'
import { mount } from './kit/http/mount.ts'
import { serveWeb } from './kit/http/web-files.ts'
import type { Infra } from './kit/infra.ts'
import { createRateLimiter } from './kit/rate-limit.ts'
import { version } from './version.ts'

export const allOps = (): { domain: string; name: string; op: Op }[] =>
  Object.entries(contract as Record<string, Ops>).flatMap(([domain, ops]) =>
    Object.entries(ops).map(([name, op]) => ({ domain, name, op })),
  )

/** The only place that wires things together. */
export function buildApp(infra: Infra, options: { checkOutput?: boolean } = {}) {
  const { config, log, clock, bus, newId, blobs, secrets } = infra
  const { db, pool } = infra.database
  const knownScopes = new Set(allOps().flatMap(({ op }) => op.scope ?? []))
  const links = createFileLinks(secrets, clock)

  const audit = createAuditService({ db, newId, clock })
  const sessions = createSessionService({ db, bus, newId, clock })
  const resources = createResourceService({ db, newId, clock })
  const instance = createInstanceService({
    db,
    bus,
    audit,
    clock,
    defaultRegistration: config.registration ?? (isLoopback(config.host) ? 'open' : 'invite'),
  })
  const passport = createPassportService({
    repo: createPassportRepo(db),
    sessions,
    guard: createLoginGuard({ db, clock }),
    audit,
    blobs,
    secrets,
    mail: infra.mail,
    newId,
    clock,
    mayRegister: async (email, inviteKey) => instance.mayRegister(email, await invites.isUsable(inviteKey)),
    onRegistered: async (user) => void (await spaces.createPersonal(user.id)),
  })
  const spaceRepo = createSpaceRepo(db)
  const spaces = createSpaceService({
    repo: spaceRepo,
    resources,
    people: passport,
    sessions,
    audit,
    bus,
    newId,
    clock,
  })
  const invites = createInviteService({ repo: spaceRepo, spaces, audit, bus, clock })
  const collaborators = createCollaboratorService({
    db,
    resources,
    people: passport,
    sessions,
    membership: spaces.membership,
    audit,
    clock,
  })
  const tokens = createTokenService({ db, bus, audit, newId, clock, knownScopes })
  const access: Access = createAccess({
    locateSpace: spaces.locate,
    locateResource: resources.locate,
    membership: spaces.membership,
    isEditor: collaborators.isEditor,
  })

  const handlers: { [D in keyof Contract]: Handlers<Contract[D]> } = {
    collaborator: collaboratorRoutes(collaborators, links),
    instance: instanceRoutes({ instance, passport, audit, links, pool, version, hasMail: infra.mail !== undefined }),
    passport: passportRoutes({
      passport,
      sessions,
      links,
      secureCookies: config.publicUrl.startsWith('https:'),
      knownTo: spaces.knownTo,
    }),
    space: spaceRoutes({ spaces, invites, people: passport, links }),
    token: tokenRoutes({ tokens, people: passport, links, clock, knownScopes }),
  }

  async function authenticate(c: Context): Promise<Actor | undefined> {
    const bearer = c.req.header('authorization')
    if (bearer !== undefined) {
      const actor = bearer.startsWith('Bearer pat_') ? await tokens.find(bearer.slice(7)) : undefined
      // A wrong token is an error, not a reason to look for a cookie.
      if (!actor) throw errors.notSignedIn()
      return actor
    }
    const cookie = getCookie(c, SESSION_COOKIE)
    return cookie ? sessions.find(cookie) : undefined
  }

  const app = createEdge(log)
  const deps = {
    access,
    log,
    authenticate,
    limiter: createRateLimiter(clock),
    publicUrl: config.publicUrl,
    onRevoked: sessions.onRevoked,
    addressOf: createAddressOf(config.trustedProxies),
    checkOutput: options.checkOutput ?? false,
  }
  for (const domain of Object.keys(contract) as (keyof Contract)[])
    mount(app, contract[domain] as Ops, handlers[domain] as unknown as Handlers<Ops>, deps)
  serveFiles(app, blobs, links)
  serveSystem(app, infra)
  if (config.webDir) serveWeb(app, config.webDir)
  return {
    app,
    services: { audit, sessions, resources, instance, passport, spaces, invites, collaborators, tokens, access, links },
  }
}
export type App = ReturnType<typeof buildApp>

/** Health for supervisors, the contract for readers. */
function serveSystem(app: Hono, { database }: Infra) {
  app.get('/healthz', (c) => c.json({ code: 0, msg: '', status: 'ok' }))
  app.get('/readyz', async (c) => {
    const isReady = await database.pool.query('SELECT 1').then(
      () => true,
      () => false,
    )
    return c.json({ code: 0, msg: '', status: isReady ? 'ready' : 'database unreachable' }, isReady ? 200 : 503)
  })
  let document: string | undefined
  app.get('/openapi.json', (c) =>
    c.body((document ??= JSON.stringify(toOpenApi(contract, version))), 200, { 'content-type': 'application/json' }),
  )
}
