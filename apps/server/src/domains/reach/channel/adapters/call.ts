import type { EgressInit } from '#kit/egress/egress-init.ts'
import type { EgressResponse } from '#kit/egress/answer.ts'
import type { Place, Words } from '../adapter.ts'
import { ChannelFault } from '../fault.ts'

const seconds = (header: string | null): number | undefined => {
  const value = Number(header ?? Number.NaN)
  return Number.isFinite(value) && value >= 0 ? Math.ceil(value * 1000) : undefined
}
const DEFAULT_WAIT_MS = 5000

/** The fault that an HTTP status means, where the platform returns no code of its own. */
export function faultOfStatus(name: string, answer: EgressResponse, words?: Words): ChannelFault | undefined {
  const { status } = answer
  const said = words ?? { en: `${name} answered with HTTP ${status}`, zh: `${name} 返回 HTTP ${status}` }
  if (status < 400) return undefined
  if (status === 429)
    return new ChannelFault('later', said, seconds(answer.headers.get('retry-after')) ?? DEFAULT_WAIT_MS)
  if (status === 401)
    return new ChannelFault('refused', {
      en: `${name} does not accept the credentials any more. Enter new ones and test again`,
      zh: `${name} 不再接受当前凭据，请填写新的凭据并重新测试`,
    })
  // After a gateway timeout, it is unknown whether the request was processed.
  if (status === 504) return new ChannelFault('uncertain', said)
  return new ChannelFault(status >= 500 ? 'later' : 'never', said)
}

export const jsonInit = (body: object, headers: Record<string, string> = {}): EgressInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
  secretHeaders: ['authorization'],
})

/** Reads the JSON of a response. A response that is not JSON comes from a proxy in between. */
export async function readJson<T>(name: string, answer: EgressResponse): Promise<T> {
  try {
    return JSON.parse(await answer.text()) as T
  } catch {
    throw (
      faultOfStatus(name, answer) ??
      new ChannelFault('uncertain', {
        en: `${name} answered with something that is not JSON`,
        zh: `${name} 返回的内容不是 JSON`,
      })
    )
  }
}

/** Caches a value that can be fetched again until shortly before it expires. */
export async function remembered(
  { memo, clock }: Place,
  key: string,
  load: () => Promise<{ value: string; seconds: number }>,
): Promise<string> {
  const known = memo.get(key)
  if (known && known.until > clock.now()) return known.value
  const { value, seconds: lifetime } = await load()
  memo.set(key, { value, until: clock.now() + Math.max(10, lifetime - 300) * 1000 })
  return value
}

/** The base address from a field that a person filled in, without a trailing slash; else the usual one. */
export const baseOf = (config: Record<string, string>, usual: string): string =>
  (config.api_base || usual).replace(/\/+$/, '')
