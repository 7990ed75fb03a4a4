import type { ChatMessage, ChatStreamMessage } from '@orrery/contract'
import { ApiError } from '@orrery/contract/client'
import { firstChunkTimeout } from '#lib/constants.ts'
import { isAbort } from '#lib/network-error.ts'
import { readStream } from '#lib/sse.ts'
import { createStore } from '#lib/store.ts'
import { applyEvent, breakReplies, withoutMessage, withoutReplies } from './apply-event.ts'
import type { ChatPort, OpenInput, Outgoing } from './chat-port.ts'
import { localQuestion } from './local-question.ts'

/** Why a question has no whole reply. */
export type Fault = { kind: 'notSent' | 'timeout' | 'lost'; error: unknown }

export interface Run {
  questionId: string
  startedAt: number
  /** Something of the reply has come. */
  hasChunk: boolean
  isStopping: boolean
  /** The answer is complete and said that suggestions follow. */
  awaitsSuggestions: boolean
}

export interface ChatState {
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
  /** Oldest first. */
  messages: readonly ChatMessage[]
  conversationId: string
  sectionId: string
  cursor: string
  hasOlder: boolean
  older: 'idle' | 'loading' | 'failed'
  run: Run | null
  faults: ReadonlyMap<string, Fault>
}

export interface ChatDeps {
  port: ChatPort
  /** Before anything is sent: what the reply depends on is saved. */
  beforeSend?: () => Promise<void>
  onAnswered?: (questionId: string) => void
  pageSize?: number
  timeout?: number
  /** Batches renders while a reply streams. */
  schedule?: (notify: () => void) => void
  now?: () => number
}

const reconnects = 3
const reconnectWait = 1_000
const first: ChatState = {
  phase: 'loading',
  error: null,
  messages: [],
  conversationId: '',
  sectionId: '',
  cursor: '0',
  hasOlder: false,
  older: 'idle',
  run: null,
  faults: new Map(),
}

