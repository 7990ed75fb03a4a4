import { describe, expect, it } from 'vitest'
import { bucketLabel, fillBuckets, stepOf } from './buckets.ts'
import { isFiltered, readLogAddress, toFilter, writeLogAddress } from './log-filter.ts'
import { axisMarks, spanLines, spanTotal, timeByKind } from './span-tree.ts'
import type { TraceSpan } from './trace.queries.ts'

const span = (id: string, parent: string, offset: number, duration: number, kind: TraceSpan['kind'] = 'tool') =>
  ({ span_id: id, parent_id: parent, offset_ms: offset, duration_ms: duration, kind, name: id }) as TraceSpan
const spans = [
  span('model', 'turn', 300, 500, 'model'),
  span('turn', '', 0, 1000, 'turn'),
  span('tool', 'turn', 100, 200),
  span('lost', 'gone', 50, 10),
]

describe('a trace', () => {
  it('is a tree ordered by time; spans without a parent are at the root', () => {
    const lines = spanLines(spans, new Set())
    expect(lines.map((line) => [line.span.span_id, line.level])).toEqual([
      ['turn', 0],
      ['tool', 1],
      ['model', 1],
      ['lost', 0],
    ])
    expect(spanLines(spans, new Set(['turn'])).map((line) => line.span.span_id)).toEqual(['turn', 'lost'])
  })
  it('ends with the span that ends last', () => {
    expect(spanTotal([...spans, span('late', 'turn', 900, 400)])).toBe(1300)
  })
  it('attributes time to each span without the time of its children', () => {
    expect(timeByKind(spans)).toEqual([
      { kind: 'model', milliseconds: 500 },
      { kind: 'turn', milliseconds: 300 },
      { kind: 'tool', milliseconds: 210 },
    ])
  })
  it('has round marks on its axis, never many', () => {
    expect(axisMarks(6829)).toEqual([0, 2000, 4000, 6000])
    expect(axisMarks(1000)).toEqual([0, 200, 400, 600, 800, 1000])
  })
})

describe('the address of the logs', () => {
  it('writes only values that differ from the defaults, and reads them back', () => {
    const address = { ...readLogAddress({}), status: 'failed' as const, word: 'refund' }
    const query = Object.fromEntries(
      Object.entries(writeLogAddress(address)).filter(([, value]) => value !== undefined),
    )
    expect(query).toEqual({ status: 'failed', word: 'refund' })
    expect(readLogAddress(query)).toEqual(address)
    expect([isFiltered(address), isFiltered(readLogAddress({ range: 'hour' }))]).toEqual([true, false])
  })
  it('ignores unknown values', () => {
    expect(readLogAddress({ status: 'nonsense', range: 'year', word: 7 })).toEqual(readLogAddress({}))
  })
  it('becomes the filter of the calls', () => {
    const now = Date.UTC(2026, 0, 8, 12, 0, 30)
    const filter = toFilter({ ...readLogAddress({}), status: 'failed', scene: 'task', rating: 'dislike' }, now)
    expect(filter).toEqual({ status: [2], scene: ['task'], feedback: 2, start_time: Date.UTC(2026, 0, 1, 12, 0) })
  })
})

describe('figures over time', () => {
  it('have a place for every step, also where nothing happened', () => {
    const at = new Date(2026, 0, 5, 13, 20).getTime()
    const from = new Date(2026, 0, 5, 11, 59).getTime()
    const hour = { at: new Date(2026, 0, 5, 12).getTime(), count: 3 } as Parameters<typeof fillBuckets>[0][number]
    const filled = fillBuckets([hour], from, at, 'hour')
    expect(filled.map((bucket) => [bucketLabel(bucket.at, 'hour'), bucket.count])).toEqual([
      ['11:00', 0],
      ['12:00', 3],
      ['13:00', 0],
    ])
  })
  it('are by minute for an hour, by hour for a day, by day for more', () => {
    expect((['hour', 'day', 'week', 'month'] as const).map(stepOf)).toEqual(['minute', 'hour', 'day', 'day'])
  })
})
