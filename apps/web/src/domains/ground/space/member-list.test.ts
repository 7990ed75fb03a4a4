import type { Member } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'
import { describe, expect, it } from 'vitest'
import { filterMembers, naturalSort, sortMembers } from './member-list.ts'

const member = (values: Partial<Member>): Member => ({
  user_id: values.name ?? '',
  name: '',
  user_name: '',
  icon_url: '',
  space_role_type: SpaceRole.member,
  is_tester: false,
  is_join: true,
  join_date: '0',
  last_active_at: 0,
  resource_count: 0,
  ...values,
})
const names = (members: readonly Member[]) => members.map((member) => member.name)

const owner = member({ name: 'Zoe', user_name: 'zed', space_role_type: SpaceRole.owner, last_active_at: 1 })
const admin = member({ name: 'ada', user_name: 'Lovelace', space_role_type: SpaceRole.admin, last_active_at: 5 })
const early = member({ name: 'Bea', user_name: 'bee', last_active_at: 2, join_date: '100', resource_count: 3 })
const late = member({ name: 'Cid', user_name: 'cid', last_active_at: 9, join_date: '20', resource_count: 1 })
const all = [late, early, admin, owner]

describe('filtering members', () => {
  it('matches parts of names and user names in any case, with or without @', () => {
    expect(names(filterMembers(all, 'LOVE', 'any'))).toEqual(['ada'])
    expect(names(filterMembers(all, ' @ze ', 'any'))).toEqual(['Zoe'])
    expect(names(filterMembers(all, '', 'any'))).toHaveLength(4)
  })

  it('filters by role together with the search', () => {
    expect(names(filterMembers(all, '', 'member'))).toEqual(['Cid', 'Bea'])
    expect(names(filterMembers(all, 'zoe', 'member'))).toEqual([])
  })
})

describe('sorting members', () => {
  it('sorts by role, and within a role by the last visit, newest first', () => {
    expect(names(sortMembers(all, naturalSort('role'), 'en'))).toEqual(['Zoe', 'ada', 'Cid', 'Bea'])
  })

  it('sorts names from A ignoring case, and times and counts in descending order', () => {
    expect(names(sortMembers(all, naturalSort('person'), 'en'))).toEqual(['ada', 'Bea', 'Cid', 'Zoe'])
    expect(names(sortMembers(all, naturalSort('active'), 'en'))).toEqual(['Cid', 'ada', 'Bea', 'Zoe'])
    expect(names(sortMembers(all, naturalSort('made'), 'en'))[0]).toBe('Bea')
  })

  it('compares times as numbers: 100 is after 20', () => {
    expect(names(sortMembers([late, early], naturalSort('joined'), 'en'))).toEqual(['Bea', 'Cid'])
  })

  it('can reverse the order, and does not change the given list', () => {
    const given = [...all]
    expect(names(sortMembers(given, { by: 'person', descending: true }, 'en'))[0]).toBe('Zoe')
    expect(given).toEqual(all)
  })

  it('sorts Chinese names by pinyin', () => {
    const chinese = ['张', '安', '李'].map((name) => member({ name }))
    expect(names(sortMembers(chinese, naturalSort('person'), 'zh-CN'))).toEqual(['安', '李', '张'])
  })
})
