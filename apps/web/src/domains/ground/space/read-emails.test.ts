import { expect, it } from 'vitest'
import { readEmails } from './read-emails.ts'

it('reads addresses with any separator, each once, and returns invalid ones', () => {
  expect(readEmails('ada@example.org, bob@example.org；ada@example.org\n林@example.cn nonsense a@b')).toEqual({
    emails: ['ada@example.org', 'bob@example.org', '林@example.cn'],
    wrong: ['nonsense', 'a@b'],
  })
  expect(readEmails('  ')).toEqual({ emails: [], wrong: [] })
})
