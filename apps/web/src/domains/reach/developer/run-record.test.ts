import { expect, it } from 'vitest'
import { draftOf, storedRequest } from './run-record.ts'

const draft = { params: { bot_id: '7' }, body: '{"query":"你好"}', form: {} }

it('a stored request can be filled in again, without the files of its form', () => {
  expect(draftOf(storedRequest({ ...draft, form: { file: 'a.txt' } }))).toEqual(draft)
})
it('a request that was too long to be stored in full cannot be filled in again', () => {
  const stored = storedRequest({ ...draft, body: 'x'.repeat(300_000) })
  expect(stored).toHaveLength(200_000)
  expect(draftOf(stored)).toBeUndefined()
})
