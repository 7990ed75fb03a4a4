import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from './studio.ts'

/** Makes an API call with the session of a person, to set up a test or to check what no screen shows. */
export async function call<R = Record<string, unknown>>(who: Person | Page, path: string, data: object): Promise<R> {
  const { request } = 'page' in who ? who.context : who
  const answer = await (await request.post(path, { headers: { 'x-requested-with': 'XMLHttpRequest' }, data })).json()
  expect(answer, path).toMatchObject({ code: 0 })
  return { ...answer, ...answer.data } as R
}
