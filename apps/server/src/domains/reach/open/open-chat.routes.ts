import { ConnectorId, type contract } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { OpenChat, OpenChatService, VersionSelector } from './open-chat.service.ts'
import type { MessageReader } from './open-messages.ts'
import { openErrors } from './open.errors.ts'

export interface OpenChatRoutesDeps {
  chats: OpenChatService
  conversations: Pick<ConversationService, 'own'>
  reader: MessageReader
}

/** Caller and end user. If the end user is the account itself, there is no end user. */
export const callerOf = (ctx: Ctx, input: { bot_id: string; user_id?: string; connector_id?: string | undefined }) => ({
  botId: input.bot_id,
  userId: ctx.userId,
  endUser: input.user_id === ctx.userId ? '' : (input.user_id ?? ''),
  connectorId: input.connector_id ?? ConnectorId.api,
  sharesConversations: true,
  // The platform identifies the visitor of a mini program, whatever the request contains.
  ...(ctx.actor?.token?.visitor && { ...ctx.actor.token.visitor, sharesConversations: false }),
  tokenId: ctx.actor?.token?.id,
  locale: ctx.locale,
  wanted: wantedOf(ctx, input.bot_id),
})
const MAX_NAME = 100
/** The version that a request names in its headers. */
function wantedOf(ctx: Ctx, botId: string): VersionSelector {
  const header = (name: string) => (ctx.request.headers.get(name) ?? '').trim().slice(0, MAX_NAME)
  return {
    lane: header('x-tt-env'),
    identifier: header('x-version-identifier'),
    device: header('x-device-id'),
    isStrict: header('x-tt-env-strict') === '1',
    mayName: async () =>
      ctx.actor !== undefined && !ctx.actor.token?.visitor && ctx.access.can(ctx.actor, 'bot', botId, 'view'),
  }
}

export function openChatRoutes({
  chats,
  conversations,
  reader,
}: OpenChatRoutesDeps): Handlers<typeof contract.openChat> {
  /** Streams the chat, or returns its current state at once. */
  const answer = async ({ chatId, live, show }: OpenChat, stream: boolean, ctx: Ctx) => {
    if (stream) return (sse: Parameters<typeof show>[0]) => show(sse, ctx.signal)
    await live.stored
    return chats.get(live.conversationId, chatId)
  }
  return {
    chat: async (input, ctx) => {
      if (!input.stream && !input.auto_save_history) throw openErrors.mustSave()
      const messages = await reader.readAll(input.additional_messages ?? [], ctx.userId)
      const shortcut = input.shortcut_command
      const chat = await chats.run(callerOf(ctx, input), {
        conversationId: input.conversation_id,
        messages,
        customVariables: input.custom_variables ?? {},
        ...(input.parameters && { parameters: readParameters(input.parameters) }),
        ...(shortcut && { shortcut: { commandId: shortcut.command_id, args: textsOf(shortcut.parameters ?? {}) } }),
        meta: input.meta_data ?? {},
        isKept: input.auto_save_history,
        signal: ctx.signal,
      })
      return answer(chat, input.stream, ctx)
    },
    retrieve: async (input, ctx) => {
      await conversations.own(input.conversation_id, ctx.userId)
      return chats.get(input.conversation_id, input.chat_id)
    },
    cancel: async (input, ctx) => {
      await conversations.own(input.conversation_id, ctx.userId)
      return chats.cancel(input.conversation_id, input.chat_id)
    },
    submit: async (input, ctx) => {
      const row = await conversations.own(input.conversation_id, ctx.userId)
      const caller = callerOf(ctx, { bot_id: row.botId, user_id: row.endUser, connector_id: row.connectorId })
      const chat = await chats.submit(caller, row.id, input.chat_id, input.tool_outputs)
      return answer(chat, input.stream, ctx)
    },
    messages: async (input, ctx) => {
      await conversations.own(input.conversation_id, ctx.userId)
      return chats.messages(input.conversation_id, input.chat_id)
    },
  }
}

function readParameters(given: string | Record<string, unknown>): Record<string, unknown> {
  if (typeof given !== 'string') return given
  let value: unknown
  try {
    value = JSON.parse(given)
  } catch {
    value = undefined
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw badInput('parameters', 'must be an object', '须为对象')
}
/** The values of a shortcut's form: texts, and the ids of files. */
const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : fileOf(value)]),
  )
function fileOf(value: unknown): string {
  const part = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const name = part.text ?? part.file_url ?? part.file_id
  return typeof name === 'string' ? name : JSON.stringify(value ?? '')
}
