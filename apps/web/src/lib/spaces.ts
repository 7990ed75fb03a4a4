import type { Space } from '@orrery/contract'
import { maySpace, type SpaceAction, SpaceType } from '@orrery/contract/shared/policy'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from './api.ts'
import { useT } from './i18n.ts'
import { readStored, writeStored } from './local-store.ts'

const lastSpace = 'lastSpace'
export const readLastSpace = (): string | null => readStored<string | null>(lastSpace, null)
export const rememberSpace = (spaceId: string): void => writeStored(lastSpace, spaceId)

export const spacesQuery = queryOptions({
  queryKey: ['spaces'],
  staleTime: 30_000,
  // Without the signal, as for the account: guards wait for it.
  queryFn: () => api.space.listFlat({}),
})

export const useSpaces = (): readonly Space[] => useSuspenseQuery(spacesQuery).data.bot_space_list

/** The space of the address, on pages below /space/{space_id}. The route guard ensures that it exists. */
export function useSpace(): Space {
  const space = useSpaceOrNone()
  if (!space) throw new Error('This page is only for members of the space')
  return space
}

/** `useSpace` for pages that may be outside of any space. */
export function useSpaceOrNone(): Space | undefined {
  const { space_id: spaceId } = useParams({ strict: false })
  return useSpaces().find((space) => space.id === spaceId)
}

/** For hiding actions that are not allowed; the server checks again. */
export const mayInSpace = (space: Space, action: SpaceAction): boolean =>
  maySpace(space.space_role_type, space.space_type, action, space.is_tester)

/** A personal space is named by its type, in the language of the page. */
export function useSpaceName(): (space: Pick<Space, 'name' | 'space_type' | 'owner_name'>) => string {
  const t = useT('shell')
  return (space) =>
    space.space_type === SpaceType.personal ? t('space.personalOf', { name: space.owner_name }) : space.name
}
