import { and, eq, lte, sql } from 'drizzle-orm'
import { createDrain } from '#kit/work/drain.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import type { NoticeDeps } from './notice.service.ts'
import { MailState, notice, type NoticeRow } from './notice.table.ts'
import { wordsOf } from './shared/notice-words.ts'

const LEASE_MS = 120_000
/** Before each further try. */
const waits = [30_000, 120_000, 600_000, 3_600_000]

/** Mails of notices: the rows are the queue, until a mail is out or all tries are over. */
export function createNoticeMail({ db, jobs, mail, clock, log, publicUrl }: NoticeDeps) {
  async function claim(): Promise<NoticeRow | undefined> {
    const now = clock.now()
    const next = db
      .select({ id: notice.id })
      .from(notice)
      .where(and(eq(notice.mailState, MailState.waiting), lte(notice.mailNextAt, now)))
      .orderBy(notice.mailNextAt)
      .limit(1)
      .for('update', { skipLocked: true })
    const [row] = await db
      .update(notice)
      .set({ mailNextAt: now + LEASE_MS, mailTries: sql`${notice.mailTries} + 1` })
      .where(eq(notice.id, sql`(${next})`))
      .returning()
    return row
  }
  async function send(row: NoticeRow): Promise<MailState> {
    const [person] = await db.select().from(appUser).where(eq(appUser.id, row.userId))
    // Those who have left since are told nothing.
    if (!person || person.disabled || person.kind !== 'person' || person.erasedAt !== null) return MailState.none
    const isEnglish = person.locale === 'en'
    const { title, text } = wordsOf(row.kind, row.params as never)[isEnglish ? 'en' : 'zh']
    const open = `${isEnglish ? 'Open: ' : '查看：'}${publicUrl}${row.link}`
    // The same id with every try: a mailbox that has it already can tell.
    const messageId = `<notice-${row.id}@${new URL(publicUrl).hostname}>`
    await mail.send({ to: person.email, subject: title, text: [text, open].filter(Boolean).join('\n\n'), messageId })
    return MailState.sent
  }
  async function work(row: NoticeRow): Promise<void> {
    const set = (change: Partial<NoticeRow>) => db.update(notice).set(change).where(eq(notice.id, row.id))
    try {
      await set({ mailState: await send(row), mailProblem: '' })
    } catch (cause) {
      const mailProblem = (cause instanceof Error ? cause.message : 'failed').slice(0, 500)
      const wait = waits[row.mailTries - 1]
      log.warn({ notice: row.id, problem: mailProblem }, 'a notice could not be mailed')
      await set(wait ? { mailNextAt: clock.now() + wait, mailProblem } : { mailState: MailState.failed, mailProblem })
    }
  }
  return createDrain<NoticeRow>({ name: 'notice-mail', jobs, log, cron: '* * * * *', claim, work })
}