/** One conversation: what was said, what is being said, and what went wrong on the way. */
export function createChatStore(deps: ChatDeps) {
  const { port, pageSize = 30, timeout = firstChunkTimeout, now = Date.now } = deps
  const { current, patch: set, subscribe, use } = createStore(first, deps.schedule)
  let abort: AbortController | undefined
  let count = 0
  const sent = new Map<string, Outgoing>()

  const setRun = (change: Partial<Run>) => {
    const { run } = current()
    if (run) set({ run: { ...run, ...change } })
  }
  const setFault = (questionId: string, fault: Fault | null) => {
    const faults = new Map(current().faults)
    if (fault) faults.set(questionId, fault)
    else faults.delete(questionId)
    set({ faults })
  }

  async function load(): Promise<void> {
    set({ phase: 'loading', error: null })
    try {
      await takeNewest()
    } catch (error) {
      set({ phase: 'failed', error })
    }
  }
  async function takeNewest(): Promise<void> {
    const page = await port.page('0', pageSize)
    set({
      phase: 'ready',
      messages: page.messages.toReversed(),
      conversationId: page.conversationId,
      sectionId: page.sectionId,
      cursor: page.cursor,
      hasOlder: page.hasMore,
    })
    if (page.runningQuestionId && !current().run) void follow(page.runningQuestionId)
  }
  async function loadOlder(): Promise<void> {
    if (!current().hasOlder || current().older === 'loading') return
    set({ older: 'loading' })
    try {
      const page = await port.page(current().cursor, pageSize)
      const known = new Set(current().messages.map((message) => message.message_id))
      const older = page.messages.toReversed().filter((message) => !known.has(message.message_id))
      set({ messages: [...older, ...current().messages], cursor: page.cursor, hasOlder: page.hasMore, older: 'idle' })
    } catch {
      set({ older: 'failed' })
    }
  }

  /** Whatever runs here is left: the server ends it when the next one begins. */
  function begin(questionId: string): AbortController {
    abort?.abort()
    abort = new AbortController()
    const { run, messages } = current()
    if (run) set({ messages: breakReplies(messages, run.questionId) })
    set({
      run: { questionId, startedAt: now(), hasChunk: false, isStopping: false, awaitsSuggestions: false },
    })
    setFault(questionId, null)
    return abort
  }

  async function send(outgoing: Outgoing): Promise<void> {
    if (current().phase !== 'ready') return
    const localId = `local-${now()}-${++count}`
    sent.set(localId, outgoing)
    const question = localQuestion(localId, outgoing, current().sectionId, now())
    const mine = begin(localId)
    set({ messages: [...current().messages, question] })
    await run({ conversationId: current().conversationId, localId, outgoing }, mine)
  }
  async function again(questionId: string): Promise<void> {
    const kept = sent.get(questionId)
    if (kept && current().messages.some((message) => message.message_id === questionId)) {
      // It never arrived: send it again as the newest question.
      set({ messages: withoutMessage(current().messages, questionId) })
      sent.delete(questionId)
      setFault(questionId, null)
      return send(kept)
    }
    const mine = begin(questionId)
    set({ messages: withoutReplies(current().messages, questionId) })
    return run({ conversationId: current().conversationId, localId: questionId, regenerate: questionId }, mine)
  }
  async function run(input: OpenInput, mine: AbortController): Promise<void> {
    try {
      await deps.beforeSend?.()
    } catch {
      // An edit that could not be saved says so itself; the reply is made with what the server has.
    }
    if (mine.signal.aborted) return
    await consume(() => port.open(input, mine.signal), input.localId, mine)
  }
  async function follow(questionId: string): Promise<void> {
    const mine = begin(questionId)
    await consume(() => joined(questionId, mine), questionId, mine)
  }
  /** The replay starts from the beginning: what was shown of it gives way when it arrives. */
  async function joined(questionId: string, mine: AbortController): Promise<Response> {
    const response = await port.follow(current().conversationId, mine.signal)
    if (response.ok) set({ messages: withoutReplies(current().messages, questionId) })
    return response
  }

  async function consume(open: () => Promise<Response>, localId: string, mine: AbortController): Promise<void> {
    const timer = setTimeout(() => {
      if (current().run?.hasChunk || mine !== abort) return
      mine.abort()
      abort = undefined
      end(current().run?.questionId ?? localId, { kind: 'timeout', error: null })
    }, timeout)
    try {
      for await (const { event, data } of readStream(open)) {
        if (mine !== abort) return
        if (event === 'message') take(data as ChatStreamMessage, localId)
        else if (event === 'done') break
      }
      if (mine === abort) finish()
    } catch (error) {
      if (mine === abort && !isAbort(error)) await recover(error, localId, mine)
    } finally {
      clearTimeout(timer)
    }
  }
  function take(event: ChatStreamMessage, localId: string): void {
    const { message } = event
    set({ messages: applyEvent(current().messages, event, localId) })
    if (message.type === 'ack') {
      sent.delete(localId)
      const wasStopping = current().run?.isStopping
      setRun({ questionId: message.message_id })
      if (wasStopping) void stop()
      return
    }
    if (!current().run?.hasChunk) setRun({ hasChunk: true })
    if (message.type === 'answer' && event.is_finish)
      setRun({ awaitsSuggestions: message.extra_info.has_suggest === '1' })
    if (message.type === 'verbose' && message.content.includes('generate_answer_finish'))
      set({ messages: current().messages.filter((item) => item.message_id !== message.message_id) })
  }
  function finish(): void {
    const questionId = current().run?.questionId
    set({ run: null })
    if (questionId) deps.onAnswered?.(questionId)
  }
  function end(questionId: string, fault: Fault): void {
    set({ run: null })
    setFault(questionId, fault)
  }

  /** A stream that broke does not end the reply: the server goes on, and it is joined again. */
  async function recover(error: unknown, localId: string, mine: AbortController): Promise<void> {
    const questionId = current().run?.questionId ?? localId
    const isKnown = !sent.has(questionId)
    if (!isKnown || error instanceof ApiError) return end(questionId, { kind: 'notSent', error })
    for (let tries = 0; tries < reconnects && !mine.signal.aborted; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, reconnectWait * 2 ** tries))
      try {
        await catchUp()
        if (!current().run) return
        await followOnce(questionId, mine)
        return
      } catch {
        // Still no way through.
      }
    }
    if (!mine.signal.aborted) end(questionId, { kind: 'lost', error })
  }
  /** The reply may have ended while disconnected: then it is complete. */
  async function catchUp(): Promise<void> {
    const page = await port.page('0', pageSize)
    const isRunning = page.runningQuestionId !== ''
    set({ messages: joinPage(current().messages, page.messages.toReversed()) })
    if (!isRunning) finish()
  }
  async function followOnce(questionId: string, mine: AbortController): Promise<void> {
    for await (const { event, data } of readStream(() => joined(questionId, mine))) {
      if (mine !== abort) return
      if (event === 'message') take(data as ChatStreamMessage, questionId)
      else if (event === 'done') break
    }
    if (mine === abort) finish()
  }

  async function stop(): Promise<void> {
    const { run: going } = current()
    if (!going) return
    setRun({ isStopping: true })
    // Before the server has named the question there is nothing to stop yet.
    if (sent.has(going.questionId)) return
    const open = current().messages.findLast(
      (message) => message.reply_id === going.questionId && message.type === 'answer',
    )
    try {
      await port.stop(current().conversationId, going.questionId, open?.content.length ?? 0)
    } catch {
      setRun({ isStopping: false })
    }
  }

  return {
    load,
    loadOlder,
    send,
    /** Sends a question once more that got no reply, or lets its reply be made again. */
    again,
    stop,
    async remove(messageId: string): Promise<void> {
      const before = current().messages
      set({ messages: withoutMessage(before, messageId) })
      if (sent.delete(messageId)) return
      try {
        await port.remove(current().conversationId, messageId)
      } catch {
        set({ messages: before })
      }
    },
    async clear(): Promise<void> {
      const { sectionId } = await port.clear(current().conversationId)
      abort?.abort()
      abort = undefined
      set({ messages: [], sectionId, run: null, faults: new Map(), hasOlder: false, cursor: '0' })
    },
    async newSection(): Promise<void> {
      const { sectionId } = await port.newSection(current().conversationId)
      set({ sectionId })
    },
    async rate(messageId: string, feedback: 0 | 1 | 2): Promise<void> {
      const at = current().messages.findIndex((message) => message.message_id === messageId)
      const known = current().messages[at]
      if (!known) return
      set({ messages: current().messages.with(at, { ...known, feedback }) })
      try {
        await port.rate(current().conversationId, messageId, feedback)
      } catch {
        set({ messages: current().messages.map((message) => (message.message_id === messageId ? known : message)) })
      }
    },
    /** The view is gone; the reply continues on the server. */
    leave: (): void => {
      abort?.abort()
      abort = undefined
    },
    current,
    subscribe,
    use,
  }
}
export type ChatStore = ReturnType<typeof createChatStore>

/** The newest messages of the server after the older ones that are on the page already. */
function joinPage(shown: readonly ChatMessage[], newest: readonly ChatMessage[]): ChatMessage[] {
  const fresh = new Set(newest.map((item) => item.message_id))
  const start = shown.findIndex((item) => fresh.has(item.message_id))
  return [...(start < 0 ? shown : shown.slice(0, start)), ...newest]
}
