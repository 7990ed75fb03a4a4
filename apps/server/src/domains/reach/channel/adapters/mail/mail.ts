import type { Adapter, Place, Sink } from '../../adapter.ts'
import type { Imap } from './imap.ts'
import { openInbox } from './inbox.ts'
import { parseMail, readMail } from './read.ts'
import { setup } from './setup.ts'
import { checkSmtp, sendMail } from './smtp.ts'

const POLL_MS = 60_000
const DAY_MS = 24 * 3600_000
const USUAL_LIMIT = 10

/** Uids to start from. Uids of a recreated inbox are not comparable: then the mail of the last day is read again. */
async function firstUids(imap: Imap, cursor: string, validity: string, next: number, now: number): Promise<number[]> {
  const [known, uid] = cursor.split(':')
  if (!known) return []
  if (known === validity) return imap.from(Number(uid) + 1)
  const recent = await imap.since(now - DAY_MS)
  return recent.filter((found) => found < next)
}

/** Reads the existing mail, then waits for more until the connection closes. */
async function follow(place: Place, cursor: string, sink: Sink, signal: AbortSignal): Promise<void> {
  const { imap, validity, next } = await openInbox(place)
  const leave = () => imap.close()
  signal.addEventListener('abort', leave, { once: true })
  try {
    let uids = await firstUids(imap, cursor, validity, next, place.clock.now())
    let last = cursor.startsWith(`${validity}:`) ? Number(cursor.split(':')[1]) : next - 1
    if (!cursor) await sink.cursor(`${validity}:${last}`)
    sink.live()
    while (!signal.aborted) {
      for (const uid of uids) {
        const raw = await imap.fetch(uid)
        const event = raw && (await readMail(raw, { validity, uid }, place.config))
        if (event) await sink.take([event])
        last = Math.max(last, uid)
        // Saved last, so that a mail that was not stored is read again.
        await sink.cursor(`${validity}:${last}`)
      }
      await imap.wait(POLL_MS, signal)
      uids = signal.aborted ? [] : await imap.from(last + 1)
    }
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}

/** A mailbox, read by IMAP and answered by SMTP. */
export const mail: Adapter = {
  connectorId: '20000014',
  setup,
  can: { maxText: 100_000, maxChoices: 0, takesKey: false, rates: { account: { count: 30, seconds: 60 } } },
  perSender: ({ hourly_limit: limit }) => ({ count: Number(limit || USUAL_LIMIT), seconds: 3600 }),
  connect: follow,
  async check(place) {
    const { imap } = await openInbox(place)
    imap.close()
    await checkSmtp(place)
    const address = place.config.address!.toLowerCase()
    return { profile: { name: place.config.sender_name || address, handle: address, identity: address }, missing: [] }
  },
  send: (place, to, out, key, bytes) => sendMail(place, to, out, key, bytes),
  async download(place, { ref }) {
    const [validity, uid, at] = ref.split(':')
    const inbox = await openInbox(place)
    try {
      const raw = inbox.validity === validity ? await inbox.imap.fetch(Number(uid)) : undefined
      const content = raw && (await parseMail(raw)).attachments[Number(at)]?.content
      if (!content || typeof content === 'string') throw new Error('The mail is not there any more')
      return Buffer.from(content as ArrayBuffer)
    } finally {
      inbox.imap.close()
    }
  },
}
