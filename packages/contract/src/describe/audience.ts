import type { Op } from '../kit.ts'

/**
 * For whom a call is there. `public`: programs of anybody, kept stable. `studio`: the studio itself, with a session; it may
 * change with any version. `legacy`: older clients; a newer call does the same.
 */
export type Audience = 'public' | 'studio' | 'legacy'

const legacyDomains = new Set(['knowledgeLegacy', 'workflowLegacy', 'table'])
const isOpenPath = (path: string) => /^\/(v\d+|open_api)\//.test(path)
/** OAuth has paths of its own, which programs call without a token of ours. */
const isForPrograms = (op: Op) => op.routes.some(({ path }) => /^\/api\/permission\/oauth2\/(token|device)/.test(path))

export function audienceOf(domain: string, op: Op): Audience {
  if (legacyDomains.has(domain) || op.summary.endsWith('(legacy)')) return 'legacy'
  if (op.scope || isForPrograms(op) || op.routes.some(({ path }) => isOpenPath(path))) return 'public'
  return 'studio'
}
