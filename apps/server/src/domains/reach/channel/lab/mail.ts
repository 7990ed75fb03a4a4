import type { Duplex } from 'node:stream'
import { parseMail } from '../adapters/mail/read.ts'
import { createBoard } from './board.ts'
import { serveImap, type StoredMail } from './mail-imap.ts'
import { serveSmtp } from './mail-smtp.ts'
import { CUT, type Delivery, type Saying, type Simulator } from './simulator.ts'

const PEOPLE = 'people.example'
const account = { address: 'bot@lab.example', password: 'open sesame' }
const wrapped = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
const types = { image: 'image/png', audio: 'audio/ogg', file: 'text/plain' }

export interface MailSimulator extends Simulator {
  /** Puts a raw mail into the inbox. */
  deliver(raw: string): void
}
/** A mail server with one mailbox, and people who reply in their own threads. */
export function simulateMail(): MailSimulator {
  const board = createBoard()
  const { faults, shown } = board
  const inbox: StoredMail[] = []
  const idling = new Set<() => void>()
  /** The message ids of a person's thread, oldest first, and the text of the last answer. */
  const threads = new Map<string, { ids: string[]; last: string }>()

  function deliver(raw: string) {
    inbox.push({ uid: board.next(), raw: Buffer.from(raw.replaceAll(/\r?\n/g, '\r\n')) })
    for (const tell of idling) tell()
  }
  function write({ from, text, file, thread = '' }: Saying): string {
    const key = `${from.id}/${thread}`
    const known = threads.get(key) ?? { ids: [], last: '' }
    const id = `<${board.next()}.${from.id}@${PEOPLE}>`
    const head = [
      `From: ${from.name} <${from.id}@${PEOPLE}>`,
      `To: <${account.address}>`,
      `Subject: ${known.ids.length ? 'Re: ' : ''}Question`,
      `Message-ID: ${id}`,
      ...(known.ids.length ? [`In-Reply-To: ${known.ids.at(-1)!}`, `References: ${known.ids.join(' ')}`] : []),
      'MIME-Version: 1.0',
    ]
    const quoted = known.last ? `\n\nOn Monday the bot wrote:\n${known.last.replaceAll(/^/gm, '> ')}` : ''
    threads.set(key, { ids: [...known.ids, id], last: known.last })
    const words = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', '', '']
    const body = [...words.slice(0, 3), wrapped(Buffer.from(text + quoted))]
    if (!file) return [...head, ...body].join('\r\n')
    return [
      ...head,
      'Content-Type: multipart/mixed; boundary="part"',
      '',
      '--part',
      ...body,
      '--part',
      `Content-Type: ${types[file.kind]}; name="${file.name}"`,
      `Content-Disposition: attachment; filename="${file.name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      wrapped(file.bytes),
      '--part--',
      '',
    ].join('\r\n')
  }
  /** Shows a mail of ours. Returns false if the connection is to break after the mail was accepted. */
  async function take(to: string, raw: Buffer): Promise<boolean> {
    const mail = await parseMail(raw)
    const chatId = to.replace(`@${PEOPLE}`, '')
    const text = mail.text?.trim() ?? ''
    const [attached] = mail.attachments
    const kind = attached?.mimeType.startsWith('image/') ? 'image' : 'file'
    const file = attached && {
      name: attached.filename ?? '',
      kind,
      bytes: Buffer.from(attached.content as ArrayBuffer),
    }
    const id = mail.messageId ?? ''
    const key = [...threads.keys()].find((name) => threads.get(name)!.ids.includes(mail.inReplyTo ?? ''))
    const thread = key === undefined ? undefined : threads.get(key)
    if (thread) Object.assign(thread, { ids: [...thread.ids, id], last: text })
    const card = { subject: mail.subject, references: mail.references, html: mail.html, headers: mail.headers }
    return board.show(chatId, text, () => ({ status: 200, body: '' }), { id, card, ...(file && { file }) }) !== CUT
  }
  const guarded = (serve: (socket: Duplex) => void) => (socket: Duplex) => {
    socket.on('error', () => {})
    if (faults.outage) socket.destroy()
    else serve(socket)
  }
  const isKnown = (user: string, password: string) =>
    !faults.revoked && user === account.address && password === account.password
  const silent: Delivery = { method: 'POST', headers: {}, body: '' }
  return {
    faults,
    shown,
    typing: board.typing,
    config: {
      ...account,
      imap_host: 'imap.invalid',
      imap_port: '1143',
      imap_security: 'none',
      smtp_host: 'smtp.invalid',
      smtp_port: '1587',
      smtp_security: 'none',
      hourly_limit: '100',
    },
    handle: () => CUT,
    deliver,
    streams: {
      imap: guarded((socket) => serveImap(socket, { inbox, idling, isKnown })),
      smtp: guarded((socket) => serveSmtp(socket, { isKnown, take, isTooMany: board.isTooMany })),
    },
    say(saying) {
      deliver(write(saying))
      return silent
    },
    press: () => silent,
  }
}
