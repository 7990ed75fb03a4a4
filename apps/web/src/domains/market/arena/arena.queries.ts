import type { ArenaField, BoardKind, PkScene } from '@orrery/contract/shared/arena-enums'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export const arenaConfQuery = queryOptions({
  queryKey: ['arena', 'conf'],
  queryFn: ({ signal }) => api.arena.conf({}, { signal }),
})
export const arenaModelsQuery = queryOptions({
  queryKey: ['arena', 'models'],
  queryFn: async ({ signal }) => (await api.arena.models({}, { signal })).models,
})
export const arenaBotsQuery = queryOptions({
  queryKey: ['arena', 'bots'],
  queryFn: async ({ signal }) => (await api.arena.bots({ page_size: 100 }, { signal })).bots,
})
export const banksQuery = queryOptions({
  queryKey: ['arena', 'banks'],
  queryFn: async ({ signal }) => (await api.arenaBank.list({ page_size: 100 }, { signal })).banks,
})
export interface PartOnView {
  scene: PkScene
  field: ArenaField
}
export const boardQuery = (id: string, kind: BoardKind, view: PartOnView) =>
  queryOptions({
    queryKey: ['arena', 'board', kind, id, view],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({ ...(await api.arenaBoard.page({ id, kind, view }, { signal })), view }),
  })
export type Board = Awaited<ReturnType<typeof api.arenaBoard.page>> & { view: PartOnView }
export type BoardPart = Board['parts'][number]
export type Standing = BoardPart['standings'][number]
export type Voted = Awaited<ReturnType<typeof api.arena.vote>>

export const adminModelsQuery = queryOptions({
  queryKey: ['arena', 'admin', 'models'],
  queryFn: async ({ signal }) => (await api.arenaAdmin.models({}, { signal })).models,
})
export const adminBanksQuery = queryOptions({
  queryKey: ['arena', 'admin', 'banks'],
  queryFn: async ({ signal }) => (await api.arenaAdmin.banks({}, { signal })).banks,
})
export const adminEditionsQuery = queryOptions({
  queryKey: ['arena', 'admin', 'editions'],
  queryFn: async ({ signal }) => (await api.arenaAdmin.editions({}, { signal })).editions,
})
export const adminSettingsQuery = queryOptions({
  queryKey: ['arena', 'admin', 'settings'],
  queryFn: ({ signal }) => api.arenaAdmin.settings({}, { signal }),
})
export type VoteFilter = NonNullable<Parameters<typeof api.arenaAdmin.votes>[0]['reason']>
export const adminVotesQuery = (reason: VoteFilter, page: number) =>
  queryOptions({
    queryKey: ['arena', 'admin', 'votes', reason, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.arenaAdmin.votes({ reason, page_num: page, page_size: 20 }, { signal }),
  })
export const refreshArena = () => queryClient.invalidateQueries({ queryKey: ['arena'] })
