import { importRule } from './import-rule.ts'
import { placeOf } from './place.ts'

const above: Record<string, string[]> = {
  table: ['repo', 'service', 'routes'],
  repo: ['service', 'routes'],
  service: ['routes'],
}

/** On the server, domains may import the kit, and inside a domain routes → service → repo → table, never upward. */
export const layers = importRule('layers', ({ file, target, kind }) => {
  if (!file.startsWith('apps/server/')) return undefined
  const [from, to] = [placeOf(file), placeOf(target)]
  if (file.startsWith('apps/server/src/kit/')) return to.domain && 'the kit knows no domain'
  if (from.role && to.role && above[from.role]?.includes(to.role)) return `a ${from.role} knows nothing of ${to.role}`
  if (!from.domain || !to.domain || from.domain === to.domain) return undefined
  if (to.role === 'repo') return 'another domain is reached through its service, not its repo'
  if (to.role === 'routes') return 'routes belong to app.ts'
  return to.role === 'service' && kind !== 'type' && "of another domain's service only the type"
})
