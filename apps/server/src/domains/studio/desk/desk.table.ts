import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** The reason for a failure, in both languages. */
export interface DeskProblem {
  en: string
  zh: string
}

export const deskPaper = pgTable('desk_paper', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  uploadKey: text('upload_key').notNull(),
  name: text('name').notNull(),
  datasetId: id('dataset_id').notNull(),
  documentId: id('document_id'),
  createdAt: millis('created_at').notNull(),
})
export type PaperRow = typeof deskPaper.$inferSelect

export const deskInstance = pgTable('desk_instance', {
  id: id('id').primaryKey(),
  agentId: text('agent_id').notNull(),
  userId: id('user_id').notNull(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  content: text('content').notNull().default(''),
  initParam: json<Record<string, string>>()('init_param').notNull().default({}),
  idemKey: text('idem_key').notNull().default(''),
  paperId: id('paper_id'),
  conversationId: id('conversation_id'),
  translation: smallint('translation').notNull().default(0),
  language: text('language').notNull().default(''),
  problem: json<DeskProblem | null>()('problem'),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type InstanceRow = typeof deskInstance.$inferSelect

export const deskPage = pgTable(
  'desk_page',
  {
    instanceId: id('instance_id').notNull(),
    pageNo: integer('page_no').notNull(),
    status: smallint('status').notNull().default(0),
    originalKey: text('original_key').notNull().default(''),
    translatedKey: text('translated_key').notNull().default(''),
    blocksKey: text('blocks_key').notNull().default(''),
    isWordByWord: boolean('is_word_by_word').notNull().default(false),
    attempts: smallint('attempts').notNull().default(0),
    problem: json<DeskProblem | null>()('problem'),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.pageNo] })],
)
export type PageRow = typeof deskPage.$inferSelect

export const deskMessage = pgTable('desk_message', {
  id: id('id').primaryKey(),
  instanceId: id('instance_id').notNull(),
  role: text('role').$type<'user' | 'assistant'>().notNull(),
  content: text('content').notNull(),
  createdAt: millis('created_at').notNull(),
})

export const deskReference = pgTable(
  'desk_reference',
  {
    userId: id('user_id').notNull(),
    url: text('url').notNull(),
    title: text('title').notNull(),
    site: text('site').notNull(),
    icon: text('icon').notNull(),
    content: text('content').notNull(),
    isUserAdd: boolean('is_user_add').notNull(),
    updatedAt: millis('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.url] })],
)
export type ReferenceRow = typeof deskReference.$inferSelect

export const deskSetting = pgTable(
  'desk_setting',
  {
    userId: id('user_id').notNull(),
    agentId: text('agent_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.agentId, table.key] })],
)
