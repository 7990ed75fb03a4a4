import type { Outgoing, Place, Target } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { choiceLine } from './card.ts'
import { notConnected, type Link, LinkRefusal } from './link.ts'
import { linkOf, showStream } from './socket.ts'
import { noteStream, addPart } from './stream.ts'

const KEEP_MS = 24 * 3600_000
const refused = ({ message }: LinkRefusal) =>
  new ChannelFault('never', {
    en: `WeCom did not take the message (${message})`,
    zh: `企业微信未接受该消息（${message}）`,
  })
const unknownOutcome = () =>
  new ChannelFault('lost', {
    en: 'The connection broke while this was being sent. Look whether it arrived, then resend or drop it',
    zh: '发送过程中连接中断，请确认对方是否已收到，再选择重发或丢弃',
  })
const sendWholeLater = () => new ChannelFault('later', { en: 'It follows as a whole', zh: '完成后一次性发送' })

/** Sends a separate message. The platform does not deduplicate, so a try with an unknown outcome is not repeated. */
async function push(place: Place, link: Link, to: Target, { text, file, choices, isOpen }: Outgoing, key: string) {
  if (isOpen) throw sendWholeLater()
  const noted = `push ${key}`
  const { state } = (await place.notes.get(noted)) ?? {}
  const note = (next: 'trying' | 'taken' | 'open') => place.notes.put(noted, { state: next }, KEEP_MS)
  if (state === 'taken') return
  // A process died during the send. A person decides whether to send it again.
  if (state === 'trying') {
    await note('open')
    throw unknownOutcome()
  }
  await note('trying')
  const content = file ? `[${file.name}](${file.url})` : text + choiceLine(choices)
  const chat = { chatid: to.chatId, chat_type: to.kind === 'group' ? 2 : 1 }
  try {
    await link.request('aibot_send_msg', { ...chat, msgtype: 'markdown', markdown: { content } })
    await note('taken')
  } catch (cause) {
    await note('open')
    if (cause instanceof LinkRefusal) throw refused(cause)
    throw cause instanceof ChannelFault && cause.kind !== 'uncertain' ? cause : unknownOutcome()
  }
}

/** Sends a part of the answer to a message while the platform accepts it, otherwise a separate message. */
export async function sendByLink(
  place: Place,
  to: Target,
  out: Outgoing,
  key: string,
  bytes?: Buffer,
): Promise<string> {
  const link = linkOf(place)
  if (!link) throw notConnected()
  const { stream } = to.reply
  const late = () => push(place, link, to, out, key)
  if (!stream) {
    await late()
    return `push/${key}`
  }
  const isSaid = await addPart(place, stream, key, out, bytes, late)
  if (isSaid) await showOrSendLate(place, link, stream, out, late)
  return `${stream}/${key}`
}
async function showOrSendLate(place: Place, link: Link, stream: string, out: Outgoing, late: () => Promise<void>) {
  try {
    await showStream(place, link, stream)
  } catch (cause) {
    if (!(cause instanceof LinkRefusal)) throw cause
    // The platform accepts no more of this answer: the rest becomes a separate message.
    await noteStream(place, stream, { closed: true })
    if (out.isOpen) throw sendWholeLater()
    await late()
  }
}

/** Ends a message without an answer, so that the platform stops waiting. */
export async function silentByLink(place: Place, stream: string): Promise<void> {
  await noteStream(place, stream, { finish: true })
  const link = linkOf(place)
  if (link) await showStream(place, link, stream)
}
