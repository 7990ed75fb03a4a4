import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, pageSize } from '#shared/fields.ts'
import { noticeKindNames, noticeWays } from '#shared/notice-kinds.ts'

const kind = () => z.enum(noticeKindNames)
const way = () => z.enum(noticeWays)
/** The text of the notice in one language. */
const words = z.object({ title: z.string(), text: z.string() })
const noticeFields = {
  id: z.string(),
  kind: kind(),
  en: words,
  zh: words,
  /** The page of this instance that the notice leads to. */
  link: z.string(),
  at: z.number(),
}

/** Notices for the caller, and what waits for their decision. */
export const notice = {
  list: op('POST /api/notice/list', {
    summary: 'List your notices, newest first',
    summaryZh: '查询自己的通知，最新的在前',
    input: () => z.object({ before_id: idOrNone(), size: pageSize(30), only_unread: bool().optional() }),
    output: () =>
      z.object({
        items: z.array(z.object({ ...noticeFields, is_read: z.boolean() })),
        has_more: z.boolean(),
      }),
  }),
  unread: op('POST /api/notice/unread', {
    summary: 'Count the notices that you have not read',
    summaryZh: '查询未读通知数',
    output: () => z.object({ count: z.number() }),
  }),
  read: op('POST /api/notice/read', {
    summary: 'Mark notices as read',
    summaryZh: '将通知标为已读',
    input: () => z.object({ ids: z.array(id()).min(1).max(100) }),
  }),
  readAll: op('POST /api/notice/read_all', {
    summary: 'Mark all notices as read',
    summaryZh: '将全部通知标为已读',
  }),
  waiting: op('POST /api/notice/waiting', {
    summary: 'List what waits for your decision',
    summaryZh: '查询待自己处理的事项',
    output: () => z.object({ items: z.array(z.object(noticeFields)) }),
  }),
  choices: op('POST /api/notice/choices', {
    summary: 'Get how you are told of each kind',
    summaryZh: '查询各类通知的接收方式',
    output: () =>
      z.object({
        items: z.array(z.object({ kind: kind(), way: way() })),
        /** Whether this instance can send mail. */
        has_mail: z.boolean(),
      }),
  }),
  choose: op('POST /api/notice/choose', {
    summary: 'Set how you are told of a kind',
    summaryZh: '设置某类通知的接收方式',
    input: () => z.object({ kind: kind(), way: way() }),
  }),
}
