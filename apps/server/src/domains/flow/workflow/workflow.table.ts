import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const workflow = pgTable('workflow', {
  id: id('id').primaryKey(),
  schema: text('schema').notNull(),
  commitId: id('commit_id').notNull(),
  flowMode: smallint('flow_mode').notNull().default(0),
  testedCommitId: id('tested_commit_id'),
  submitCommitId: id('submit_commit_id'),
  version: text('version'),
  publishCommitId: id('publish_commit_id'),
  collaboratorMode: smallint('collaborator_mode').notNull().default(0),
  savedBy: id('saved_by').notNull(),
  uses: id('uses').array().notNull().default([]),
  bindBizId: id('bind_biz_id'),
  bindBizType: smallint('bind_biz_type'),
})
export type WorkflowRow = typeof workflow.$inferSelect

export const CommitType = { draft: 0, submit: 1, publish: 2 } as const
export type CommitType = (typeof CommitType)[keyof typeof CommitType]

export const workflowCommit = pgTable('workflow_commit', {
  id: id('id').notNull(),
  workflowId: id('workflow_id').notNull(),
  type: smallint('type').$type<CommitType>().notNull(),
  version: text('version').notNull().default(''),
  name: text('name').notNull(),
  description: text('description').notNull(),
  iconUri: text('icon_uri').notNull(),
  flowMode: smallint('flow_mode').notNull(),
  schema: text('schema').notNull(),
  note: text('note').notNull().default(''),
  submitCommitId: id('submit_commit_id'),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type CommitRow = typeof workflowCommit.$inferSelect

export const chatFlowRole = pgTable('chat_flow_role', {
  id: id('id').primaryKey(),
  workflowId: id('workflow_id').notNull(),
  connectorId: text('connector_id').notNull(),
  role: json<Record<string, unknown>>()('role').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

export const projectConversation = pgTable('project_conversation', {
  id: id('id').primaryKey(),
  projectId: id('project_id').notNull(),
  name: text('name').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})

export const workflowPin = pgTable('workflow_pin', {
  workflowId: id('workflow_id').notNull(),
  nodeId: text('node_id').notNull(),
  output: text('output').notNull(),
  userId: id('user_id').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

export const workflowEnv = pgTable('workflow_env', {
  workflowId: id('workflow_id').notNull(),
  env: text('env').notNull(),
  note: text('note').notNull().default(''),
  commitId: id('commit_id').notNull(),
  sourceCommitId: id('source_commit_id'),
  userId: id('user_id').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

export const workflowFeature = pgTable('workflow_feature', {
  name: text('name').primaryKey(),
  percent: smallint('percent').notNull(),
  spaceIds: id('space_ids').array().notNull().default([]),
  updatedBy: id('updated_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
