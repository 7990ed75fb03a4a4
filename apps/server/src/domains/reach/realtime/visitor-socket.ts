import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { AppError } from '#kit/errors.ts'
import type { FrameSocket } from '#kit/ws/frame-socket.ts'
import { shareErrors } from '#domains/reach/share/share.errors.ts'

const ownCodes = new Set<number>(Object.values(ErrorCode.realtime))
function explained(cause: unknown): unknown {
  if (!(cause instanceof AppError)) return cause
  if (cause.code === ErrorCode.provider.onlyEnglish) return shareErrors.onlyEnglish()
  return ownCodes.has(cause.code) || cause.status === 400 ? cause : shareErrors.noAnswer()
}

/** A connection for visitors: sends what the bot says, but hides its steps and which provider failed. */
export const forVisitors = (socket: FrameSocket): FrameSocket => ({
  ...socket,
  send(event, data) {
    const { type, id, conversation_id, status, code } = (data ?? {}) as Record<string, unknown>
    if (event.startsWith('conversation.message.') && type !== 'answer') return
    if (event.startsWith('conversation.chat.')) return socket.send(event, { id, conversation_id, status, code })
    socket.send(event, data)
  },
  fail: (cause) => socket.fail(explained(cause)),
})
