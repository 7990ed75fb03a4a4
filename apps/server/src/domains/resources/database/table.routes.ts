import type { contract } from '@orrery/contract'
import { TableMode } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { BindingService } from './binding.service.ts'
import type { DatabaseService } from './database.service.ts'
import { shownFields } from './database.view.ts'
import type { RecordService } from './record.service.ts'
import { STUDIO_PLATFORM } from './tenant.ts'

export interface TableRoutesDeps {
  databases: DatabaseService
  records: RecordService
  bindings: BindingService
}
const draftOf = (ctx: Ctx) => ({ userId: ctx.userId, isDraft: true, platform: STUDIO_PLATFORM })

export function tableRoutes({ databases, records, bindings }: TableRoutesDeps): Handlers<typeof contract.table> {
  return {
    add: async (input, ctx) => {
      const spaceId = ctx.located!.spaceId
      await ctx.access.require(ctx.actor!, 'space', spaceId, 'createResource')
      const { head } = await databases.create({
        spaceId,
        userId: ctx.userId,
        name: input.name,
        description: input.desc,
        iconUri: '',
        fields: input.field_list.map((field) => ({ ...field, id: 0, alterId: 0 })),
        mode: TableMode.singleUser,
        promptDisabled: false,
      })
      await bindings.bind(input.bot_id, head.id, ctx.userId)
      return { table_id: head.id }
    },
    alter: async (input, ctx) => {
      await databases.update(input.table_id, ctx.userId, {
        name: input.name,
        description: input.desc,
        fields: input.field_list,
      })
      return { table_id: input.table_id }
    },
    list: async (input, ctx) => {
      const bound = await bindings.boundTo(input.bot_id)
      const wanted = input.table_id.length ? bound.filter((id) => input.table_id.includes(id)) : bound
      const found = (await databases.getMany(wanted)).filter(({ head }) => head.spaceId === ctx.located!.spaceId)
      return {
        table_infos: found.map(({ head, table }) => ({
          table_id: head.id,
          name: head.name,
          desc: head.description,
          field_list: shownFields(table.fields),
        })),
      }
    },
    remove: async (input, ctx) => {
      await ctx.access.require(ctx.actor!, 'bot', input.bot_id, 'editInfo')
      await bindings.unbind(input.bot_id, input.table_id, ctx.userId)
      await databases.remove(input.table_id, ctx.userId)
      return { table_id: input.table_id }
    },
    addRows: async (input, ctx) => {
      await records.change(input.table_id, draftOf(ctx), { add: input.data_list, alter: [], remove: [] })
      return { table_id: input.table_id }
    },
    queryRows: async (input, ctx) => {
      const { rows } = await records.list(input.table_id, draftOf(ctx), {
        keyword: input.keyword,
        offset: input.offset,
        limit: input.limit,
      })
      return { data_list: rows.map((row) => ({ ...row, id: row.bstudio_id! })) }
    },
    updateRows: async (input, ctx) => {
      await records.change(input.table_id, draftOf(ctx), { add: [], alter: input.data_list, remove: [] })
      return { table_id: input.table_id }
    },
    removeRows: async (input, ctx) => {
      await records.change(input.table_id, draftOf(ctx), {
        add: [],
        alter: [],
        remove: input.data_ids.map((id) => ({ bstudio_id: id })),
      })
      return { table_id: input.table_id, data_ids: input.data_ids }
    },
  }
}
