import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let member: Person
let spaceId: string
let noon: number
const HOUR = 3_600_000
const DAY = 24 * HOUR
let n = 0
const sent = (
  at: number,
  more: { psm?: string; ms?: number; failed?: boolean; user?: string; model?: string } = {},
) => {
  const { psm = 'shop', ms = 100, failed = false, user = 'ann', model = 'm1' } = more
  n += 1
  const shared = {
    workspace_id: spaceId,
    trace_id: String(n).padStart(32, 'a'),
    started_at_micros: at * 1000,
    psm,
  }
  return [
    {
      ...shared,
      span_id: `r${n}`,
      span_name: 'root',
      span_type: 'agent',
      duration_micros: ms * 1000,
      status_code: failed ? 1 : 0,
      tags_string: { user_id: user } as Record<string, string>,
    },
    {
      ...shared,
      span_id: `c${n}`,
      parent_id: `r${n}`,
      span_name: 'call',
      span_type: 'model',
      duration_micros: 500_000,
      tags_string: { model_name: model, prompt_key: psm === 'desk' ? 'greet' : '' },
      tags_long: { input_tokens: 10, output_tokens: 5 },
    },
  ]
}
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  spaceId = (await owner.api.space.create({ name: 'Figures' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  noon = Math.floor(t.clock.now() / DAY) * DAY - 2 * DAY + 12 * HOUR
  const traces = [
    sent(noon),
    sent(noon + HOUR, { ms: 200, user: 'bob' }),
    sent(noon + HOUR, { ms: 4000, failed: true, psm: 'desk', model: 'm2' }),
    sent(noon - DAY, { user: 'cleo' }),
  ]
  await owner.api.traceIngest.spans({ spans: traces.flat() })
})
const day = () => ({ space_id: spaceId, start_time: noon - 12 * HOUR, end_time: noon + 12 * HOUR })
const inSeconds = () => ({ space_id: spaceId, start_time: noon / 1000 - 2 * 3600, end_time: noon / 1000 + 2 * 3600 })

test('indicators are returned over time, with totals, by object, and with the period before', async () => {
  const found = await owner.api.traceFigures.indicators({
    ...day(),
    indicator_type: [1, 4, 5, 13, 29, 37, 40, 43],
    aggregation_type: 2,
    overview_indicator_type: [1, 3, 5],
  })
  const totals = Object.fromEntries(Object.entries(found.indicators).map(([type, one]) => [type, one.totals]))
  expect(totals).toMatchObject({ 1: '45', 4: '2', 5: '3', 29: '0.6667', 37: '10', 40: '15', 43: '3' })
  expect(Math.abs(Number(totals[13]) / 4000 - 1)).toBeLessThan(0.05)
  expect(found.indicators[5]!.indicator_points).toHaveLength(24)
  const busy = found.indicators[5]!.indicator_points.filter((one) => one.indicator_value !== '0')
  expect(busy.map((one) => [Number(one.timestamp), one.indicator_value])).toEqual([
    [noon, '1'],
    [noon + HOUR, '2'],
  ])
  // An hour without traces has no success rate.
  expect(found.indicators[29]!.indicator_points.map((one) => one.indicator_value)).toEqual(['1', '0.5'])
  expect(found.overview_indicators).toMatchObject({
    1: { overview_indicator_value: '3', overview_indicator_last_value: '1' },
    3: { overview_indicator_value: '0.3333', overview_indicator_last_value: '0' },
    5: { overview_indicator_value: '45', overview_indicator_last_value: '15' },
  })
  const apart = await owner.api.traceFigures.indicators({
    ...day(),
    indicator_type: [5],
    filter: { app_type: 1, psm: ['shop', 'desk'] },
  })
  const curves = apart.indicators[5]!.multi_obs_objs_indicator_points!
  expect([curves['shop'], curves['desk']].map((list) => list!.map((one) => one.indicator_value))).toEqual([
    ['2'],
    ['1'],
  ])
  const prompts = await owner.api.traceFigures.indicators({
    ...day(),
    indicator_type: [1, 10],
    filter: { app_type: 6, prompt_key_version: [{ prompt_key: 'greet' }] },
  })
  expect(prompts.indicators[1]!.totals).toBe('15')
  await expect(
    owner.api.traceFigures.indicators({ ...day(), indicator_type: [11], filter: { app_type: 6 } }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('indicator_type') })
})

test('indicators can be split by model and by prompt', async () => {
  const by = (indicator_type: number, options: number) =>
    owner.api.traceFigures.indicatorByOption({ ...day(), indicator_type, options, app_type: 0 })
  expect(await by(1, 1)).toMatchObject({ indicator_options_with_value: { m1: '30', m2: '15' }, totals: '45' })
  expect(await by(2, 2)).toMatchObject({ indicator_options_with_value: { greet: '10' }, totals: '10' })
  await expect(by(4, 1)).rejects.toMatchObject({ status: 400 })
  const { indicator_options: options } = await owner.api.traceFigures.indicatorOptions({
    space_id: spaceId,
    options: [1, 2],
  })
  expect(options).toEqual({ 1: ['m1', 'm2'], 2: ['greet'] })
})

test('metrics are returned as curves by service and model, and the rest is summed up', async () => {
  const total = async (more: object) => {
    const { curves, interval } = await owner.api.traceFigures.metrics({ ...inSeconds(), metrics_type: 10, ...more })
    return {
      interval,
      curves: curves.map((one) => [one.tag_kvs, one.points.reduce((sum, { y }) => sum + y, 0)]),
    }
  }
  expect(await total({})).toEqual({ interval: 3, curves: [[{}, 45]] })
  expect(await total({ tag_kvs: { client_name: [] } })).toMatchObject({
    curves: [
      [{ client_name: 'shop' }, 30],
      [{ client_name: 'desk' }, 15],
    ],
  })
  expect(await total({ tag_kvs: { model: [] }, top_k: 1 })).toMatchObject({
    curves: [
      [{ model: 'm1' }, 30],
      [{ model: 'other' }, 15],
    ],
  })
  const slowest = await owner.api.traceFigures.metrics({
    ...inSeconds(),
    metrics_type: 5,
    aggregate_type: 2,
    filters: { client_name: ['desk'] },
  })
  expect(slowest.curves[0]!.points).toMatchObject([{ x: noon / 1000 + 3600, y: 4000 }])
  expect(await owner.api.traceFigures.tagOptions(inSeconds())).toMatchObject({
    clients: { shop: [{ name: 'shop' }], desk: [{ name: 'desk' }] },
    models: ['m1', 'm2'],
  })
})

test('tokens are returned by day, service and model, with the change since the period before', async () => {
  const found = await owner.api.traceFigures.operation({ ...day(), operation_type: 'token' })
  expect(found).toMatchObject({ total: '45', one_period_comparison: 2, one_day_comparison: 2 })
  const date = new Date(noon).toISOString().slice(0, 10)
  expect(found.operations.map((one) => [one.operation_period, one.psm, one.model_id, one.operation_value])).toEqual(
    expect.arrayContaining([
      [date, 'shop', 'm1', '30'],
      [date, 'desk', 'm2', '15'],
    ]),
  )
  const yearly = await owner.api.traceFigures.operation({
    ...day(),
    operation_type: 'token',
    aggregation_type: 4,
    model_id: ['m2'],
  })
  expect(yearly).toMatchObject({ total: '15', operations: [{ operation_period: date.slice(0, 4) }] })
  const keys = await owner.api.traceFigures.operationKeys({ space_id: spaceId, aggregation_keys: ['psm', 'model_id'] })
  expect(keys.operation_aggregations).toEqual([
    { key: 'psm', data: ['shop', 'desk'] },
    { key: 'model_id', data: ['m1', 'm2'] },
  ])
})

test('figures are restricted to people who see all traces, and need a valid time range', async () => {
  const ask = (who: Person, more: object = {}) =>
    who.api.traceFigures.indicators({ ...day(), indicator_type: [1], ...more })
  await expect(ask(member)).rejects.toMatchObject({ status: 403 })
  await expect(ask(owner, { end_time: 1 })).rejects.toMatchObject({ message: expect.stringContaining('end_time') })
  const long = { start_time: noon - 30 * DAY, aggregation_type: 1 }
  await expect(ask(owner, long)).rejects.toMatchObject({ message: expect.stringContaining('aggregation_type') })
})
