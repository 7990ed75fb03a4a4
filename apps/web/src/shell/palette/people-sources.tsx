import { api } from '#lib/api.ts'
import { textOf } from '#lib/i18n.ts'
import type { PaletteSource } from '#lib/palette.ts'
import { Avatar } from '#ui/avatar.tsx'
import { SpaceTile } from '#ui/space-tile.tsx'

const spaces: PaletteSource = {
  id: 'shell.spaces',
  groups: ['spaces'],
  list: ({ spaces, spaceName }) =>
    spaces.map((space) => ({
      id: `space:${space.id}`,
      group: 'spaces',
      label: spaceName(space),
      keywords: space.name,
      note: space.description,
      tile: <SpaceTile id={space.id} name={spaceName(space)} src={space.icon_url} size={24} />,
      href: `/space/${space.id}/develop`,
    })),
}

/** Members of the current space. */
const people: PaletteSource = {
  id: 'shell.people',
  groups: ['people'],
  search: async (query, { space }, signal) => {
    if (!space) return []
    const input = { space_id: space.id, search_word: query, page: 1, size: 8 }
    const { member_info_list: members } = await api.space.members(input, { signal })
    return members.map((member) => ({
      id: `person:${member.user_id}`,
      group: 'people',
      label: member.name,
      note: `@${member.user_name}`,
      tag: textOf('shell')('palette.member'),
      tile: <Avatar name={member.name} id={member.user_id} src={member.icon_url} size={24} decorative />,
      href: `/space/${space.id}/members?word=${encodeURIComponent(member.user_name)}`,
    }))
  },
}

export const peopleSources: readonly PaletteSource[] = [spaces, people]
