import { describe, expect, it } from 'vitest'
import { isOfDomains, looksLikeEmail } from './email-rules.ts'
import { isGoodPassword, metRules } from './password-rules.ts'
import { registrationOf } from './registration.ts'

describe('a password', () => {
  it.each([
    ['', { length: false, common: false, email: false }],
    ['short', { length: false, common: true, email: true }],
    ['PassWord', { length: true, common: false, email: true }],
    ['Ada@Example.org', { length: true, common: true, email: false }],
    ['lantern-quay', { length: true, common: true, email: true }],
    ['密码密码密码密码', { length: true, common: true, email: true }],
  ])('%j keeps %j', (password, kept) => {
    expect(metRules(password, ' ada@example.org')).toEqual(kept)
    expect(isGoodPassword(password, ' ada@example.org')).toBe(Object.values(kept).every(Boolean))
  })
})

it('an address is checked for typing mistakes, and for its domain if only some may register', () => {
  expect(['a@b.co', ' a@b.co ', 'a@b', 'a b@c.de', '@b.co', ''].map(looksLikeEmail)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(isOfDomains('a@Example.org', ['example.org'])).toBe(true)
  expect(isOfDomains('a@mail.example.org', ['example.org'])).toBe(false)
  expect(isOfDomains('a@anywhere.net', [])).toBe(true)
})

describe('registration', () => {
  const info = { version: '1', has_owner: true, registration: 'open' as const, email_domains: ['a.org'], mail: true }
  it.each([
    [
      'the first account is always welcome',
      { ...info, has_owner: false, registration: 'closed' as const },
      undefined,
      'first',
      [],
    ],
    ['open, for some domains', info, undefined, 'open', ['a.org']],
    ['an invitation counts more than the domain', info, 'key', 'invited', []],
    [
      'by invitation only, without one',
      { ...info, registration: 'invite' as const },
      undefined,
      'needs-invitation',
      [],
    ],
    ['by invitation only, with one', { ...info, registration: 'invite' as const }, 'key', 'invited', []],
    ['closed, even with an invitation', { ...info, registration: 'closed' as const }, 'key', 'closed', []],
    ['unknown: the server will say', undefined, undefined, 'open', []],
  ] as const)('%s', (_, instance, invite, is, domains) => {
    expect(registrationOf(instance as never, invite)).toEqual({ is, domains })
  })
})
