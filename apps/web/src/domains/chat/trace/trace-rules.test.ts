import { describe, expect, it } from 'vitest'
import { bucketLabel, fillBuckets, stepOf } from './buckets.ts'
import { isFiltered, readLogAddress, toFilter, writeLogAddress } from './log-filter.ts'
import { criticalPath, pathShares } from './critical-path.ts'
import { parseMessages } from './parse-messages.ts'
import { findSpans } from './span-find.ts'
import { spanGraph } from './span-graph.ts'
import { axisMarks, spanLines, spanTotal } from './span-tree.ts'
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
  it('waited for the steps that ended last, and not for parallel ones', () => {
    const beside = [
      span('turn', '', 0, 1000, 'turn'),
      span('slow', 'turn', 100, 700, 'model'),
      span('quick', 'turn', 150, 200),
      span('after', 'turn', 800, 150),
    ]
    const path = criticalPath(beside)
    expect(Object.fromEntries(path)).toEqual({ turn: 150, after: 150, slow: 700 })
    expect(pathShares(beside, path)).toEqual([
      { kind: 'model', milliseconds: 700 },
      { kind: 'turn', milliseconds: 150 },
      { kind: 'tool', milliseconds: 150 },
    ])
  })
  it('finds steps by words and failures, with their ancestors', () => {
    const steps = [
      { ...span('turn', '', 0, 10, 'turn'), status: 1, model_name: '', error_msg: '', input: '', output: '' },
      {
        ...span('ask', 'turn', 1, 5, 'model'),
        status: 2,
        model_name: 'm',
        error_msg: 'full',
        input: 'Two days',
        output: '',
      },
      { ...span('rest', 'turn', 2, 5), status: 1, model_name: '', error_msg: '', input: '', output: '' },
    ] as TraceSpan[]
    const found = (words: string, onlyErrors = false) =>
      findSpans(steps, { words, onlyErrors }).map(({ span_id }) => span_id)
    expect(found('TWO')).toEqual(['turn', 'ask'])
    expect(found('', true)).toEqual(['turn', 'ask'])
    expect(found('nothing')).toEqual([])
  })
  it('is a graph in which steps with the same name and caller are one node', () => {
    const loop = [span('root', '', 0, 10), ...[1, 2, 3].map((n) => ({ ...span(`c${n}`, 'root', n, 2), name: 'call' }))]
    const { nodes, edges } = spanGraph(loop as TraceSpan[])
    expect(nodes.map(({ span: one, calls, milliseconds }) => [one.name, calls, milliseconds])).toEqual([
      ['root', 1, 10],
      ['call', 3, 6],
    ])
    expect(edges).toMatchObject([{ calls: 3 }])
  })
  it('shows messages in all formats in which they are recorded', () => {
    const system = { role: 'system', content: 'Be kind' }
    expect(parseMessages(JSON.stringify({ messages: [system] }))).toEqual([{ role: 'system', text: 'Be kind' }])
    const parts = [{ role: 'user', parts: [{ type: 'text', content: 'Hi' }] }]
    expect(parseMessages(JSON.stringify(parts))).toEqual([{ role: 'user', text: 'Hi' }])
    const call = [{ role: 'assistant', content: null, tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] }]
    expect(parseMessages(JSON.stringify(call))).toEqual([{ role: 'assistant', text: '', call: 'f({"a":1})' }])
    expect(parseMessages('{"city":"Rome"}')).toBeUndefined()
  })
  it('has a few round marks on its axis', () => {
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
  it('have a bucket for every step, even without data', () => {
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
