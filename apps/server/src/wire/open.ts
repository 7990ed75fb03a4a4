import { createBotListRepo } from '../domains/bot/bot-list.repo.ts'
import { openBotRoutes } from '../domains/open/open-bot.routes.ts'
import { createOpenBotView } from '../domains/open/open-bot.view.ts'
import { openChatRoutes } from '../domains/open/open-chat.routes.ts'
import { createOpenChatService } from '../domains/open/open-chat.service.ts'
import { openConversationRoutes } from '../domains/open/open-conversation.routes.ts'
import { openFileRoutes } from '../domains/open/open-file.routes.ts'
import { createMessageReader } from '../domains/open/open-messages.ts'
import { createOpenRepo } from '../domains/open/open.repo.ts'
import type { ConversationService } from '../domains/conversation/conversation.service.ts'
import type { Infra } from '../kit/infra.ts'
import type { BotLife, Uploads } from './bots.ts'
import type { Ground, HandlersOf } from './ground.ts'
import type { Toolsets } from '../domains/plugin/toolset.service.ts'

/** What programs from outside can do with published bots. */
export function wireOpen(
  infra: Infra,
  { links, resources, spaces, passport }: Ground,
  { conversations }: { conversations: ConversationService },
  { uploads, builtins }: Uploads,
  { bots, botHistory, botPorts, publishing }: BotLife,
  { toolsets }: { toolsets: Toolsets },
) {
  const { clock, egress } = infra
  const { db } = infra.database
  const repo = createOpenRepo(db)
  const reader = createMessageReader({ uploads, egress })
  const isChannel = (id: string) => publishing.connectors().some((connector) => connector.id === id)
  const chats = createOpenChatService({
    conversations,
    repo,
    clock,
    isChannel,
    admit: async () => () => {},
    onEnd: () => {},
  })
  const linkOf = (key: string | null | undefined) => (key ? new URL(links.make(key), infra.config.publicUrl).href : '')
  const findPlugin = (id: string, spaceId: string) => toolsets.forSpace(id, '', { spaceId, isDraft: false })
  const handlers: HandlersOf<'openBot' | 'openChat' | 'openConversation' | 'openFile'> = {
    openBot: openBotRoutes({
      bots,
      publishing,
      history: botHistory,
      list: createBotListRepo(db),
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
    openFile: openFileRoutes({ uploads, links, publicUrl: infra.config.publicUrl }),
    openChat: openChatRoutes({ chats, conversations, reader }),
    openConversation: openConversationRoutes({ conversations, repo, reader, isChannel }),
  }
  return { handlers, services: { openChats: chats, openMessages: reader } }
}
