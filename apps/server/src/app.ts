import { type Contract, contract, isId, type Op, type Ops } from '@orrery/contract'
import type { Context } from 'hono'
import { type SkillPorts, skillNames } from '#domains/chat/agent/shared/skill-ports.ts'
import { serveComponentFrames } from '#domains/studio/component-package/component-frame.ts'
import type { PasswordCost } from '#domains/ground/passport/shared/password.ts'
import { sessionIn } from '#domains/ground/passport/shared/session-cookie.ts'
import type { MiniSessions } from '#domains/enterprise/program/mini-session.service.ts'
import type { ServiceIdentities } from '#domains/enterprise/program/service-identity.service.ts'
import { errors } from '#kit/errors.ts'
import { headerOf } from '#kit/http/answer.ts'
import type { Actor, Handlers } from '#kit/http/context.ts'
import { createAddressOf, createEdge } from '#kit/http/edge.ts'
import { serveFiles } from '#kit/http/file-route.ts'
import { createDirect } from '#kit/http/direct.ts'
import { mount } from '#kit/http/mount.ts'
import { serveDomainFiles } from '#kit/http/domain-files.ts'
import { serveSystem } from '#kit/http/system-routes.ts'
import { serveWeb } from '#kit/http/web-files.ts'
import type { Infra } from '#kit/infra.ts'
import { createPorts } from '#kit/ports.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import { wireChat } from '#wire/chat.ts'
import { wireEnterprise } from '#wire/enterprise.ts'
import { wireFlow } from '#wire/flow.ts'
import { type Ground, wireGround } from '#wire/ground.ts'
import { wireLibrary } from '#wire/library.ts'
import { wireLoop } from '#wire/loop.ts'
import { wireMarket } from '#wire/market.ts'
import { type AppPorts, portNames } from '#wire/ports.ts'
import { wireReach } from '#wire/reach.ts'
import { wireResources } from '#wire/resources.ts'
import { wireStudio } from '#wire/studio.ts'

/** Per address without an account: about a dozen pages of the marketplace. */
const VISITS_PER_MINUTE = 120

export const allOps = (): { domain: string; name: string; op: Op }[] =>
  Object.entries(contract as Record<string, Ops>).flatMap(([domain, ops]) =>
    Object.entries(ops).map(([name, op]) => ({ domain, name, op })),
  )

export interface AppOptions {
  checkOutput?: boolean
  passwordCost?: PasswordCost
}
/**
 * Wires the app, one district after the other. Each district gets the services of the lower ones; services of higher
 * ones are reached through ports, which are complete before the first call.
 */
