import { createSentenceCutter, type Sentence, type SentenceCutter, sentencesOf } from '#kit/speech/sentences.ts'
import type { Sse } from '#kit/sse.ts'
import type { FrameSocket } from '#kit/ws/frame-socket.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { OpenChat } from '#domains/reach/open/open-chat.service.ts'
import { createPlaybackEstimate, type PlaybackEstimate } from './playback-estimate.ts'
import { createSoundQueue, type SoundQueue } from './sound-queue.ts'
import type { Synthesiser } from './synthesiser.ts'

/** Why a turn was cancelled: by the voice of the user, by the client, or by another message. */
export const Cancelled = { byVoice: 1, byClient: 2, byMessage: 3 } as const
export type Cancelled = (typeof Cancelled)[keyof typeof Cancelled]

export interface SpokenTurnDeps {
  send: FrameSocket['send']
  fail: FrameSocket['fail']
  synthesiser: Synthesiser
  /** How answers are split into pieces for speaking. */
  createCutter?: () => SentenceCutter
  conversations: Pick<ConversationService, 'byIds' | 'updateMessage' | 'flush'>
  now(): number
  /** Aborts with the connection. */
  signal: AbortSignal
}
interface Message {
  id: string
  type: string
  content_type: string
  content: string
}
/** The sound of a speech-to-speech model. */
interface Voice {
  queue: SoundQueue
  hasSound: boolean
  isTaken: boolean
}
interface Answer {
  /** The answer already has sound, so its text is not spoken again. */
  voice: Voice | undefined
  message: Message
  written: string
  /** How much of the text the client has received as the content of the sound, for a voice without sentences. */
  sentChars: number
  cutter: SentenceCutter
  heard: PlaybackEstimate
}
const ends = new Set(['completed', 'failed', 'canceled', 'requires_action'].map((end) => `conversation.chat.${end}`))

