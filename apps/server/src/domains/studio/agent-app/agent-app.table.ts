import type { AppPlan, InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import type { AppStep, DiffLine } from '@orrery/engine/app-plan'
import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const agentApp = pgTable('agent_app', {
  projectId: id('project_id').primaryKey(),
  botId: id('bot_id'),
  pluginId: id('plugin_id'),
  sourceAppId: id('source_app_id'),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type AgentAppRow = typeof agentApp.$inferSelect

export const agentWork = pgTable('agent_work', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  projectId: id('project_id'),
  plannedId: id('planned_id').notNull(),
  userId: id('user_id').notNull(),
  message: text('message').notNull(),
  language: text('language').$type<'en' | 'zh'>().notNull(),
  pages: json<string[]>()('pages').notNull().default([]),
  answers: json<Record<string, string>>()('answers').notNull().default({}),
  plan: json<AppPlan>()('plan'),
  status: smallint('status').notNull(),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  tokens: integer('tokens').notNull().default(0),
  repairs: integer('repairs').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type WorkRow = typeof agentWork.$inferSelect

export const agentStep = pgTable(
  'agent_step',
  {
    workId: id('work_id').notNull(),
    n: integer('n').notNull(),
    spec: json<AppStep>()('spec').notNull(),
    scope: text('scope').notNull(),
    title: text('title').notNull(),
    status: smallint('status').notNull().default(0),
    madeId: id('made_id').notNull(),
    edits: json<InterfaceEdit[]>()('edits'),
    inverse: json<InterfaceEdit[]>()('inverse'),
    diff: json<DiffLine[]>()('diff').notNull().default([]),
    before: json<InterfaceDocument>()('before'),
    tokens: integer('tokens').notNull().default(0),
    repairs: integer('repairs').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workId, table.n] })],
)
export type StepRow = typeof agentStep.$inferSelect
