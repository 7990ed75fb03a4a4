import type { BotConfig } from '@orrery/contract'
import type { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** What runs, by its type. Nothing of it is looked up again when it runs. */
export type Snapshot =
  | { kind: 'bot'; botId: string; version: string; isDraft: boolean; name: string; config: BotConfig }
  | { kind: 'workflow'; workflowId: string; which: string; inputs: { name: string; isRequired: boolean }[] }
  | { kind: 'model'; modelId: string; prompt: string; variables: string[] }
  | { kind: 'stored' }

export const evalTarget = pgTable('eval_target', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  type: smallint('type').$type<TargetType>().notNull(),
  sourceId: text('source_id').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type TargetRow = typeof evalTarget.$inferSelect

export const evalTargetVersion = pgTable('eval_target_version', {
  id: id('id').primaryKey(),
  targetId: id('target_id').notNull(),
  sourceVersion: text('source_version').notNull(),
  name: text('name').notNull(),
  snapshot: json<Snapshot>()('snapshot').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type TargetVersionRow = typeof evalTargetVersion.$inferSelect
