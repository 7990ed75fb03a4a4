import type { Space } from '@orrery/contract'
import { SpaceType } from '@orrery/contract/shared/policy'
import { expect, it } from 'vitest'
import { homeSpace } from './home-space.ts'

const space = (id: string, type: SpaceType) => ({ id, space_type: type }) as Space
const personal = space('1', SpaceType.personal)
const team = space('2', SpaceType.team)
const other = space('3', SpaceType.team)

it('is the space last used in this browser, while the user is a member', () => {
  const lists = { bot_space_list: [personal, team, other], recently_used_space_list: [other] }
  expect(homeSpace(lists, '2')).toBe(team)
  expect(homeSpace(lists, '99')).toBe(other)
})

it('is otherwise the space last used anywhere, else the personal one, else any', () => {
  expect(homeSpace({ bot_space_list: [team, personal], recently_used_space_list: [team] }, null)).toBe(team)
  expect(homeSpace({ bot_space_list: [team, personal], recently_used_space_list: [] }, null)).toBe(personal)
  expect(homeSpace({ bot_space_list: [team], recently_used_space_list: [] }, null)).toBe(team)
  expect(homeSpace({ bot_space_list: [], recently_used_space_list: [] }, null)).toBeUndefined()
})
