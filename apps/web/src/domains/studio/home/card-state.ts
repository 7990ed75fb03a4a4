import type { ListedApp } from './home.queries.ts'

export type CardState = 'draft' | 'published' | 'pending'

/** Published, but changed since. */
export function cardState({
  basic_info: info,
  publish_info: published,
}: Pick<ListedApp, 'basic_info' | 'publish_info'>): CardState {
  if (!published.has_published) return 'draft'
  return Number(info.update_time) > Number(published.publish_time) ? 'pending' : 'published'
}
