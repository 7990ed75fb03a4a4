export interface MappingRow {
  /** The name of a claim, or a path with dots. */
  claim: string
  /** Compared as text with the claim or one of its values. */
  value: string
  group_id: string
}

/** The value at a claim: names with dots and slashes stand as they are before they are read as a path. */
export function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      claims,
    )
}
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined && item !== null).map(String)

export const textClaim = (claims: Readonly<Record<string, unknown>>, name: string): string =>
  textsOf(claimAt(claims, name))[0] ?? ''

/** The groups that somebody with these claims belongs to. Rows, never expressions: what they do can be read. */
export const mappedGroups = (claims: Readonly<Record<string, unknown>>, rows: readonly MappingRow[]): string[] => [
  ...new Set(rows.filter((row) => textsOf(claimAt(claims, row.claim)).includes(row.value)).map((row) => row.group_id)),
]
