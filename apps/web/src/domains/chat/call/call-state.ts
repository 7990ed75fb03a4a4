import type { MicrophoneFault } from '#lib/microphone.ts'

type CallPhase = 'connecting' | 'listening' | 'hearing' | 'thinking' | 'speaking' | 'over'
export interface Caption {
  id: string
  who: 'you' | 'bot'
  /** The recognised speaker; empty if unknown. */
  speaker: string
  text: string
  isCut: boolean
}
export interface CallState {
  phase: CallPhase
  captions: readonly Caption[]
  /** The number of the current or last turn. */
  turn: number
  isAnswering: boolean
  /** The text of the bot in this turn, and whether it is shown because there is no voice to speak it. */
  written: string
  isMute: boolean
  /** Why the call could not begin, or why it ended. */
  fault: MicrophoneFault | 'lost' | undefined
  /** WebRTC could not connect, so the call uses a socket. */
  hasFallenBack: boolean
  /** The error message of the server. */
  note: string
  /** Groups of people who can be recognised by their voices. */
  groups: readonly { id: string; name: string }[]
}
export const beforeCall: CallState = {
  phase: 'connecting',
  captions: [],
  turn: 0,
  isAnswering: false,
  written: '',
  isMute: false,
  fault: undefined,
  hasFallenBack: false,
  note: '',
  groups: [],
}

/** A message of the connection: the fields that the page uses. */
export interface CallEvent {
  event_type: string
  data?: {
    code?: number
    content?: string
    is_continued?: boolean
    last_error?: { msg?: string }
    msg?: string
    speaker_name?: string
    text?: string
    type?: string
  }
}
/** The text of a piece of audio, which may continue an earlier sentence. */
export interface Sentence {
  text: string
  isContinued: boolean
}
const MAX_CAPTIONS = 50
const botCaption = ({ turn }: CallState) => `bot-${turn}`

function withCaption(state: CallState, caption: Caption): CallState {
  const at = state.captions.findIndex(({ id }) => id === caption.id)
  const captions = at < 0 ? [...state.captions, caption].slice(-MAX_CAPTIONS) : state.captions.with(at, caption)
  return { ...state, captions }
}
const withBotCaption = (state: CallState, text: string): CallState =>
  withCaption(state, { id: botCaption(state), who: 'bot', speaker: '', text, isCut: false })

/** Appends text to the caption of the bot. */
export function afterWords(state: CallState, { text, isContinued }: Sentence): CallState {
  const before = state.captions.find(({ id }) => id === botCaption(state))?.text ?? ''
  // Chinese sentences are joined without a space.
  const gap = before && !isContinued && /[\x20-\x7e]$/.test(before) ? ' ' : ''
  return withBotCaption(state, before + gap + text)
}
/** The audio of a sentence starts: captions follow the voice, so that they show only what was played. */
export const afterSentence = (state: CallState, sentence: Sentence): CallState => ({
  ...afterWords(state, sentence),
  phase: 'speaking',
})
/** Everything received so far was played. */
export const afterSilence = (state: CallState): CallState =>
  state.phase === 'speaking' || state.phase === 'thinking'
    ? { ...state, phase: state.isAnswering ? 'thinking' : 'listening' }
    : state

/** The connection is lost and will be restored. The answer in progress will not be completed. */
export const afterLoss = (state: CallState): CallState => ({
  ...withInterruption(state),
  phase: 'connecting',
  isAnswering: false,
})

/** Marks the caption of the bot as interrupted if it had not finished speaking. */
function withInterruption(state: CallState): CallState {
  const last = state.captions.find(({ id }) => id === botCaption(state))
  if (!last || (state.phase !== 'speaking' && !state.isAnswering)) return state
  return withCaption(state, { ...last, isCut: true })
}
/** Shows the answer as text if there is no voice. */
const withWrittenAnswer = (state: CallState): CallState =>
  state.isMute && state.written ? withBotCaption(state, state.written) : state

/** The state after a message of the server. */
export function afterEvent(state: CallState, { event_type: type, data = {} }: CallEvent): CallState {
  switch (type) {
    case 'chat.updated':
      return state.phase === 'connecting' ? { ...state, phase: 'listening' } : state
    case 'input_audio_buffer.speech_started':
      return { ...withInterruption(state), phase: 'hearing', note: '' }
    case 'input_audio_buffer.speech_stopped':
    case 'input_audio_buffer.completed':
      return { ...state, phase: 'thinking' }
    case 'conversation.audio_transcript.completed': {
      const { content: text = '', speaker_name: speaker = '' } = data
      if (!text) return { ...state, phase: 'listening' }
      const id = `you-${state.turn}-${state.captions.length}`
      return withCaption(state, { id, who: 'you', speaker, text, isCut: false })
    }
    case 'conversation.chat.created':
      return { ...state, phase: 'thinking', turn: state.turn + 1, isAnswering: true, written: '' }
    case 'conversation.message.delta':
      return data.type === 'answer'
        ? withWrittenAnswer({ ...state, written: state.written + (data.content ?? '') })
        : state
    // A turn that waits for a confirmation has finished speaking, too.
    case 'conversation.chat.requires_action':
    case 'conversation.chat.completed':
      return { ...state, isAnswering: false }
    case 'conversation.chat.canceled':
      return {
        ...withInterruption(state),
        isAnswering: false,
        phase: state.phase === 'hearing' ? 'hearing' : 'listening',
      }
    case 'conversation.chat.failed':
      return { ...state, isAnswering: false, phase: 'listening', note: data.last_error?.msg ?? '' }
    case 'error':
      return withWrittenAnswer({
        ...state,
        ...(state.isAnswering ? { isMute: true } : afterUnrecognised(state)),
        note: data.msg ?? '',
      })
    default:
      return state
  }
}
/** The speech was not understood, so the call listens again. */
const afterUnrecognised = ({ phase }: CallState): Partial<CallState> =>
  phase === 'hearing' || phase === 'thinking' ? { phase: 'listening' } : {}
