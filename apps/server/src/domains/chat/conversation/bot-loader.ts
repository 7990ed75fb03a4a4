import { AppError } from '#kit/errors.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import { conversationErrors } from './conversation.errors.ts'
import { DEBUG_CONNECTOR } from './shared/debug-connector.ts'

/** What turns need of bots. */
export interface TurnBots {
  getDraftForRun(id: string, userId?: string): Promise<TurnBot>
  getPublished(id: string, connectorId?: string): Promise<TurnBot>
}

/** Loads the bot of a turn: its draft, or what a channel serves. */
export function createBotLoader(ports: { readonly bots: TurnBots }) {
  return {
    find: (id: string, isDraft: boolean): Promise<TurnBot | undefined> =>
      (isDraft ? ports.bots.getDraftForRun(id) : ports.bots.getPublished(id)).catch(() => undefined),
    async require(id: string, isDraft: boolean, connectorId: string, userId?: string): Promise<TurnBot> {
      // Where each editor has a draft, it is tried by its editor.
      if (isDraft) return ports.bots.getDraftForRun(id, userId)
      // The editor's preview is no channel: it shows the newest publication.
      const channel = connectorId === DEBUG_CONNECTOR ? undefined : connectorId
      return ports.bots.getPublished(id, channel).catch((cause: unknown) => {
        throw cause instanceof AppError && cause.status === 404 ? conversationErrors.notPublished() : cause
      })
    },
  }
}
