import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { percentileOf } from './shared/buckets.ts'
import { emptySpan, type NewSpan } from './shared/span-types.ts'

let t: TestApp
let owner: Person
let spaceId: string
const DAY_US = 86_400_000_000
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await t.infra.database.pool.query<T>(text, values)).rows
const now = () => t.clock.now() * 1000
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Spans' })).id
})

let n = 0
const span = (more: Partial<NewSpan> = {}): NewSpan => ({
  ...emptySpan,
  spaceId,
  traceId: 'trace',
  spanId: `s${(n += 1)}`,
  startedAt: now(),
  durationUs: 1000,
  kind: 'custom',
  name: 'step',
  source: 'otlp',
  status: 1,
  objectKind: 'service',
  objectKey: 'shop',
  objectVersion: '',
  connectorId: '',
  scene: 'online',
  service: 'shop',
  attributes: {},
  ...more,
})
const write = (...spans: NewSpan[]) => t.services.spanStore.write({ spans, heads: [] })
const heads = (traceId: string) =>
  query<{
    root_id: string
    span_count: number
    input_tokens: string
    name: string
    failed_count: number
    models: string
  }>('SELECT * FROM trace_head WHERE trace_id = $1', [traceId])

describe('a trace that arrives in pieces', () => {
  test('has one head, complete once the root is stored, whichever piece arrives first', async () => {
    const at = now()
    const child = span({
      traceId: 'pieces',
      parentId: 'root',
      kind: 'model',
      model: 'm1',
      inputTokens: 5,
      startedAt: at + 10,
    })
    await write(child)
    expect(await heads('pieces')).toMatchObject([{ root_id: '', span_count: 1, input_tokens: '5' }])
    await write(span({ traceId: 'pieces', spanId: 'root', name: 'whole', startedAt: at }))
    await write(
      span({
        traceId: 'pieces',
        parentId: 'root',
        kind: 'model',
        model: 'm2',
        inputTokens: 7,
        startedAt: at + 20,
        status: 2,
      }),
    )
    expect(await heads('pieces')).toMatchObject([
      { root_id: 'root', name: 'whole', span_count: 3, failed_count: 1, input_tokens: '12', models: 'm1, m2' },
    ])
  })
  test('counts every span once, however often it is sent, and not the sums of steps that repeat others', async () => {
    const one = span({ traceId: 'twice', kind: 'model', model: 'm', inputTokens: 3, outputTokens: 2, cost: 0.5 })
    const above = span({ traceId: 'twice', kind: 'agent', parentId: 'x', inputTokens: 3, outputTokens: 2 })
    await Promise.all([write(one, above), write(one), write(one, one)])
    expect(await heads('twice')).toMatchObject([{ span_count: 2, input_tokens: '3' }])
    const [figures] = await query(
      `SELECT sum(n)::int AS n, sum(input_tokens)::int AS tokens, sum(cost) AS cost FROM span_rollup
       WHERE space_id = $1 AND step = 3600 AND kind = 'model' AND model = 'm'`,
      [spaceId],
    )
    expect(figures).toEqual({ n: 1, tokens: 3, cost: 0.5 })
  })
  test('is stored completely if it is large, even if parts of it were stored before', async () => {
    const odd = 'a\tb\nc\r\\ \\N \\. "quoted" {1,2} 你好'
    const many = Array.from({ length: 60 }, () =>
      span({ traceId: 'large', parentId: 'top', name: odd, input: odd, output: '\\.', attributes: { [odd]: [odd] } }),
    )
    await write(...many.slice(0, 30))
    // Spans that exist, new ones, and one that is sent twice.
    await write(...many, many[59]!)
    expect(await heads('large')).toMatchObject([{ span_count: 60, name: odd }])
    const rows = await query(
      `SELECT DISTINCT s.name, s.error_msg, b.input, b.output, b.attributes, count(*) OVER ()::int AS n
       FROM span s JOIN span_body b USING (keep, started_at, space_id, trace_id, span_id) WHERE s.trace_id = 'large'`,
    )
    expect(rows).toEqual([{ name: odd, error_msg: '', input: odd, output: '\\.', attributes: { [odd]: [odd] }, n: 60 }])
  })
  test('has the same head as one that arrives as a whole', async () => {
    const at = now()
    const spans = (traceId: string) => [
      span({
        traceId,
        spanId: 'b',
        parentId: 'a',
        kind: 'model',
        model: 'm2',
        inputTokens: 4,
        cost: 0.1,
        firstUs: 30,
        startedAt: at + 5,
      }),
      span({
        traceId,
        spanId: 'c',
        parentId: 'a',
        kind: 'model',
        model: 'm1',
        outputTokens: 6,
        status: 2,
        userKey: 'ann',
        startedAt: at + 7,
      }),
      span({
        traceId,
        spanId: 'a',
        kind: 'agent',
        name: '问题',
        input: '😀'.repeat(2500),
        threadId: 'talk',
        startedAt: at,
        durationUs: 900,
      }),
    ]
    await write(...spans('whole'))
    for (const one of spans('piecewise')) await write(one)
    const [[whole], [pieces]] = await Promise.all([heads('whole'), heads('piecewise')])
    expect(whole).toMatchObject({ span_count: 3, failed_count: 1, models: 'm1, m2', user_key: 'ann' })
    expect({ ...whole, trace_id: '' }).toEqual({ ...pieces, trace_id: '' })
  })
  test('belongs to its space: the same id in another space is another trace', async () => {
    const other = (await owner.api.space.create({ name: 'Elsewhere' })).id
    await write(span({ traceId: 'same', spanId: 'r' }))
    await t.services.spanStore.write({ spans: [span({ traceId: 'same', spanId: 'r', spaceId: other })], heads: [] })
    expect(await heads('same')).toMatchObject([{ span_count: 1 }, { span_count: 1 }])
  })
  test('is one trace across midnight, even if two processes write to it', async () => {
    const another = await t.another()
    const midnight = Math.floor(now() / DAY_US) * DAY_US
    const early = span({ traceId: 'night', spanId: 'root', startedAt: midnight - 5 })
    const late = Array.from({ length: 20 }, (_, at) =>
      span({ traceId: 'night', parentId: 'root', startedAt: midnight + at }),
    )
    await Promise.all([
      another.services.spanStore.write({ spans: late.slice(10), heads: [] }),
      write(...late.slice(0, 10)),
      another.services.spanStore.write({ spans: [early], heads: [] }),
    ])
    expect(await heads('night')).toMatchObject([{ root_id: 'root', span_count: 21 }])
  })
})

