import type { MicrophoneFault } from './microphone.ts'

type CallPhase = 'connecting' | 'listening' | 'hearing' | 'thinking' | 'speaking' | 'over'
export interface Caption {
  id: string
  who: 'you' | 'bot'
  text: string
  isCut: boolean
}
export interface CallState {
  phase: CallPhase
  captions: readonly Caption[]
  /** Why the call could not begin, or ended. */
  fault: MicrophoneFault | 'lost' | undefined
  /** What the server says went wrong. */
  note: string
}
export const beforeCall: CallState = { phase: 'connecting', captions: [], fault: undefined, note: '' }

/** A message of the connection, as far as the page reads it. */
export interface CallEvent {
  event_type: string
  data?: { id?: string; content?: string; type?: string; msg?: string; last_error?: { msg?: string } }
}
const MOST_CAPTIONS = 50

function said(state: CallState, caption: Caption): CallState {
  const at = state.captions.findIndex(({ id }) => id === caption.id)
  const known = state.captions[at]
  const captions = known
    ? state.captions.with(at, { ...known, text: known.text + caption.text })
    : [...state.captions, caption].slice(-MOST_CAPTIONS)
  return { ...state, captions }
}
function cut(state: CallState): CallState {
  const last = state.captions.findLastIndex(({ who }) => who === 'bot')
  if (last < 0) return state
  return { ...state, captions: state.captions.with(last, { ...state.captions[last]!, isCut: true }) }
}

/** What a message changes on the page. */
export function afterEvent(state: CallState, { event_type: type, data = {} }: CallEvent): CallState {
  switch (type) {
    case 'chat.updated':
      return state.phase === 'connecting' ? { ...state, phase: 'listening' } : state
    case 'input_audio_buffer.speech_started':
      return { ...state, phase: 'hearing', note: '' }
    case 'input_audio_buffer.speech_stopped':
    case 'input_audio_buffer.completed':
    case 'conversation.chat.created':
      return { ...state, phase: 'thinking' }
    case 'conversation.audio_transcript.completed': {
      const text = data.content ?? ''
      if (!text) return { ...state, phase: 'listening' }
      return said(state, { id: `you-${state.captions.length}`, who: 'you', text, isCut: false })
    }
    case 'conversation.message.delta':
      if (data.type !== 'answer') return state
      return said(state, { id: data.id ?? '', who: 'bot', text: data.content ?? '', isCut: false })
    case 'conversation.audio.delta':
      return { ...state, phase: 'speaking' }
    case 'conversation.chat.canceled':
      return { ...cut(state), phase: state.phase === 'hearing' ? 'hearing' : 'listening' }
    case 'conversation.chat.failed':
      return { ...state, phase: 'listening', note: data.last_error?.msg ?? '' }
    case 'error':
      return { ...state, phase: state.phase === 'connecting' ? 'connecting' : 'listening', note: data.msg ?? '' }
    default:
      return state
  }
}
