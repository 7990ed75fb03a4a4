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

/** A bot with the tools for the page around its chat. */
type ChatBot = RunnableBot & Pick<TurnBot, 'pageTools'>

/**
 * The bots of chats in interfaces. An interface keeps the version of the bot from the time of its own publication. A
 * bot that is offline everywhere is not available in these chats either.
 */
export function createChatBots({ interfaces, publishing }: ChatBotDeps) {
  /** The published version of a bot, if the bot is in the same space. */
  async function publishedNow(botId: string, spaceId: string): Promise<RunnableBot | undefined> {
    const bot = await publishing.getPublished(botId).catch((cause: unknown) => {
      if (cause instanceof AppError && cause.status === 404) return undefined
      throw cause
    })
    return bot?.spaceId === spaceId ? bot : undefined
  }
  return {
    publishedNow,
    /** The bot of the chat in a published version of a project. Undefined if the chat is with a chatflow. */
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
