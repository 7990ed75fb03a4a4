import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { contract } from '@orrery/contract'
import { describe, expect, it, vi } from 'vitest'
import { withEarlyAnswers } from './early-calls.ts'

const script = readFileSync(new URL('../../public/early-calls.js', import.meta.url), 'utf8')

function askedAt(pathname: string): string[] {
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

describe('what is asked before the scripts are here', () => {
  it('is what the start of a page asks, at the addresses of the contract', () => {
    expect(askedAt('/space/1/develop')).toEqual([flags, account, spaces])
    expect(askedAt('/explore/plugin')).toEqual([flags, account, spaces])
    expect(askedAt('/docs/guides/start')).toEqual([flags, account])
    expect(askedAt('/sign')).toEqual([flags, account, addressOf(contract.instance.info)])
  })
})

describe('an answer that came early', () => {
  const call = (early: Record<string, Promise<Response>>) => {
    const fetch = vi.fn(async () => new Response('later'))
    const send = withEarlyAnswers(early, fetch)
    return { fetch, send: async (path: string, body = '{}') => (await send(path, { method: 'POST', body })).text() }
  }
  it('is taken once; the next call asks again', async () => {
    const { send, fetch } = call({ 'POST /a': Promise.resolve(new Response('early')) })
    expect([await send('/a'), await send('/a'), await send('/b')]).toEqual(['early', 'later', 'later'])
    expect(fetch).toHaveBeenCalledTimes(2)
  })
  it('is not taken by a call that asks for something else', async () => {
    const { send } = call({ 'POST /a': Promise.resolve(new Response('early')) })
    expect(await send('/a', '{"size":1}')).toBe('later')
  })
  it('that failed is asked for again', async () => {
    const failed = Promise.reject(new Error('no network'))
    const { send } = call({ 'POST /a': failed, 'POST /b': Promise.resolve(new Response('', { status: 503 })) })
    expect([await send('/a'), await send('/b')]).toEqual(['later', 'later'])
  })
  it('for a stranger is forgotten with all others', async () => {
    const { send } = call({
      'POST /account': Promise.resolve(new Response('stranger', { status: 401 })),
      'POST /spaces': Promise.resolve(new Response('none', { status: 401 })),
    })
    expect(await send('/account')).toBe('stranger')
    expect(await send('/spaces')).toBe('later')
  })
})
