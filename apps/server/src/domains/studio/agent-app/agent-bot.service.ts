import { type BotConfig, FieldType, type GivenTable, type GivenWorkflow, TableMode } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { AtomicCreations } from '#domains/ground/resource/atomic-creation.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { Found, WorkflowService } from '#domains/flow/workflow/workflow.service.ts'
import type { BindingService } from '#domains/resources/database/binding.service.ts'
import type { DatabaseService } from '#domains/resources/database/database.service.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'

export interface AgentBotDeps {
  resources: Pick<ResourceService, 'get'>
  workflows: Pick<WorkflowService, 'create' | 'get' | 'save'>
  databases: Pick<DatabaseService, 'create'>
  bindings: Pick<BindingService, 'bind'>
  bots: Pick<BotService, 'editConfig' | 'getDraft'>
  creations: Pick<AtomicCreations, 'run'>
}
interface AppContext {
  botId: string
  projectId: string
  spaceId: string
  userId: string
}
export interface BotChange {
  prompt: string | undefined
  skills: GivenWorkflow[]
  own: GivenWorkflow[]
  tables: string[]
}
type List = 'bot_workflow_list' | 'agent_workflow_list'
const FULL_TEXT = 6
const modes = { 1: TableMode.singleUser, 2: TableMode.readOnly, 3: TableMode.multiUser } as const
const asSkill = ({ head, row }: Found): BotConfig['workflow_info_list'][number] => ({
  workflow_id: head.id,
  plugin_id: '',
  api_id: '',
  flow_mode: row.flowMode as BotConfig['workflow_info_list'][number]['flow_mode'],
  workflow_name: head.name,
  desc: head.description,
  parameters: [],
  plugin_icon: '',
})

/** The bot of an app with its workflows and tables. Each change is atomic. */
export function createAgentBots(deps: AgentBotDeps) {
  const { workflows, bots, creations } = deps
  /** An existing workflow has to be part of the app or, as a skill, of the library of its space. */
  async function existingWorkflow(app: AppContext, given: GivenWorkflow, list: List): Promise<Found | undefined> {
    if (!given.id) {
      if (!given.name || !given.schema) throw agentAppErrors.noCanvas({ field: list })
      return undefined
    }
    const head = await deps.resources.get(given.id)
    const isHere = head?.kind === 'workflow' && head.spaceId === app.spaceId
    const isInside = head?.projectId === app.projectId
    if (!isHere || !(isInside || (list === 'bot_workflow_list' && !head.projectId)))
      throw agentAppErrors.notInApp({ field: list, id: given.id })
    return workflows.get(given.id)
  }
  async function saveWorkflow(
    app: AppContext,
    given: GivenWorkflow,
    before: Found | undefined,
    list: List,
  ): Promise<Found> {
    const { name, desc: description, icon_uri: iconUri, schema } = given
    if (before)
      return workflows.save(before.head.id, app.userId, {
        ...(schema && { schema }),
        ...(name && { name }),
        ...(description && { description }),
        ...(iconUri && { iconUri }),
      })
    const made = await workflows.create({
      spaceId: app.spaceId,
      ownerId: app.userId,
      name: name!,
      description,
      ...(iconUri && { iconUri }),
      ...(list === 'agent_workflow_list' ? { projectId: app.projectId } : { botId: app.botId }),
    })
    // Saving validates the canvas, creating does not.
    return workflows.save(made.head.id, app.userId, { schema })
  }
  return {
    /** If one part fails, created resources are removed and saved ones restored. */
    async update(app: AppContext, change: BotChange): Promise<Found[]> {
      const lists = [
        ...change.skills.map((given) => ({ given, list: 'bot_workflow_list' as const })),
        ...change.own.map((given) => ({ given, list: 'agent_workflow_list' as const })),
      ]
      const planned: { given: GivenWorkflow; list: List; before: Found | undefined }[] = []
      for (const one of lists) planned.push({ ...one, before: await existingWorkflow(app, one.given, one.list) })
      for (const id of change.tables) {
        const head = await deps.resources.get(id)
        if (head?.kind !== 'database' || head.spaceId !== app.spaceId)
          throw agentAppErrors.notInApp({ field: 'table_ids', id })
      }
      const draft = await bots.getDraft(app.botId)
      const saved: Found[] = []
      try {
        return await creations.run(async () => {
          const made: { found: Found; list: List }[] = []
          for (const { given, before, list } of planned) {
            made.push({ found: await saveWorkflow(app, given, before, list), list })
            if (before) saved.push(before)
          }
          for (const id of change.tables) await deps.bindings.bind(app.botId, id, app.userId)
          const skills = made.filter(({ list }) => list === 'bot_workflow_list').map(({ found }) => asSkill(found))
          await bots.editConfig(app.botId, app.userId, (config) => ({
            ...config,
            ...(change.prompt !== undefined && { prompt_info: { ...config.prompt_info, prompt: change.prompt } }),
            workflow_info_list: [
              ...config.workflow_info_list.filter(
                (one) => !skills.some((skill) => skill.workflow_id === one.workflow_id),
              ),
              ...skills,
            ],
          }))
          return made.map(({ found }) => found)
        })
      } catch (cause) {
        for (const { head, row } of saved)
          await workflows.save(head.id, app.userId, {
            schema: row.schema,
            name: head.name,
            description: head.description,
          })
        await bots.editConfig(app.botId, app.userId, () => draft.content.config)
        throw cause
      }
    },
    /** Creates tables in the app and adds them to its bot: all of them, or none. */
    async addTables(app: AppContext, tables: GivenTable[]): Promise<string[]> {
      const duplicate = tables.find(({ name }, at) => tables.findIndex((other) => other.name === name) < at)
      if (duplicate)
        throw errors.badInput({
          problem: `table_list: “${duplicate.name}” is there twice`,
          problemZh: `table_list：「${duplicate.name}」重复`,
        })
      const { content } = await bots.getDraft(app.botId)
      try {
        return await creations.run(async () => {
          const ids: string[] = []
          for (const { name, desc, field_list: fields, rw_mode: mode } of tables) {
            const { head } = await deps.databases.create({
              spaceId: app.spaceId,
              userId: app.userId,
              projectId: app.projectId,
              name,
              description: desc,
              iconUri: '',
              mode: modes[mode],
              promptDisabled: false,
              fields: fields.map((field) => ({
                name: field.name,
                desc: field.desc,
                // Whole texts are searched like any other.
                type: field.type === FULL_TEXT ? FieldType.text : field.type,
                must_required: field.must_required,
                id: 0,
                alterId: 0,
              })),
            })
            ids.push(head.id)
            await deps.bindings.bind(app.botId, head.id, app.userId)
          }
          return ids
        })
      } catch (cause) {
        await bots.editConfig(app.botId, app.userId, (config) => ({
          ...config,
          database_list: content.config.database_list,
        }))
        throw cause
      }
    },
  }
}
export type AgentBots = ReturnType<typeof createAgentBots>
