import { z } from 'zod'
import { op } from '#kit.ts'
import { fieldName, tableName } from '#domains/resources/database/shapes.ts'
import { APP_PLAN_LIMITS } from '#shared/app-plan-rules.ts'
import { base, id, idOrNone, name, text } from '#shared/fields.ts'
import { INTERFACE_LIMITS } from '#shared/interface-limits.ts'
import { PROJECT_LIMITS } from '#shared/project-enums.ts'

const s = z.string()
const inSpace = {
  headers: { space_id: 'space-id' },
  access: { on: 'space', id: 'space_id', can: 'createResource' },
} as const
const onBot = { headers: { space_id: 'space-id' }, access: { on: 'bot', id: 'bot_id', can: 'editInfo' } } as const
const caller = { user_id: z.unknown().optional(), Base: base }

/** What is written: a workflow, a page, a persona, a plan or tables. */
export const GenerateScene = { workflow: 0, page: 1, systemPrompt: 2, requirement: 3, database: 4 } as const
const variables = z.object({
  /** What the app is to be. */
  requirement: z.string().max(APP_PLAN_LIMITS.description).default(''),
  /** What is to be different from the requirement. */
  change: z.string().max(APP_PLAN_LIMITS.description).default(''),
  language: z.enum(['en', 'zh', '']).default(''),
  /** The page that is wanted, by its name in the plan; without one, the first. */
  page_id: z.string().max(40).default(''),
  /** JSON of what is there already: ids by name. */
  tables: z.string().max(10_000).default(''),
  workflows: z.string().max(10_000).default(''),
})
const message = z.object({ type: z.literal([1, 2, 3, 4]).default(2), content: z.string().max(20_000).default('') })

const givenWorkflow = z.object({
  /** One that is there already; without an id it is created. */
  id: idOrNone(),
  name: name(100).optional(),
  desc: text(2000).default(''),
  schema: z
    .string()
    .max(4 * 1024 * 1024)
    .default(''),
  icon_uri: z.string().max(300).default(''),
})
export type GivenWorkflow = z.output<typeof givenWorkflow>
const workflow = z.object({
  id: s,
  name: s,
  desc: s,
  schema: s,
  icon_uri: s,
  plugin_id: s,
  /** JSON of what it takes and gives. */
  param: s,
  outputs: s,
})

export const GivenFieldType = { text: 1, number: 2, date: 3, float: 4, boolean: 5, fullText: 6 } as const
const givenField = z.object({
  name: fieldName(),
  desc: text(300).default(''),
  type: z.enum(GivenFieldType).default(1),
  must_required: z.boolean().default(false),
})
const givenTable = z.object({
  name: tableName(),
  desc: text(300).default(''),
  field_list: z.array(givenField).min(1).max(20),
  /** 1 each person their own rows, 2 nobody changes rows, 3 everybody all of them. */
  rw_mode: z.literal([1, 2, 3]).default(1),
})
export type GivenTable = z.output<typeof givenTable>

/** What an agent app is built of: written by a model or by rules, and put together. */
export const agentBuild = {
  generate: op('POST /api/agent_app_builder/v1/app/ai_generate_content', {
    summary: 'Write a plan, a page, a workflow, tables or a persona from a description',
    summaryZh: '根据描述生成计划、页面、工作流、数据库或人设',
    ...inSpace,
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        space_id: id(),
        scene: z.enum(GenerateScene),
        string_variables: variables,
        /** `history`: what was said before. */
        message_variables: z.record(z.string().max(40), z.array(message).max(50)).default({}),
        ...caller,
      }),
    output: () => z.object({ content: s }),
  }),
  fromSandbox: op('POST /api/agent_app_builder/v1/app/gen_agent_app', {
    summary: 'Create an agent app with a given interface',
    summaryZh: '用已有的界面内容创建智能体应用',
    ...inSpace,
    input: () =>
      z.object({
        space_id: id(),
        bot_id: idOrNone(),
        /** JSON of an interface. */
        sandbox: z.string().min(2).max(INTERFACE_LIMITS.bytes),
        name: name(PROJECT_LIMITS.name).optional(),
        ...caller,
      }),
    output: () => z.object({ agent_id: s }),
  }),
  updateBot: op('POST /api/agent_app_builder/v1/app/update_agent_bot', {
    summary: 'Set the persona, workflows and tables of the bot of an agent app, all or nothing',
    summaryZh: '设置智能体应用的人设、工作流和数据库，全部成功或全部不生效',
    ...onBot,
    bodyLimit: 24 * 1024 * 1024,
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        system_prompt: text(100_000).optional(),
        /** Skills of the bot. */
        bot_workflow_list: z.array(givenWorkflow).max(20).default([]),
        /** Those of the app itself. */
        agent_workflow_list: z.array(givenWorkflow).max(20).default([]),
        table_ids: z.array(id()).max(50).default([]),
        ...caller,
      }),
    output: () => z.object({ workflow_list: z.array(workflow) }),
  }),
  addTables: op('POST /api/agent_app_builder/v1/app/add_database', {
    summary: 'Create tables in an agent app and give them to its bot, all or nothing',
    summaryZh: '在智能体应用中创建数据库并提供给智能体，全部成功或全部不生效',
    ...onBot,
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        table_list: z.array(givenTable).min(1).max(20),
        ...caller,
      }),
    output: () => z.object({ table_ids: z.array(s) }),
  }),
}
