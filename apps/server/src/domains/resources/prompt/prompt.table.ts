import type { PromptGray, PromptGrayStep, PromptGuard } from '@orrery/contract'
import { bigint, boolean, doublePrecision, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { PromptDetail } from './shared/prompt-detail.ts'

export const promptResource = pgTable('prompt_resource', {
  id: id('id').primaryKey(),
  /** The text of the newest version, for the library and the search index. */
  promptText: text('prompt_text').notNull(),
  /** The version for calls of the library; increases with each change. */
  version: id('version').notNull(),
  spaceId: id('space_id').notNull(),
  key: text('prompt_key').notNull(),
  type: smallint('prompt_type').notNull().default(4),
  securityLevel: smallint('security_level').notNull().default(3),
  latest: text('latest').notNull().default(''),
  committedAt: millis('committed_at').notNull().default(0),
  tagIds: id('tag_ids').array().notNull().default([]),
})

export const promptVersion = pgTable(
  'prompt_version',
  {
    promptId: id('prompt_id').notNull(),
    version: text('version').notNull(),
    place: bigint('place', { mode: 'number' }).array().notNull(),
    detail: json<PromptDetail>()('detail').notNull(),
    baseVersion: text('base_version').notNull().default(''),
    note: text('note').notNull().default(''),
    createdBy: id('created_by').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.promptId, table.version] })],
)
export type PromptVersionRow = typeof promptVersion.$inferSelect

export const promptDraft = pgTable(
  'prompt_draft',
  {
    promptId: id('prompt_id').notNull(),
    userId: id('user_id').notNull(),
    detail: json<PromptDetail>()('detail').notNull(),
    baseVersion: text('base_version').notNull().default(''),
    /** Increases with every save: the time of the save, or more. */
    rev: millis('rev').notNull(),
    isEdited: boolean('is_edited').notNull().default(false),
    savedAt: millis('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.promptId, table.userId] })],
)
export type PromptDraftRow = typeof promptDraft.$inferSelect

export const promptPointer = pgTable(
  'prompt_pointer',
  {
    promptId: id('prompt_id').notNull(),
    name: text('name').notNull(),
    version: text('version').notNull(),
    setBy: id('set_by').notNull(),
    setAt: millis('set_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.promptId, table.name] })],
)

export const promptRelease = pgTable('prompt_release', {
  id: id('id').primaryKey(),
  promptId: id('prompt_id').notNull(),
  env: smallint('env').notNull(),
  lane: text('lane').notNull().default(''),
  label: text('label').notNull().default(''),
  version: text('version').notNull(),
  preVersion: text('pre_version').notNull().default(''),
  status: smallint('status').notNull(),
  gray: json<PromptGray>()('gray'),
  /** True if a person or the guard ended the release; false if a newer one replaced it. */
  takenBack: boolean('taken_back').notNull().default(false),
  releasedBy: id('released_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type PromptReleaseRow = typeof promptRelease.$inferSelect

export const promptSpace = pgTable('prompt_space', {
  spaceId: id('space_id').primaryKey(),
  approval: boolean('approval').notNull().default(false),
  protectedLabels: text('protected_labels').array().notNull().default([]),
  grayPlan: json<PromptGrayStep[]>()('gray_plan').notNull().default([]),
  guard: json<PromptGuard>()('guard').notNull().default({}),
  webhookUrl: text('webhook_url').notNull().default(''),
  /** Sealed. */
  webhookSecret: text('webhook_secret').notNull().default(''),
  /** Sealed; programs decrypt encrypted prompts with it. */
  encryptKey: text('encrypt_key').notNull().default(''),
})

export const promptGate = pgTable('prompt_gate', {
  promptId: id('prompt_id').primaryKey(),
  datasetId: id('dataset_id').notNull(),
  evaluatorVersionId: id('evaluator_version_id').notNull(),
  margin: doublePrecision('margin').notNull(),
  least: doublePrecision('least').notNull(),
  setBy: id('set_by').notNull(),
  setAt: millis('set_at').notNull(),
})

export const promptOfficialUse = pgTable(
  'prompt_official_use',
  {
    officialId: id('official_id').notNull(),
    userId: id('user_id').notNull(),
    /** Days since 1970. */
    day: integer('day').notNull(),
  },
  (table) => [primaryKey({ columns: [table.officialId, table.userId, table.day] })],
)
export const promptClip = pgTable('prompt_clip', {
  key: text('key').primaryKey(),
  userId: id('user_id').notNull(),
  spaceId: id('space_id').notNull(),
  content: text('content').notNull(),
  /** The level of the prompt from which it was copied. */
  securityLevel: smallint('security_level').notNull().default(1),
  expiresAt: millis('expires_at').notNull(),
})
