import type { BotConfig } from '@orrery/contract'
import { AppError } from '#kit/errors.ts'
import type { BotTables } from './database-ports.ts'

/** The part of the bots that is needed: the published configuration, or the draft in trials. */
interface ServedBots {
  getDraftForRun(botId: string, userId?: string): Promise<{ config: BotConfig }>
  getPublished(botId: string, connectorId?: string): Promise<{ config: BotConfig }>
}

/** The tables of the bot that a workflow runs for. Runs of a project or of a deleted bot have none. */
export function createBotTables(ports: { readonly bots: ServedBots }): BotTables {
  return async ({ botId, connectorId, isDraft, userId }) => {
    if (!botId) return []
    try {
      const bot = isDraft
        ? await ports.bots.getDraftForRun(botId, userId)
        : await ports.bots.getPublished(botId, connectorId || undefined)
      return bot.config.database_list
    } catch (cause) {
      if (cause instanceof AppError && cause.status === 404) return []
      throw cause
    }
  }
}
