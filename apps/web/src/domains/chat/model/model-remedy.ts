import type { api } from '#lib/api.ts'
import type { Remedy } from '#lib/error-remedy.ts'
import { readLanguage, textOf } from '#lib/i18n.ts'
import { openInNewWindow } from '#lib/open-window.ts'
import { queryClient } from '#lib/query.ts'
import { readLastSpace } from '#lib/spaces.ts'
import { guideQuery } from './model.queries.ts'

type Guide = Awaited<ReturnType<typeof api.model.guide>>

/** Where a model is added, for those who may; the others get the names of people who can. */
export function wayToModel(guide: Guide, spaceId: string): { address: string } | { people: readonly string[] } {
  if (guide.can_add_to_space) return { address: `/space/${spaceId}/members?tab=models` }
  if (guide.can_add_to_instance) return { address: '/admin/models' }
  return { people: guide.space_keepers.length ? guide.space_keepers : guide.instance_keepers }
}

/** The space of a page: in its path, or among its parameters. */
export const spaceIn = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined =>
  /^\/space\/(\d+)/.exec(pathname)?.[1] ?? new URLSearchParams(search).get('space_id') ?? undefined

export async function findModelRemedy(): Promise<Remedy> {
  const t = textOf('shell')
  const spaceId = spaceIn(location) ?? readLastSpace()
  if (!spaceId) return {}
  const way = wayToModel(await queryClient.fetchQuery(guideQuery(spaceId)), spaceId)
  if ('people' in way)
    return { note: t('remedy.ask', { people: new Intl.ListFormat(readLanguage()).format(way.people) }) }
  // In a window of its own: what the person was at stays as it is.
  return { action: { label: t('remedy.addModel'), onClick: () => void openInNewWindow(() => way.address) } }
}
