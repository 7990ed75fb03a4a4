import type { ChatMessage } from '@orrery/contract'
import type { ChatPort } from '#domains/chat/chat/index.ts'
import { readQuestion } from '../run/result/read-question.ts'
import { isLive, type RunSnapshot } from '../run/run-model.ts'
import type { RunStore } from '../run/run-store.ts'
import { answerOf, interruptOf, questionOf } from './chat-messages.ts'
import type { Transcripts } from './transcript.ts'

interface PortDeps {
  store: RunStore
  transcripts: Transcripts
  name: string
  /** Further inputs of the start node. */
  inputs: () => Record<string, string>
  endId: string
  now?: () => number
}

/**
 * A chat port for the draft of a chatflow. Every turn is a test run in the conversation of that name, so that the
 * canvas shows its progress and nodes see the earlier messages.
 */
export function createChatflowPort({ store, transcripts, name, inputs, endId, now = Date.now }: PortDeps): ChatPort {
  const messages = (): ChatMessage[] => [...transcripts.messages(name)]
  const keep = (list: readonly ChatMessage[]) => transcripts.keep(name, list)
  const textOf = (id: string) => messages().find((message) => message.message_id === id)?.content ?? ''

  async function begin(text: string): Promise<boolean> {
    const { phase, questions } = store.current()
    if (phase !== 'waiting' || !questions[0])
      return store.test({ ...inputs(), USER_INPUT: text, CONVERSATION_NAME: name })
    await store.resume(questions[0].id, text)
    return true
  }

  return {
    page: async () => ({
      messages: messages().toReversed(),
      conversationId: name,
      sectionId: name,
      cursor: '0',
      hasMore: false,
      runningQuestionId: '',
    }),
    async open({ localId, outgoing, regenerate }, signal) {
      const text = outgoing?.content ?? textOf(regenerate ?? '')
      const questionId = regenerate ?? `${localId}-${now()}`
      const earlierCount = store.current().messages.length
      const isResumed = store.current().phase === 'waiting'
      if (!(await begin(text))) return refusal(store.current().error)
      const before = messages().filter(
        (message) => message.message_id !== questionId && message.reply_id !== questionId,
      )
      const question = questionOf(questionId, text, name, now())
      keep([...before, { ...question, type: 'question' }])
      const note = (message: ChatMessage) => keep([...messages().filter(isNot(message.message_id)), message])
      return streamOf(store, { question, from: isResumed ? earlierCount : 0, endId, section: name, now, note, signal })
    },
    follow: () => Promise.resolve(new Response(null, { status: 404 })),
    stop: () => store.cancel(),
    async remove(_conversation, id) {
      keep(messages().filter((message) => message.message_id !== id && message.reply_id !== id))
    },
    async clear() {
      keep([])
      return { sectionId: name }
    },
    newSection: () => Promise.resolve({ sectionId: name }),
    async rate(_conversation, id, feedback) {
      keep(messages().map((message) => (message.message_id === id ? { ...message, feedback } : message)))
    },
  }
}

const isNot = (id: string) => (chatMessage: ChatMessage) => chatMessage.message_id !== id

function refusal(error: unknown): Response {
  const { message = '', code = 1 } = (error ?? {}) as { message?: string; code?: number }
  return Response.json({ code, msg: message }, { status: 400 })
}

interface Turn {
  question: ChatMessage
  /** Number of messages of this run that belong to the previous turn. */
  from: number
  endId: string
  section: string
  now: () => number
  note: (message: ChatMessage) => void
  signal: AbortSignal
}

/** Converts the run to the event stream that chats read. */
function streamOf(store: RunStore, turn: Turn): Response {
  const encoder = new TextEncoder()
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let seq = 0
      const sent = new Map<number, number>()
      const send = (message: ChatMessage, isFinish: boolean) => {
        const data = { message, is_finish: isFinish, index: seq, conversation_id: turn.section, seq_id: seq++ }
        controller.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(data)}\n\n`))
      }
      const sendComplete = (message: ChatMessage) => {
        send(message, true)
        turn.note(message)
      }
      const update = () => {
        const run = store.current()
        const isOver = !isLive(run.phase) || run.phase === 'waiting'
        run.messages.slice(turn.from).forEach((message, at) => {
          const from = sent.get(at) ?? 0
          const isDone = message.isDone || isOver
          if (from < 0 || (message.text.length === from && !isDone)) return
          const base = { ...baseOf(run, turn), id: `${turn.question.message_id}-${at}` }
          send(answerOf({ ...base, content: message.text.slice(from) }), isDone)
          sent.set(at, isDone ? -1 : message.text.length)
          if (isDone) turn.note(answerOf({ ...base, content: message.text }))
        })
        if (!isOver) return
        stop()
        for (const message of lastMessages(run, turn)) sendComplete(message)
        controller.enqueue(encoder.encode('event: done\ndata: {}\n\n'))
        controller.close()
      }
      send(turn.question, false)
      stop = store.subscribe(update)
      turn.signal.addEventListener('abort', stop, { once: true })
      update()
    },
    cancel: () => stop(),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const baseOf = (run: RunSnapshot, turn: Turn) => ({
  replyId: turn.question.message_id,
  section: turn.section,
  at: turn.now(),
  logId: run.executeId,
  ms: run.ms,
  tokens: run.tokens,
})

/** The last messages of a turn: the result if the run sent no message, a question, or the error. */
function lastMessages(run: RunSnapshot, turn: Turn): ChatMessage[] {
  const base = { ...baseOf(run, turn), id: `${turn.question.message_id}-end` }
  if (run.phase === 'failed') {
    const { message } = (run.error ?? {}) as { message?: string }
    const error = run.reason || message || ''
    return [answerOf({ ...base, content: '', status: 'failed', error })]
  }
  if (run.phase === 'waiting' && run.questions[0]) {
    const [asked] = run.questions
    const id = `${base.id}-${asked.id}`
    const { text, options, fields } = readQuestion(asked.data)
    const question = answerOf({ ...base, id, content: text || asked.node_title })
    return options.length + fields.length > 0
      ? [question, interruptOf(asked, base.replyId, turn.section, base.at)]
      : [question]
  }
  if (run.phase !== 'done' || run.messages.length > turn.from) return []
  return [answerOf({ ...base, content: run.nodes.get(turn.endId)?.result.output ?? '' })]
}
