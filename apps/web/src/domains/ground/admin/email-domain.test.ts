import { expect, it } from 'vitest'
import { readDomain } from './email-domain.ts'
import { isFlagName } from './flag-name.ts'

it('takes a domain, or the domain of an address', () => {
  expect(readDomain(' Example.ORG ')).toBe('example.org')
  expect(readDomain('name@mail.example.org')).toBe('mail.example.org')
  for (const text of ['', 'example', 'two words.org', 'https://example.org', '.org', 'a..b'])
    expect(readDomain(text), text).toBeUndefined()
})

it('takes the names of flags that the server takes', () => {
  for (const name of ['bot.studio', 'A-1_b', 'x'.repeat(100)]) expect(isFlagName(name), name).toBe(true)
  for (const name of ['', 'two words', 'bad!', 'x'.repeat(101)]) expect(isFlagName(name), name).toBe(false)
})
