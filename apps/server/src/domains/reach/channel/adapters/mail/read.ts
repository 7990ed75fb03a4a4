import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import type { ChannelEvent, IncomingFile } from '../../adapter.ts'
import type { NoteKey } from '../../event-notes.ts'
import { ownWords, textOfHtml } from './own-words.ts'

/** The position of a mail in the inbox. */
interface MailPlace {
  validity: string
  uid: number
}
const MAX_REFERENCES = 20
export const parseMail = (raw: Buffer): Promise<Email> =>
  PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, rfc822Attachments: true })
const domainOf = (address: string) => address.split('@')[1] ?? 'localhost'
const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Ids of our own mails contain the thread, for mail clients that leave the older references out of a reply. */
export const ownMailId = (key: string, thread: string, address: string) => `<${key}.${thread}@${domainOf(address)}>`
const ownId = /^<[\da-f-]{36}\.([\da-f]{32})@[^>]+>$/

/** The conversation that a mail belongs to. */
function threadOf(references: string[], id: string): string {
  const own = references.toReversed().flatMap((reference) => ownId.exec(reference)?.[1] ?? [])[0]
  return own ?? short(references[0] ?? id)
}

/** Why a mail is not answered. Two programs that answer each other would never stop. */
function reasonToIgnore(mail: Email, from: string, config: Record<string, string>): NoteKey | undefined {
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value.toLowerCase() ?? ''
  if (from === config.address?.toLowerCase()) return 'ownMail'
  const isReport = header('content-type').includes('multipart/report')
  if (isReport || header('return-path') === '<>' || /^(mailer-daemon|postmaster)@/.test(from)) return 'bounce'
  const submitted = header('auto-submitted')
  const isAutomatic = submitted !== '' && !submitted.startsWith('no')
  if (isAutomatic || header('x-autoreply') || header('x-autorespond') || /^no-?reply@/.test(from))
    return 'automaticMail'
  if (header('list-id') || header('list-unsubscribe') || /\b(bulk|list|junk)\b/.test(header('precedence')))
    return 'listMail'
  return config.trusted_server && !isVerified(mail, config.trusted_server) ? 'notVerified' : undefined
}
/** Only the topmost header of that server counts: the server puts it above everything from the sender. */
function isVerified({ headers }: Email, server: string): boolean {
  const results = headers.find(({ key }) => key === 'authentication-results')?.value.toLowerCase() ?? ''
  const [name = '', ...checks] = results.split(';').map((part) => part.trim())
  return name.split(/\s/)[0] === server.toLowerCase() && checks.some((check) => /^dmarc\s*=\s*pass\b/.test(check))
}

const kindOf = (type: string): IncomingFile['kind'] =>
  type.startsWith('image/') ? 'image' : type.startsWith('audio/') ? 'audio' : 'file'
function filesOf({ attachments }: Email, { validity, uid }: MailPlace): IncomingFile[] {
  return attachments.map(({ filename, mimeType }, at) => ({
    kind: kindOf(mimeType),
    ref: `${validity}:${uid}:${at}`,
    name: filename ?? `${kindOf(mimeType)}-${at + 1}`,
  }))
}

/** Converts a mail to an event; undefined if it has no sender. */
export async function readMail(
  raw: Buffer,
  at: MailPlace,
  config: Record<string, string>,
): Promise<ChannelEvent | undefined> {
  const mail = await parseMail(raw)
  const from = mail.from?.address?.toLowerCase()
  if (!from) return undefined
  const id = mail.messageId ?? `<${short(raw.toString('latin1'))}@unnamed>`
  const references = `${mail.references ?? ''} ${mail.inReplyTo ?? ''}`.match(/<[^<>\s]+>/g) ?? []
  const files = filesOf(mail, at)
  const whole = mail.text ?? textOfHtml(mail.html ?? '')
  // If a mail contains only a forwarded text, that text is the message.
  const words = ownWords(whole) || (files.length ? '' : whole.trim())
  const subject = mail.subject?.trim() ?? ''
  const ignore = reasonToIgnore(mail, from, config)
  return {
    id,
    kind: 'message',
    chat: { id: from, thread: threadOf(references, id), kind: 'mail' },
    sender: { id: from, name: mail.from!.name || from, locale: /\p{Script=Han}/u.test(words) ? 'zh-CN' : 'en' },
    position: at.uid,
    // The subject belongs to the first mail of a thread; replies only repeat it.
    text: references.length || !subject ? words : [subject, words].filter(Boolean).join('\n\n'),
    isToBot: true,
    files,
    ...(ignore ? { ignore } : !words && !subject && !files.length ? { ignore: 'emptyMail' } : {}),
    reply: {
      to: from,
      subject: subject.slice(0, 300),
      id,
      references: [...new Set(references)].slice(-MAX_REFERENCES).join(' '),
    },
  }
}
