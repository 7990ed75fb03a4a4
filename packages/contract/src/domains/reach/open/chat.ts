import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone } from '#shared/fields.ts'
import { connectorId, endUser, givenMessage, metaData, openChatObject, openMessage } from './shapes.ts'

const bodyLimit = 24_000_000
const ofChat = { conversation_id: id(), chat_id: id() }
const onConversation = { on: 'conversation', id: 'conversation_id', can: 'view' } as const
/** Clients send an object; older ones send it as JSON text. */
const parameters = z.union([z.record(z.string(), z.unknown()), z.string().max(1_000_000)]).nullish()

/**
 * Conversations with published bots. Only the version that the channel serves runs; overrides in a request are ignored.
 */
export const openChat = {
  chat: op('POST /v3/chat', {
    summary: 'Chat with a published bot; the answer is streamed or fetched later',
    summaryZh: '与已发布的智能体对话，流式返回或稍后获取',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    scope: 'Bot.chat',
    reply: 'either',
    bodyLimit,
    input: () =>
      z.object({
        bot_id: id(),
        conversation_id: idOrNone(),
        user_id: endUser,
        stream: bool().default(false),
        additional_messages: z.array(givenMessage).max(200).nullish(),
        custom_variables: z.record(z.string().max(100), z.string().max(64_000)).nullish(),
        auto_save_history: bool().default(true),
        meta_data: metaData.nullish(),
        connector_id: connectorId,
        shortcut_command: z
          .object({
            command_id: id(),
            parameters: z.record(z.string().max(200), z.unknown()).nullish(),
          })
          .nullish(),
        parameters,
      }),
    output: openChatObject,
  }),
  retrieve: op(['POST /v3/chat/retrieve', 'GET /v3/chat/retrieve'], {
    summary: 'Get the status of a chat',
    summaryZh: '获取对话状态',
    access: onConversation,
    scope: 'Bot.chat',
    input: () => z.object(ofChat),
    output: openChatObject,
  }),
  cancel: op('POST /v3/chat/cancel', {
    summary: 'Cancel a running chat',
    summaryZh: '取消进行中的对话',
    access: onConversation,
    scope: 'Bot.chat',
    input: () => z.object(ofChat),
    output: openChatObject,
  }),
  submit: op('POST /v3/chat/submit_tool_outputs', {
    summary: 'Submit tool outputs a chat is waiting for',
    summaryZh: '提交对话等待的工具结果',
    access: onConversation,
    scope: 'Bot.chat',
    reply: 'either',
    bodyLimit,
    input: () =>
      z.object({
        ...ofChat,
        tool_outputs: z
          .array(z.object({ tool_call_id: z.string().max(200), output: z.string().max(1_000_000) }))
          .min(1),
        stream: bool().default(false),
        connector_id: connectorId,
      }),
    output: openChatObject,
  }),
  messages: op('GET /v3/chat/message/list', {
    summary: 'List all messages of a chat',
    summaryZh: '列出对话产生的全部消息',
    access: onConversation,
    scope: 'Bot.chat',
    input: () => z.object(ofChat),
    output: () => z.array(openMessage),
  }),
}
