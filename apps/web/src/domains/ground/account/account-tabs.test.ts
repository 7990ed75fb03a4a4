import { expect, it } from 'vitest'
import { readAccountTab } from './account-tabs.ts'
import { isUserName } from './user-name.ts'

it('opens the profile by default, and no page for an unknown tab', () => {
  expect(readAccountTab(undefined)).toBe('profile')
  expect(readAccountTab('')).toBe('profile')
  expect(readAccountTab('tokens/')).toBe('tokens')
  expect(readAccountTab('tokens/1')).toBeUndefined()
  expect(readAccountTab('developer/usage')).toBe('developer')
  expect(readAccountTab('developer/usage/1')).toBeUndefined()
  expect(readAccountTab('sessions')).toBe('security')
  expect(readAccountTab('nothing')).toBeUndefined()
})

it('checks the characters and length of a user name', () => {
  for (const name of ['ada', '林小明', 'a.b-c_9', 'x'.repeat(32)]) expect(isUserName(name), name).toBe(true)
  for (const name of ['ab', 'a b', 'name@example.org', 'x'.repeat(33), '']) expect(isUserName(name), name).toBe(false)
})
