import { expect, it } from 'vitest'
import { readDomain } from './email-domain.ts'

it('accepts a domain, or the domain of an address', () => {
  expect(readDomain(' Example.ORG ')).toBe('example.org')
  expect(readDomain('name@mail.example.org')).toBe('mail.example.org')
  for (const text of ['', 'example', 'two words.org', 'https://example.org', '.org', 'a..b'])
    expect(readDomain(text), text).toBeUndefined()
})
