import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { contract } from '@orrery/contract'
import { describe, expect, it, vi } from 'vitest'
import { withEarlyAnswers } from './early-calls.ts'

const script = readFileSync(new URL('../../public/early-calls.js', import.meta.url), 'utf8')

function callsAt(pathname: string): string[] {
  const window: { orreryEarly?: Record<string, unknown> } = {}
  const fetch = () => Promise.reject(new Error('no network'))
  const documentElement = { lang: 'en', dataset: {} }
  runInNewContext(script, { window, fetch, location: { pathname }, document: { documentElement } })
  return Object.keys(window.orreryEarly!)
}
const addressOf = ({ routes: [route] }: { routes: readonly { method: string; path: string }[] }) =>
  `${route!.method} ${route!.path}`
const flags = addressOf(contract.instance.flags)
const account = addressOf(contract.passport.accountInfo)
const spaces = addressOf(contract.space.listFlat)

describe('the calls before the scripts are loaded', () => {
  it('are those that the start of a page makes, at the paths of the contract', () => {
    expect(callsAt('/space/1/develop')).toEqual([flags, account, spaces])
    expect(callsAt('/explore/plugin')).toEqual([flags, account, spaces])
    expect(callsAt('/docs/guides/start')).toEqual([flags, account])
    expect(callsAt('/sign')).toEqual([flags, account, addressOf(contract.instance.info)])
  })
})

describe('an early answer', () => {
  const call = (early: Record<string, Promise<Response>>) => {
    const fetch = vi.fn(async () => new Response('later'))
    const send = withEarlyAnswers(early, fetch)
    return { fetch, send: async (path: string, body = '{}') => (await send(path, { method: 'POST', body })).text() }
  }
  it('is used once; the next call fetches again', async () => {
    const { send, fetch } = call({ 'POST /a': Promise.resolve(new Response('early')) })
    expect([await send('/a'), await send('/a'), await send('/b')]).toEqual(['early', 'later', 'later'])
    expect(fetch).toHaveBeenCalledTimes(2)
  })
  it('is not used by a call with other input', async () => {
    const { send } = call({ 'POST /a': Promise.resolve(new Response('early')) })
    expect(await send('/a', '{"size":1}')).toBe('later')
  })
  it('that failed is fetched again', async () => {
    const failed = Promise.reject(new Error('no network'))
    const { send } = call({ 'POST /a': failed, 'POST /b': Promise.resolve(new Response('', { status: 503 })) })
    expect([await send('/a'), await send('/b')]).toEqual(['later', 'later'])
  })
  it('with status 401 is discarded together with all others', async () => {
    const { send } = call({
      'POST /account': Promise.resolve(new Response('stranger', { status: 401 })),
      'POST /spaces': Promise.resolve(new Response('none', { status: 401 })),
    })
    expect(await send('/account')).toBe('stranger')
    expect(await send('/spaces')).toBe('later')
  })
})
