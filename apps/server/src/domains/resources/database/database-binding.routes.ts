import { type contract, TableType } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { shownFields } from './database.view.ts'
import { tableOf } from './tenant.ts'
import type { DatabaseRoutesDeps } from './database.routes.ts'

/** Tables bound to a bot. */
export function databaseBindingRoutes({
  databases,
  bindings,
}: DatabaseRoutesDeps): Pick<Handlers<typeof contract.database>, 'bind' | 'unbind' | 'botSwitch' | 'botTables'> {
  return {
    bind: async (input, ctx) => {
      await ctx.access.require(ctx.actor!, 'database', input.database_id, 'view')
      await bindings.bind(input.bot_id, input.database_id, ctx.userId)
      return {}
    },
    unbind: async (input, ctx) => {
      await bindings.unbind(input.bot_id, input.database_id, ctx.userId)
      return {}
    },
    botSwitch: async (input, ctx) => {
      await bindings.setSwitch(input.bot_id, input.database_id, ctx.userId, input.prompt_disable)
      return {}
    },
    botTables: async (input, ctx) => {
      const bound = input.bot_id ? await bindings.boundTo(input.bot_id) : undefined
      const ids = input.table_ids?.length ? input.table_ids : (bound ?? [])
      const visible: string[] = []
      for (const id of ids) if (await ctx.access.can(ctx.actor!, 'database', id, 'view')) visible.push(id)
      const isDraft = input.table_type === TableType.draft
      return {
        BotTableList: (await databases.getMany(visible)).map(({ head, table }) => ({
          id: head.id,
          bot_id: input.bot_id ?? '0',
          table_id: head.id,
          table_name: head.name,
          table_desc: head.description,
          status: head.status,
          creator_id: head.ownerId,
          create_time: seconds(head.createdAt),
          update_time: seconds(head.updatedAt),
          field_list: shownFields(table.fields),
          actual_table_name: tableOf(head.id, isDraft),
          rw_mode: table.rwMode,
          extra_info: table.extraInfo,
        })),
      }
    },
  }
}
