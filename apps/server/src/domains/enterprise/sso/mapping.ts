export interface MappingRow {
  /** Name of a claim, or a path with dots. */
  claim: string
  /** Text that must equal the claim or one of its values. */
  value: string
  group_id: string
}

/** Reads a claim. A name with dots is first looked up as it is, then as a path. */
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

/** Groups for the given claims. The mapping has rows instead of expressions, so that its effect is obvious. */
export const mappedGroups = (claims: Readonly<Record<string, unknown>>, rows: readonly MappingRow[]): string[] => [
  ...new Set(rows.filter((row) => textsOf(claimAt(claims, row.claim)).includes(row.value)).map((row) => row.group_id)),
]
