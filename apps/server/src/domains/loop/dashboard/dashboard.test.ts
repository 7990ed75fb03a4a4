import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let spaceId: string
const HOUR = 3_600_000
let n = 0
/** Creates a trace of a root span and a model call. */
const sent = (
  agoMs: number,
  more: { psm?: string; ms?: number; failed?: boolean; user?: string; model?: string } = {},
) => {
  const { psm = 'shop', ms = 100, failed = false, user = 'ann', model = 'm1' } = more
  n += 1
  const shared = {
    workspace_id: spaceId,
    trace_id: String(n).padStart(32, 'a'),
    started_at_micros: (t.clock.now() - agoMs) * 1000,
    psm,
  }
  const root = {
    ...shared,
    span_id: `r${n}`,
    span_name: 'root',
    span_type: 'agent',
    duration_micros: ms * 1000,
    status_code: failed ? 1 : 0,
  }
  const tags = {
    tags_string: { model_name: model },
    tags_long: { input_tokens: 10, output_tokens: 5 },
    tags_double: { cost: 0.5 },
  }
  return [
    { ...root, tags_string: { user_id: user, ...(failed && { error: 'no seats' }) } },
    {
      ...shared,
      ...tags,
      span_id: `c${n}`,
      parent_id: `r${n}`,
      span_name: 'call',
      span_type: 'model',
      duration_micros: 40_000,
    },
  ]
}
const figures = (hours: number, more: object = {}) =>
  owner.api.traceDashboard.get({
    space_id: spaceId,
    start_time: t.clock.now() - hours * HOUR,
    end_time: t.clock.now() + 1000,
    ...more,
  })
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Figures' })).id
  const traces = [
    sent(0.5 * HOUR),
    sent(HOUR, { ms: 200, user: 'bob' }),
    sent(1.5 * HOUR, { ms: 4000, failed: true, psm: 'desk', model: 'm2' }),
    sent(30 * HOUR, { user: 'cleo' }),
  ]
  await owner.api.traceIngest.spans({ spans: traces.flat() })
})

test('figures of a day are returned with those of the day before', async () => {
  const { totals, before, buckets, bucket_ms, objects, models, errors } = await figures(24)
  expect(totals).toMatchObject({ runs: 3, failed: 1, input_tokens: 30, output_tokens: 15, cost: 1.5 })
  expect(totals.people).toBeGreaterThanOrEqual(2)
  expect(before).toMatchObject({ runs: 1, failed: 0, input_tokens: 10, cost: 0.5 })
  expect(Math.abs(totals.p99_ms / 4000 - 1)).toBeLessThan(0.05)
  expect(Math.abs(before.p50_ms / 100 - 1)).toBeLessThan(0.05)
  expect(bucket_ms).toBe(1_800_000)
  expect(buckets.length).toBeGreaterThanOrEqual(48)
  expect(buckets.reduce((sum, { runs }) => sum + runs, 0)).toBe(3)
  expect(buckets.reduce((sum, { by_object }) => sum + (by_object['shop'] ?? 0), 0)).toBe(2)
  expect(objects).toEqual([
    { object: 'shop', name: 'shop', runs: 2 },
    { object: 'desk', name: 'desk', runs: 1 },
  ])
  expect(models).toMatchObject([
    { model: 'm1', calls: 2, tokens: 30, cost: 1 },
    { model: 'm2', calls: 1, cost: 0.5 },
  ])
  expect(Math.abs(models[0]!.p50_ms / 40 - 1)).toBeLessThan(0.05)
  expect(errors).toEqual([{ error: 'no seats', count: 1 }])
})
test('figures of a month are grouped by day, and can be limited to one object or scene', async () => {
  const month = await figures(30 * 24)
  expect(month).toMatchObject({ bucket_ms: 86_400_000, totals: { runs: 4, people: 3 } })
  // Histograms by day give the same percentiles as those by hour.
  const week = await figures(7 * 24)
  expect(week.bucket_ms).toBe(7_200_000)
  expect(month.totals).toMatchObject({ p50_ms: week.totals.p50_ms, p99_ms: week.totals.p99_ms })
  expect(month.models).toEqual(week.models)
  expect((await figures(24, { object: 'desk' })).totals).toMatchObject({ runs: 1, failed: 1, cost: 0.5 })
  expect((await figures(24, { scene: 'debug' })).totals).toMatchObject({ runs: 0, cost: 0, p95_ms: 0 })
})
test('figures are restricted to owners and admins, and need a valid time range', async () => {
  const member = await t.register('member')
  const outsider = await t.register('outsider')
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  const input = { space_id: spaceId, start_time: 1000, end_time: 2000 }
  await expect(member.api.traceDashboard.get(input)).rejects.toMatchObject({ status: 403 })
  await expect(outsider.api.traceDashboard.get(input)).rejects.toMatchObject({ status: 404 })
  await expect(figures(24, { end_time: 0 })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('end_time'),
  })
})
