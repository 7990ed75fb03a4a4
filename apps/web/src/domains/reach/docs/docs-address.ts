import { guides } from '@orrery/contract/shared/guides'
import { findGuidePage, type GuidePageKey } from '#lib/guide-pages.ts'

/** The docs have two addresses; their links stay at the opened one. */
export type DocsBase = '/docs' | '/open/docs'
export const docsBase = (pathname: string): DocsBase => (/^\/open\/docs(\/|$)/.test(pathname) ? '/open/docs' : '/docs')

export type DocsPlace =
  | { is: 'home' }
  | { is: 'page'; page: GuidePageKey }
  | { is: 'api' }
  | { is: 'topic'; topic: string }
  | { is: 'group'; domain: string }
  | { is: 'operation'; domain: string; name: string }
  | { is: 'missing' }

/** The user guide and the API reference are two parts with a list each. */
export const isGuidePlace = ({ is }: DocsPlace): boolean => is === 'home' || is === 'page'

/**
 * Of what follows the base: nothing is the user guide, at `/open/docs` the reference; `guide/…` is the user guide, `api` and `api/…` the examples for programs, everything
 * else a domain, and a domain with one of its calls. Examples used to stand below `guide` and are still found there.
 */
export function readDocsPlace(rest: string | undefined, base: DocsBase = '/docs'): DocsPlace {
  const [first, second, ...more] = (rest ?? '').split('/').filter(Boolean)
  if (more.length > 0) return { is: 'missing' }
  if (first === undefined) return { is: base === '/docs' ? 'home' : 'api' }
  if (first === 'guide' && second === undefined) return { is: 'home' }
  if (first === 'guide') return pageOrTopic(second!)
  if (first === 'api') return second === undefined ? { is: 'api' } : topicOf(second)
  return second === undefined ? { is: 'group', domain: first } : { is: 'operation', domain: first, name: second }
}

function pageOrTopic(key: string): DocsPlace {
  const page = findGuidePage(key)
  return page ? { is: 'page', page } : topicOf(key)
}

const topicOf = (key: string): DocsPlace =>
  guides.some(({ id }) => id === key) ? { is: 'topic', topic: key } : { is: 'missing' }
