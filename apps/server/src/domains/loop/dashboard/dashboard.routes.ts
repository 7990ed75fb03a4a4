import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { DashboardService } from './dashboard.service.ts'

export function dashboardRoutes(dashboard: DashboardService): Handlers<typeof contract.traceDashboard> {
  return {
    async get({ space_id, start_time, end_time, object, scene }, ctx) {
      const section = {
        spaceId: space_id,
        from: Math.floor(start_time / 1000),
        to: Math.ceil(end_time / 1000),
        object,
        scene,
      }
      const { width, ...found } = await dashboard.get(section, ctx.locale)
      return { bucket_ms: width * 1000, ...found }
    },
  }
}
