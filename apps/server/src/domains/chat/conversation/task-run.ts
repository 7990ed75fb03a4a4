import type { ChatEvent } from './shared/chat-events.ts'
import type { ConversationService } from './conversation.service.ts'

/** Scene of unattended runs. */
const TASK_SCENE = 60
const TASK_CONNECTOR = '10000011'

export interface TaskRequest {
  botId: string
  userId: string
  prompt: string
  /** The conversation to use; by default a separate one for the bot's tasks. */
  conversationId?: string
  signal?: AbortSignal
}
export interface TaskAnswer {
  conversationId: string
  messageId: string
  answer: string
}

/** Sends one message to a bot on behalf of a person and returns the complete answer. Throws the error that is shown. */
export async function runTask(
  conversations: Pick<ConversationService, 'chat'>,
  { botId, userId, prompt, conversationId, signal }: TaskRequest,
): Promise<TaskAnswer> {
  const live = await conversations.chat({
    botId,
    userId,
    connectorId: TASK_CONNECTOR,
    scene: TASK_SCENE,
    isDraft: true,
    conversationId,
    query: prompt,
    contentType: 'text',
    traceScene: 'task',
    locale: 'en',
    customVariables: {},
  })
  const stop = () => live.stop('server')
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  const answers: Extract<ChatEvent, { type: 'finish' }>['message'][] = []
  live.listen((event) => {
    if (event.type === 'finish') answers.push(event.message)
  })
  const reason = await live.finished
  signal?.removeEventListener('abort', stop)
  const last = answers.at(-1)
  if (reason === 'failed') throw new Error(last?.extra.error_msg ?? 'The turn failed')
  if (reason === 'stopped') throw new Error('The turn was stopped')
  const answer = answers
    .map(({ content }) => content)
    .filter(Boolean)
    .join('\n\n')
  return { conversationId: live.conversationId, messageId: last?.id ?? live.questionId, answer }
}
