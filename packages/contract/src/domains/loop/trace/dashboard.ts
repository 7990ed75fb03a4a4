import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'

const n = z.number()
const s = z.string()
const figures = z.object({
  runs: n,
  failed: n,
  people: n,
  p50_ms: n,
  p95_ms: n,
  p99_ms: n,
  input_tokens: n,
  output_tokens: n,
  cached_tokens: n,
  cost: n,
})
export type DashboardFigures = z.infer<typeof figures>

export const traceDashboard = {
  get: op('POST /api/trace/space/dashboard', {
    summary: 'Get the figures of a space over time, beside those of the time before',
    summaryZh: '获取空间一段时间内的运行数据，并与上一周期对比',
    access: { on: 'space', id: 'space_id', can: 'observe' },
    input: () =>
      z.object({
        space_id: id(),
        /** In milliseconds since 1970. */
        start_time: z.int().min(0),
        end_time: z.int().min(0),
        /** The id of a bot or workflow, or the name of a service. */
        object: s.max(512).optional(),
        scene: z.enum(['debug', 'online', 'task']).optional(),
      }),
    output: () =>
      z.object({
        bucket_ms: n,
        totals: figures,
        before: figures,
        buckets: z.array(
          z.object({
            at: n,
            ...figures.omit({ people: true }).shape,
            /** Runs by object, for the objects with the most runs. */
            by_object: z.record(s, n),
          }),
        ),
        objects: z.array(z.object({ object: s, name: s, runs: n })),
        models: z.array(z.object({ model: s, calls: n, failed: n, tokens: n, cost: n, p50_ms: n })),
        errors: z.array(z.object({ error: s, count: n })),
      }),
  }),
}
