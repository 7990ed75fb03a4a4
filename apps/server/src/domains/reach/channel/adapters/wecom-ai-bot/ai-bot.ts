import { randomBytes } from 'node:crypto'
import type { Adapter, Place, RawRequest, Received } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { faultOfStatus } from '../call.ts'
import { isWxSigned, wxDecrypt, wxDecryptFile, wxEncrypt, wxSignature } from '../wx/crypto.ts'
import { sendByLink, silentByLink } from './by-link.ts'
import { pressedCard } from './card.ts'
import { openLink } from './link.ts'
import { type BotMessage, readMessage, readPress, readRef, streamOf } from './read.ts'
import { setup } from './setup.ts'
import { connect } from './socket.ts'
import { choicesOf, currentAnswer, noteStream, readStream, addPart, sendToReplyUrl } from './stream.ts'

const WINDOW_MS = 5 * 60_000
const VERIFIED = 'address'
const YEAR_MS = 365 * 24 * 3600_000
/** Callbacks of bots that an organisation creates for itself are encrypted without a receiver id. */
const RECEIVER = ''

/** An answer to a callback, encrypted like the callback. */
function sealed(place: Place, answer: object): Received {
  const { token = '', aes_key: aesKey = '' } = place.config
  const encrypt = wxEncrypt(JSON.stringify(answer), aesKey, RECEIVER)
  const timestamp = Math.floor(place.clock.now() / 1000)
  const nonce = randomBytes(8).toString('hex')
  const msgsignature = wxSignature(token, String(timestamp), nonce, encrypt)
  const body = JSON.stringify({ encrypt, msgsignature, timestamp, nonce })
  return { events: [], answer: { status: 200, body, contentType: 'application/json' } }
}

async function receive({ method, query, body }: RawRequest, place: Place): Promise<Received> {
  const { token = '', aes_key: aesKey = '', bot_id: botId } = place.config
  const [timestamp, nonce] = [query.get('timestamp') ?? '', query.get('nonce') ?? '']
  const given = query.get('msg_signature') ?? ''
  const isFresh = Math.abs(place.clock.now() - Number(timestamp || Number.NaN) * 1000) <= WINDOW_MS
  const text =
    method === 'GET'
      ? (query.get('echostr') ?? '')
      : ((JSON.parse(body.toString()) as { encrypt?: string }).encrypt ?? '')
  if (!isFresh || !text || !isWxSigned(given, token, timestamp, nonce, text)) return 'forged'
  const opened = wxDecrypt(text, aesKey, RECEIVER)
  if (method === 'GET') {
    await place.notes.put(VERIFIED, { at: place.clock.now() }, YEAR_MS)
    return { events: [], answer: { status: 200, body: opened } }
  }
  const message = JSON.parse(opened) as BotMessage
  if (message.aibotid !== botId) return 'forged'
  if (message.msgtype === 'stream') return sealed(place, await currentAnswer(place, message.stream?.id ?? ''))
  if (message.msgtype === 'event') return onEvent(message, place)
  const event = readMessage(message, place.clock.now())
  if (!event) return { events: [] }
  const stream = streamOf(event.id)
  const { at } = await readStream(place, stream)
  if (at === undefined) await noteStream(place, stream, { at: place.clock.now() })
  const reply = sealed(place, await currentAnswer(place, stream))
  return reply === 'forged' ? reply : { ...reply, events: [event] }
}
/** Handles a user who opens the chat or presses a button. Both can only be answered in the response to the call. */
async function onEvent(message: BotMessage, place: Place): Promise<Received> {
  if (message.event?.eventtype === 'enter_chat') {
    const content = await place.greeting('zh-CN')
    return content ? sealed(place, { msgtype: 'text', text: { content } }) : { events: [] }
  }
  const press = readPress(message)
  if (!press) return { events: [] }
  const { task, ...event } = press
  const card = pressedCard(task, await choicesOf(place, task), event.action ?? '', event.sender.id)
  const reply = sealed(place, card)
  return reply === 'forged' ? reply : { ...reply, events: [event] }
}
const notOurs = () =>
  new ChannelFault('never', {
    en: 'WeCom AI bots answer messages of people, and write none by themselves',
    zh: '企业微信智能机器人只能回复消息，不能主动发送',
  })

/** Whether a message came over our connection, so that it has to be answered there. */
const isByLink = (reply: Record<string, string> = {}) => reply.req !== undefined

/** An AI bot of WeCom. By callback, the platform polls for the answer; over a connection, the answer is pushed. */
export const wecomAiBot: Adapter = {
  connectorId: '20000006',
  setup,
  // Parts of an answer are stored by key, so a repeated send is idempotent.
  can: { maxText: 6000, maxChoices: 6, takesKey: true, editMs: 500, rates: {} },
  receive,
  connect: (place, _cursor, sink, signal) => connect(place, sink, signal),
  sendsByConnection: true,
  async check(place, mode) {
    const { bot_id: identity = '' } = place.config
    if (mode === 'long') {
      const link = await openLink(place)
      link.close()
      return { profile: { name: identity, identity }, missing: [] }
    }
    // There is no call to test with, so the test is whether the platform has verified the address.
    const isVerified = (await place.notes.get(VERIFIED)) !== undefined
    const missing = {
      en: 'WeCom has not called this address yet. Enter it in the settings of the bot, save there, then test again',
      zh: '企业微信尚未回调此地址。请在机器人设置中填写该地址并保存，再重新测试',
    }
    return { profile: { name: identity, identity }, missing: isVerified ? [] : [missing] }
  },
  async send(place, to, out, key, bytes) {
    if (isByLink(to.reply)) return sendByLink(place, to, out, key, bytes)
    const { stream: id, url } = to.reply
    if (!id && !url) throw notOurs()
    if (!id) {
      // The address of a press accepts one message, so it gets the whole answer.
      if (out.isOpen) throw new ChannelFault('later', { en: 'It follows as a whole', zh: '完成后一次性发送' })
      await sendToReplyUrl(place, url!, out)
      return `press/${key}`
    }
    await addPart(place, id, key, out, bytes)
    return `${id}/${key}`
  },
  async edit(place, to, messageId, out) {
    const [id = '', key = ''] = messageId.split('/')
    if (isByLink(to.reply)) return void (await sendByLink(place, to, out, key))
    await addPart(place, id, key, out)
  },
  async silent(place, { reply }) {
    if (!reply?.stream) return
    await (isByLink(reply) ? silentByLink(place, reply.stream) : noteStream(place, reply.stream, { finish: true }))
  },
  async download(place, { ref }) {
    const { url, aesKey = place.config.aes_key ?? '' } = readRef(ref)
    const answer = await place.fetch(url)
    const fault = faultOfStatus('WeCom', answer)
    if (fault) throw fault
    return wxDecryptFile(await answer.bytes(), aesKey)
  },
}
