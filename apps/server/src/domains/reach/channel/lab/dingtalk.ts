import { createHmac } from 'node:crypto'
import { createBoard } from './board.ts'
import { answer, CUT, type Delivery, jsonOf, type Saying, type Simulator } from './simulator.ts'

const SECRET = 'ding-secret'
const ID = 'dinglab'

/** DingTalk: the API of the robot, callbacks, and the stream. */
export function simulateDingtalk(now: () => number, origin: () => string): Simulator & { acknowledged: string[] } {
  const board = createBoard()
  const { faults, shown, typing } = board
  const acknowledged: string[] = []
  const files = new Map<string, Buffer>()
  const sockets = new Set<{ send(text: string): void }>()
  interface Sent {
    openConversationId?: string
    userIds?: string[]
    msgKey: string
    msgParam: string
  }
  return {
    faults,
    shown,
    typing,
    acknowledged,
    config: { client_id: ID, client_secret: SECRET },
    handle(request) {
      if (faults.outage) return CUT
      const at = /^\/bytes\/(\w+)$/.exec(request.path)?.[1]
      if (at) return { status: 200, body: files.get(at) ?? '' }
      const isKnown = !faults.revoked
      if (request.path.endsWith('/accessToken'))
        return isKnown
          ? answer({ accessToken: 'ding-token', expireIn: 7200 })
          : answer({ code: 'invalidClientIdOrSecret', message: 'wrong' }, 400)
      if (request.path.endsWith('/connections/open'))
        return answer({ endpoint: `${origin().replace('http', 'ws')}/stream`, ticket: 't' })
      if (!isKnown) return answer({ code: 'InvalidAuthentication', message: 'wrong' }, 401)
      if (request.path.endsWith('/messageFiles/download'))
        return answer({ downloadUrl: `${origin()}/bytes/${jsonOf<{ downloadCode: string }>(request).downloadCode}` })
      if (board.isTooMany()) return answer({ code: 'Throttling.Api', message: 'slow down' }, 429)
      const sent = jsonOf<Sent>(request)
      const param = JSON.parse(sent.msgParam) as { text?: string; photoURL?: string; messageUrl?: string }
      const chat = sent.openConversationId ?? sent.userIds![0]!
      return board.show(chat, [param.text, param.photoURL, param.messageUrl].filter(Boolean).join('\n'), (id) =>
        answer({ processQueryKey: id }),
      )
    },
    say({ chatId, from, text, isGroup = false, mentions = false, file }: Saying): Delivery {
      const code = `code${board.next()}`
      if (file) files.set(code, file.bytes)
      const kind = file && { image: 'picture', file: 'file', audio: 'audio' }[file.kind]
      const message = {
        msgId: `msg${board.next()}`,
        conversationId: chatId,
        conversationType: isGroup ? '2' : '1',
        senderId: from.id,
        senderStaffId: from.id,
        senderNick: from.name,
        msgtype: kind ?? 'text',
        isInAtList: mentions,
        createAt: now(),
        ...(file ? { content: { downloadCode: code, fileName: file.name } } : { text: { content: ` ${text}` } }),
      }
      const headers = { topic: '/v1.0/im/bot/messages/get', messageId: `id${board.next()}` }
      for (const socket of sockets)
        socket.send(JSON.stringify({ type: 'CALLBACK', headers, data: JSON.stringify(message) }))
      const timestamp = String(now())
      const sign = createHmac('sha256', SECRET).update(`${timestamp}\n${SECRET}`).digest('base64')
      return {
        method: 'POST',
        headers: { 'content-type': 'application/json', timestamp, sign },
        body: JSON.stringify(message),
      }
    },
    press: () => ({ method: 'POST', headers: {}, body: '' }),
    open(_path, socket) {
      sockets.add(socket)
      return (text) =>
        void acknowledged.push((JSON.parse(String(text)) as { headers: { messageId: string } }).headers.messageId)
    },
  }
}
