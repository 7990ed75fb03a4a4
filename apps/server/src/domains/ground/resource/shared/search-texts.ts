import type { ResourceKindPort } from './resource-kind.ts'

/** Longer texts are cut: the limit of the search index for one resource. */
export const MAX_SEARCH_TEXT = 20_000

export const joinTexts = (texts: (string | null | undefined)[]): string =>
  texts.filter(Boolean).join('\n').slice(0, MAX_SEARCH_TEXT)

/** Reads the texts of a kind with one query, which takes the ids as `$1` and returns rows with an `id`. */
export const searchTextsFrom =
  <Row extends { id: string }>(
    sql: string,
    toText: (row: Row) => string,
  ): NonNullable<ResourceKindPort['searchTexts']> =>
  async (ids, client) => {
    const { rows } = await client.query<Row>(sql, [ids])
    return new Map(rows.map((row) => [row.id, toText(row)]))
  }
