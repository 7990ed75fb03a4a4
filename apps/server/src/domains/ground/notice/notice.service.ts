import { type NoticeKind, noticeKinds, type NoticeWay } from '@orrery/contract/shared/notice-kinds'
import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Mail } from '#kit/mail.ts'
import { createNoticeMail } from './notice-mail.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { MailState, notice, noticeChoice, type NoticeRow } from './notice.table.ts'
import type { NoticeParams } from './shared/notice-params.ts'

export interface NoticeDeps {
  db: Db
  jobs: Jobs
  mail: Pick<Mail, 'isOn' | 'send'>
  newId: NewId
  clock: Clock
  log: Log
  publicUrl: string
}
export interface Occurrence {
  /** Idempotency key: a person gets one notice per key, no matter how often it is reported. */
  key: string
  /** A path on this instance, beginning with a slash. */
  link: string
  /** The transaction in which the notice is inserted; without one the notice is committed by itself. */
  tx?: Tx
  /** Whether another mail about this was already sent. */
  isMailed?: boolean
}
const RETENTION_MS = 90 * 86_400_000
const DELETE_BATCH = 5000
/** The bell counts no further than this. */
const MAX_COUNTED = 100
const RETENTION = 'notice-retention'
const defaultWays = new Map<NoticeKind, NoticeWay>(noticeKinds.map(({ kind, way }) => [kind, way]))

/** Notifies people: in their inbox, and by mail if they want it. */
export function createNoticeService(deps: NoticeDeps) {
  const { db, jobs, mail, newId, clock } = deps
  const mails = createNoticeMail(deps)
  const isOwn = (userId: string) => eq(notice.userId, userId)
  const isUnread = (userId: string) => and(isOwn(userId), isNull(notice.readAt))

  async function waysOf(userIds: readonly string[], kind: NoticeKind, at: Db | Tx) {
    const chosen = await at
      .select()
      .from(noticeChoice)
      .where(and(inArray(noticeChoice.userId, [...userIds]), eq(noticeChoice.kind, kind)))
    const byUser = new Map(chosen.map(({ userId, way }) => [userId, way]))
    return (userId: string) => byUser.get(userId) ?? defaultWays.get(kind)!
  }
  /** Filters out programs and erased people, so that notifying never fails because a recipient no longer exists. */
  async function existingPeople(userIds: readonly string[], at: Db | Tx): Promise<string[]> {
    const isPerson = and(eq(appUser.kind, 'person'), isNull(appUser.erasedAt))
    const rows = await at
      .select({ id: appUser.id })
      .from(appUser)
      .where(and(inArray(appUser.id, [...new Set(userIds)]), isPerson))
    return rows.map(({ id }) => id)
  }
  async function deleteExpired(): Promise<void> {
    const old = db
      .select({ id: notice.id })
      .from(notice)
      .where(lt(notice.at, clock.now() - RETENTION_MS))
      .limit(DELETE_BATCH)
    let gone = DELETE_BATCH
    while (gone === DELETE_BATCH) gone = (await db.delete(notice).where(inArray(notice.id, old))).rowCount ?? 0
  }

  return {
    /** Notifies each user of an occurrence, once. */
    async notify<K extends NoticeKind>(
      userIds: readonly string[],
      kind: K,
      params: NoticeParams[K],
      { key, link, tx, isMailed = false }: Occurrence,
    ): Promise<void> {
      if (!userIds.length) return
      const people = await existingPeople(userIds, tx ?? db)
      if (!people.length) return
      const wayOf = await waysOf(people, kind, tx ?? db)
      const now = clock.now()
      const rows = people
        .filter((userId) => wayOf(userId) !== 'off')
        .map((userId): typeof notice.$inferInsert => ({
          id: newId(),
          userId,
          kind,
          key: `${kind} ${key}`,
          params,
          link,
          at: now,
          mailState: wayOf(userId) === 'mail' && mail.isOn() && !isMailed ? MailState.waiting : MailState.none,
          mailNextAt: now,
        }))
      if (!rows.length) return
      const written = await (tx ?? db)
        .insert(notice)
        .values(rows)
        .onConflictDoNothing()
        .returning({ mailState: notice.mailState })
      if (!tx && written.some(({ mailState }) => mailState === MailState.waiting)) await mails.wake()
    },
    /** Starts mail delivery at once, for callers after their transaction. Otherwise it starts within a minute. */
    wake: mails.wake,
    deliver: mails.drain,
    async list(userId: string, beforeId: string | undefined, size: number, onlyUnread: boolean): Promise<NoticeRow[]> {
      const of = onlyUnread ? isUnread(userId) : isOwn(userId)
      return db
        .select()
        .from(notice)
        .where(and(of, beforeId ? lt(notice.id, beforeId) : undefined))
        .orderBy(desc(notice.id))
        .limit(size)
    },
    async unread(userId: string): Promise<number> {
      const some = db.select({ id: notice.id }).from(notice).where(isUnread(userId)).limit(MAX_COUNTED).as('some')
      return db.$count(some)
    },
    /** Marks notices as read. If one of them is not the user's own, throws "not found" and marks none. */
    async read(userId: string, given: readonly string[]): Promise<void> {
      const ids = [...new Set(given)]
      const own = and(isOwn(userId), inArray(notice.id, ids))
      if ((await db.$count(notice, own)) < ids.length) throw errors.notFound({ what: 'notice' })
      await db
        .update(notice)
        .set({ readAt: clock.now() })
        .where(and(own, isNull(notice.readAt)))
    },
    async readAll(userId: string): Promise<void> {
      await db.update(notice).set({ readAt: clock.now() }).where(isUnread(userId))
    },
    async choices(userId: string): Promise<{ kind: NoticeKind; way: NoticeWay }[]> {
      const chosen = await db.select().from(noticeChoice).where(eq(noticeChoice.userId, userId))
      const byKind = new Map(chosen.map(({ kind, way }) => [kind, way]))
      return noticeKinds.map(({ kind, way }) => ({ kind, way: byKind.get(kind) ?? way }))
    },
    async choose(userId: string, kind: NoticeKind, way: NoticeWay): Promise<void> {
      await db
        .insert(noticeChoice)
        .values({ userId, kind, way })
        .onConflictDoUpdate({ target: [noticeChoice.userId, noticeChoice.kind], set: { way } })
    },
    hasMail: () => mail.isOn(),
    deleteExpired,
    async start(): Promise<void> {
      await mails.start()
      await jobs.define(RETENTION, deleteExpired)
      await jobs.schedule(RETENTION, 'daily', '35 3 * * *', {})
    },
  }
}
export type NoticeService = ReturnType<typeof createNoticeService>
/** The part that domains use to notify people. */
export type Notices = Pick<NoticeService, 'notify' | 'wake'>
