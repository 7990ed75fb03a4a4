import { messengerButtons, messengerFault, whatsappFault } from './cards.ts'
import { createHmac } from 'node:crypto'
import { createBoard } from './board.ts'
import {
  answer,
  CUT,
  type Delivery,
  formOf,
  jsonOf,
  type PlatformRequest,
  type Saying,
  type Simulator,
} from './simulator.ts'

const SECRET = 'meta-app-secret'
const TOKEN = 'meta-access-token'
type Board = ReturnType<typeof createBoard>

function signed(event: object): Delivery {
  const body = JSON.stringify(event)
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
  return { method: 'POST', headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature }, body }
}
/** Errors that both platforms return. */
function refusal({ faults }: Board, request: PlatformRequest) {
  if (faults.outage) return CUT
  const isKnown = !faults.revoked && request.headers.authorization === `Bearer ${TOKEN}`
  return isKnown ? undefined : answer({ error: { code: 190, message: 'Error validating access token' } }, 401)
}
export const challengeOf = (token: string): Delivery => ({
  method: 'GET',
  query: `?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=c-7`,
  headers: {},
  body: '',
})

export function simulateWhatsapp(now: () => number, origin: () => string): Simulator & { windowOver: boolean } {
  const board = createBoard()
  const { faults, shown, typing } = board
  const files = new Map<string, Buffer>()
  interface Sent {
    to: string
    status?: string
    type?: string
    text?: { body: string }
    image?: { id: string }
    audio?: { id: string }
    document?: { id: string; filename?: string }
    interactive?: {
      body: { text: string }
      action: {
        buttons?: { reply: { id: string; title: string } }[]
        sections?: { rows: { id: string; title: string }[] }[]
      }
    }
  }
  function messages(request: PlatformRequest) {
    const sent = jsonOf<Sent>(request)
    if (sent.status === 'read') {
      typing.push('read')
      return answer({ success: true })
    }
    if (board.isTooMany()) return board.busy()
    if (simulator.windowOver) return answer({ error: { code: 131047, message: 'Re-engagement message' } }, 400)
    const fault = sent.interactive && whatsappFault(sent.interactive as unknown as Record<string, unknown>)
    if (fault) return answer({ error: { code: 131009, message: fault } }, 400)
    const action = sent.interactive?.action
    const buttons =
      action?.buttons?.map(({ reply }) => ({ id: reply.id, label: reply.title })) ??
      action?.sections?.flatMap(({ rows }) => rows.map(({ id, title }) => ({ id, label: title }))) ??
      []
    const media = sent.image ?? sent.audio ?? sent.document
    const file = media && {
      name: sent.document?.filename ?? media.id,
      kind: sent.type ?? '',
      bytes: files.get(media.id) ?? Buffer.alloc(0),
    }
    const text = sent.text?.body ?? sent.interactive?.body.text ?? ''
    return board.show(sent.to, text, (id) => answer({ messages: [{ id }] }), { buttons, ...(file && { file }) })
  }
  const deliver = (from: Saying['from'], message: object) =>
    signed({
      object: 'whatsapp_business_account',
      entry: [
        {
          changes: [
            {
              value: {
                contacts: [{ wa_id: from.id, profile: { name: from.name } }],
                messages: [
                  {
                    id: `wamid.${board.next()}`,
                    from: from.id,
                    timestamp: String(Math.floor(now() / 1000)),
                    ...message,
                  },
                ],
              },
            },
          ],
        },
      ],
    })
  const simulator = {
    faults,
    shown,
    typing,
    windowOver: false,
    config: { phone_id: '1055', access_token: TOKEN, app_secret: SECRET },
    async handle(request: PlatformRequest) {
      const refused = refusal(board, request)
      if (refused) return refused
      const path = request.path.replace(/^\/v[\d.]+/, '')
      if (path === '/1055/messages') return messages(request)
      if (path === '/1055/media') {
        const id = `media${board.next()}`
        const type = request.headers['content-type'] ?? ''
        const form = await new Response(new Uint8Array(request.body), { headers: { 'content-type': type } }).formData()
        files.set(id, Buffer.from(await (form.get('file') as File).arrayBuffer()))
        return answer({ id })
      }
      if (path === '/1055') return answer({ display_phone_number: '+1 555', verified_name: 'Lab' })
      if (path.startsWith('/bytes/')) return { status: 200, body: files.get(path.slice(7)) ?? '' }
      return answer({ url: `${origin()}/bytes${path}` })
    },
    say({ from, text, file }: Saying): Delivery {
      if (!file) return deliver(from, { type: 'text', text: { body: text } })
      const id = `in${board.next()}`
      files.set(id, file.bytes)
      if (file.kind === 'file')
        return deliver(from, { type: 'document', document: { id, filename: file.name, caption: text } })
      const type = file.kind === 'image' ? 'image/png' : 'audio/ogg'
      return deliver(from, { type: file.kind, [file.kind]: { id, mime_type: type } })
    },
    press: (_messageId: string, choiceId: string, from: Saying['from']): Delivery =>
      deliver(from, { type: 'interactive', interactive: { button_reply: { id: choiceId } } }),
  }
  return simulator
}

