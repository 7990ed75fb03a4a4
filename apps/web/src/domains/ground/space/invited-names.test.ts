import { describe, expect, it } from 'vitest'
import { invitedNames } from './invited-names.ts'

describe('people to invite', () => {
  it('splits names and addresses at any separator', () => {
    expect(invitedNames(' ada, bea;cid\n dan，eve、@fay name@example.org ')).toEqual([
      'ada',
      'bea',
      'cid',
      'dan',
      'eve',
      'fay',
      'name@example.org',
    ])
  })

  it('contain each name once, ignoring case, and at most fifty names', () => {
    expect(invitedNames('Ada ada ADA')).toHaveLength(1)
    expect(invitedNames(Array.from({ length: 80 }, (_, index) => `u${index}`).join(' '))).toHaveLength(50)
    expect(invitedNames(' , ')).toEqual([])
  })
})
