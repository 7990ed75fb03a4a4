import type { Member } from '@orrery/contract'
import { expect, it } from 'vitest'
import { forEachMember } from './for-each-member.ts'

const people = ['a', 'b', 'c'].map((id) => ({ user_id: id }) as Member)

it('continues after a failure, one member after the other, and names the failed member', async () => {
  const seen: string[] = []
  let running = 0
  const failures = await forEachMember(people, async ({ user_id: id }) => {
    running += 1
    expect(running).toBe(1)
    await Promise.resolve()
    seen.push(id)
    running -= 1
    if (id === 'b') throw new Error('no')
  })
  expect(seen).toEqual(['a', 'b', 'c'])
  expect(failures.map(({ member }) => member.user_id)).toEqual(['b'])
})
