import { ApiError } from '@orrery/contract/client'
import { QueryObserver } from '@tanstack/react-query'
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

it('reloads a query that was still loading for the first time when its data changed', async () => {
  const client = createQueryClient()
  const answers: ((marked: boolean) => void)[] = []
  const queryFn = () => new Promise<boolean>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['market', 'list'], queryFn })
  const leave = observer.subscribe(() => {})
  const refreshed = client.invalidateQueries({ queryKey: ['market'] })
  answers[0]!(false)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!(true)
  await refreshed
  expect(observer.getCurrentResult().data).toBe(true)
  leave()
})
