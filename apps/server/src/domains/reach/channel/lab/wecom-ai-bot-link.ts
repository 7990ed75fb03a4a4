import type { createBoard } from './board.ts'
import { answer, CUT, type Simulator } from './simulator.ts'

interface Frame {
  cmd: string
  headers: { req_id: string }
  body: Record<string, unknown>
}
interface Wire {
  send(text: string): void
  close(): void
}
interface LinkDeps {
  board: ReturnType<typeof createBoard>
  config: { bot_id: string; bot_secret: string }
  /** Shows an answer to a message, or a part of one. */
  show(body: object): void
}
const OK = { errcode: 0, errmsg: 'ok' }
const WRONG = { errcode: 853_000, errmsg: 'invalid bot_id or secret' }
const UNKNOWN = { errcode: 846_605, errmsg: 'invalid req_id' }
const EXPIRED = { errcode: 846_608, errmsg: 'stream message expired' }
const FULL = { errcode: 45_009, errmsg: 'api freq out of limit' }

/** The long connection of an AI bot: one per bot, which receives messages and sends the answers. */
export function simulateLink({ board, config, show }: LinkDeps) {
  const { faults } = board
  const calls = new Set<string>()
  /** Our responses to calls other than messages. */
  const answers: { cmd: string; body: Frame['body'] }[] = []
  const state = { isExpired: false }
  let current: Wire | undefined

  /** Accepts a frame unless a fault is set. Undefined: it is never acknowledged. */
  function taken(take: () => void): object | undefined {
    if (board.isTooMany()) return FULL
    take()
    if (faults.cut === 0) return OK
    faults.cut -= 1
    return undefined
  }
  function reply(frame: Frame, wire: Wire): object | undefined {
    const { cmd, body, headers } = frame
    if (cmd === 'aibot_subscribe') {
      if (faults.revoked || body.bot_id !== config.bot_id || body.secret !== config.bot_secret) return WRONG
      if (current && current !== wire)
        tell(current, 'aibot_event_callback', { event: { eventtype: 'disconnected_event' } })
      current = wire
    } else if (current !== wire) return WRONG
    if (cmd === 'aibot_respond_msg') {
      if (!calls.has(headers.req_id)) return UNKNOWN
      return state.isExpired ? EXPIRED : taken(() => show(body))
    }
    if (cmd === 'aibot_send_msg') {
      if (board.isTooMany()) return FULL
      const { content } = body.markdown as { content: string }
      return board.show(String(body.chatid), content, () => answer(OK)) === CUT ? undefined : OK
    }
    if (cmd !== 'ping' && cmd !== 'aibot_subscribe') answers.push({ cmd, body })
    return OK
  }
  function tell(wire: Wire, cmd: string, body: object) {
    const id = `req${board.next()}`
    calls.add(id)
    wire.send(JSON.stringify({ cmd, headers: { req_id: id }, body: { aibotid: config.bot_id, ...body } }))
  }
  const open: Simulator['open'] = (_path, wire) => (text) => {
    if (faults.outage) return wire.close()
    const frame = JSON.parse(String(text)) as Frame
    const said = reply(frame, wire)
    if (said) wire.send(JSON.stringify({ headers: frame.headers, ...said }))
    else wire.close()
  }
  return {
    open,
    answers,
    state,
    /** Sends a call over the current connection; does nothing without one. */
    tell: (cmd: 'aibot_msg_callback' | 'aibot_event_callback', body: object) => current && tell(current, cmd, body),
  }
}
