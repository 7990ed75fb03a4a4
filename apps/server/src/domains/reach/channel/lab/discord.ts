import { discordButtons, discordFault } from './cards.ts'
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

const BOT = '900000000000000001'
const TOKEN = 'MTE5MDAwMDAwMDAwMDAwMDAx.Gabcde.abcdefghijklmnopqrstuvwxyz012345'
interface Component {
  components?: { custom_id: string; label: string }[]
}
interface Body {
  content?: string
  components?: Component[]
  flags?: number
  nonce?: string
}
interface Socket {
  send(text: string): void
  close(): void
}
const nowhere: Delivery = { method: 'POST', headers: {}, body: '' }

/** Discord: REST, and the gateway with identify, resume and heartbeats. */
export function simulateDiscord(origin: () => string): Simulator & { flags: number; logins: string[] } {
  const faults = noFaults()
  const shown: ShownMessage[] = []
  const typing: string[] = []
  const logins: string[] = []
  const nonces = new Map<string, ShownMessage>()
  const history: { s: number; t: string; d: object }[] = []
  const sockets = new Set<Socket>()
  let counter = 0
  const next = () => String((BigInt(Date.now()) << 12n) + BigInt((counter += 1)))
  const buttonsOf = (rows: Component[] = []) => discordButtons(rows)

  const files = new Map<string, Buffer>()
  async function sentIn(request: PlatformRequest): Promise<{ body: Body; file?: ShownMessage['file'] }> {
    if (!request.headers['content-type']?.startsWith('multipart/')) return { body: jsonOf<Body>(request) }
    const form = await formOf(request)
    const part = form.get('files[0]') as File
    const file = { name: part.name, kind: part.type.split('/')[0]!, bytes: Buffer.from(await part.arrayBuffer()) }
    return { body: JSON.parse(String(form.get('payload_json'))) as Body, file }
  }
  async function post(request: PlatformRequest, chatId: string): Promise<PlatformAnswer> {
    const { body, file } = await sentIn(request)
    const known = nonces.get(body.nonce ?? '')
    if (known) return answer({ id: known.id })
    const text = body.content ?? ''
    if (text.length > 2000) return answer({ code: 50035, message: 'Invalid Form Body' }, 400)
    const isCard = body.flags === 32_768
    if (isCard && (text || discordFault(body.components)))
      return answer({ code: 50035, message: 'Invalid Form Body' }, 400)
    const buttons = buttonsOf(body.components)
    const message: ShownMessage = {
      id: next(),
      chatId,
      threadKey: '',
      text,
      buttons,
      versions: [text],
      ...(file && { file }),
      ...(isCard && { card: body.components }),
    }
    shown.push(message)
    if (body.nonce) nonces.set(body.nonce, message)
    if (faults.cut > 0) {
      faults.cut -= 1
      return CUT
    }
    return answer({ id: message.id })
  }
  function patch(request: PlatformRequest, id: string): PlatformAnswer {
    const message = shown.find((item) => item.id === id)
    if (!message) return answer({ code: 10008, message: 'Unknown Message' }, 404)
    const body = jsonOf<Body>(request)
    message.text = body.content ?? ''
    message.versions.push(message.text)
    message.buttons = buttonsOf(body.components)
    return answer({ id })
  }
  function tell(t: string, d: object): Delivery {
    const event = { op: 0, s: history.length + 2, t, d }
    history.push(event)
    for (const socket of sockets) socket.send(JSON.stringify(event))
    return nowhere
  }
  const types = { image: 'image/png', file: 'text/plain', audio: 'audio/ogg' } as const
  const attachmentOf = ({ name, kind }: NonNullable<Saying['file']>) => ({
    id: next(),
    filename: name,
    url: `${origin()}/attachments/${name}`,
    content_type: types[kind],
  })
  const simulator = {
    faults,
    shown,
    typing,
    logins,
    flags: 1 << 19,
    config: { token: TOKEN },
    handle(request: PlatformRequest): PlatformAnswer | Promise<PlatformAnswer> {
      if (faults.outage) return CUT
      const at = /^\/attachments\/(.+)$/.exec(request.path)?.[1]
      if (at) return { status: 200, body: files.get(at) ?? '' }
      if (faults.revoked || request.headers.authorization !== `Bot ${TOKEN}`)
        return answer({ code: 0, message: '401: Unauthorized' }, 401)
      const path = request.path.replace('/api/v10', '')
      if (path === '/users/@me') return answer({ id: BOT, username: 'labbot' })
      if (path === '/applications/@me') return answer({ flags: simulator.flags })
      if (path === '/gateway/bot') return answer({ url: origin().replace('http', 'ws') })
      if (path.startsWith('/interactions/')) return { status: 204, body: '' }
      const chat = /^\/channels\/(\w+)\/(typing|messages)(?:\/(\w+))?$/.exec(path)
      if (!chat) return answer({ code: 0, message: '404: Not Found' }, 404)
      if (chat[2] === 'typing') {
        typing.push(chat[1]!)
        return { status: 204, body: '' }
      }
      if (faults.tooMany > 0 && request.method === 'POST') {
        faults.tooMany -= 1
        return answer({ message: 'You are being rate limited.', retry_after: 0.5 }, 429)
      }
      return request.method === 'PATCH' ? patch(request, chat[3]!) : post(request, chat[1]!)
    },
    say({ chatId, from, text, isGroup = false, mentions = false, file }: Saying): Delivery {
      if (file) files.set(file.name, file.bytes)
      return tell('MESSAGE_CREATE', {
        id: next(),
        channel_id: chatId,
        ...(isGroup && { guild_id: '1' }),
        author: { id: from.id, username: from.name },
        content: mentions ? `<@${BOT}> ${text}` : text,
        mentions: mentions ? [{ id: BOT }] : [],
        ...(file && { attachments: [attachmentOf(file)] }),
      })
    },
    press(messageId: string, choiceId: string, from: { id: string; name: string }): Delivery {
      const message = shown.find(({ id }) => id === messageId)!
      return tell('INTERACTION_CREATE', {
        id: next(),
        token: 't',
        type: 3,
        channel_id: message.chatId,
        user: { id: from.id, username: from.name },
        data: { custom_id: choiceId },
      })
    },
    open(_path: string, socket: Socket) {
      socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }))
      return (text: string | Buffer) => {
        const { op, d } = JSON.parse(String(text)) as { op: number; d: { seq?: number } }
        if (op === 1) return socket.send(JSON.stringify({ op: 11 }))
        sockets.add(socket)
        logins.push(op === 6 ? 'resume' : 'identify')
        if (op === 2) {
          const ready = { session_id: 's1', resume_gateway_url: origin().replace('http', 'ws') }
          return socket.send(JSON.stringify({ op: 0, s: 1, t: 'READY', d: ready }))
        }
        // Replay the missed events, then report the end of the replay.
        for (const event of history.filter(({ s }) => s > (d.seq ?? 0))) socket.send(JSON.stringify(event))
        socket.send(JSON.stringify({ op: 0, s: history.length + 1, t: 'RESUMED', d: {} }))
      }
    },
  }
  return simulator
}
