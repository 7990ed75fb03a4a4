import { expect, test } from 'vitest'
import { openTestApp } from '#testing/test-app.ts'

test('the counters of the process are exposed to Prometheus, for the instance owner only', async () => {
  const t = await openTestApp()
  const owner = await t.register('owner')
  const other = await t.register('other')
  const { id: space_id } = await owner.api.space.create({ name: 'Counted' })
  const span = {
    workspace_id: space_id,
    trace_id: 'a'.repeat(32),
    span_id: 'b'.repeat(16),
    started_at_micros: t.clock.now() * 1000,
    span_name: 'call',
    span_type: 'model',
    duration_micros: 300_000,
    tags_long: { input_tokens: 7, output_tokens: 2 },
  }
  await owner.api.traceIngest.spans({ spans: [span] })
  const { token } = await owner.api.token.create({ name: 'Prometheus', duration_day: '1' })
  const answer = await t.request('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await answer.text()
  expect(text).toContain('# TYPE orrery_spans_written_total counter\norrery_spans_written_total{source="loop"} 1\n')
  expect(text).toContain('orrery_model_calls_total{status="done"} 1\n')
  expect(text).toContain('orrery_tokens_total{direction="input"} 7\n')
  // Buckets are cumulative.
  const name = 'orrery_model_call_duration_seconds'
  expect(text).toContain(`# TYPE ${name} histogram\n${name}_bucket{le="0.01"} 0\n`)
  expect(text).toContain(`${name}_bucket{le="0.25"} 0\n${name}_bucket{le="0.5"} 1\n`)
  expect(text).toContain(`${name}_bucket{le="+Inf"} 1\n${name}_sum 0.3\n${name}_count 1\n`)
  expect(text).toContain('orrery_span_backlog 0\n')
  expect(text).toContain('orrery_outbound_backlog_bytes 0\n')
  expect(text).not.toContain(space_id)
  expect((await other.api.traceMetrics.text({})).status).toBe(403)
  expect((await t.request('/metrics')).status).toBe(401)
})
