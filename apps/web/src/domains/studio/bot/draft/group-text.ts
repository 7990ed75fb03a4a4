import type { DraftGroup } from './draft-groups.ts'

/** Converts a group to lines for a comparison: prose unchanged, other values field by field. */
export function groupText(group: DraftGroup, value: unknown): string {
  if (typeof value === 'string') return value
  if (group === 'prompt_info') return String((value as { prompt?: string }).prompt ?? '')
  return lines(value, '').join('\n')
}

function lines(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => lines(item, `${path}[${index + 1}]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, item]) => (isEmpty(item) ? [] : lines(item, path ? `${path}.${key}` : key)))
  return [path ? `${path}: ${String(value)}` : String(value)]
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
