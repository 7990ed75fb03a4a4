import { ConnectorId } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let space_id: string
const HOUR = 3_600_000
let n = 0
/** Creates a trace of a root span and a model call. */
const sent = (psm: string, model: string, ms: number, isFailed = false) => {
  n += 1
  const shared = { workspace_id: space_id, trace_id: String(n).padStart(32, 'b'), psm }
  const at = (t.clock.now() - HOUR) * 1000
  return [
    {
      ...shared,
      span_id: `r${n}`,
      span_name: 'root',
      span_type: 'agent',
      started_at_micros: at,
      duration_micros: ms * 1000,
      status_code: isFailed ? 1 : 0,
    },
    {
      ...shared,
      span_id: `c${n}`,
      parent_id: `r${n}`,
      span_name: 'call',
      span_type: 'model',
      started_at_micros: at,
      duration_micros: 40_000,
      tags_string: { model_name: model },
      tags_long: { input_tokens: 10, output_tokens: 5 },
    },
  ]
}
const range = () => ({ space_id, start_time: t.clock.now() - 3 * HOUR, end_time: t.clock.now() + 1000 })
type Chart = Parameters<Person['api']['traceCharts']['points']>[0]['chart']
const points = async (chart: Chart) => (await owner.api.traceCharts.points({ ...range(), chart })).curves
const sum = (values: readonly (number | null)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0)
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Charts' })).id
  const spans = [sent('shop', 'm1', 100), sent('shop', 'm2', 100, true), sent('desk', 'm1', 900)].flat()
  await owner.api.traceIngest.spans({ spans } as never)
})

describe('the points of a chart', () => {
  test('match the sent traces, in total and split', async () => {
    const [runs] = await points({ metric: 'runs' })
    expect(runs).toMatchObject({ key: 'all', total: 3 })
    expect(sum(runs!.values)).toBe(3)
    expect(await points({ metric: 'tokens', split: 'model' })).toMatchObject([
      { name: 'm1', total: 30 },
      { name: 'm2', total: 15 },
    ])
    expect(await points({ metric: 'error_rate', split: 'object' })).toMatchObject([
      { name: 'shop', total: 50 },
      { name: 'desk', total: 0 },
    ])
    const [desk] = await points({ metric: 'latency_p95', object_key: 'desk' })
    expect(desk!.total! / 900).toBeCloseTo(1, 1)
    // A period without runs has no latency; it must not count as 0.
    expect(desk!.values.filter((value) => value !== null)).toHaveLength(1)
  })
  test('cannot be split or filtered by a dimension that the metric does not have', async () => {
    await expect(points({ metric: 'latency_p95', split: 'version' })).rejects.toThrow('object, scene')
    await expect(points({ metric: 'runs', model: 'm1' })).rejects.toThrow('chart.model')
  })
})

test('charts have unique titles within their space, and other spaces cannot change them', async () => {
  const chart = { title: 'Spend', metric: 'cost', split: 'model', shape: 'bars', is_wide: true } as const
  const { chart_id } = await owner.api.traceCharts.save({ space_id, chart })
  await expect(owner.api.traceCharts.save({ space_id, chart: { ...chart, title: 'spend' } })).rejects.toThrow('title')
  await owner.api.traceCharts.save({ space_id, chart_id, chart: { ...chart, title: 'Money' } })
  expect((await owner.api.traceCharts.list({ space_id })).charts).toMatchObject([
    { id: chart_id, title: 'Money', metric: 'cost', split: 'model', shape: 'bars', is_wide: true },
  ])
  const other = (await owner.api.space.create({ name: 'Other' })).id
  await expect(owner.api.traceCharts.remove({ space_id: other, chart_id })).rejects.toMatchObject({ status: 404 })
  await owner.api.traceCharts.remove({ space_id, chart_id })
  expect((await owner.api.traceCharts.list({ space_id })).charts).toEqual([])
})

test('publications are marked, of all resources or of one', async () => {
  const { bot_id } = await owner.api.bot.create({ space_id, name: 'Guide' })
  await owner.api.bot.publish({ bot_id, connectors: { [ConnectorId.api]: {} } })
  const marks = async (object_key?: string) =>
    (await owner.api.traceCharts.marks({ ...range(), ...(object_key && { object_key }) })).marks
  expect(await marks()).toMatchObject([{ object: bot_id, name: 'Guide' }])
  expect(await marks(bot_id)).toHaveLength(1)
  expect(await marks('shop')).toEqual([])
})
