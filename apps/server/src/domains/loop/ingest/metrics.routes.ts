import type { contract } from '@orrery/contract'
import { type Histogram, TIME_BOUNDS } from '#domains/chat/span/shared/time-histogram.ts'
import type { SpanCounters } from '#domains/chat/span/span-counters.service.ts'
import type { OutboundService } from '#domains/chat/span/outbound/outbound.service.ts'
import type { SpanStore } from '#domains/chat/span/span.service.ts'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { SpanWorker } from './span-worker.ts'

const help: Readonly<Record<string, string>> = {
  orrery_turns_total: 'Turns of bots that were recorded.',
  orrery_runs_total: 'Runs of workflows that were recorded.',
  orrery_spans_written_total: 'Spans that were taken, repeats included.',
  orrery_spans_rejected_total: 'Spans of programs that were not taken.',
  orrery_model_calls_total: 'Calls of models in spans.',
  orrery_tokens_total: 'Tokens of model calls in spans.',
}
const timeHelp: Readonly<Record<string, string>> = {
  orrery_turn_duration_seconds: 'How long turns of bots took.',
  orrery_turn_first_token_seconds: 'How long it took until a bot began to answer.',
  orrery_run_duration_seconds: 'How long runs of workflows took.',
  orrery_model_call_duration_seconds: 'How long calls of models in spans took.',
  orrery_model_first_token_seconds: 'How long it took until a model began to answer.',
}
/** Lines of a cumulative Prometheus histogram: each bucket includes the smaller ones. */
function bucketLines(name: string, { counts, sum }: Histogram): string[] {
  let below = 0
  const lines = counts.map((n, at) => `${name}_bucket{le="${TIME_BOUNDS[at] ?? '+Inf'}"} ${(below += n)}`)
  return [...lines, `${name}_sum ${Number(sum.toFixed(6))}`, `${name}_count ${below}`]
}
export interface MetricsDeps {
  counters: Pick<SpanCounters, 'read' | 'readTimes'>
  store: Pick<SpanStore, 'backlog' | 'spool'>
  worker: Pick<SpanWorker, 'backlog'>
  outbound: Pick<OutboundService, 'backlog'>
}

/** Counters of this process in the Prometheus text format. */
export function metricsRoutes({
  counters,
  store,
  worker,
  outbound,
}: MetricsDeps): Handlers<typeof contract.traceMetrics> {
  return {
    async text(_, ctx) {
      if (!ctx.actor?.isInstanceOwner) throw errors.noAccess()
      const all = [...counters.read()].sort(([a], [b]) => (a < b ? -1 : 1))
      const lines = Object.entries(help).flatMap(([name, words]) => [
        `# HELP ${name} ${words}`,
        `# TYPE ${name} counter`,
        ...all.filter(([series]) => series.split('{')[0] === name).map(([series, n]) => `${series} ${n}`),
      ])
      for (const [name, words] of Object.entries(timeHelp)) {
        const found = counters.readTimes().get(name)
        lines.push(`# HELP ${name} ${words}`, `# TYPE ${name} histogram`, ...(found ? bucketLines(name, found) : []))
      }
      const gauge = (name: string, words: string, value: number) =>
        lines.push(`# HELP ${name} ${words}`, `# TYPE ${name} gauge`, `${name} ${value}`)
      gauge('orrery_span_backlog', 'Spans that wait to be stored.', store.backlog() + worker.backlog())
      gauge('orrery_span_spool_rows', 'Spans whose values wait for ClickHouse.', store.spool().rows)
      gauge('orrery_outbound_backlog_bytes', 'What waits to be sent to other systems.', await outbound.backlog())
      return new Response(`${lines.join('\n')}\n`, {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    },
  }
}
