import { createHmac } from 'node:crypto'
import { lineButtons, lineFault } from './cards.ts'
import { createBoard } from './board.ts'
import { answer, CUT, type Delivery, jsonOf, type PlatformRequest, type Simulator } from './simulator.ts'

const SECRET = 'line-channel-secret'
const TOKEN = 'line-access-token'
interface Push {
  to: string
  messages: {
    type: string
    text?: string
    altText?: string
    contents?: unknown
    originalContentUrl?: string
    quickReply?: { items: { action: { label: string; data: string } }[] }
  }[]
}

/** LINE: signed deliveries, and pushes that are deduplicated by retry key. */
export function simulateLine(now: () => number): Simulator {
  const board = createBoard()
  const { faults, shown, typing } = board
  const keys = new Set<string>()
  const files = new Map<string, Buffer>()
  function push(request: PlatformRequest) {
    const key = request.headers['x-line-retry-key'] ?? ''
    if (keys.has(key)) return answer({ message: 'The retry key is already accepted' }, 409)
    if (board.isTooMany()) return board.busy()
    keys.add(key)
    const { to, messages } = jsonOf<Push>(request)
    const [message] = messages
    if (message?.type === 'flex') {
      const fault = lineFault(message as unknown as Record<string, unknown>)
      if (fault) return answer({ message: fault }, 400)
      return board.show(to, message.altText ?? '', () => answer({ sentMessages: [{ id: '1' }] }), {
        buttons: lineButtons(message.contents),
        card: message.contents,
      })
    }
    const buttons = (message?.quickReply?.items ?? []).map(({ action }) => ({ id: action.data, label: action.label }))
    const file = message?.originalContentUrl && {
      name: message.originalContentUrl,
      kind: 'image',
      bytes: Buffer.alloc(0),
    }
    return board.show(to, message?.text ?? '', () => answer({ sentMessages: [{ id: '1' }] }), {
      buttons,
      ...(file && { file }),
    })
  }
  function signed(event: object): Delivery {
    const whole = {
      webhookEventId: `ev${board.next()}`,
      timestamp: now(),
      deliveryContext: { isRedelivery: false },
      ...event,
    }
    const body = JSON.stringify({ destination: 'U0', events: [whole] })
    const signature = createHmac('sha256', SECRET).update(body).digest('base64')
    return { method: 'POST', headers: { 'content-type': 'application/json', 'x-line-signature': signature }, body }
  }
  return {
    faults,
    shown,
    typing,
    config: { channel_secret: SECRET, access_token: TOKEN },
    handle(request) {
      if (faults.outage) return CUT
      if (faults.revoked || request.headers.authorization !== `Bearer ${TOKEN}`)
        return answer({ message: 'Authentication failed' }, 401)
      if (request.path === '/v2/bot/info')
        return answer({ userId: 'U0', basicId: '@lab', displayName: 'Lab', chatMode: 'bot' })
      if (request.path.endsWith('/push')) return push(request)
      if (request.path.endsWith('/loading/start')) typing.push(jsonOf<{ chatId: string }>(request).chatId)
      const content = /\/message\/(\w+)\/content$/.exec(request.path)?.[1]
      return content ? { status: 200, body: files.get(content) ?? '' } : answer({})
    },
    say({ chatId, from, text, isGroup = false, mentions = false, file }) {
      const source = isGroup ? { type: 'group', groupId: chatId, userId: from.id } : { type: 'user', userId: chatId }
      const id = `f${board.next()}`
      if (file) files.set(id, file.bytes)
      const mention = { mentionees: [{ index: 0, length: 4, isSelf: true }] }
      const message = file
        ? { id, type: file.kind, fileName: file.name }
        : { id, type: 'text', text: mentions ? `@Lab ${text}` : text, ...(mentions && { mention }) }
      return signed({ type: 'message', source, message, replyToken: 'r' })
    },
    press(messageId, choiceId, from) {
      const { chatId } = shown.find(({ id }) => id === messageId)!
      return signed({
        type: 'postback',
        source: { type: 'user', userId: from.id || chatId },
        postback: { data: choiceId },
      })
    },
  }
}
