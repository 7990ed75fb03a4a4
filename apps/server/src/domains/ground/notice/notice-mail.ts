import { eq } from 'drizzle-orm'
import { createDelivery } from '#kit/work/delivery.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import type { NoticeDeps } from './notice.service.ts'
import { MailState, notice, type NoticeRow } from './notice.table.ts'
import { wordsOf } from './shared/notice-words.ts'

/** Sends mails for notices. The notice rows are the queue: each is retried until it is sent or out of attempts. */
export function createNoticeMail({ db, jobs, mail, clock, log, publicUrl }: NoticeDeps) {
  async function send(row: NoticeRow): Promise<MailState> {
    const [person] = await db.select().from(appUser).where(eq(appUser.id, row.userId))
    // The person may have been disabled or erased since.
    if (!person || person.disabled || person.kind !== 'person' || person.erasedAt !== null) return MailState.none
    const isEnglish = person.locale === 'en'
    const { title, text } = wordsOf(row.kind, row.params as never)[isEnglish ? 'en' : 'zh']
    const open = `${isEnglish ? 'Open: ' : '查看：'}${publicUrl}${row.link}`
    // Every attempt has the same message id, so that a mailbox can recognise duplicates.
    const messageId = `<notice-${row.id}@${new URL(publicUrl).hostname}>`
    await mail.send({ to: person.email, subject: title, text: [text, open].filter(Boolean).join('\n\n'), messageId })
    return MailState.sent
  }
  return createDelivery({
    name: 'notice-mail',
    db,
    jobs,
    clock,
    log,
    table: notice,
    columns: { state: 'mailState', nextAt: 'mailNextAt', tries: 'mailTries', problem: 'mailProblem' },
    states: MailState,
    deliver: send,
  })
}