export function buildApp(infra: Infra, options: AppOptions = {}) {
  const ports = createPorts<AppPorts>(portNames)
  const skills = createPorts<SkillPorts>(skillNames)
  const knownScopes = new Set(allOps().flatMap(({ op }) => op.scope ?? []))
  const ground = wireGround(infra, ports.use, knownScopes, options.passwordCost)
  const forChat = { ground: ground.services }
  const chat = wireChat(infra, forChat, ports.use, skills.use)
  const forLibrary = { ...forChat, chat: chat.services }
  const library = wireLibrary(infra, forLibrary, ports.use)
  const forResources = { ...forLibrary, library: library.services }
  const resources = wireResources(infra, forResources, ports.use)
  const forFlow = { ...forResources, resources: resources.services }
  const flow = wireFlow(infra, forFlow, ports.use)
  const forStudio = { ...forFlow, flow: flow.services }
  const studio = wireStudio(infra, forStudio, ports.use)
  const forMarket = { ...forStudio, studio: studio.services }
  const loop = wireLoop(infra, forMarket)
  ground.services.resourceKinds.requireAll()
  const market = wireMarket(infra, forMarket)
  const reach = wireReach(infra, { ...forMarket, market: market.services })
  const enterprise = wireEnterprise(infra, { ground: ground.services, studio: studio.services }, knownScopes)
  skills.provide(resources.skills).provide(flow.skills).provide(studio.skills).seal()
  ports
    .provide(resources.provides)
    .provide(flow.provides)
    .provide(studio.provides)
    .provide(loop.provides)
    .provide(market.provides)
    .provide(reach.provides)
    .provide(enterprise.provides)
    .seal()

  const districts = [ground, chat, library, resources, flow, studio, loop, market, reach, enterprise]
  const services = {
    ...ground.services,
    ...chat.services,
    ...library.services,
    ...resources.services,
    ...flow.services,
    ...studio.services,
    ...loop.services,
    ...market.services,
    ...reach.services,
    ...enterprise.services,
    skillPorts: skills.use,
    replaceSkills: skills.replace,
  }
  const handlers: { [D in keyof Contract]: Handlers<Contract[D]> } = {
    ...ground.handlers,
    ...chat.handlers,
    ...library.handlers,
    ...resources.handlers,
    ...flow.handlers,
    ...studio.handlers,
    ...loop.handlers,
    ...market.handlers,
    ...reach.handlers,
    ...enterprise.handlers,
  }

  const { config, log, clock } = infra
  const app = createEdge(log)
  const deps = {
    log,
    access: services.access,
    authenticate: createAuthenticate(services),
    limiter: createRateLimiter(clock),
    tokenRate: async (userId: string) => config.apiCallsPerMinute * (await services.userLevels.factorOf(userId)),
    visitorRate: VISITS_PER_MINUTE,
    admitsVisitors: () => services.instance.isOn('market.visitors'),
    publicUrl: config.publicUrl,
    requireFresh: services.factors.requireFresh,
    onRevoked: services.sessions.onRevoked,
    addressOf: createAddressOf(config.trustedProxies),
    renewLinks: services.links.renew,
    checkOutput: options.checkOutput ?? false,
    onTokenCall: services.callMeter.note,
  }
  for (const domain of Object.keys(contract) as (keyof Contract)[])
    mount(app, contract[domain] as Ops, handlers[domain] as unknown as Handlers<Ops>, deps)
  serveFiles(app, infra.blobs, services.links, (key) =>
    Promise.all([services.builtins.has(key), services.covers.prepare(key)]),
  )
  serveSystem(app, infra)
  serveDomainFiles(app, services.miniPrograms.fileAt)
  serveComponentFrames(
    app,
    services.componentFrames,
    async (id) =>
      (await services.interfaceCode.codeOf(id)) ?? (isId(id) ? services.componentPackages.codeOf(id) : undefined),
  )
  const chatPage = { prefix: '/chat/', file: 'chat.html', framers: services.shares.framers }
  if (config.webDir) serveWeb(app, config.webDir, [chatPage])
  return {
    app,
    /** Answers the most frequent call without the router. */
    direct: createDirect(reach.direct, log),
    services,
    /** Starts background work: jobs, schedules, sweeps. */
    async start() {
      for (const district of districts) await district.start()
    },
  }
}
export type App = ReturnType<typeof buildApp>

/** Authenticates by a token in the Authorization header, or by the session cookie. */
function createAuthenticate({
  tokens,
  sessions,
  oauthGrants,
  serviceIdentities,
  miniSessions,
}: Pick<Ground, 'tokens' | 'sessions' | 'oauthGrants'> & {
  serviceIdentities: Pick<ServiceIdentities, 'find'>
  miniSessions: Pick<MiniSessions, 'find'>
}) {
  return async (c: Context): Promise<Actor | undefined> => {
    const bearer = headerOf(c, 'authorization')
    if (bearer !== undefined) {
      const token = bearer.startsWith('Bearer ') ? bearer.slice(7) : ''
      const actor = token.startsWith('pat_')
        ? await tokens.find(token)
        : token.startsWith('oat_')
          ? await oauthGrants.find(token)
          : token.startsWith('sat_')
            ? await serviceIdentities.find(token)
            : token.startsWith('mst_')
              ? await miniSessions.find(token)
              : undefined
      // An invalid token is an error; the cookie is not tried instead.
      if (!actor) throw errors.notSignedIn()
      return actor
    }
    const cookie = sessionIn(headerOf(c, 'cookie'))
    return cookie ? sessions.find(cookie) : undefined
  }
}
