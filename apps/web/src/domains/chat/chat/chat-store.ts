import { firstChunkTimeout } from '#lib/constants.ts'
import { createStore } from '#lib/store.ts'
import { withoutMessage, withoutReplies } from './apply-event.ts'
import type { ChatPort, OpenInput, Outgoing } from './chat-port.ts'
import { emptyChat, withFault } from './chat-state.ts'
import { withWords } from './content.ts'
import { localQuestion } from './local-question.ts'
import { createMessageEdits } from './message-edits.ts'
import { createReplyStream } from './reply-stream.ts'

export interface ChatDeps {
  port: ChatPort
  /** Saves what the reply depends on before anything is sent. */
  beforeSend?: () => Promise<void>
  onAnswered?: (questionId: string) => void
  pageSize?: number
  timeout?: number
  /** Batches renders while a reply streams. */
  schedule?: (notify: () => void) => void
  now?: () => number
}

/** A conversation: its messages, the reply in progress, and errors. */
export function createChatStore(deps: ChatDeps) {
  const { port, pageSize = 30, timeout = firstChunkTimeout, now = Date.now } = deps
  const store = createStore(emptyChat, deps.schedule)
  const { current, set, patch, subscribe, use } = store
  const sent = new Map<string, Outgoing>()
  const replies = createReplyStream({ port, store, sent, pageSize, timeout, now, onAnswered: deps.onAnswered })
  const edits = createMessageEdits(port, store, sent)
  let count = 0

  async function load(): Promise<void> {
    patch({ phase: 'loading', error: null })
    try {
      await loadNewest()
    } catch (error) {
      patch({ phase: 'failed', error })
    }
  }
  async function loadNewest(): Promise<void> {
    const page = await port.page('0', pageSize)
    patch({
      phase: 'ready',
      messages: page.messages.toReversed(),
      conversationId: page.conversationId,
      sectionId: page.sectionId,
      cursor: page.cursor,
      hasOlder: page.hasMore,
    })
    if (page.runningQuestionId && !current().run) void replies.follow(page.runningQuestionId)
  }
  async function loadOlder(): Promise<void> {
    if (!current().hasOlder || current().older === 'loading') return
    patch({ older: 'loading' })
    try {
      const page = await port.page(current().cursor, pageSize)
      const known = new Set(current().messages.map((message) => message.message_id))
      const older = page.messages.toReversed().filter((message) => !known.has(message.message_id))
      patch({ messages: [...older, ...current().messages], cursor: page.cursor, hasOlder: page.hasMore, older: 'idle' })
    } catch {
      patch({ older: 'failed' })
    }
  }

  async function send(outgoing: Outgoing): Promise<void> {
    if (current().phase !== 'ready') return
    const localId = `local-${now()}-${++count}`
    sent.set(localId, outgoing)
    const question = localQuestion(localId, outgoing, current().sectionId, now())
    const controller = replies.begin(localId)
    patch({ messages: [...current().messages, question] })
    await ask({ conversationId: current().conversationId, localId, outgoing }, controller)
  }
  /** Resends a question that failed, or regenerates its reply. */
  async function retry(questionId: string): Promise<void> {
    const unsent = sent.get(questionId)
    if (unsent && current().messages.some((message) => message.message_id === questionId)) {
      // The question never arrived: send it as the newest question.
      patch({ messages: withoutMessage(current().messages, questionId) })
      sent.delete(questionId)
      set(withFault(current(), questionId, null))
      return send(unsent)
    }
    const controller = replies.begin(questionId)
    patch({ messages: withoutReplies(current().messages, questionId) })
    return ask({ conversationId: current().conversationId, localId: questionId, regenerate: questionId }, controller)
  }
  /**
   * Replaces a question by a new wording. The question, its reply and everything after it are removed, so that the bot
   * does not know them.
   */
  async function reword(questionId: string, text: string): Promise<void> {
    const question = current().messages.find((message) => message.message_id === questionId)
    if (!question) return
    const outgoing = withWords(question, text)
    // A running reply belongs to this question or to a later one.
    if (current().run) await replies.stop()
    const { messages } = current()
    const at = messages.findIndex((message) => message.message_id === questionId)
    if (at < 0) return
    // Newest first: if one cannot be removed, the rest is still a consistent conversation.
    for (const { message_id: id, type } of messages.slice(at).toReversed())
      if (type === 'question' && !(await edits.remove(id))) return
    await send(outgoing)
  }
  async function ask(input: OpenInput, controller: AbortController): Promise<void> {
    try {
      await deps.beforeSend?.()
    } catch {
      // A failed save reports itself; the reply uses the version on the server.
    }
    if (controller.signal.aborted) return
    await replies.read(() => port.open(input, controller.signal), input.localId, controller)
  }

  return {
    load,
    loadOlder,
    send,
    retry,
    stop: replies.stop,
    reword,
    ...edits,
    async clear(): Promise<void> {
      const { sectionId } = await port.clear(current().conversationId)
      replies.leave()
      patch({ messages: [], sectionId, run: null, faults: new Map(), hasOlder: false, cursor: '0' })
    },
    async newSection(): Promise<void> {
      const { sectionId } = await port.newSection(current().conversationId)
      patch({ sectionId })
    },
    /** Called when the view is unmounted; the reply continues on the server. */
    leave: replies.leave,
    current,
    subscribe,
    use,
  }
}
export type ChatStore = ReturnType<typeof createChatStore>
