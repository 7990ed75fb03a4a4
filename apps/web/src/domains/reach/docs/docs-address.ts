import { guides } from '@orrery/contract/shared/guides'
import { findGuidePage, type GuidePageKey } from '#lib/guide-pages.ts'

/** The docs have two base paths. Links keep the one under which the docs were opened. */
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

/** Whether a place belongs to the user guide rather than the API reference. Each has its own list. */
export const isGuidePlace = ({ is }: DocsPlace): boolean => is === 'home' || is === 'page'

/**
 * Resolves the path below the base. The empty path is the user guide, or the reference at `/open/docs`. `guide/…` is
 * the user guide, `api` and `api/…` are examples for programs, and other paths are a domain and one of its calls.
 * Examples are also found below `guide`, their former place.
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
