import type { Space } from '@orrery/contract'
import { SpaceType } from '@orrery/contract/shared/policy'

export interface SpaceLists {
  bot_space_list: readonly Space[]
  recently_used_space_list: readonly Space[]
}

/** The target of /space: the space last used in this browser, else last used anywhere, else the personal space. */
export function homeSpace(lists: SpaceLists, lastId: string | null): Space | undefined {
  const memberSpaces = lists.bot_space_list
  return (
    memberSpaces.find((space) => space.id === lastId) ??
    lists.recently_used_space_list[0] ??
    memberSpaces.find((space) => space.space_type === SpaceType.personal) ??
    memberSpaces[0]
  )
}
