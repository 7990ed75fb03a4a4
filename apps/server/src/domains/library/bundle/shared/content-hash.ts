import { createHash } from 'node:crypto'

/** Hashes content independently of the order of its fields. */
export const hashOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .filter(([, at]) => at !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, at]) => `${JSON.stringify(key)}:${canonical(at)}`)
    .join(',')}}`
}
