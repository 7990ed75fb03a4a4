import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { ChartService } from './chart.service.ts'

const inSeconds = ({ start_time, end_time }: { start_time: number; end_time: number }) => ({
  from: Math.floor(start_time / 1000),
  to: Math.ceil(end_time / 1000),
})

export function chartRoutes(charts: ChartService): Handlers<typeof contract.traceCharts> {
  return {
    async list({ space_id }) {
      return {
        charts: (await charts.list(space_id)).map((row) => ({
          id: row.id,
          title: row.title,
          metric: row.metric,
          split: row.split,
          object_key: row.objectKey,
          model: row.model,
          shape: row.shape,
          is_wide: row.isWide,
        })),
      }
    },
    save: async ({ space_id, chart_id, chart }, { userId }) => ({
      chart_id: await charts.save(space_id, userId, chart_id, chart),
    }),
    async remove({ space_id, chart_id }) {
      await charts.remove(space_id, chart_id)
      return {}
    },
    async points({ space_id, chart, ...range }) {
      const { width, times, curves } = await charts.points(space_id, inSeconds(range), chart)
      return { bucket_ms: width * 1000, times, curves }
    },
    marks: async ({ space_id, object_key, ...range }) => ({
      marks: await charts.marks(space_id, inSeconds(range), object_key),
    }),
  }
}
