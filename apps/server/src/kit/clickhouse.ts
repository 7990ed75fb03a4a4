/**
 * ClickHouse over HTTP. Supports all versions since 18.16, so queries have no parameters and values are quoted here.
 */
export interface ClickHouse {
  /** Returns the rows of a SELECT. */
  select<T extends object>(query: string): Promise<T[]>
  run(query: string): Promise<void>
  insert(table: string, rows: readonly object[]): Promise<void>
}
export class ClickHouseError extends Error {}

const TIMEOUT_MS = 10_000

/** Quotes text as a literal. */
export const quoted = (text: string): string =>
  `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`

export function openClickHouse(address: string): ClickHouse {
  const { origin, pathname, username, password } = new URL(address)
  const database = decodeURIComponent(pathname.slice(1)) || 'default'
  const headers = {
    ...(username && { 'x-clickhouse-user': decodeURIComponent(username) }),
    ...(password && { 'x-clickhouse-key': decodeURIComponent(password) }),
  }
  async function ask(query: string, body?: string): Promise<string> {
    const target = new URL(origin)
    target.searchParams.set('database', database)
    if (body !== undefined) target.searchParams.set('query', query)
    let response: Response
    try {
      response = await fetch(target, {
        method: 'POST',
        headers,
        body: body ?? query,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    } catch (cause) {
      throw new ClickHouseError('ClickHouse cannot be reached', { cause })
    }
    const text = await response.text()
    if (!response.ok) throw new ClickHouseError(`ClickHouse answered ${response.status}: ${text.slice(0, 300)}`)
    return text
  }
  return {
    async select<T extends object>(query: string): Promise<T[]> {
      const text = await ask(`${query} FORMAT JSONEachRow`)
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as T)
    },
    run: async (query) => void (await ask(query)),
    insert: async (table, rows) =>
      void (await ask(`INSERT INTO ${table} FORMAT JSONEachRow`, rows.map((row) => JSON.stringify(row)).join('\n'))),
  }
}
