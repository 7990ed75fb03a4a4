import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'

export interface ChosenWorkflow {
  id: string
  name: string
}
export interface ConnectorRecord {
  workflows: ChosenWorkflow[]
  status: number
  message: string
  messageZh?: string
  /** When the channel finished. */
  at?: number
}
export interface PackProblem {
  id: string
  type: number
  name: string
  reason: string
  reasonZh?: string
}
export const projectVersion = pgTable('project_version', {
  id: id('id').primaryKey(),
  projectId: id('project_id').notNull(),
  kind: smallint('kind').notNull(),
  version: text('version').notNull(),
  description: text('description').notNull().default(''),
  status: smallint('status').notNull(),
  problem: text('problem').notNull().default(''),
  failed: json<PackProblem[]>()('failed').notNull().default([]),
  items: json<BundleItem[] | null>()('items'),
  connectors: json<Record<string, ConnectorRecord>>()('connectors').notNull().default({}),
  /** The commit that this version serves, by workflow. */
  pins: json<Record<string, string>>()('pins').notNull().default({}),
  /** The interface to publish. Without a snapshot, it is the drawing at the time of packing. */
  snapshotId: id('snapshot_id'),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type VersionRow = typeof projectVersion.$inferSelect

export const projectConnector = pgTable('project_connector', {
  projectId: id('project_id').notNull(),
  connectorId: text('connector_id').notNull(),
  versionId: id('version_id').notNull(),
  workflows: json<ChosenWorkflow[]>()('workflows').notNull(),
  publishedAt: millis('published_at').notNull(),
})

export const projectTask = pgTable('project_task', {
  id: id('id').primaryKey(),
  type: smallint('type').notNull(),
  userId: id('user_id').notNull(),
  projectId: id('project_id').notNull(),
  madeId: id('made_id'),
  spaceId: id('space_id').notNull(),
  versionId: id('version_id'),
  name: text('name').notNull().default(''),
  made: json<Record<string, string>>()('made').notNull().default({}),
  status: smallint('status').notNull(),
  reason: text('reason').notNull().default(''),
  retries: smallint('retries').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type TaskRow = typeof projectTask.$inferSelect
