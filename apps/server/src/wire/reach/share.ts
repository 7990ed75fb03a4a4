import { sessionIn } from '#domains/ground/passport/shared/session-cookie.ts'
import { appVisitRoutes } from '#domains/reach/app-visit/app-visit.routes.ts'
import type { Gate } from '#domains/reach/open/gate.ts'
import type { OpenChatService } from '#domains/reach/open/open-chat.service.ts'
import { createOpeningService } from '#domains/reach/share/opening.service.ts'
import { createReadingService } from '#domains/reach/share/reading.service.ts'
import { registerShareChannels } from '#domains/reach/share/share-channels.ts'
import { createShareRepo } from '#domains/reach/share/share.repo.ts'
import { shareRoutes } from '#domains/reach/share/share.routes.ts'
import { createShareService } from '#domains/reach/share/share.service.ts'
import { visitRoutes, type VisitRoutesDeps } from '#domains/reach/share/visit.routes.ts'
import { createVisitService } from '#domains/reach/share/visit.service.ts'
import { createVisitorChat } from '#domains/reach/share/visitor-chat.service.ts'
import { createVisitorFiles } from '#domains/reach/share/visitor-file.service.ts'
import type { Infra } from '#kit/infra.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import type { Chat } from '../chat.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'
import type { Studio } from '../studio.ts'

const IDLE_VISIT_MS = 30 * 24 * 3600_000
interface Services {
  ground: Ground
  chat: Chat
  resources: Resources
  studio: Studio
  flow: Flow
  openGate: Gate
  openChats: OpenChatService
  openCall: VisitRoutesDeps['openCall']
}

/** Wires published bots for visitors without an account: share pages, and a widget on other sites. */
export function wireShare(
  infra: Infra,
  { ground, chat, resources, flow, studio, openChats, openGate, openCall }: Services,
) {
  const { bus, clock, newId, jobs } = infra
  const { publicUrl } = infra.config
  const { conversations } = chat
  const repo = createShareRepo(infra.database.db)
  const shares = createShareService({ repo, audit: ground.audit, passwords: ground.passwords, bus, clock, publicUrl })
  const visits = createVisitService({
    repo,
    publishing: studio.publishing,
    chatBots: studio.chatBots,
    limiter: createRateLimiter(clock),
    passwords: ground.passwords,
    bus,
    newId,
    clock,
  })
  const files = createVisitorFiles({ repo, uploads: ground.uploads, links: ground.links, clock })
  const chats = createVisitorChat({ conversations, turns: openChats, repo, files })
  const openings = createOpeningService({ writing: studio.writing, log: infra.log })
  const reading = createReadingService({ conversations, voices: chat.voices })
  registerShareChannels(studio.publishing, shares)
  const handlers: HandlersOf<'appVisit' | 'share'> = {
    appVisit: appVisitRoutes({
      framesOf: studio.componentFramesOf,
      visits,
      interfaces: studio.interfaces,
      versions: studio.appVersions,
      sources: studio.interfaceSources,
      files,
      runs: flow.runs,
      admit: openGate.admit,
      signedIn: async ({ headers }) => {
        const session = sessionIn(headers.get('cookie'))
        return session ? ground.sessions.find(session) : undefined
      },
      publicUrl,
    }),
    share: {
      ...shareRoutes(shares),
      ...visitRoutes({
        visits,
        chats,
        conversations,
        openings,
        files,
        reading,
        openCall,
        links: ground.links,
        publicUrl,
        branding: ground.branding,
        press: resources.cardPresses,
        hasInterface: async (id) => (await studio.interfaces.released(id)).length > 0,
      }),
    },
  }
  return {
    handlers,
    services: { shares },
    async start() {
      await jobs.define('share.sweep', () => repo.dropIdle(clock.now() - IDLE_VISIT_MS))
      await jobs.schedule('share.sweep', 'daily', '17 3 * * *', {})
    },
  }
}
