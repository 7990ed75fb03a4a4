import { createBotListRepo } from '#domains/studio/bot/bot-list.repo.ts'
import { compatibleRoutes } from '#domains/reach/open/compatible.routes.ts'
import { openBotRoutes } from '#domains/reach/open/open-bot.routes.ts'
import { createOpenBotView } from '#domains/reach/open/open-bot.view.ts'
import { openChatRoutes } from '#domains/reach/open/open-chat.routes.ts'
import { createOpenChatService } from '#domains/reach/open/open-chat.service.ts'
import { openConversationRoutes } from '#domains/reach/open/open-conversation.routes.ts'
import { openFileRoutes } from '#domains/reach/open/open-file.routes.ts'
import { createMessageReader } from '#domains/reach/open/open-messages.ts'
import { chatEnds, usageOf } from '#domains/reach/open/open-view.ts'
import { createOpenRepo } from '#domains/reach/open/open.repo.ts'
import { usageRoutes } from '#domains/reach/open/usage.routes.ts'
import { webhookRoutes } from '#domains/reach/webhook/webhook.routes.ts'
import { createWebhookService } from '#domains/reach/webhook/webhook.service.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { BotLife, Uploads } from '../studio/bot.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Meter } from './meter.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'

/** What programs from outside can do with published bots. */
export function wireOpen(
  infra: Infra,
  { links, resources, spaces, passport, audit }: Ground,
  { conversations }: { conversations: ConversationService },
  { uploads, builtins }: Uploads,
  { bots, botHistory, botPorts, publishing }: BotLife,
  { toolsets }: { toolsets: Toolsets },
  { openGate, openLedger, openQuotas }: Meter,
) {
  const { clock, egress, bus, log, newId, jobs, secrets } = infra
  const { db } = infra.database
  const repo = createOpenRepo(db)
  const reader = createMessageReader({ uploads, egress })
  const isChannel = (id: string) => publishing.connectors().some((connector) => connector.id === id)
  const webhooks = createWebhookService({ db, bus, jobs, egress, secrets, audit, newId, clock, log })
  const chats = createOpenChatService({
    conversations,
    repo,
    clock,
    isChannel,
    async admit({ botId, userId, tokenId, connectorId }) {
      const settle = await openGate.admit({ kind: 'chat', resourceId: botId, userId, tokenId, connectorId })
      return (done) => {
        const { inputTokens = 0, outputTokens = 0 } = done?.usage ?? {}
        settle(done && { failed: done.reason === 'failed' ? 1 : 0, inputTokens, outputTokens })
      }
    },
    onEnd: ({ botId, endUser, connectorId }, { chatId, conversationId, meta }, done) => {
      const status = chatEnds[done.reason]
      void webhooks.tell(botId, `chat.${status}`, {
        id: chatId,
        conversation_id: conversationId,
        bot_id: botId,
        connector_id: connectorId,
        user_id: endUser,
        status,
        meta_data: meta,
        ...(done.usage && { usage: usageOf(done.usage) }),
        ...(done.error && { last_error: done.error }),
      })
    },
  })
  const linkOf = (key: string | null | undefined) => (key ? new URL(links.make(key), infra.config.publicUrl).href : '')
  const findPlugin = (id: string, spaceId: string) => toolsets.forSpace(id, '', { spaceId, isDraft: false })
  const list = createBotListRepo(db)
  const handlers: HandlersOf<
    'openBot' | 'openChat' | 'openCompatible' | 'openConversation' | 'openFile' | 'openUsage' | 'webhook'
  > = {
    openBot: openBotRoutes({
      bots,
      publishing,
      history: botHistory,
      list,
      resources,
      spaces,
      people: passport,
      uploads,
      view: createOpenBotView({ linkOf, resources, ports: botPorts, findPlugin }),
      linkOf,
      findPlugin,
      defaultIcon: async (name) => {
        const keys = await builtins.list('bot')
        return keys[name.length % keys.length]!
      },
    }),
    openCompatible: compatibleRoutes({ chats, repo, reader, publishing, spaces, list, clock }),
    webhook: webhookRoutes(webhooks),
    openUsage: usageRoutes({ ledger: openLedger, quotas: openQuotas, clock, namesOf: repo.names }),
    openFile: openFileRoutes({ uploads, links, publicUrl: infra.config.publicUrl }),
    openChat: openChatRoutes({ chats, conversations, reader }),
    openConversation: openConversationRoutes({ conversations, repo, reader, isChannel }),
  }
  return {
    handlers,
    start: webhooks.start,
    services: {
      webhooks,
      openChats: chats,
      openMessages: reader,
    },
  }
}
