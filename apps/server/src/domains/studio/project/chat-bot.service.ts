import { chatActs, pageToolsOf } from '@orrery/engine/interface'
import { AppError } from '#kit/errors.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { PublishService } from '#domains/studio/bot/publish.service.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'

export interface ChatBotDeps {
  interfaces: Pick<InterfaceService, 'released'>
  publishing: Pick<PublishService, 'getPublished' | 'getVersion'>
}

/** A bot with what it may do in the pages around its chat. */
type ChatBot = RunnableBot & Pick<TurnBot, 'pageTools'>

/**
 * Bots that the chats of interfaces are with. An interface keeps the version that was published when it was; anyone who takes the bot
 * offline everywhere takes it out of these chats as well.
 */
export function createChatBots({ interfaces, publishing }: ChatBotDeps) {
  /** As it is published somewhere now, in the same space. */
  async function publishedNow(botId: string, spaceId: string): Promise<RunnableBot | undefined> {
    const bot = await publishing.getPublished(botId).catch((cause: unknown) => {
      if (cause instanceof AppError && cause.status === 404) return undefined
      throw cause
    })
    return bot?.spaceId === spaceId ? bot : undefined
  }
  return {
    publishedNow,
    /** The bot of a published version of a project; nothing where its chat is with a chatflow. */
    async of(versionId: string, spaceId: string): Promise<ChatBot | undefined> {
      const parts = await interfaces.released(versionId)
      const part = parts.find(({ botId }) => botId)
      const now = part?.botId ? await publishedNow(part.botId, spaceId) : undefined
      if (!now || !part?.botVersion) return undefined
      const kept = now.version === part.botVersion ? now : await publishing.getVersion(now.id, part.botVersion)
      const acting = parts.find(({ document }) => chatActs(document))
      return { ...(kept ?? now), ...(acting && { pageTools: pageToolsOf(acting.document) }) }
    },
  }
}
export type ChatBots = ReturnType<typeof createChatBots>
