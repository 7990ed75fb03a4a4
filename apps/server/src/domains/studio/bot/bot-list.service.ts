import type { BotListRepo } from './bot-list.repo.ts'
import type { BotRepo } from './bot.repo.ts'

export type { BotFilter, ListedRow } from './bot-list.repo.ts'

/** Lists of bots, and the channels that serve the bots of a page. */
export const createBotLists = (lists: BotListRepo, repo: Pick<BotRepo, 'connectorsOf'>) => ({
  page: lists.page,
  connectorsOf: repo.connectorsOf,
})
export type BotLists = ReturnType<typeof createBotLists>
