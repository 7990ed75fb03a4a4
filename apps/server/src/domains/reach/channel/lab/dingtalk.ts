import { createHmac } from 'node:crypto'
import { createBoard } from './board.ts'
import { answer, CUT, type Delivery, jsonOf, type Saying, type Simulator } from './simulator.ts'

const SECRET = 'ding-secret'
const ID = 'dinglab'

/** DingTalk: the robot's API, callbacks, and the stream. */
export function simulateDingtalk(now: () => number, origin: () => string): Simulator & { acknowledged: string[] } {
  const board = createBoard()
  const { faults, shown, typing } = board
  const acknowledged: string[] = []
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
      const isKnown = !faults.revoked
      if (request.path.endsWith('/accessToken'))
        return isKnown
          ? answer({ accessToken: 'ding-token', expireIn: 7200 })
          : answer({ code: 'invalidClientIdOrSecret', message: 'wrong' }, 400)
      if (request.path.endsWith('/connections/open'))
        return answer({ endpoint: `${origin().replace('http', 'ws')}/stream`, ticket: 't' })
      if (!isKnown) return answer({ code: 'InvalidAuthentication', message: 'wrong' }, 401)
      if (board.isTooMany()) return answer({ code: 'Throttling.Api', message: 'slow down' }, 429)
      const sent = jsonOf<Sent>(request)
      const param = JSON.parse(sent.msgParam) as { text?: string; photoURL?: string }
      const chat = sent.openConversationId ?? sent.userIds![0]!
      return board.show(chat, param.text ?? param.photoURL ?? '', (id) => answer({ processQueryKey: id }))
    },
    say({ chatId, from, text, isGroup = false, mentions = false }: Saying): Delivery {
      const message = {
        msgId: `msg${board.next()}`,
        conversationId: chatId,
        conversationType: isGroup ? '2' : '1',
        senderId: from.id,
        senderStaffId: from.id,
        senderNick: from.name,
        msgtype: 'text',
        isInAtList: mentions,
        createAt: now(),
        text: { content: ` ${text}` },
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
