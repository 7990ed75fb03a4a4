import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { ExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import type { ResultTables } from '#domains/loop/result-table/result-table.service.ts'
import { taskOf } from './task.routes.ts'

export interface TableRoutesDeps {
  experiments: Pick<ExperimentService, 'get'>
  tables: ResultTables
}
export function tableRoutes({ experiments, tables }: TableRoutesDeps): Handlers<typeof contract.evaluationTable> {
  return {
    push: async ({ manual_scoring_user_num, destination, ...input }, ctx) => {
      await tables.push(await taskOf(experiments, input), ctx.userId, manual_scoring_user_num, destination)
      return {}
    },
    pull: async (input, ctx) => {
      await tables.pull(await taskOf(experiments, input), ctx.userId)
      return {}
    },
    state: async (input, ctx) => {
      const row = await taskOf(experiments, input)
      const table = await tables.find(row.id)
      return {
        app_token: table?.appToken ?? '',
        url: table?.url ?? '',
        export_status: table?.exportStatus ?? 0,
        import_status: table?.importStatus ?? 0,
        destination: table?.driver ?? '',
        has_lark: await tables.hasLark(row.spaceId),
        problem: (ctx.locale === 'zh-CN' ? table?.problemZh : table?.problem) ?? '',
        imported: table?.imported ?? 0,
      }
    },
  }
}
