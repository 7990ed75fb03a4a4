import type { Egress } from '#kit/egress/egress.ts'
import { fail, isObject, listOf, text } from './builtin-types.ts'

/** searxng: URL of an instance with its JSON format enabled. brave: the Brave Search API. */
export interface SearchProvider {
  kind: 'searxng' | 'brave'
  url: string
  key: string
}
export interface Found {
  title: string
  url: string
  snippet: string
}
const MAX_BYTES = 3 * 1024 * 1024
const MOST = 50

export async function searchWeb(
  provider: SearchProvider,
  request: { query: string; count: number; signal?: AbortSignal },
  egress: Egress,
): Promise<Found[]> {
  const url = new URL(provider.url)
  url.searchParams.set('q', request.query)
  if (provider.kind === 'searxng') url.searchParams.set('format', 'json')
  else url.searchParams.set('count', String(request.count))
  const answer = await egress.fetch(url, {
    signal: request.signal,
    maxBytes: MAX_BYTES,
    timeoutMs: 20_000,
    headers: { accept: 'application/json', ...(provider.key && { 'x-subscription-token': provider.key }) },
    secretHeaders: ['x-subscription-token'],
    ...(provider.key && { secretOrigin: url.origin }),
  })
  if (!answer.ok) throw fail(`The search provider answered with status ${answer.status}`)
  const body = (await answer.json()) as Record<string, unknown>
  const list = provider.kind === 'searxng' ? body.results : isObject(body.web) ? body.web.results : []
  return listOf(list)
    .filter(isObject)
    .slice(0, Math.max(1, Math.min(MOST, request.count)))
    .map((item) => ({
      title: text(item.title),
      url: text(item.url),
      snippet: text(item.content ?? item.description),
    }))
}