/** Sends one turn: its events as they happen, and its answers as speech. The end is sent after the last sound. */
export function createSpokenTurn(deps: SpokenTurnDeps) {
  const { send, fail, synthesiser, conversations, now, signal, createCutter = createSentenceCutter } = deps
  const silence = new AbortController()
  const quiet = AbortSignal.any([signal, silence.signal])
  const answers: Answer[] = []
  let sound: Promise<void> = Promise.resolve()
  let cancelled: Cancelled | undefined
  let end: { event: string; data: object } | undefined
  let chat: OpenChat | undefined
  let stoppedAt = 0
  /** The voice of the model that is answering. */
  let voice: Voice | undefined

  async function say({ message, heard }: Answer, sentence: Sentence) {
    if (quiet.aborted) return
    const { content: _, ...head } = message
    const audio = { ...head, content_type: 'audio' }
    let isFirst = true
    for await (const { bytes, ms } of synthesiser.say(sentence.text, quiet, sentence.isSecond)) {
      if (quiet.aborted) return
      if (isFirst) {
        heard.begin(sentence)
        send('conversation.audio.sentence_start', { text: sentence.text })
      }
      isFirst = false
      heard.sent(ms)
      send('conversation.audio.delta', { ...audio, content: bytes.toString('base64') })
    }
  }
  /** Sends the new text of a speech-to-speech answer, as a continuation of the text before. */
  function sendText(answer: Answer) {
    const text = answer.written.slice(answer.sentChars)
    if (text) send('conversation.audio.sentence_start', { text, ...(answer.sentChars && { is_continued: true }) })
    answer.sentChars = answer.written.length
  }
  /** Sends the sound of a speech-to-speech model as it arrives. */
  async function play(answer: Answer, { queue }: Voice) {
    const { content: _, ...head } = answer.message
    const audio = { ...head, content_type: 'audio' }
    let isFirst = true
    for await (const { bytes, ms } of synthesiser.play(queue)) {
      if (quiet.aborted) return
      if (isFirst) answer.heard.begin({ text: '', from: 0, to: 0 })
      isFirst = false
      sendText(answer)
      answer.heard.sent(ms)
      answer.heard.extendTo(answer.written.length)
      send('conversation.audio.delta', { ...audio, content: bytes.toString('base64') })
    }
  }
  /** If a sentence cannot be spoken, the turn continues in writing. */
  function enqueueSound(next: () => Promise<void>) {
    sound = sound.then(next).catch((cause: unknown) => {
      if (quiet.aborted) return
      silence.abort()
      fail(cause)
    })
  }
  function speak(answer: Answer, sentences: Sentence[]) {
    for (const sentence of sentences) enqueueSound(() => say(answer, sentence))
  }
  function answerOf(message: Message): Answer {
    const known = answers.find((answer) => answer.message.id === message.id)
    if (known) return known
    const own = voice?.isTaken ? undefined : voice
    const made = {
      message,
      written: '',
      sentChars: 0,
      cutter: createCutter(),
      heard: createPlaybackEstimate(now),
      voice: own,
    }
    answers.push(made)
    if (own) {
      own.isTaken = true
      enqueueSound(() => play(made, own))
    }
    return made
  }
  const isSpoken = ({ type, content_type: kind }: Message) => type === 'answer' && kind === 'text'
  function write(message: Message) {
    const answer = answerOf(message)
    answer.written += message.content
    const sentences = answer.cutter.take(message.content)
    if (!answer.voice) speak(answer, sentences)
  }
  function finish(message: Message) {
    const answer = answerOf(message)
    // A message may arrive whole, without pieces.
    if (answer.written === '') write(message)
    if (answer.voice) {
      answer.heard.extendTo(answer.written.length)
      // A text without sound.
      if (!answer.voice.hasSound) speak(answer, sentencesOf(answer.written))
    } else speak(answer, answer.cutter.rest())
    const { content: _, ...head } = message
    sound = sound.then(() => {
      if (quiet.aborted) return
      if (answer.voice?.hasSound) sendText(answer)
      send('conversation.audio.completed', { ...head, content_type: 'audio', content: '' })
    })
  }
  const sse: Sse = {
    send({ event = '', data }) {
      if (event === 'done') return
      const value = (typeof data === 'string' ? JSON.parse(data) : data) as object
      if (ends.has(event)) return void (end = { event, data: value })
      send(event, value)
      const message = value as Message
      if (event === 'conversation.message.delta' && isSpoken(message)) write(message)
      if (event === 'conversation.message.completed' && isSpoken(message)) finish(message)
    },
    drained: () => Promise.resolve(),
  }

  /** Stores only the heard part of the answers in the conversation; the trace has the whole. */
  async function storeHeardPart(at: number, spoken: readonly Answer[] = answers) {
    await conversations.flush()
    for (const { message, written, heard } of spoken) {
      const [row] = await conversations.byIds(chat!.live.conversationId, [message.id])
      const length = heard.length(written, at)
      if (!row || length >= row.content.length) continue
      await conversations.updateMessage(row.id, {
        content: row.content.slice(0, length).trimEnd(),
        extra: { ...row.extra, interrupted: 'voice' },
      })
    }
  }
  async function follow(started: OpenChat): Promise<void> {
    chat = started
    if (cancelled) started.live.stop('user')
    await started.show(sse, signal)
    await sound
    if (signal.aborted || !end) return
    if (cancelled === undefined) return send(end.event, end.data)
    if (cancelled === Cancelled.byVoice) await storeHeardPart(stoppedAt)
    // Without a voice, the answer was read, so the whole text was seen.
    if (cancelled === Cancelled.byClient)
      await storeHeardPart(
        stoppedAt,
        answers.filter(({ heard }) => heard.hasBegun()),
      )
    sendCancelled(end.data, cancelled)
  }
  const sendCancelled = (data: object, code: Cancelled) =>
    send('conversation.chat.canceled', { ...data, status: 'canceled', code })
  /** Ends the sound of a finished answer. A client that requested it is informed when the heard part is stored. */
  async function cutShort(at: number, reason: Cancelled | undefined) {
    await storeHeardPart(at)
    if (reason && end) sendCancelled(end.data, reason)
  }

  return {
    follow,
    /** A speech-to-speech model starts to answer; its sound belongs to the next message. */
    begin() {
      const mine: Voice = { queue: createSoundQueue(), hasSound: false, isTaken: false }
      voice = mine
      return {
        sound(samples: Int16Array, rate: number) {
          mine.hasSound = true
          mine.queue.push({ samples, rate })
        },
        end() {
          mine.queue.end()
          if (!mine.hasSound && voice === mine) voice = undefined
        },
      }
    },
    get questionId() {
      return chat?.live.questionId
    },
    /** Stops the answer and its sound. `follow` resolves when everything is stored. */
    cancel(reason: Cancelled) {
      cancelled ??= reason
      stoppedAt ||= now()
      silence.abort()
      chat?.live.stop('user')
    },
    /** Whether the sent sound is still playing, estimated from the durations. */
    isPlaying: () => answers.some(({ heard }) => heard.isPlaying()),
    cutShort,
    get isCancelled() {
      return cancelled !== undefined
    },
    startedAt: now(),
  }
}
export type SpokenTurn = ReturnType<typeof createSpokenTurn>