export function simulateMessenger(
  now: () => number,
  origin: () => string = () => '',
): Simulator & { windowOver: boolean } {
  const board = createBoard()
  const { faults, shown, typing } = board
  interface Sent {
    recipient: { id: string }
    sender_action?: string
    message?: {
      text?: string
      quick_replies?: { title: string; payload: string }[]
      attachment?: { payload: Record<string, unknown> }
    }
  }
  const files = new Map<string, Buffer>()
  async function showFile(request: PlatformRequest) {
    const form = await formOf(request)
    const part = form.get('filedata') as File
    const { id: to } = JSON.parse(String(form.get('recipient'))) as { id: string }
    const { attachment } = JSON.parse(String(form.get('message'))) as { attachment: { type: string } }
    const file = { name: part.name, kind: attachment.type, bytes: Buffer.from(await part.arrayBuffer()) }
    return board.show(to, '', (id) => answer({ message_id: id }), { file })
  }
  const deliver = (from: Saying['from'], more: object) =>
    signed({ object: 'page', entry: [{ messaging: [{ sender: { id: from.id }, timestamp: now(), ...more }] }] })
  const simulator = {
    faults,
    shown,
    typing,
    windowOver: false,
    config: { access_token: TOKEN, app_secret: SECRET },
    handle(request: PlatformRequest) {
      const at = /^\/bytes\/(.+)$/.exec(request.path)?.[1]
      if (at && !faults.outage) return { status: 200, body: files.get(at) ?? '' }
      const refused = refusal(board, request)
      if (refused) return refused
      const path = request.path.replace(/^\/v[\d.]+/, '')
      if (path === '/me') return answer({ id: '77', name: 'Lab page' })
      if (path !== '/me/messages') return answer({ success: true })
      const isForm = request.headers['content-type']?.startsWith('multipart/')
      if (isForm) return showFile(request)
      const sent = jsonOf<Sent>(request)
      if (sent.sender_action) {
        typing.push(sent.recipient.id)
        return answer({})
      }
      if (board.isTooMany()) return board.busy()
      if (simulator.windowOver) {
        const message = '(#10) This message is sent outside of allowed window.'
        return answer({ error: { code: 10, error_subcode: 2018278, message } }, 400)
      }
      const template = sent.message?.attachment?.payload
      if (template) {
        const fault = messengerFault(template)
        if (fault) return answer({ error: { code: 100, message: fault } }, 400)
        const text = JSON.stringify(template)
        return board.show(sent.recipient.id, text, (id) => answer({ message_id: id }), {
          buttons: messengerButtons(template),
          card: template,
        })
      }
      const buttons = (sent.message?.quick_replies ?? []).map(({ title, payload }) => ({ id: payload, label: title }))
      return board.show(sent.recipient.id, sent.message?.text ?? '', (id) => answer({ message_id: id }), { buttons })
    },
    say({ from, text, file }: Saying) {
      const mid = `mid.${board.next()}`
      if (!file) return deliver(from, { message: { mid, text } })
      files.set(file.name, file.bytes)
      const attachments = [{ type: file.kind, payload: { url: `${origin()}/bytes/${file.name}` } }]
      return deliver(from, { message: { mid, attachments } })
    },
    press: (_messageId: string, choiceId: string, from: Saying['from']) =>
      deliver(from, { message: { mid: `mid.${board.next()}`, text: '', quick_reply: { payload: choiceId } } }),
  }
  return simulator
}
