import { z } from 'zod'
import { op } from '#kit.ts'
import { cardPress, pressedCard } from '#shared/card-press.ts'
import { id, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'
import { connectorId, endUser, givenMessage, metaData, openConversationObject, openMessage } from './shapes.ts'

const onConversation = { on: 'conversation', id: 'conversation_id', can: 'view' } as const
const conversationInput = { conversation_id: id() }
const message = { ...conversationInput, message_id: id() }
const order = z
  .string()
  .max(10)
  .nullish()
  .transform((value) => value?.toLowerCase() !== 'asc')

/** Conversations with published bots, and their messages. */
export const openConversation = {
  create: op('POST /v1/conversation/create', {
    summary: 'Create a conversation, optionally with earlier messages',
    summaryZh: '创建会话，可附带历史消息',
    access: { on: 'bot', id: 'bot_id', can: 'view', optional: true },
    scope: 'Conversation.create',
    bodyLimit: 24_000_000,
    input: () =>
      z.object({
        bot_id: idOrNone(),
        meta_data: metaData.nullish(),
        messages: z.array(givenMessage).max(200).nullish(),
        connector_id: connectorId,
        user_id: endUser,
        name: z.string().trim().max(200).nullish(),
      }),
    output: openConversationObject,
  }),
  retrieve: op('GET /v1/conversation/retrieve', {
    summary: 'Get a conversation',
    summaryZh: '获取会话',
    access: onConversation,
    scope: 'Conversation.view',
    input: () => z.object(conversationInput),
    output: openConversationObject,
  }),
  list: op('GET /v1/conversations', {
    summary: 'List your conversations with a bot, newest first',
    summaryZh: '列出你与智能体的会话，最新在前',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    scope: 'Conversation.view',
    input: () =>
      z.object({
        bot_id: id(),
        page_num: pageNumber(),
        page_size: pageSize(50, 50),
        sort_order: order,
        connector_id: connectorId,
        user_id: z.string().max(128).optional(),
      }),
    output: () =>
      z.object({
        conversations: z.array(openConversationObject),
        has_more: z.boolean(),
        total: z.number(),
      }),
  }),
  update: op('PUT /v1/conversations/{conversation_id}', {
    summary: 'Rename a conversation or change its metadata',
    summaryZh: '修改会话的名称或元数据',
    access: onConversation,
    scope: 'Conversation.update',
    input: () =>
      z.object({ ...conversationInput, name: z.string().trim().max(200).optional(), meta_data: metaData.optional() }),
    output: openConversationObject,
  }),
  remove: op('DELETE /v1/conversations/{conversation_id}', {
    summary: 'Delete a conversation with its messages',
    summaryZh: '删除会话及其消息',
    access: onConversation,
    scope: 'Conversation.delete',
    input: () => z.object(conversationInput),
  }),
  clear: op('POST /v1/conversations/{conversation_id}/clear', {
    summary: 'Clear the context: start a new section of a conversation',
    summaryZh: '清除上下文，开启会话的新段落',
    access: onConversation,
    scope: 'Conversation.clear',
    input: () => z.object(conversationInput),
    output: () => z.object({ id: z.string(), conversation_id: z.string() }),
  }),
  messageCreate: op('POST /v1/conversation/message/create', {
    summary: 'Add a message to a conversation',
    summaryZh: '向会话添加消息',
    access: onConversation,
    scope: 'Message.create',
    bodyLimit: 24_000_000,
    input: () => givenMessage.extend({ ...conversationInput, content_type: z.string().max(30).optional() }),
    output: openMessage,
  }),
  messageModify: op('POST /v1/conversation/message/modify', {
    summary: 'Change a message or its metadata',
    summaryZh: '修改消息或其元数据',
    access: onConversation,
    scope: 'Message.update',
    reply: 'flat',
    bodyLimit: 24_000_000,
    input: () =>
      z.object({
        ...message,
        content: z.unknown().optional(),
        content_type: z.string().max(30).optional(),
        meta_data: metaData.nullish(),
      }),
    output: () => z.object({ message: openMessage }),
  }),
  messageRetrieve: op('GET /v1/conversation/message/retrieve', {
    summary: 'Get a message',
    summaryZh: '获取消息',
    access: onConversation,
    scope: 'Message.view',
    input: () => z.object(message),
    output: openMessage,
  }),
  messageList: op('POST /v1/conversation/message/list', {
    summary: 'List the messages of a conversation',
    summaryZh: '列出会话的消息',
    access: onConversation,
    scope: 'Message.view',
    reply: 'flat',
    input: () =>
      z.object({
        ...conversationInput,
        order,
        chat_id: idOrNone(),
        before_id: idOrNone(),
        after_id: idOrNone(),
        limit: pageSize(50, 50),
      }),
    output: () =>
      z.object({
        data: z.array(openMessage),
        first_id: z.string(),
        last_id: z.string(),
        has_more: z.boolean(),
      }),
  }),
  messagePress: op('POST /v1/conversation/message/press', {
    summary: 'Press a button in a card that a bot has sent',
    summaryZh: '点击智能体所发卡片中的按钮',
    access: onConversation,
    scope: 'Message.update',
    input: cardPress,
    output: pressedCard,
  }),
  messageDelete: op('POST /v1/conversation/message/delete', {
    summary: 'Delete a message; a question is deleted with its answers',
    summaryZh: '删除消息；删除问题会一并删除回答',
    access: onConversation,
    scope: 'Message.delete',
    input: () => z.object(message),
    output: openMessage,
  }),
}
