import { afterEach, expect, it, vi } from 'vitest'
import { waitForSkill, waitingFor } from './waiting-skills.ts'

afterEach(() => vi.unstubAllGlobals())

it('a bot waits once for each skill created from it, and the newest request wins', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  const skill = { spaceId: 's', botId: 'b1', kind: 'workflow' as const, id: 'w' }
  waitForSkill(skill)
  waitForSkill({ ...skill, botId: 'b2' })
  expect(waitingFor('w')).toMatchObject({ botId: 'b2' })
  expect(waitingFor('x')).toBeUndefined()
  for (let n = 0; n < 60; n += 1) waitForSkill({ ...skill, id: `p${n}` })
  expect(waitingFor('w')).toBeUndefined()
  expect(waitingFor('p59')).toBeDefined()
})