describe('figures', () => {
  test('equal a recount of the spans, by minute and by hour', async () => {
    for (const step of [60, 3600, 86_400]) {
      const counted = await query(
        `SELECT at::text, kind, sum(n)::text AS n, sum(failed)::text AS failed, sum(sum_us)::text AS us FROM span_rollup
         WHERE space_id = $1 AND step = $2 GROUP BY at, kind ORDER BY 1, 2`,
        [spaceId, step],
      )
      const recounted = await query(
        `SELECT (started_at / 1000000 / $2::int * $2::int)::text AS at, kind, count(*)::text AS n, count(*) FILTER (WHERE status = 2)::text AS failed,
           sum(duration_us)::text AS us FROM span WHERE space_id = $1 GROUP BY 1, kind ORDER BY 1, 2`,
        [spaceId, step],
      )
      expect(counted.length).toBeGreaterThan(1)
      expect(counted).toEqual(recounted)
    }
  })
  test('give percentiles within 5 %', async () => {
    const times = Array.from({ length: 500 }, (_, at) => 1000 + at * at * 37)
    await write(...times.map((durationUs, at) => span({ traceId: `p${at}`, objectKey: 'percent', durationUs })))
    const rows = await query<{ bucket: number; n: string }>(
      "SELECT bucket, sum(n) AS n FROM span_hist WHERE object_key = 'percent' AND step = 3600 AND measure = 1 GROUP BY bucket",
    )
    const buckets = rows.map((row) => ({ bucket: row.bucket, n: Number(row.n) }))
    for (const share of [0.5, 0.9, 0.99]) {
      const exact = times[Math.ceil(share * times.length) - 1]!
      expect(Math.abs(percentileOf(buckets, share) / exact - 1)).toBeLessThan(0.05)
    }
  })
})

describe('the time to keep', () => {
  test('drops expired partitions and keeps others; a new setting applies to later spans', async () => {
    const short = (await owner.api.space.create({ name: 'Short' })).id
    await t.services.spanKeep.set(short, { days: 7 })
    const old = { spaceId: short, startedAt: now() - 9 * DAY_US }
    await write(span({ ...old, traceId: 'old' }))
    await write(span({ spaceId: short, traceId: 'young', startedAt: now() - 2 * DAY_US }))
    await write(span({ traceId: 'kept', startedAt: now() - 9 * DAY_US }))
    const dropped = await t.services.spanStore.dropOld()
    expect(dropped.toSorted()).toEqual(
      ['span', 'span_body', 'trace_head'].map((table) => expect.stringMatching(new RegExp(`^${table}_7_`))),
    )
    expect(await heads('old')).toEqual([])
    expect(await heads('young')).toHaveLength(1)
    expect(await heads('kept')).toHaveLength(1)
    // The store creates the partition again when a span needs it.
    await write(span({ ...old, traceId: 'again' }))
    expect(await heads('again')).toHaveLength(1)
  })
  test('does not outlive the space: its traces and figures are deleted with it', async () => {
    const gone = (await owner.api.space.create({ name: 'Gone' })).id
    await write(span({ spaceId: gone, traceId: 'gone', userKey: 'ann' }))
    await t.infra.database.pool.query('DELETE FROM space WHERE id = $1', [gone])
    for (const table of ['trace_head', 'span', 'span_body', 'span_rollup', 'span_hist', 'span_user_day'])
      expect(await query(`SELECT 1 FROM ${table} WHERE space_id = $1`, [gone]), table).toEqual([])
  })
})
