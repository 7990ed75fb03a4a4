import { ConnectorId } from '@orrery/contract'
import { createShareRepo } from '#domains/reach/share/share.repo.ts'
import { shareRoutes } from '#domains/reach/share/share.routes.ts'
import { createShareService } from '#domains/reach/share/share.service.ts'
import { visitRoutes } from '#domains/reach/share/visit.routes.ts'
import { createVisitService } from '#domains/reach/share/visit.service.ts'
import { createVisitorChat } from '#domains/reach/share/visitor-chat.service.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { OpenChatService } from '#domains/reach/open/open-chat.service.ts'
import type { Infra } from '#kit/infra.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import type { BotLife } from '../studio/bot.ts'
import type { Ground, HandlersOf } from '../ground.ts'

const IDLE_VISIT_MS = 30 * 24 * 3600_000

/** Published bots for visitors without an account: a page with a link, and a widget on other sites. */
export function wireShare(
  infra: Infra,
  { audit, links }: Ground,
  { publishing, sharing }: BotLife,
  { conversations }: { conversations: ConversationService },
  { openChats }: { openChats: OpenChatService },
) {
  const { clock, newId, jobs, config } = infra
  const repo = createShareRepo(infra.database.db)
  const shares = createShareService({ repo, audit, clock, publicUrl: config.publicUrl })
  const limiter = createRateLimiter(clock)
  const visits = createVisitService({ repo, publishing, limiter, newId, clock })
  const chats = createVisitorChat({ conversations, turns: openChats, repo })
  const serveAt =
    (connectorId: string) =>
    ({ resourceId, userId }: { resourceId: string; userId: string }) =>
      shares.link(resourceId, connectorId, userId)
  publishing.register({
    id: ConnectorId.page,
    en: { name: 'Public page', desc: 'A chat page of its own for whoever has the link' },
    zh: { name: '公开页面', desc: '持有链接即可访问的独立聊天页' },
    bindType: 1,
    isReady: true,
    serve: serveAt(ConnectorId.page),
  })
  publishing.extend(ConnectorId.webSdk, serveAt(ConnectorId.webSdk))
  sharing.links = shares.linksOf
  const { publicUrl } = config
  const handlers: HandlersOf<'share'> = {
    share: {
      ...shareRoutes(shares),
      ...visitRoutes({ visits, chats, conversations, links, publicUrl }),
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
