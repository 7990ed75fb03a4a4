import type { api } from '#lib/api.ts'

type Guide = Awaited<ReturnType<typeof api.model.guide>>

/** The page to add a model for users who may do so, otherwise the names of people who can. */
export function howToAddModel(guide: Guide, spaceId: string): { address: string } | { people: readonly string[] } {
  if (guide.can_add_to_space) return { address: `/space/${spaceId}/members?tab=models` }
  if (guide.can_add_to_instance) return { address: '/admin/models' }
  return { people: guide.space_keepers.length ? guide.space_keepers : guide.instance_keepers }
}

/** The space of a page, from its path or its parameters. */
export const spaceIn = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined =>
  /^\/space\/(\d+)/.exec(pathname)?.[1] ?? new URLSearchParams(search).get('space_id') ?? undefined
