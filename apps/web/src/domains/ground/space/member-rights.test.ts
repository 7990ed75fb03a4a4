import type { Member, Space } from '@orrery/contract'
import { SpaceRole, SpaceType } from '@orrery/contract/shared/policy'
import { describe, expect, it } from 'vitest'
import { mayChoose, mayInvite, memberRights } from './member-rights.ts'

const space = (role: SpaceRole, type: SpaceType = SpaceType.team) =>
  ({ space_role_type: role, space_type: type }) as Space
const person = (id: string, role: SpaceRole) => ({ user_id: id, space_role_type: role }) as Member
const none = { role: false, remove: false, handOver: false, leave: false }

describe('the rights on a member', () => {
  it('let an owner do everything with others', () => {
    const rights = memberRights(space(SpaceRole.owner), person('b', SpaceRole.admin), 'a')
    expect(rights).toEqual({ role: true, remove: true, handOver: true, leave: false })
  })

  it('let an admin change and remove others, but not transfer the space', () => {
    const rights = memberRights(space(SpaceRole.admin), person('b', SpaceRole.member), 'a')
    expect(rights).toEqual({ role: true, remove: true, handOver: false, leave: false })
  })

  it('let a member do nothing with others', () => {
    expect(memberRights(space(SpaceRole.member), person('b', SpaceRole.member), 'a')).toEqual(none)
  })

  it('let nobody change the owner', () => {
    expect(memberRights(space(SpaceRole.admin), person('b', SpaceRole.owner), 'a')).toEqual(none)
  })

  it('let everyone leave, and nobody change or remove themselves', () => {
    for (const role of [SpaceRole.owner, SpaceRole.admin, SpaceRole.member])
      expect(memberRights(space(role), person('a', role), 'a')).toEqual({ ...none, leave: true })
  })

  it('are empty in a personal space', () => {
    const mine = space(SpaceRole.owner, SpaceType.personal)
    expect(memberRights(mine, person('a', SpaceRole.owner), 'a')).toEqual(none)
    expect(mayInvite(mine)).toBe(false)
    expect(mayChoose(mine)).toBe(false)
  })

  it('include invitations and selection for those who manage members', () => {
    const roles = [SpaceRole.owner, SpaceRole.admin, SpaceRole.member]
    expect(roles.map((role) => mayInvite(space(role)))).toEqual([true, true, false])
    expect(roles.map((role) => mayChoose(space(role)))).toEqual([true, true, false])
  })
})
