import { ApiError } from '@orrery/contract/client'
import { expect, it } from 'vitest'
import { NetworkError } from './network-error.ts'
import { createQueryClient, isTransient } from './query.ts'

it('retries only temporary failures, and at most twice', async () => {
  expect(isTransient(new NetworkError(new Error('x')))).toBe(true)
  expect([400, 401, 404, 429, 500].some((status) => isTransient(new ApiError(status, '', status, '')))).toBe(false)
  expect([502, 503, 504].every((status) => isTransient(new ApiError(status, '', status, '')))).toBe(true)
  const retry = createQueryClient().getDefaultOptions().queries!.retry as (count: number, error: unknown) => boolean
  const lost = new NetworkError(new Error('x'))
  expect([retry(0, lost), retry(1, lost), retry(2, lost)]).toEqual([true, true, false])
})
