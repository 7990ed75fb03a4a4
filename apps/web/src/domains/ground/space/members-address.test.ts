import { describe, expect, it } from 'vitest'
import { readMembersAddress, writeMembersAddress } from './members-address.ts'

const first = { tab: 'members', word: '', role: 'any', sort: { by: 'role', descending: false } }
const written = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(writeMembersAddress(readMembersAddress(query))).filter(([, value]) => value))

describe('the address of the members page', () => {
  it('shows the list of members by role by default', () => {
    expect(readMembersAddress({})).toEqual(first)
    expect(written({})).toEqual({})
  })

  it('falls back to the defaults for unknown values', () => {
    expect(readMembersAddress({ tab: 'secrets', role: 'king', sort: '-shoe', word: 7 })).toEqual(first)
  })

  it('is read as it was written', () => {
    const query = { tab: 'activity', word: 'a', role: 'admin', sort: '-active' }
    expect(written(query)).toEqual(query)
    expect(readMembersAddress(query).sort).toEqual({ by: 'active', descending: true })
  })
})
