import { beforeAll, describe, expect, test } from 'vitest'
import { openClickHouse } from '#kit/clickhouse.ts'
import { clickHouseBinary, openClickHouseServer } from '#testing/clickhouse-server.ts'
import { openTestApp } from '#testing/test-app.ts'
import { createClickHouseValues } from './clickhouse-values.ts'
import { createPostgresValues } from './postgres-values.ts'
import { nameOf, type StoredValues, type ValueStore } from './value-store.ts'

const DAY_US = 86_400_000_000
const now = Date.now() * 1000
const stores = {
  PostgreSQL: async (): Promise<ValueStore> => {
    const { pool } = (await openTestApp()).infra.database
    for (const at of [now, now - 20 * DAY_US]) await pool.query('SELECT make_span_partition(7, $1)', [at])
    return createPostgresValues(pool)
  },
  ClickHouse: async (): Promise<ValueStore> =>
    createClickHouseValues(openClickHouse((await openClickHouseServer()).url)),
}
let n = 0
const row = (more: Partial<StoredValues> = {}): StoredValues => ({
  keep: 7,
  startedAt: now,
  spaceId: '101',
  traceId: 't1',
  spanId: `s${(n += 1)}`,
  input: '',
  output: '',
  attributes: {},
  ...more,
})

// Debian has a package with the ClickHouse server. Without it only PostgreSQL is tested.
describe.each(['PostgreSQL', ...(clickHouseBinary ? (['ClickHouse'] as const) : [])] as const)(
  'values of spans in %s',
  (name) => {
    let store: ValueStore
    beforeAll(async () => {
      store = await stores[name]()
    })
    const found = async (test: Parameters<ValueStore['find']>[0]['test'], more: object = {}) => {
      const search = {
        spaceId: '101',
        from: now - DAY_US,
        to: now + DAY_US,
        fields: ['input', 'output'] as const,
        test,
      }
      return (await store.find({ ...search, ...more })).map(({ spanId }) => spanId).toSorted()
    }

    test('are returned as they were stored, once, with all characters', async () => {
      const odd = row({
        input: `it's "quoted" \\ back\\'slash\n\t${'长文本'.repeat(50)} 😀`,
        output: "'); DROP TABLE orrery_span_values --",
        attributes: { nested: { list: [1, 'zwei', null] }, 'a.b': true },
      })
      await store.put([odd])
      await store.put([odd, row()])
      const values = await store.get([odd, { ...odd, spanId: 'none' }, { ...odd, spaceId: '102' }])
      expect([...values]).toEqual([[nameOf(odd), { input: odd.input, output: odd.output, attributes: odd.attributes }]])
      expect(await found({ texts: [odd.input] })).toEqual([odd.spanId])
    })
    test('are found by words in any case, by whole texts, and by existence', async () => {
      const [rome, lima, empty] = [
        row({ traceId: 't2', input: 'Weather in ROME', output: 'sunny' }),
        row({ traceId: 't2', input: '利马的天气', output: 'rain' }),
        row({ traceId: 't2' }),
      ]
      await store.put([rome, lima, empty, row({ spaceId: '102', input: 'weather elsewhere' })])
      expect(await found({ words: ['weather', 'rome'] })).toEqual([rome.spanId])
      expect(await found({ words: ['天气'] })).toEqual([lima.spanId])
      expect(await found({ words: ['rain'] })).toEqual([lima.spanId])
      expect(await found({ words: ['rain'] }, { fields: ['input'] })).toEqual([])
      expect(await found({ words: ["' OR 1 = 1 OR '"] })).toEqual([])
      expect(await found({ texts: ['sunny', 'rain'] })).toEqual([rome.spanId, lima.spanId].toSorted())
      expect(await found('exists')).not.toContain(empty.spanId)
      expect(await found({ words: ['weather'] }, { from: now - 3 * DAY_US, to: now - 2 * DAY_US })).toEqual([])
    })
    test('are deleted with their trace, and only in its space', async () => {
      const [gone, kept] = [
        row({ traceId: 't3', input: 'gone' }),
        row({ traceId: 't3', spaceId: '102', input: 'kept' }),
      ]
      await store.put([gone, kept])
      await store.forget([gone])
      await expect.poll(async () => (await store.get([gone])).size).toBe(0)
      expect((await store.get([kept])).size).toBe(1)
    })
    test('are deleted after their time to keep, whole days at once', async () => {
      const [old, young] = [row({ traceId: 't4', startedAt: now - 20 * DAY_US }), row({ traceId: 't4' })]
      await store.put([old, young])
      await store.dropBefore(7, now - 8 * DAY_US)
      expect([...(await store.get([old, young])).keys()]).toEqual([nameOf(young)])
    })
  },
)
