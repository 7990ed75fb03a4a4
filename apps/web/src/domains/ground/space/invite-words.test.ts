import { describe, expect, it } from 'vitest'
import { inviteWords } from './invite-words.ts'

describe('whom to invite', () => {
  it('takes names and addresses apart by whatever stands between them', () => {
    expect(inviteWords(' ada, bea;cid\n dan，eve、@fay name@example.org ')).toEqual([
      'ada',
      'bea',
      'cid',
      'dan',
      'eve',
      'fay',
      'name@example.org',
    ])
  })

  it('takes each once, whatever its case, and fifty at most', () => {
    expect(inviteWords('Ada ada ADA')).toHaveLength(1)
    expect(inviteWords(Array.from({ length: 80 }, (_, index) => `u${index}`).join(' '))).toHaveLength(50)
    expect(inviteWords(' , ')).toEqual([])
  })
})
