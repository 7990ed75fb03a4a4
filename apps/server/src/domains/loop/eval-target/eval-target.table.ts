import type { BotConfig } from '@orrery/contract'
import type { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { FrozenMockSet } from '#domains/resources/mock/shared/frozen-mocks.ts'

/** Everything a target needs to run, by type. A run looks nothing up again. */
export type Snapshot =
  | (Given & {
      kind: 'bot'
      botId: string
      version: string
      isDraft: boolean
      name: string
      config: BotConfig
      /** Mock sets that replace its tools. */
      mocks?: FrozenMockSet[]
      /** Tools are not called: mock sets or sample answers replace them. */
      isSampled?: boolean
    })
  | (Given & { kind: 'workflow'; workflowId: string; which: string; inputs: { name: string; isRequired: boolean }[] })
  | (Given & { kind: 'model'; modelId: string; prompt: string; variables: string[]; params?: ModelParams })
  | { kind: 'stored' }
  | { kind: 'external'; typeId: string; name: string; isPulled: boolean; meta: ExternalMeta; parameter: string }

interface Given {
  /** Values for inputs that a row leaves empty. */
  given?: Record<string, string>
}
interface ModelParams {
  temperature?: number
  top_p?: number
  max_tokens?: number
}
/** Selects one of the objects that an external program offers. */
export interface ExternalMeta {
  id: string
  text: string
  env: string
}

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
