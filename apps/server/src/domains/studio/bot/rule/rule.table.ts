import type { GrayRuleConfig } from '@orrery/contract'
import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const RuleType = { lane: 1, identifier: 2, gray: 3 } as const
export const RuleStatus = { online: 1, offline: 2 } as const
export const Operation = { publish: 1, modify: 2, offline: 3, rollback: 4 } as const
/** How a version was used. */
export const VersionKind = { commit: 1, online: 2, prePublish: 3, gray: 4, rollback: 5 } as const
export const ReviewStatus = { waiting: 1, approved: 2, rejected: 3, withdrawn: 4 } as const
export const ReviewKind = { publish: 1, rollback: 2 } as const

export const botRule = pgTable('bot_rule', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  connectorId: text('connector_id').notNull(),
  type: smallint('type').notNull(),
  name: text('name').notNull().default(''),
  grayConfig: json<GrayRuleConfig>()('gray_config'),
  historyId: id('history_id').notNull(),
  status: smallint('status').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  offlineAt: millis('offline_at'),
  operator: id('operator'),
  publishId: text('publish_id').notNull(),
  requestHash: text('request_hash').notNull(),
  paused: json<{ en: string; zh: string }>()('paused'),
  bad: smallint('bad').notNull().default(0),
  since: millis('since').notNull(),
})
export type RuleRow = typeof botRule.$inferSelect

export const botOperation = pgTable('bot_operation', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  operation: smallint('operation').notNull(),
  kind: smallint('kind').notNull(),
  ruleId: id('rule_id'),
  historyId: id('history_id'),
  connectorIds: text('connector_ids').array().notNull(),
  grayConfig: json<GrayRuleConfig>()('gray_config'),
  remark: text('remark').notNull().default(''),
  isGuard: boolean('is_guard').notNull().default(false),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type OperationRow = typeof botOperation.$inferSelect

export const botPin = pgTable('bot_pin', {
  conversationId: id('conversation_id').primaryKey(),
  ruleId: id('rule_id').notNull(),
})
export const botChangelog = pgTable('bot_changelog', {
  historyId: id('history_id').primaryKey(),
  machineText: text('machine_text').notNull(),
  personText: text('person_text').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export const botReleaseSetting = pgTable('bot_release_setting', {
  spaceId: id('space_id').primaryKey(),
  review: smallint('review').notNull(),
  guard: boolean('guard').notNull(),
  guardMinTurns: integer('guard_min_turns').notNull(),
  whiteList: id('white_list').array().notNull(),
  changedBy: id('changed_by').notNull(),
})
export const botReview = pgTable('bot_review', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  spaceId: id('space_id').notNull(),
  kind: smallint('kind').notNull(),
  status: smallint('status').notNull(),
  historyId: id('history_id').notNull(),
  connectorIds: text('connector_ids').array().notNull(),
  remark: text('remark').notNull(),
  comment: text('comment').notNull().default(''),
  askedBy: id('asked_by').notNull(),
  decidedBy: id('decided_by'),
  createdAt: millis('created_at').notNull(),
  decidedAt: millis('decided_at'),
})
export type ReviewRow = typeof botReview.$inferSelect
