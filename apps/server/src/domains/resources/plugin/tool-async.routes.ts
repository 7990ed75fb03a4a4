import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { PluginAsync } from './plugin-async.service.ts'
import type { Reach } from './shared/plugin-reach.ts'

/** Tools that finish after the turn that called them. */
export function toolAsyncRoutes(
  calls: PluginAsync,
  reach: Reach,
): Pick<Handlers<typeof contract.pluginTool>, 'saveAsync' | 'getAsync' | 'asyncTasks'> {
  return {
    saveAsync: async (input, ctx) => {
      await reach(ctx, input.plugin_id, 'view')
      const key = {
        botId: input.bot_id,
        connectorId: input.connector_id,
        pluginId: input.plugin_id,
        tool: input.api_name,
      }
      await calls.save(key, input.switch_status, input.message)
      return {}
    },
    getAsync: async (input) => {
      const rows = await calls.list(input.bot_id, input.connector_id)
      const found = rows.find(
        (row) => row.pluginId === input.plugin_id && (row.tool === input.api_name || row.tool === ''),
      )
      return {
        ...(found && {
          data: {
            plugin_id: found.pluginId,
            api_name: found.tool,
            switch_status: found.enabled,
            message: found.message,
          },
        }),
        async_config_count: rows.filter((row) => row.enabled).length,
      }
    },
    asyncTasks: async (input, ctx) => {
      const { rows, total } = await calls.tasks(input.bot_id, ctx.userId, input.page, input.size)
      return {
        tasks: rows.map((row) => ({
          task_id: row.id,
          task_name: row.tool,
          task_type: 1,
          query_msg: JSON.stringify(row.args),
          task_status: row.status,
          create_time: seconds(row.createdAt),
          plugin_icon: '',
          result: row.result,
        })),
        page: input.page,
        size: input.size,
        total,
      }
    },
  }
}
