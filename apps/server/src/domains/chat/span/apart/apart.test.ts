import { beforeAll, describe, expect, test } from 'vitest'
import { clickHouseBinary, openClickHouseServer } from '#testing/clickhouse-server.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let n = 0
const span = (app: TestApp, workspace_id: string, more: object = {}) => ({
  workspace_id,
  trace_id: 'a'.repeat(32),
  span_id: String((n += 1)).padStart(16, '0'),
  parent_id: '0',
  started_at_micros: (app.clock.now() - 60_000) * 1000 + n,
  duration_micros: 1500,
  span_name: 'step',
  span_type: 'custom',
  status_code: 0,
  ...more,
})
const waitingIn = async (app: TestApp) =>
  Number((await app.infra.database.pool.query<{ n: string }>('SELECT count(*) AS n FROM span_body')).rows[0]!.n)

test('while ClickHouse is unavailable spans wait in the database; beyond the limit senders are asked to retry later', async () => {
  const app = await openTestApp({ config: { clickhouseUrl: 'http://127.0.0.1:9/', spanBacklog: 3 } })
  const owner = await app.register('owner')
  const space = (await owner.api.space.create({ name: 'Away' })).id
  const { spanMover } = app.services
  const spans = [span(app, space, { input: 'first' }), span(app, space), span(app, space)]
  await owner.api.traceIngest.spans({ spans })
  await spanMover!.move()
  expect(await waitingIn(app)).toBe(3)
  await expect(owner.api.traceIngest.spans({ spans: [span(app, space)] })).rejects.toMatchObject({ status: 503 })
  // Values that wait are read from the database.
  const tree = await owner.api.traceSearch.get({ space_id: space, trace_id: 'a'.repeat(32) })
  expect(tree.spans.map(({ input }) => input)).toEqual(['first', '', ''])
})

// Skipped without a clickhouse-server, since Debian has the package for some architectures only.
describe.skipIf(!clickHouseBinary)('with ClickHouse', () => {
  let app: TestApp
  let owner: Person
  let space: string
  let server: Awaited<ReturnType<typeof openClickHouseServer>>
  beforeAll(async () => {
    server = await openClickHouseServer()
    app = await openTestApp({ config: { clickhouseUrl: server.url, spanBacklog: 5 } })
    owner = await app.register('owner')
    space = (await owner.api.space.create({ name: 'Apart' })).id
  })
  const move = () => app.services.spanMover!.move()
  const count = async (string?: object, full_text_search?: string[]) => {
    const now = app.clock.now()
    const input = { space_id: space, start_time: now - 3_600_000, end_time: now + 60_000 }
    const more = { ...(string && { filters: { input: { string } } }), ...(full_text_search && { full_text_search }) }
    return (await owner.api.observation.allSpans({ ...input, ...more })).spans.length
  }

  test('values are stored once, and are read, found and filtered as before', async () => {
    const root = span(app, space, { input: 'Two days in Lisbon', output: 'Fine', span_type: 'agent' })
    const call = span(app, space, { parent_id: root.span_id, span_type: 'model', input: '里斯本的天气' })
    await owner.api.traceIngest.spans({ spans: [root, call] })
    await move()
    expect(await waitingIn(app)).toBe(0)
    // A retry by the sender changes nothing.
    await owner.api.traceIngest.spans({ spans: [root, call] })
    const later = span(app, space, { parent_id: root.span_id, input: 'later' })
    await owner.api.traceIngest.spans({ spans: [later] })
    const tree = () => owner.api.traceSearch.get({ space_id: space, trace_id: root.trace_id })
    const inputs = ['Two days in Lisbon', '里斯本的天气', 'later']
    expect((await tree()).spans.map(({ input }) => input)).toEqual(inputs)
    // The later piece rewrote the head, which keeps its input and output.
    expect((await tree()).trace).toMatchObject({ input: 'Two days in Lisbon', output: 'Fine', span_count: 3 })
    await move()
    expect((await tree()).spans.map(({ input }) => input)).toEqual(inputs)
    expect(await count()).toBe(3)
    expect(await count({ containsall: ['lisbon'] })).toBe(1)
    expect(await count({ not_contains: 'lisbon' })).toBe(2)
    expect(await count({ eq: '里斯本的天气' })).toBe(1)
    expect(await count(undefined, ['LISBON', 'days'])).toBe(1)
  })
  test('a server that dies in the meantime loses nothing: acknowledged values are available when it is back', async () => {
    const spans = Array.from({ length: 4 }, (_, at) =>
      span(app, space, { trace_id: 'b'.repeat(32), input: `step ${at}` }),
    )
    await server.kill()
    await owner.api.traceIngest.spans({ spans })
    await move()
    expect(await waitingIn(app)).toBe(4)
    await server.start()
    await move()
    expect(await waitingIn(app)).toBe(0)
    const tree = await owner.api.traceSearch.get({ space_id: space, trace_id: 'b'.repeat(32) })
    expect(tree.spans.map(({ input }) => input)).toEqual(['step 0', 'step 1', 'step 2', 'step 3'])
  })
  test('what is deleted in PostgreSQL is deleted in ClickHouse', async () => {
    const other = (await owner.api.space.create({ name: 'Short-lived' })).id
    await owner.api.traceIngest.spans({ spans: [span(app, other, { input: 'a secret of this space' })] })
    await move()
    const { pool } = app.infra.database
    await pool.query('DELETE FROM trace_head WHERE space_id = $1', [other])
    await move()
    const left = async () => {
      const query = `SELECT count() AS n FROM orrery_span_values WHERE space_id = ${other} FORMAT TabSeparated`
      return (await (await fetch(new URL(server.url).origin, { method: 'POST', body: query })).text()).trim()
    }
    await expect.poll(left).toBe('0')
    expect((await pool.query('SELECT FROM span_gone')).rowCount).toBe(0)
  })
})
