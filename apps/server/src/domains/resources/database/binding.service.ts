import { type BotConfig, personaOf } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import { databaseErrors } from './database.errors.ts'
import type { FoundDatabase } from './database.repo.ts'
import type { DatabaseService } from './database.service.ts'

type Bound = BotConfig['database_list'][number]

/** The part of the bots that bindings need. */
interface BotDrafts {
  get(botId: string): Promise<{ head: { spaceId: string } }>
  getDraft(botId: string): Promise<{ content: { config: BotConfig } }>
  editConfig(botId: string, userId: string, edit: (config: BotConfig) => BotConfig): Promise<unknown>
}
interface BindingDeps {
  ports: { readonly bots: BotDrafts }
  databases: DatabaseService
}

/** Tables bound to a bot; they are part of its draft and published with it. */
export function createBindingService({ ports, databases }: BindingDeps) {
  async function change(botId: string, userId: string, edit: (list: Bound[]) => Bound[]): Promise<void> {
    await ports.bots.editConfig(botId, userId, (config) => ({ ...config, database_list: edit(config.database_list) }))
  }
  const entry = ({ head, table }: FoundDatabase, isDisabled: boolean): Bound => ({
    table_id: head.id,
    table_name: head.name,
    table_desc: head.description,
    field_list: table.fields.map((field) => ({
      name: field.name,
      desc: field.desc,
      type: field.type,
      must_required: field.required,
      id: String(field.id),
      type_str: '',
      alterId: '',
    })),
    prompt_disabled: isDisabled,
    rw_mode: table.rwMode,
  })
  return {
    async bind(botId: string, databaseId: string, userId: string) {
      const found = await databases.get(databaseId)
      const { head } = await ports.bots.get(botId)
      // A table of another space counts as not found.
      if (head.spaceId !== found.head.spaceId) throw errors.notFound({ what: 'database' })
      await change(botId, userId, (list) => {
        if (list.some((item) => item.table_id === databaseId)) return list
        if (list.some((item) => item.table_name === found.head.name))
          throw databaseErrors.nameTaken({ name: found.head.name })
        return [...list, entry(found, found.table.promptDisabled)]
      })
    },
    unbind: (botId: string, databaseId: string, userId: string) =>
      change(botId, userId, (list) => list.filter((item) => item.table_id !== databaseId)),
    async setSwitch(botId: string, databaseId: string, userId: string, isDisabled: boolean) {
      const { content } = await ports.bots.getDraft(botId)
      if (!content.config.database_list.some((database) => database.table_id === databaseId))
        throw errors.notFound({ what: 'database' })
      await change(botId, userId, (list) =>
        list.map((item) => (item.table_id === databaseId ? { ...item, prompt_disabled: isDisabled } : item)),
      )
    },
    async boundTo(botId: string): Promise<string[]> {
      const { content } = await ports.bots.getDraft(botId)
      return content.config.database_list.map((database) => database.table_id)
    },
    async personaOf(botId: string): Promise<string> {
      return personaOf((await ports.bots.getDraft(botId)).content.config.prompt_info)
    },
    async spaceOf(botId: string): Promise<string> {
      return (await ports.bots.get(botId)).head.spaceId
    },
  }
}
export type BindingService = ReturnType<typeof createBindingService>
