import { eq } from 'drizzle-orm'
import { createDelivery } from '#kit/work/delivery.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import type { NoticeDeps } from './notice.service.ts'
import { MailState, notice, type NoticeRow } from './notice.table.ts'
import { wordsOf } from './shared/notice-words.ts'

/** Mails of notices: the rows are the queue, until a mail is out or all tries are over. */
export function createNoticeMail({ db, jobs, mail, clock, log, publicUrl }: NoticeDeps) {
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
