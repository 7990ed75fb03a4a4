import type { FunctionSupport, ModelCapabilities, ModelParameter, ModelType } from '@orrery/contract'
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { ProviderKind } from '#kit/models/provider-config.ts'

export const modelProvider = pgTable('model_provider', {
  id: id('id').primaryKey(),
  spaceId: id('space_id'),
  kind: text('kind').$type<ProviderKind>().notNull(),
  name: text('name').notNull(),
  baseUrl: text('base_url').notNull().default(''),
  sealedKey: text('sealed_key').notNull().default(''),
  keyHint: text('key_hint').notNull().default(''),
  /** For providers of the instance: whether every space may use the models, or only spaces they are shared with. */
  forEveryone: boolean('for_everyone').notNull().default(true),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ProviderRow = typeof modelProvider.$inferSelect

export const model = pgTable('model', {
  id: id('id')
    .primaryKey()
    .default(sql`nextval('model_number')`),
  providerId: id('provider_id').notNull(),
  spaceId: id('space_id'),
  type: smallint('type').$type<ModelType>().notNull().default(0),
  name: text('name').notNull(),
  model: text('model').notNull(),
  description: text('description').notNull().default(''),
  modelClass: integer('model_class').notNull().default(999),
  capabilities: json<ModelCapabilities>()('capabilities').notNull(),
  contextTokens: integer('context_tokens').notNull(),
  maxOutputTokens: integer('max_output_tokens').notNull(),
  parameters: json<ModelParameter[]>()('parameters').notNull(),
  funcConfig: json<FunctionSupport>()('func_config').notNull(),
  priceIn: doublePrecision('price_in').notNull().default(0),
  priceOut: doublePrecision('price_out').notNull().default(0),
  /** Limit in tokens per minute for all users together; null: no limit of our own. */
  tpmIn: integer('tpm_in'),
  tpmOut: integer('tpm_out'),
  enabled: boolean('enabled').notNull().default(true),
  enableBase64Url: boolean('enable_base64_url').notNull().default(true),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ModelRow = typeof model.$inferSelect
export type NewModelRow = typeof model.$inferInsert

/** Teams that may use the models of a provider they do not own. */
export const modelShare = pgTable('model_share', {
  providerId: id('provider_id').notNull(),
  spaceId: id('space_id').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})

export const modelDefault = pgTable('model_default', {
  spaceId: id('space_id').primaryKey(),
  modelId: id('model_id').notNull(),
})

/** Who sets the parameters of a model in a space: each bot (0), or the model itself (1). */
export const modelUserConfig = pgTable('model_user_config', {
  spaceId: id('space_id').notNull(),
  modelId: id('model_id').notNull(),
  configType: integer('config_type').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
