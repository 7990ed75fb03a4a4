import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { databaseErrors } from './database.errors.ts'
import { shownFields } from './database.view.ts'
import { listTemplates } from './table-templates.ts'
import type { DatabaseRoutesDeps } from './database.routes.ts'

/** Suggestions of tables and queries. */
export function databaseAssistRoutes({
  databases,
  bindings,
  questions,
  suggestions,
}: DatabaseRoutesDeps): Pick<Handlers<typeof contract.database>, 'questionToSql' | 'suggestTables' | 'templates'> {
  /** The tables of a bot that belong to its space; an entry of a copied draft may name tables of other spaces. */
  const tablesOf = async (botId: string) => {
    const spaceId = await bindings.spaceOf(botId)
    return (await databases.getMany(await bindings.boundTo(botId))).filter(({ head }) => head.spaceId === spaceId)
  }

  return {
    questionToSql: async (input, ctx) => {
      const { database_id: id, bot_id: botId } = input
      if (!id && botId) await ctx.access.require(ctx.actor!, 'bot', botId, 'view')
      const tables = id ? [await databases.get(id)] : botId ? await tablesOf(botId) : []
      return { sql: await questions.toSql(tables, input.text, ctx.signal), extraMap: {} }
    },
    suggestTables: async (input, ctx) => {
      const { bot_id: botId, space_id: given } = input
      if (given) await ctx.access.require(ctx.actor!, 'space', given, 'view')
      const spaceId = botId ? await bindings.spaceOf(botId) : given
      if (!spaceId) throw databaseErrors.placeNeeded()
      const text = input.scene_type === 1 && botId ? await bindings.personaOf(botId) : input.text
      if (!text.trim()) throw databaseErrors.purposeNeeded()
      const tables = await suggestions.suggest(spaceId, text, ctx.locale, ctx.signal)
      return {
        bot_table_list: tables.map((table) => ({
          bot_id: botId ?? '',
          table_name: table.name,
          table_desc: table.description,
          rw_mode: table.mode,
          field_list: shownFields(table.fields),
        })),
      }
    },
    templates: (_, ctx) => ({
      templates: listTemplates(ctx.locale).map((template) => ({
        key: template.key,
        table_name: template.name,
        title: template.title,
        table_desc: template.description,
        rw_mode: template.mode,
        field_list: shownFields(template.fields),
      })),
    }),
  }
}
