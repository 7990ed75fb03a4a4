import { type Contract, contract, type Op, type Ops } from '@orrery/contract'
import type { Context } from 'hono'
import { createCallMeter } from '#domains/reach/developer/call-meter.ts'
import { SESSION_COOKIE } from '#domains/ground/passport/passport.routes.ts'
import { errors } from '#kit/errors.ts'
import { headerOf } from '#kit/http/answer.ts'
import type { Actor, Handlers } from '#kit/http/context.ts'
import { createAddressOf, createEdge } from '#kit/http/edge.ts'
import { serveFiles } from '#kit/http/file-route.ts'
import { mount } from '#kit/http/mount.ts'
import { serveSystem } from '#kit/http/system-routes.ts'
import { serveWeb } from '#kit/http/web-files.ts'
import type { Infra } from '#kit/infra.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import { wireBotLife, wireUploads } from '#wire/studio/bot.ts'
import { wireChat } from '#wire/chat/conversation.ts'
import { wireCopies } from '#wire/studio/bot-copies.ts'
import { wireData } from '#wire/resources/data.ts'
import { wireDeveloper } from '#wire/reach/developer.ts'
import { wireFilebox } from '#wire/resources/filebox.ts'
import { type Ground, wireGround } from '#wire/ground.ts'
import { wireIntelligence } from '#wire/studio/intelligence.ts'
import { wireKnowledge } from '#wire/resources/knowledge.ts'
import { wireLibrary } from '#wire/library/bundle.ts'
import { wireMarket } from '#wire/market.ts'
import { wireMeter } from '#wire/reach/meter.ts'
import { wireModels } from '#wire/chat/model.ts'
import { type Oauth, wireOauth } from '#wire/ground/oauth.ts'
import { wireOpen } from '#wire/reach/open.ts'
import { wireOpenApps } from '#wire/reach/open-app.ts'
import { wirePlugins } from '#wire/resources/plugin.ts'
import { wireProjects } from '#wire/studio/project.ts'
import { wireShare } from '#wire/reach/share.ts'
import { wireSkills } from '#wire/resources/skills.ts'
import { wireWorkflows } from '#wire/flow/workflow.ts'

export const allOps = (): { domain: string; name: string; op: Op }[] =>
  Object.entries(contract as Record<string, Ops>).flatMap(([domain, ops]) =>
    Object.entries(ops).map(([name, op]) => ({ domain, name, op })),
  )

