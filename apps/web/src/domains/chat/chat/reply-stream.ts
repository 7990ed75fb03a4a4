import type { ChatStreamMessage } from '@orrery/contract'
import { ApiError } from '@orrery/contract/client'
import { isAbort } from '#lib/network-error.ts'
import { readStream } from '#lib/sse.ts'
import type { Store } from '#lib/store.ts'
import { breakReplies, withoutReplies } from './apply-event.ts'
import type { ChatPort, Outgoing } from './chat-port.ts'
import { type ChatState, type Fault, joinPage, type Run, withEvent, withFault } from './chat-state.ts'

const reconnects = 3
const reconnectWait = 1_000

export interface ReplyStreamDeps {
  port: ChatPort
  store: Store<ChatState>
  /** Questions that the server has not acknowledged yet, by their local id. */
  sent: Map<string, Outgoing>
  pageSize: number
  /** How long to wait for the first part of a reply. */
  timeout: number
  now: () => number
  onAnswered?: (questionId: string) => void
}

/** Reads the reply to one question at a time into the store, and rejoins it when the connection breaks. */
export function createReplyStream({ port, store, sent, pageSize, timeout, now, onAnswered }: ReplyStreamDeps) {
  const { current, set, patch } = store
  let active: AbortController | undefined

  const patchRun = (change: Partial<Run>) => {
    const { run } = current()
    if (run) patch({ run: { ...run, ...change } })
  }
  function leave(): void {
    active?.abort()
    active = undefined
  }
  /** Stops reading the current reply, which the server ends when the next one begins. */
  function begin(questionId: string): AbortController {
    active?.abort()
    active = new AbortController()
    const { run, messages } = current()
    if (run) patch({ messages: breakReplies(messages, run.questionId) })
    patch({ run: { questionId, startedAt: now(), hasChunk: false, isStopping: false, awaitsSuggestions: false } })
    set(withFault(current(), questionId, null))
    return active
  }
  function finish(): void {
    const questionId = current().run?.questionId
    patch({ run: null })
    if (questionId) onAnswered?.(questionId)
  }
  const fail = (questionId: string, fault: Fault) => set(withFault({ ...current(), run: null }, questionId, fault))

  async function follow(questionId: string): Promise<void> {
    const controller = begin(questionId)
    await read(() => join(questionId, controller), questionId, controller)
  }
  /** The replay starts from the beginning, so the shown part is removed when it arrives. */
  async function join(questionId: string, controller: AbortController): Promise<Response> {
    const response = await port.follow(current().conversationId, controller.signal)
    if (response.ok) patch({ messages: withoutReplies(current().messages, questionId) })
    return response
  }

  async function read(open: () => Promise<Response>, localId: string, controller: AbortController): Promise<void> {
    const timer = setTimeout(() => {
      if (current().run?.hasChunk || controller !== active) return
      leave()
      fail(current().run?.questionId ?? localId, { kind: 'timeout', error: null })
    }, timeout)
    try {
      await receiveAll(open, localId, controller)
    } catch (error) {
      if (controller === active && !isAbort(error)) await recover(error, localId, controller)
    } finally {
      clearTimeout(timer)
    }
  }
  async function receiveAll(open: () => Promise<Response>, localId: string, controller: AbortController) {
    for await (const { event, data } of readStream(open)) {
      if (controller !== active) return
      if (event === 'message') receive(data as ChatStreamMessage, localId)
      else if (event === 'done') break
    }
    if (controller === active) finish()
  }
  function receive(event: ChatStreamMessage, localId: string): void {
    set(withEvent(current(), event, localId))
    if (event.message.type !== 'ack') return
    sent.delete(localId)
    if (current().run?.isStopping) void stop()
  }

  /** A broken stream does not end the reply: the server continues it, and it is rejoined. */
  async function recover(error: unknown, localId: string, controller: AbortController): Promise<void> {
    const questionId = current().run?.questionId ?? localId
    if (sent.has(questionId) || error instanceof ApiError) return fail(questionId, { kind: 'notSent', error })
    for (let tries = 0; tries < reconnects && !controller.signal.aborted; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, reconnectWait * 2 ** tries))
      try {
        await catchUp(controller)
        if (controller === active && current().run)
          await receiveAll(() => join(questionId, controller), questionId, controller)
        return
      } catch {
        // Still not connected: retry after a longer pause.
      }
    }
    if (!controller.signal.aborted) fail(questionId, { kind: 'lost', error })
  }
  /** If the reply ended while disconnected, it is complete now. */
  async function catchUp(controller: AbortController): Promise<void> {
    const page = await port.page('0', pageSize)
    // Another question was asked meanwhile, which this page of messages does not contain.
    if (controller !== active) return
    patch({ messages: joinPage(current().messages, page.messages.toReversed()) })
    if (page.runningQuestionId === '') finish()
  }

  async function stop(): Promise<void> {
    const { run, messages, conversationId } = current()
    if (!run) return
    patchRun({ isStopping: true })
    // There is nothing to stop until the server has acknowledged the question; the acknowledgement calls this again.
    if (sent.has(run.questionId)) return
    const open = messages.findLast((message) => message.reply_id === run.questionId && message.type === 'answer')
    try {
      await port.stop(conversationId, run.questionId, open?.content.length ?? 0)
    } catch {
      patchRun({ isStopping: false })
    }
  }
  return { begin, read, follow, stop, leave }
}
