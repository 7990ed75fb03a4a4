import { type contract, ConnectorId, DATABASE_LIMITS, SortDirection, TableType } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { BindingService } from './binding.service.ts'
import { databaseErrors } from './database.errors.ts'
import { databaseAssistRoutes } from './database-assist.routes.ts'
import { databaseBindingRoutes } from './database-binding.routes.ts'
import { databaseFileRoutes } from './database-file.routes.ts'
import { databaseRecordRoutes } from './database-record.routes.ts'
import type { DatabaseService } from './database.service.ts'
import { toDatabaseInfo } from './database.view.ts'
import type { ImportService } from './import.service.ts'
import type { QuestionService } from './question.service.ts'
import type { RecordService } from './record.service.ts'
import type { SuggestionService } from './suggestion.service.ts'
import { STUDIO_PLATFORM } from './tenant.ts'
import type { TransferService } from './transfer.service.ts'

export interface DatabaseRoutesDeps {
  databases: DatabaseService
  records: RecordService
  bindings: BindingService
  imports: ImportService
  transfers: TransferService
  questions: QuestionService
  suggestions: SuggestionService
  uploads: Pick<UploadService, 'require'>
  links: FileLinks
}
const orderKeys: Record<string, 'name' | 'created' | 'updated'> = {
  table_name: 'name',
  create_time: 'created',
  update_time: 'updated',
}
const connectors = [
  { ConnectorID: STUDIO_PLATFORM, ConnectorName: 'Orrery' },
  { ConnectorID: ConnectorId.webSdk, ConnectorName: 'Web SDK' },
  { ConnectorID: ConnectorId.api, ConnectorName: 'API' },
]

export function databaseRoutes(deps: DatabaseRoutesDeps): Handlers<typeof contract.database> {
  const { databases, bindings, links } = deps
  return {
    ...databaseRecordRoutes(deps),
    ...databaseBindingRoutes(deps),
    ...databaseFileRoutes(deps),
    ...databaseAssistRoutes(deps),
    add: async (input, ctx) => {
      if (input.icon_uri) await deps.uploads.require(input.icon_uri, ctx.userId)
      if (input.project_id) await ctx.access.require(ctx.actor!, 'project', input.project_id, 'createResource')
      const found = await databases.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        projectId: input.project_id,
        name: input.table_name,
        description: input.table_desc,
        iconUri: input.icon_uri,
        fields: input.field_list.map((field) => ({ ...field, id: 0, alterId: 0 })),
        mode: input.rw_mode,
        promptDisabled: input.prompt_disabled,
        extraInfo: input.extra_info,
      })
      return { database_info: toDatabaseInfo(found, links) }
    },
    update: async (input, ctx) => {
      if (input.icon_uri && input.icon_uri !== (await databases.get(input.id)).head.iconUri)
        await deps.uploads.require(input.icon_uri, ctx.userId)
      const { version, allow_data_loss: allowLoss, ...extraInfo } = input.extra_info ?? {}
      const found = await databases.update(input.id, ctx.userId, {
        name: input.table_name,
        description: input.table_desc,
        iconUri: input.icon_uri,
        fields: input.field_list,
        mode: input.rw_mode,
        promptDisabled: input.prompt_disabled,
        base: version,
        allowLoss: allowLoss === 'true',
        ...(input.extra_info && { extraInfo }),
      })
      return { database_info: toDatabaseInfo(found, links) }
    },
    remove: async (input, ctx) => {
      await databases.remove(input.id, ctx.userId)
      return {}
    },
    get: async (input) => ({
      database_info: toDatabaseInfo(await databases.get(input.id), links, {
        isDraft: input.is_draft,
        withSystem: input.need_sys_fields,
      }),
    }),
    list: async (input, ctx) => {
      if (input.bot_id) await ctx.access.require(ctx.actor!, 'bot', input.bot_id, 'view')
      if (input.project_id) await ctx.access.require(ctx.actor!, 'project', input.project_id, 'view')
      if (!input.space_id && !input.bot_id && !input.project_id) throw databaseErrors.spaceNeeded()
      const bound = input.bot_id ? await bindings.boundTo(input.bot_id) : []
      const order = (input.order_by_list ?? input.order_by)?.[0]
      const { rows, total } = await databases.list(
        {
          // With a space, lists all of its tables and marks those of the bot; without one, lists only the tables of the
          // bot.
          ...(input.space_id
            ? { spaceId: input.space_id }
            : input.bot_id
              ? { ids: bound, spaceId: await bindings.spaceOf(input.bot_id) }
              : {}),
          projectId: input.project_id,
          ownerId: input.creator_id,
          name: input.table_name,
        },
        { by: orderKeys[order?.field ?? ''] ?? 'updated', ascending: order?.direction === SortDirection.ascending },
        input.offset,
        input.limit,
      )
      return {
        database_info_list: rows.map((row) =>
          toDatabaseInfo(row, links, {
            isDraft: input.table_type === TableType.draft,
            ...(input.bot_id && { bot: { id: input.bot_id, isAdded: bound.includes(row.head.id) } }),
          }),
        ),
        has_more: input.offset + rows.length < total,
        total_count: total,
      }
    },
    onlineId: async (input) => ({ id: (await databases.get(input.id)).head.id }),
    connectorNames: (input) => ({
      ConnectorList: connectors.filter((connector) => input.ListAll || connector.ConnectorID === input.ConnectorID),
    }),
    usedBy: async (input) => ({ users: await databases.usedBy((await databases.get(input.database_id)).table) }),
    modeConfig: (input) => ({
      mode: 'expert',
      bot_id: input.bot_id,
      max_table_num: DATABASE_LIMITS.tables,
      max_column_num: DATABASE_LIMITS.fields,
      max_capacity_kb: 0,
      max_row_num: DATABASE_LIMITS.rows,
    }),
  }
}
