import type { ListedBot } from './home.queries.ts'

export type CardState = 'draft' | 'published' | 'pending'

/** Published, and changed since: there are edits that nobody outside sees yet. */
export function cardState(bot: Pick<ListedBot, 'has_published' | 'publish_time' | 'update_time'>): CardState {
  if (bot.has_published === 0) return 'draft'
  return Number(bot.update_time) > Number(bot.publish_time) ? 'pending' : 'published'
}
