import { z } from 'zod'
import { DELIVERY_HEADER, sign, SIGNATURE_HEADER } from '#domains/flow/trigger/shared/signature.ts'
import type { Adapter, Outgoing, Place, Target } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { faultOfStatus } from '../call.ts'
import { isSigned } from './check-signed.ts'
import { setup } from './setup.ts'

const text = z.string().max(20_000)
const incoming = z.object({
  id: z.string().min(1).max(200),
  chat: z.object({
    id: z.string().min(1).max(200),
    thread: z.string().max(200).optional(),
    kind: z.enum(['direct', 'group']).default('direct'),
  }),
  sender: z.object({
    id: z.string().min(1).max(200),
    name: z.string().max(200).default(''),
    locale: z.enum(['en', 'zh-CN']).optional(),
  }),
  text: text.default(''),
  is_to_bot: z.boolean().default(false),
  action: z.string().max(100).optional(),
  files: z
    .array(
      z.object({
        kind: z.enum(['image', 'file', 'audio']).default('file'),
        url: z.url().max(2000),
        name: z.string().max(200),
      }),
    )
    .max(20)
    .default([]),
})

async function post(place: Place, body: object, key: string): Promise<void> {
  const payload = JSON.stringify(body)
  const answer = await place.fetch(place.config.url!, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      [DELIVERY_HEADER]: key,
      [SIGNATURE_HEADER]: sign(place.hookSecret, Math.floor(place.clock.now() / 1000), payload),
    },
    secretHeaders: [SIGNATURE_HEADER],
    body: payload,
  })
  answer.body.resume()
  if (answer.status === 401)
    throw new ChannelFault('refused', {
      en: 'The program does not accept our signature. Let it use the signing secret that is shown here, then test again',
      zh: '对方程序拒绝了签名，请让其使用此处显示的签名密钥，再重新测试',
    })
  const fault = faultOfStatus('The program at this address', answer, {
    en: `The program answered with HTTP ${answer.status}`,
    zh: `对方程序返回 HTTP ${answer.status}`,
  })
  if (fault) throw fault
}
const target = ({ chatId, threadKey, kind, reply }: Target) => ({
  chat: { id: chatId, ...(threadKey && { thread: threadKey }), kind },
  ...(reply.event && { in_reply_to: reply.event }),
})
const said = ({ text: words, choices, file }: Outgoing, bytes: Buffer | undefined) => ({
  text: words,
  actions: choices,
  ...(file && {
    file: {
      kind: file.kind,
      name: file.name,
      content_type: file.contentType,
      content: bytes?.toString('base64') ?? '',
    },
  }),
})

/** Any program: signed events in, signed messages out. The delivery id makes a repeated message idempotent. */
export const webhookChannel: Adapter = {
  connectorId: '20000015',
  setup,
  can: { maxText: 20_000, maxChoices: 10, takesKey: true, editMs: 1000, typingMs: 5000, rates: {} },
  receive({ method, headers, body }, place) {
    const now = place.clock.now()
    if (method !== 'POST' || !isSigned(place.hookSecret, headers.get(SIGNATURE_HEADER), body, now)) return 'forged'
    const read = incoming.safeParse(JSON.parse(body.toString()))
    if (!read.success) {
      const issue = read.error.issues[0]!
      const problem = { error: `${issue.path.join('.')}: ${issue.message}` }
      return { events: [], answer: { status: 400, body: JSON.stringify(problem), contentType: 'application/json' } }
    }
    const { is_to_bot: isToBot, files, action, sender, chat, id, text: words } = read.data
    return {
      events: [
        {
          id,
          kind: action === undefined ? 'message' : 'action',
          chat: { id: chat.id, kind: chat.kind, ...(chat.thread && { thread: chat.thread }) },
          sender: { id: sender.id, name: sender.name, ...(sender.locale && { locale: sender.locale }) },
          text: words,
          isToBot,
          ...(action !== undefined && { action }),
          files: files.map(({ kind, url, name }) => ({ kind, ref: url, name })),
          reply: { event: id },
        },
      ],
      answer: { status: 202, body: JSON.stringify({ accepted: true }), contentType: 'application/json' },
    }
  },
  async check(place) {
    await post(place, { event: 'ping' }, `ping-${place.clock.now()}`)
    return { profile: { name: new URL(place.config.url!).host }, missing: [] }
  },
  async send(place, to, out, key, bytes) {
    await post(
      place,
      { event: 'message', id: key, ...target(to), ...said(out, bytes), is_open: out.isOpen === true },
      key,
    )
    return key
  },
  async edit(place, to, messageId, out) {
    const body = { event: 'message.edit', id: messageId, ...target(to), ...said(out, undefined) }
    await post(place, body, `${messageId}-${place.clock.now()}`)
  },
  typing: (place, to) => post(place, { event: 'typing', ...target(to) }, `typing-${place.clock.now()}`),
  async download(place, { ref }) {
    const answer = await place.fetch(ref, { redirect: 'follow' })
    if (!answer.ok) throw new ChannelFault('never', { en: `HTTP ${answer.status}`, zh: `HTTP ${answer.status}` })
    return answer.bytes()
  },
}
