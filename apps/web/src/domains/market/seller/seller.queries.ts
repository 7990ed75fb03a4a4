import { mayResource } from '@orrery/contract/shared/policy'
import { ProductEntity } from '@orrery/contract/shared/market'
import { type ResourceKind, ResType } from '@orrery/contract/shared/resource-kinds'
import type { Space } from '@orrery/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type OwnProduct = Awaited<ReturnType<typeof api.marketSeller.managed>>['products'][number]

const pageSize = 30
/** Products that the user offers, newest first. */
export const ownProductsQuery = infiniteQueryOptions({
  queryKey: ['market', 'own'],
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    api.marketSeller.managed({ page_num: pageParam, page_size: pageSize }, { signal }),
  getNextPageParam: (last, pages) => (last.has_more ? pages.length + 1 : undefined),
})

/** The instance owner may close the store to new listings. */
export const marketConfigQuery = queryOptions({
  queryKey: ['market', 'config'],
  staleTime: 60_000,
  queryFn: ({ signal }) => api.market.config({}, { signal }),
})

/** A resource that can be offered, with its type in the marketplace. */
export interface Offered {
  id: string
  type: ProductEntity
  name: string
}
export const offerKinds = ['bot', 'workflow', 'plugin', 'project'] as const
export type OfferKind = (typeof offerKinds)[number]
const IMAGEFLOW = 1

/** The texts of a listing: from the existing product, or from the resource. */
export const offerQuery = ({ id, type }: Offered) =>
  queryOptions({
    queryKey: ['market', 'offer', type, id],
    // The values of a form must not change while it is being filled in.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.marketSeller.entityInfo({ entity_id: id, entity_type: type }, { signal })).meta_info,
  })
export type OfferInfo = Awaited<ReturnType<typeof api.marketSeller.entityInfo>>['meta_info']

interface Candidate extends Offered {
  note: string
  ownerId: string
}

/** Published resources of one kind in a space that the user may publish, and so may offer. */
export async function findOffers(
  input: { space: Space; kind: OfferKind; word: string; userId: string },
  signal: AbortSignal,
): Promise<Candidate[]> {
  const { space, kind, userId } = input
  const found = await (kind === 'bot' || kind === 'project' ? findIntelligences : findResources)(input, signal)
  const standing = { spaceType: space.space_type, spaceRole: space.space_role_type, roles: [] }
  return found.filter(({ ownerId }) =>
    mayResource(kind as ResourceKind, { ...standing, isOwner: ownerId === userId }, 'publish'),
  )
}

async function findIntelligences(
  { space, kind, word }: { space: Space; kind: OfferKind; word: string },
  signal: AbortSignal,
): Promise<Candidate[]> {
  const isBot = kind === 'bot'
  const { intelligences } = await api.intelligences.published(
    { intelligence_type: isBot ? 1 : 2, space_id: space.id, name: word, size: 20 },
    { signal },
  )
  return intelligences.map(({ basic_info: item }) => ({
    id: item.id,
    type: isBot ? ProductEntity.botTemplate : ProductEntity.project,
    name: item.name,
    note: item.description,
    ownerId: item.owner_id,
  }))
}

async function findResources(
  { space, kind, word }: { space: Space; kind: OfferKind; word: string },
  signal: AbortSignal,
): Promise<Candidate[]> {
  const types = kind === 'plugin' ? [ResType.plugin] : [ResType.workflow, ResType.imageflow]
  const { resource_list: rows } = await api.library.list(
    { space_id: space.id, res_type_filter: types, publish_status_filter: 2, name: word, size: 20 },
    { signal },
  )
  const { plugin, workflowTemplate, imageflowTemplate } = ProductEntity
  return rows.map((row) => ({
    id: row.res_id,
    type: kind === 'plugin' ? plugin : row.res_sub_type === IMAGEFLOW ? imageflowTemplate : workflowTemplate,
    name: row.name,
    note: row.desc,
    ownerId: row.creator_id,
  }))
}
