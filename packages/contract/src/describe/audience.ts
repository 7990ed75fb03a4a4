import type { Op } from '../kit.ts'

/**
 * Who a call is meant for. `public`: any program; kept stable. `studio`: the studio itself, with a session; may change
 * with any version. `legacy`: older clients; a newer call replaces it.
 */
export type Audience = 'public' | 'studio' | 'legacy'

const legacyDomains = new Set(['knowledgeLegacy', 'workflowLegacy', 'table'])
const isOpenPath = (path: string) => /^\/(v\d+|open_api)\//.test(path)
/** Programs call these OAuth endpoints without a token of this instance. */
const isForPrograms = (op: Op) => op.routes.some(({ path }) => /^\/api\/permission\/oauth2\/(token|device)/.test(path))

export function audienceOf(domain: string, op: Op): Audience {
  if (legacyDomains.has(domain) || op.summary.endsWith('(legacy)')) return 'legacy'
  if (op.scope || isForPrograms(op) || op.routes.some(({ path }) => isOpenPath(path))) return 'public'
  return 'studio'
}
