import { field } from '#canvas/fields.ts'
import type { Call, ConversationPort } from '#ports.ts'
import { callOf, need } from '#run/call.ts'
import { valueText } from '#values/json.ts'
import type { Values } from '#values/own.ts'
import type { Category, NodeKind } from './node-kind.ts'

type Act = (
  port: ConversationPort,
  text: (name: string) => string,
  call: Call,
  input: Values,
) => Promise<Values> | Values

function node(
  type: string,
  key: string,
  name: string,
  category: Category,
  effect: boolean,
  act: Act,
): NodeKind<undefined> {
  return {
    type,
    key,
    name,
    category,
    needs: ['conversation'],
    zeroInputs: true,
    nullOutputs: true,
    timeoutMs: 60_000,
    effect,
    compile: (scope) => ({ inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: undefined }),
    run: async (task) => ({
      output: await act(need(task, 'conversation'), (name) => valueText(task.input[name]), callOf(task), task.input),
    }),
  }
}

const defaultLimit = 50

/** Nodes that work on conversations and their messages. */
export const conversationNodes: NodeKind<undefined>[] = [
  node(
    '39',
    'CreateConversation',
    'Create conversation',
    'conversation_management',
    true,
    async (port, text, call) => ({
      isSuccess: true,
      ...(await port.create(text('conversationName'), call)),
    }),
  ),
  node(
    '51',
    'ConversationUpdate',
    'Rename conversation',
    'conversation_management',
    true,
    async (port, text, call) => ({
      ...(await port.rename(text('conversationName'), text('newConversationName'), call)),
    }),
  ),
  node(
    '52',
    'ConversationDelete',
    'Delete conversation',
    'conversation_management',
    true,
    async (port, text, call) => ({
      isSuccess: await port.remove(text('conversationName'), call),
    }),
  ),
  node('53', 'ConversationList', 'List conversations', 'conversation_management', false, async (port, _text, call) => ({
    conversationList: await port.list(call),
  })),
  node(
    '54',
    'ConversationHistory',
    'Conversation history',
    'conversation_history',
    false,
    async (port, text, call, input) => ({
      messageList: await port.history(text('conversationName'), Math.max(0, Number(input.rounds ?? 0)), call),
    }),
  ),
  node(
    '38',
    'ClearConversationHistory',
    'Clear conversation history',
    'conversation_history',
    true,
    async (port, text, call) => ({
      isSuccess: await port.clear(text('conversationName'), call),
    }),
  ),
  node('37', 'MessageList', 'Message list', 'message', false, async (port, text, call, input) => {
    const limit = Number(input.limit ?? 0)
    const request = {
      conversationName: text('conversationName'),
      limit: limit > 0 ? Math.min(limit, defaultLimit) : defaultLimit,
      beforeId: text('beforeId'),
      afterId: text('afterId'),
    }
    const { messages, ...page } = await port.messages(request, call)
    return { messageList: messages, ...page }
  }),
  node('55', 'CreateMessage', 'Create message', 'message', true, async (port, text, call) => {
    const request = { conversationName: text('conversationName'), role: text('role'), content: text('content') }
    return { isSuccess: true, message: await port.createMessage(request, call) }
  }),
  node('56', 'EditMessage', 'Edit message', 'message', true, async (port, text, call) => {
    const request = {
      conversationName: text('conversationName'),
      messageId: text('messageId'),
      newContent: text('newContent'),
    }
    return { isSuccess: await port.editMessage(request, call) }
  }),
  node('57', 'DeleteMessage', 'Delete message', 'message', true, async (port, text, call) => {
    const request = { conversationName: text('conversationName'), messageId: text('messageId') }
    return { isSuccess: await port.removeMessage(request, call) }
  }),
]
