import { AppError } from '#kit/errors.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import { conversationErrors } from './conversation.errors.ts'
import { DEBUG_CONNECTOR } from './shared/debug-connector.ts'

/** How turns load bots. */
export interface TurnBots {
  getDraftForRun(id: string, userId?: string): Promise<TurnBot>
  getPublished(id: string, connectorId?: string): Promise<TurnBot>
}

/** Loads the bot of a turn: its draft, or the version that a channel serves. */
export function createBotLoader(ports: { readonly bots: TurnBots }) {
  return {
    find: (id: string, isDraft: boolean): Promise<TurnBot | undefined> =>
      (isDraft ? ports.bots.getDraftForRun(id) : ports.bots.getPublished(id)).catch(() => undefined),
    async require(id: string, isDraft: boolean, connectorId: string, userId?: string): Promise<TurnBot> {
      // If editors have drafts of their own, each of them tries their own.
      if (isDraft) return ports.bots.getDraftForRun(id, userId)
      // The editor's preview is no channel: it uses the newest publication.
      const channel = connectorId === DEBUG_CONNECTOR ? undefined : connectorId
      return ports.bots.getPublished(id, channel).catch((cause: unknown) => {
        throw cause instanceof AppError && cause.status === 404 ? conversationErrors.notPublished() : cause
      })
    },
  }
}
