import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { RunEvent } from '@orrery/engine'
import type { ConversationRow } from '#domains/chat/conversation/conversation.table.ts'
import type { NewMessage } from '#domains/chat/conversation/threads.service.ts'
import type { Loaded } from '#domains/flow/workflow/plan.service.ts'
import { type ChatLog, createChatLog } from './chat-log.ts'
import { DEFAULT_NAME, placeOf } from './ports/conversation-port.ts'
import type { RunRow } from './run.table.ts'
import { contextOf, refuseInput } from './run-request.ts'
import type { RunService } from './run.service.ts'
import { type Caller, RunMode, type StoredOptions } from './run-types.ts'
import type { ActiveRun } from './active-run.ts'
import type { ThreadService } from './thread.service.ts'

export interface ChatDeps {
  runs: RunService
  threads: ThreadService
  newId: NewId
  /** The newest run of a conversation that is interrupted. */
  findWaiting(workflowId: string, conversationId: string): Promise<RunRow | undefined>
}
export interface ChatInput {
  loaded: Loaded
  isDraft: boolean
  caller: Caller
  conversationId: string | undefined
  parameters: Record<string, unknown>
  /** Earlier messages to store; the last one is the current message. */
  earlier: NewMessage[]
  text: string | undefined
}
export interface ChatTurn {
  chatId: string
  conversation: ConversationRow
  log: ChatLog
  /** Starts the run that answers; `onEvent` receives its events as they happen. */
  start(onEvent: (event: RunEvent) => void): Promise<ActiveRun>
}
export const CHATFLOW = 3

/** Turns with chatflows. Every turn belongs to a conversation, which stores the question and the answer. */
export function createChatService({ runs, threads, newId, findWaiting }: ChatDeps) {
  async function openConversation(
    input: Pick<ChatInput, 'loaded' | 'isDraft' | 'caller' | 'conversationId'>,
    name: string | undefined,
  ) {
    const { loaded, caller } = input
    if (input.conversationId) {
      const known = await threads.own(input.conversationId, caller.userId)
      if (!known) throw errors.notFound({ what: 'conversation' })
      return known
    }
    const context = contextOf(loaded, caller)
    // Without a name, the conversation is new and can only be found by its id.
    return (await threads.open(placeOf(context, input.isDraft ? 'debug' : 'release'), name ?? newId())).row
  }
  /** Stores the question before anything acts on it. */
  async function ask(target: ConversationRow, chatId: string, earlier: NewMessage[], text: string): Promise<string> {
    const questionId = newId()
    await threads.append(target, [
      ...earlier,
      { role: 'user', content: text, id: questionId, turnId: chatId, replyId: questionId },
    ])
    return questionId
  }
  const nameIn = (values: Record<string, unknown>): string | undefined => {
    const name = values.CONVERSATION_NAME
    return typeof name === 'string' && name.trim() ? name.trim().slice(0, 200) : undefined
  }
  /** The name by which nodes refer to the conversation of their run. */
  const nameOf = ({ name }: ConversationRow) => (name && !/^\d+$/.test(name) ? name : DEFAULT_NAME)

  return {
    openConversation,
    async begin(request: ChatInput): Promise<ChatTurn> {
      const { loaded, parameters } = request
      const conversation = await openConversation(request, nameIn(parameters))
      const waiting = await findWaiting(loaded.workflowId, conversation.id)
      const [open] = waiting ? (JSON.parse(waiting.interrupts) as { id: string }[]) : []
      // Ids are assigned in order, so that earlier messages get smaller ids.
      const earlier = request.earlier.map((item) => ({ ...item, id: newId() }))
      const chatId = newId()
      const text = request.text ?? String(parameters.USER_INPUT ?? '')
      const isAnswer = waiting !== undefined && open !== undefined
      const input = { ...parameters, USER_INPUT: text, CONVERSATION_NAME: nameOf(conversation) }
      // A turn that cannot start is refused before anything is stored.
      if (!isAnswer) refuseInput(loaded, input, { chat: true })
      const questionId = await ask(conversation, chatId, earlier, text)
      const turn = { chatId, questionId }
      const log = createChatLog(newId)
      const caller = {
        ...request.caller,
        conversationId: conversation.id,
        conversationName: nameOf(conversation),
        chatId,
      }
      return {
        chatId,
        conversation,
        log,
        start(onEvent) {
          if (isAnswer) return runs.resume(loaded.workflowId, waiting.id, open.id, text, { onEvent, turn, log })
          const options: StoredOptions = { stream: true, chat: true, turn }
          return request.isDraft
            ? runs.startDraft(loaded, input, caller, options, { onEvent, log })
            : runs.runPublished(loaded, input, RunMode.stream, caller, options, { onEvent, log })
        },
      }
    },
    /** Starts a test run. For a chatflow, the run is a turn in the conversation that the input names. */
    async testRun(
      workflowId: string,
      input: Record<string, unknown>,
      caller: Caller,
      { pinned, commitId }: { pinned?: StoredOptions['pinned']; commitId?: string | undefined } = {},
    ): Promise<ActiveRun> {
      const loaded = await runs.draft(workflowId, commitId)
      const options = pinned ? { pinned } : {}
      if (loaded.flowMode !== CHATFLOW) return runs.startDraft(loaded, input, caller, options)
      const name = nameIn(input) ?? DEFAULT_NAME
      const conversation = await openConversation({ loaded, isDraft: true, caller, conversationId: undefined }, name)
      const chatId = newId()
      refuseInput(loaded, { ...input, CONVERSATION_NAME: name }, options)
      const questionId = await ask(conversation, chatId, [], String(input.USER_INPUT ?? ''))
      const full = { ...caller, conversationId: conversation.id, conversationName: name, chatId }
      return runs.startDraft(loaded, { ...input, CONVERSATION_NAME: name }, full, {
        ...options,
        turn: { chatId, questionId },
      })
    },
  }
}
export type ChatService = ReturnType<typeof createChatService>
