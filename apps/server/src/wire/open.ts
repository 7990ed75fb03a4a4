import { openChatRoutes } from '../domains/open/open-chat.routes.ts'
import { createOpenChatService } from '../domains/open/open-chat.service.ts'
import { openConversationRoutes } from '../domains/open/open-conversation.routes.ts'
import { createMessageReader } from '../domains/open/open-messages.ts'
import { createOpenRepo } from '../domains/open/open.repo.ts'
import type { ConversationService } from '../domains/conversation/conversation.service.ts'
import type { Infra } from '../kit/infra.ts'
import type { BotLife, Uploads } from './bots.ts'
import type { HandlersOf } from './ground.ts'

/** What programs from outside can do with published bots. */
export function wireOpen(
  infra: Infra,
  { conversations }: { conversations: ConversationService },
  { uploads }: Uploads,
  { publishing }: BotLife,
) {
  const { clock, egress } = infra
  const repo = createOpenRepo(infra.database.db)
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
  const handlers: HandlersOf<'openChat' | 'openConversation'> = {
    openChat: openChatRoutes({ chats, conversations, reader }),
    openConversation: openConversationRoutes({ conversations, repo, reader, isChannel }),
  }
  return { handlers, services: { openChats: chats, openMessages: reader } }
}