/** Wires everything together: one function of `wire/` an area, each handed the services of those before it. */
export function buildApp(infra: Infra, options: { checkOutput?: boolean } = {}) {
  const knownScopes = new Set(allOps().flatMap(({ op }) => op.scope ?? []))
  const ground = wireGround(
    infra,
    knownScopes,
    (key, userId) => uploads.services.uploads.require(key, userId),
    (userId) => data.services.eraseUserData(userId),
  )
  const oauth = wireOauth(infra, ground.services, knownScopes)
  const models = wireModels(infra, ground.services)
  const gate = wireMeter(infra, ground.services)
  const uploads = wireUploads(infra, ground.services)
  const bots = wireBotLife(infra, ground.services, models.services, uploads.services)
  const chat = wireChat(infra, ground.services, models.services, uploads.services, bots.services)
  const data = wireData(
    infra,
    ground.services,
    uploads.services,
    bots.services,
    chat.services,
    models.services,
    async (spaceId, model) => {
      const { knowledgeEmbeddings } = knowledge.services
      return knowledgeEmbeddings.get(model ?? (await knowledgeEmbeddings.choose(spaceId)), spaceId)
    },
  )
  const knowledge = wireKnowledge(
    infra,
    ground.services,
    models.services,
    uploads.services,
    chat.services.skillPorts,
    gate.services,
  )
  const plugins = wirePlugins(infra, ground.services, {
    bots: bots.services,
    uploads: uploads.services,
    models: models.services,
    skillPorts: chat.services.skillPorts,
    conversations: chat.services.conversations,
    memories: data.services.memories,
    database: data.nodes.database,
    knowledge: knowledge.services.knowledgeRetrieval,
  })
  const nodes = { ...data.nodes, ...plugins.nodes, knowledge: knowledge.services.nodeKnowledge }
  const workflows = wireWorkflows(
    infra,
    ground.services,
    models.services,
    nodes,
    uploads.services,
    bots.services,
    gate.services,
  )
  plugins.connect(workflows.services)
  wireCopies(infra, ground.services, bots.services, workflows.services, data.services, knowledge.services)
  wireSkills(chat.services, uploads.services, workflows.services, knowledge.services)
  const filebox = wireFilebox(
    infra,
    ground.services,
    models.services,
    uploads.services,
    chat.services,
    knowledge.services,
  )
  const open = wireOpen(
    infra,
    ground.services,
    chat.services,
    uploads.services,
    bots.services,
    plugins.services,
    gate.services,
  )
  const share = wireShare(infra, ground.services, bots.services, chat.services, open.services)
  const neighbours = {
    bots: bots.services,
    uploads: uploads.services,
    models: models.services,
    workflows: workflows.services,
    data: data.services,
    knowledge: knowledge.services,
    plugins: plugins.services,
    share: share.services,
  }
  const projects = wireProjects(infra, ground.services, neighbours)
  const library = wireLibrary(infra, ground.services, neighbours, projects.services)
  const market = wireMarket(infra, ground.services, neighbours, projects.services)
  const openApps = wireOpenApps(infra, ground.services, projects.services, market.services, data.services)
  const meter = createCallMeter({ pool: infra.database.pool, clock: infra.clock, log: infra.log })
  infra.onClose(meter.flush)
  const developer = wireDeveloper(infra, ground.services, {
    webhooks: open.services.webhooks,
    publishing: bots.services.publishing,
    workflows: workflows.services,
    meter,
    ledger: gate.services.openLedger,
  })
  const intelligence = wireIntelligence(infra, ground.services)
  const services = {
    ...ground.services,
    ...oauth.services,
    ...gate.services,
    ...models.services,
    ...uploads.services,
    ...bots.services,
    ...chat.services,
    ...data.services,
    ...knowledge.services,
    ...filebox.services,
    ...plugins.services,
    ...workflows.services,
    ...projects.services,
    ...library.services,
    ...market.services,
    ...open.services,
    ...share.services,
  }
  const handlers: { [D in keyof Contract]: Handlers<Contract[D]> } = {
    ...ground.handlers,
    ...oauth.handlers,
    ...models.handlers,
    ...uploads.handlers,
    ...bots.handlers,
    ...chat.handlers,
    ...data.handlers,
    ...knowledge.handlers,
    ...filebox.handlers,
    ...plugins.handlers,
    ...workflows.handlers,
    ...projects.handlers,
    ...library.handlers,
    ...market.handlers,
    ...open.handlers,
    ...openApps.handlers,
    ...developer.handlers,
    ...intelligence.handlers,
    ...share.handlers,
  }
  const background = [
    ground.start,
    uploads.start,
    bots.start,
    chat.start,
    data.start,
    knowledge.start,
    filebox.start,
    plugins.start,
    workflows.start,
    open.start,
    projects.start,
    library.start,
    market.start,
    share.start,
    intelligence.start,
  ]

  const { config, log, clock } = infra
  const app = createEdge(log)
  const deps = {
    log,
    access: services.access,
    authenticate: createAuthenticate(services),
    limiter: createRateLimiter(clock),
    tokenRate: config.apiCallsPerMinute,
    publicUrl: config.publicUrl,
    onRevoked: services.sessions.onRevoked,
    addressOf: createAddressOf(config.trustedProxies),
    checkOutput: options.checkOutput ?? false,
    onTokenCall: meter.note,
  }
  for (const domain of Object.keys(contract) as (keyof Contract)[])
    mount(app, contract[domain] as Ops, handlers[domain] as unknown as Handlers<Ops>, deps)
  serveFiles(app, infra.blobs, services.links, uploads.services.builtins.has)
  serveSystem(app, infra)
  const chatPage = { prefix: '/chat/', file: 'chat.html', framers: services.shares.framers }
  if (config.webDir) serveWeb(app, config.webDir, [chatPage])
  return {
    app,
    services,
    /** Begins the work that nobody asks for: jobs, schedules, sweeps. */
    async start() {
      for (const begin of background) await begin()
    },
  }
}
export type App = ReturnType<typeof buildApp>

/** A token in the Authorization header, or the session's cookie. */
function createAuthenticate({ tokens, sessions, oauthGrants }: Pick<Ground, 'tokens' | 'sessions'> & Oauth) {
  return async (c: Context): Promise<Actor | undefined> => {
    const bearer = headerOf(c, 'authorization')
    if (bearer !== undefined) {
      const token = bearer.startsWith('Bearer ') ? bearer.slice(7) : ''
      const actor = token.startsWith('pat_')
        ? await tokens.find(token)
        : token.startsWith('oat_')
          ? await oauthGrants.find(token)
          : undefined
      // A wrong token is an error, not a reason to look for a cookie.
      if (!actor) throw errors.notSignedIn()
      return actor
    }
    const cookie = cookieOf(headerOf(c, 'cookie'), SESSION_COOKIE)
    return cookie ? sessions.find(cookie) : undefined
  }
}

const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
