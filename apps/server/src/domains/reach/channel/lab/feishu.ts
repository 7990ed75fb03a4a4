import { feishuButtons, feishuFault } from './cards.ts'
import { encrypt, signatureOf } from '#kit/lark/lark-crypto.ts'
import { decodeFrame, encodeFrame } from '../adapters/feishu/frame.ts'
import {
  answer,
  CUT,
  type Delivery,
  formOf,
  jsonOf,
  noFaults,
  type PlatformAnswer,
  type PlatformRequest,
  type Saying,
  type ShownMessage,
  type Simulator,
} from './simulator.ts'

const BOT = 'ou_labbot'
const KEY = 'lab-encrypt-key'
const TOKEN = 'lab-verification-token'
interface Card {
  elements?: { tag: string; content?: string; actions?: { text: { content: string }; value: { choice: string } }[] }[]
}

/** Feishu and Lark: messages as cards, events encrypted by callback or in frames of the long connection. */
export function simulateFeishu(
  now: () => number,
  origin: () => string,
): Simulator & { acknowledged: string[]; isActive: boolean; challenge(): Delivery } {
  const faults = noFaults()
  const shown: ShownMessage[] = []
  const acknowledged: string[] = []
  const files = new Map<string, { name: string; bytes: Buffer }>()
  const sent = new Map<string, ShownMessage>()
  const sockets = new Set<{ send(data: Buffer): void }>()
  let counter = 0
  const next = () => (counter += 1)
  const ok = (data: object) => answer({ code: 0, msg: 'ok', data })
  const fail = (code: number, msg: string) => answer({ code, msg })

  function read(content: string) {
    const card = JSON.parse(content) as Card & { schema?: string; header?: { title?: { content?: string } } }
    if (card.schema === '2.0')
      return { text: card.header?.title?.content ?? '', buttons: feishuButtons(card), card: card as unknown }
    const { elements = [] } = card
    const actions = elements.flatMap((element) => element.actions ?? [])
    return {
      text: elements.find(({ tag }) => tag === 'markdown')?.content ?? '',
      buttons: actions.map(({ text, value }) => ({ id: value.choice, label: text.content })),
    }
  }
  function post(request: PlatformRequest, threadKey: string): PlatformAnswer {
    const body = jsonOf<{ receive_id?: string; msg_type: string; content: string; uuid: string }>(request)
    // A uuid is deduplicated for an hour.
    const known = sent.get(body.uuid)
    if (known) return ok({ message_id: known.id })
    const fault = feishuFault(body.content)
    if (fault) return fail(230025, fault)
    const parts = body.msg_type === 'interactive' ? read(body.content) : { text: '', buttons: [] }
    const key = Object.values(JSON.parse(body.content) as object)[0] as string
    const file = body.msg_type === 'interactive' ? undefined : files.get(key)
    const message: ShownMessage = {
      id: `om_${next()}`,
      chatId: body.receive_id ?? '',
      threadKey,
      ...parts,
      versions: [parts.text],
      ...(file && { file: { ...file, kind: body.msg_type } }),
    }
    shown.push(message)
    sent.set(body.uuid, message)
    if (faults.cut > 0) {
      faults.cut -= 1
      return CUT
    }
    return ok({ message_id: message.id })
  }
  function patch(request: PlatformRequest): PlatformAnswer {
    const message = shown.find(({ id }) => request.path.endsWith(`/${id}`))
    if (!message) return fail(230001, 'message not found')
    Object.assign(message, read(jsonOf<{ content: string }>(request).content))
    message.versions.push(message.text)
    return ok({})
  }
  async function upload(request: PlatformRequest, field: 'image' | 'file'): Promise<PlatformAnswer> {
    const file = (await formOf(request)).get(field) as File
    const key = `${field}_${next()}`
    files.set(key, { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) })
    return ok({ [`${field}_key`]: key })
  }
  const simulator = {
    faults,
    shown,
    typing: [],
    acknowledged,
    isActive: true,
    config: { app_id: 'cli_lab12345678', app_secret: 'lab-secret', encrypt_key: KEY, verification_token: TOKEN },
    handle(request: PlatformRequest): PlatformAnswer | Promise<PlatformAnswer> {
      if (faults.outage) return CUT
      const { path, method } = request
      if (path.endsWith('/tenant_access_token/internal'))
        return faults.revoked
          ? fail(10014, 'app secret invalid')
          : answer({ code: 0, msg: 'ok', tenant_access_token: 't-lab', expire: 7200 })
      if (path === '/callback/ws/endpoint')
        return ok({ URL: `${origin().replace('http', 'ws')}/ws?service_id=7`, ClientConfig: { PingInterval: 120 } })
      if (faults.revoked || request.headers.authorization !== 'Bearer t-lab') return fail(99991663, 'token invalid')
      if (faults.tooMany > 0 && method === 'POST' && path.includes('/messages')) {
        faults.tooMany -= 1
        return fail(99991400, 'request trigger frequency limit')
      }
      if (path === '/open-apis/bot/v3/info')
        return answer({
          code: 0,
          msg: 'ok',
          bot: { app_name: 'Lab', open_id: BOT, activate_status: simulator.isActive ? 2 : 0 },
        })
      if (path.endsWith('/images')) return upload(request, 'image')
      if (path.endsWith('/files')) return upload(request, 'file')
      const resource = /\/resources\/([^/]+)$/.exec(path)?.[1]
      if (resource) return { status: 200, body: files.get(resource)?.bytes ?? '' }
      if (method === 'PATCH') return patch(request)
      return post(request, path.endsWith('/reply') ? 'thread' : '')
    },
    say({ chatId, from, text, isGroup = false, mentions = false, thread, file }: Saying): Delivery {
      const key = file && `file_${next()}`
      if (file) files.set(key!, file)
      const content = file
        ? { file_key: key, image_key: key, file_name: file.name }
        : { text: mentions ? `@_user_1 ${text}` : text }
      return tell('im.message.receive_v1', {
        sender: { sender_id: { open_id: from.id }, sender_type: 'user' },
        message: {
          message_id: `om_${next()}`,
          chat_id: chatId,
          chat_type: isGroup ? 'group' : 'p2p',
          message_type: file ? file.kind : 'text',
          content: JSON.stringify(content),
          create_time: String(now()),
          ...(thread && { thread_id: thread }),
          ...(mentions && { mentions: [{ key: '@_user_1', id: { open_id: BOT }, name: 'Lab' }] }),
        },
      })
    },
    press(messageId: string, choiceId: string, from: { id: string }): Delivery {
      const message = shown.find(({ id }) => id === messageId)!
      return tell('card.action.trigger', {
        operator: { open_id: from.id },
        action: { value: { choice: choiceId, thread: '', kind: 'direct' } },
        context: { open_message_id: messageId, open_chat_id: message.chatId },
      })
    },
    open(_path: string, socket: { send(data: Buffer): void }) {
      sockets.add(socket)
      return (data: string | Buffer) => {
        const { headers, payload, method } = decodeFrame(Buffer.from(data))
        if (method === 1 && payload.toString() === '{"code":200}') acknowledged.push(headers.message_id ?? '')
      }
    },
    /** The platform verifies the address before it uses it. */
    challenge: (): Delivery => sealed({ type: 'url_verification', challenge: 'c-9', token: TOKEN }, false),
  }
  function tell(type: string, event: object): Delivery {
    const whole = { schema: '2.0', header: { event_id: `ev_${next()}`, event_type: type, token: TOKEN }, event }
    const payload = Buffer.from(JSON.stringify(whole))
    // In two pieces, as large events are delivered.
    const half = Math.floor(payload.length / 2)
    const id = `m_${next()}`
    for (const socket of sockets)
      for (const [seq, part] of [payload.subarray(0, half), payload.subarray(half)].entries())
        socket.send(
          encodeFrame({
            seqId: BigInt(counter),
            logId: 1n,
            service: 7,
            method: 1,
            headers: { type: 'event', message_id: id, sum: '2', seq: String(seq) },
            payload: part,
          }),
        )
    return sealed(whole, true)
  }
  function sealed(event: object, isSigned: boolean): Delivery {
    const body = JSON.stringify({ encrypt: encrypt(JSON.stringify(event), KEY) })
    const timestamp = String(Math.floor(now() / 1000))
    return {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(isSigned && {
          'x-lark-request-timestamp': timestamp,
          'x-lark-request-nonce': 'n1',
          'x-lark-signature': signatureOf(timestamp, 'n1', KEY, body),
        }),
      },
      body,
    }
  }
  return simulator
}
