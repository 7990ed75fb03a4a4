import type { NoticeKind, NoticeWay } from '@orrery/contract/shared/notice-kinds'
import { pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { NoticeParams } from './shared/notice-params.ts'

export const MailState = { none: 0, waiting: 1, sent: 2, failed: 3 } as const
export type MailState = (typeof MailState)[keyof typeof MailState]

export const notice = pgTable('notice', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  kind: text('kind').$type<NoticeKind>().notNull(),
  key: text('key').notNull(),
  params: json<NoticeParams[NoticeKind]>()('params').notNull(),
  link: text('link').notNull(),
  at: millis('at').notNull(),
  readAt: millis('read_at'),
  mailState: smallint('mail_state').$type<MailState>().notNull().default(MailState.none),
  mailTries: smallint('mail_tries').notNull().default(0),
  mailNextAt: millis('mail_next_at').notNull().default(0),
  mailProblem: text('mail_problem').notNull().default(''),
})
export type NoticeRow = typeof notice.$inferSelect

export const noticeChoice = pgTable(
  'notice_choice',
  {
    userId: id('user_id').notNull(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    way: text('way').$type<NoticeWay>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
)
