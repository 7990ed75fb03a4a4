/** The docs have two addresses; their links stay at the opened one. */
export type DocsBase = '/docs' | '/open/docs'
export const docsBase = (pathname: string): DocsBase => (/^\/open\/docs(\/|$)/.test(pathname) ? '/open/docs' : '/docs')

export type DocsPlace =
  | { is: 'guide' }
  | { is: 'topic'; topic: string }
  | { is: 'group'; domain: string }
  | { is: 'operation'; domain: string; name: string }
  | { is: 'missing' }

/** Of what follows the base: nothing, a guide, a domain, or a domain and one of its calls. */
export function readDocsPlace(rest: string | undefined): DocsPlace {
  const [domain, name, ...more] = (rest ?? '').split('/').filter(Boolean)
  if (more.length > 0) return { is: 'missing' }
  if (domain === undefined) return { is: 'guide' }
  if (domain === 'guide' && name !== undefined) return { is: 'topic', topic: name }
  return name === undefined ? { is: 'group', domain } : { is: 'operation', domain, name }
}
