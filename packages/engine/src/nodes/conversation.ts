import { field } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import type { Call, ConversationPort } from '#ports.ts'
import { callOf, need } from '#run/call.ts'
import { valueText } from '#values/json.ts'
import type { Values } from '#values/own.ts'
import type { NodeKind } from './node-kind.ts'

type Act = (
  port: ConversationPort,
  text: (name: string) => string,
  call: Call,
  input: Values,
) => Promise<Values> | Values

function node(type: NodeType, effect: boolean, act: Act): NodeKind<undefined> {
  return {
    type,
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
  node(NodeType.CreateConversation, true, async (port, text, call) => ({
    isSuccess: true,
    ...(await port.create(text('conversationName'), call)),
  })),
  node(NodeType.ConversationUpdate, true, async (port, text, call) => ({
    ...(await port.rename(text('conversationName'), text('newConversationName'), call)),
  })),
  node(NodeType.ConversationDelete, true, async (port, text, call) => ({
    isSuccess: await port.remove(text('conversationName'), call),
  })),
  node(NodeType.ConversationList, false, async (port, _text, call) => ({
    conversationList: await port.list(call),
  })),
  node(NodeType.ConversationHistory, false, async (port, text, call, input) => ({
    messageList: await port.history(text('conversationName'), Math.max(0, Number(input.rounds ?? 0)), call),
  })),
  node(NodeType.ClearConversationHistory, true, async (port, text, call) => ({
    isSuccess: await port.clear(text('conversationName'), call),
  })),
  node(NodeType.MessageList, false, async (port, text, call, input) => {
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
  node(NodeType.CreateMessage, true, async (port, text, call) => {
    const request = { conversationName: text('conversationName'), role: text('role'), content: text('content') }
    return { isSuccess: true, message: await port.createMessage(request, call) }
  }),
  node(NodeType.EditMessage, true, async (port, text, call) => {
    const request = {
      conversationName: text('conversationName'),
      messageId: text('messageId'),
      newContent: text('newContent'),
    }
    return { isSuccess: await port.editMessage(request, call) }
  }),
  node(NodeType.DeleteMessage, true, async (port, text, call) => {
    const request = { conversationName: text('conversationName'), messageId: text('messageId') }
    return { isSuccess: await port.removeMessage(request, call) }
  }),
]
