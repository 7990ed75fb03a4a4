import type { ResourceFacts, ResourceKindPort } from './resource-kind.ts'

/** Reads the facts of a kind with one query, which takes the ids as `$1` and returns rows with an `id`. */
export const factsFrom =
  <Row extends { id: string }>(
    sql: string,
    toFacts: (row: Row) => ResourceFacts,
  ): NonNullable<ResourceKindPort['facts']> =>
  async (ids, client) => {
    const { rows } = await client.query<Row>(sql, [ids])
    return new Map(rows.map((row) => [row.id, toFacts(row)]))
  }

/** Facts as strings, in the format of lists. */
export const writeFacts = ({ version, state, hasEdits, counts }: ResourceFacts): Record<string, string> => ({
  ...(version && { version }),
  ...(state && { state }),
  ...(hasEdits && { has_edits: '1' }),
  ...Object.fromEntries(Object.entries(counts ?? {}).map(([name, count]) => [name, String(count)])),
})
