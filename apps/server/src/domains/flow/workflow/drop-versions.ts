/** Removes the version from calls to copied workflows: a copy has no published version yet, so its draft is called. */
export function dropVersions(schema: string, copies: ReadonlySet<string>): string {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value as Record<string, unknown>)
    const { workflowId, workflow_id } = value as Record<string, unknown>
    const isCopy = copies.has(String(workflowId ?? workflow_id ?? ''))
    return Object.fromEntries(
      entries.map(([key, item]) => [key, isCopy && /^workflow_?version$/i.test(key) ? '' : walk(item)]),
    )
  }
  return JSON.stringify(walk(JSON.parse(schema)))
}
