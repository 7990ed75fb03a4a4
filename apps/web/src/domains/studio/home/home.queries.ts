import type { IntelligenceData } from '@orrery/contract'
import { IntelligenceStatus, IntelligenceType } from '@orrery/contract/shared/project-enums'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { botListPageSize } from '#lib/constants.ts'

export interface DevelopSearch {
  kind?: 'bots' | 'projects'
  owner?: 'me'
  status?: 'published' | 'draft' | 'favourite' | 'recent'
  sort?: 'created' | 'published'
  word?: string
}
export type ListedApp = IntelligenceData

const orders = { edited: 0, created: 1, published: 2, opened: 3 }
const types = { bots: [IntelligenceType.bot], projects: [IntelligenceType.project] }
/** Search scope: the person's own apps, and those on which they collaborate. */
const mine = 2

const inputOf = (spaceId: string, { kind, owner, status, sort, word }: DevelopSearch) => ({
  space_id: spaceId,
  name: word ?? '',
  types: kind ? types[kind] : [],
  search_scope: owner === 'me' ? mine : 0,
  has_published: status === 'published' ? true : status === 'draft' ? false : undefined,
  is_fav: status === 'favourite',
  recently_open: status === 'recent',
  order_by: orders[sort ?? (status === 'recent' ? 'opened' : 'edited')],
})

/** Bots and projects of a space, page by page. */
export const appsQuery = (spaceId: string, search: DevelopSearch) =>
  infiniteQueryOptions({
    queryKey: ['bots', spaceId, inputOf(spaceId, search)],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.intelligences.list({ ...inputOf(spaceId, search), size: botListPageSize, cursor_id: pageParam }, { signal }),
    getNextPageParam: (last) => (last.has_more ? last.next_cursor_id : undefined),
  })

export const kindOf = (app: ListedApp): 'bot' | 'project' => (app.type === IntelligenceType.bot ? 'bot' : 'project')
export const isCopying = (app: ListedApp): boolean => app.basic_info.status === IntelligenceStatus.copying
export const isFailedCopy = ({ basic_info: { status } }: ListedApp): boolean => status === IntelligenceStatus.copyFailed
