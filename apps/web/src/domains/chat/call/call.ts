import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { NoMicrophone } from '#lib/microphone.ts'
import { createStore } from '#lib/store.ts'
import { type CallLine, openCallLine } from './call-line.ts'
import { bytesOf, type CallRoom } from './call-socket.ts'
import {
  afterEvent,
  afterLoss,
  afterSentence,
  afterSilence,
  afterWords,
  beforeCall,
  type CallEvent,
  type Sentence,
} from './call-state.ts'
import { INPUT_RATE, type Microphone, openCallMicrophone } from './microphone.ts'
import { openSpeaker, OUTPUT_RATE, type Speaker } from './speaker.ts'

export interface CallOptions {
  isPushed: boolean
  isMuted: boolean
  microphone: string
  loudspeaker: string
  volume: number
  /** The id of the voiceprint group whose members are recognised. */
  group: string
}
export const firstOptions: CallOptions = {
  isPushed: false,
  isMuted: false,
  microphone: '',
  loudspeaker: '',
  volume: 1,
  group: '',
}
/** The delays before attempts to reconnect: a restarting server takes some seconds. */
const RECONNECT_DELAYS_MS = [500, 1000, 2000, 4000, 8000]
/** How long a room can be re-entered; afterwards a new one is opened for the same conversation. */
const ROOM_LIFETIME_MS = 9 * 60_000
/** The close code of a call that was ended on purpose. */
const NORMAL_CLOSURE = 1000
/** Over WebRTC the last part of the speech is still in transit when the key is released. */
const TRAILING_AUDIO_MS = 200
/** The server stores what was played before it confirms the end of the turn. Hanging up waits at most this long. */
const HANG_UP_TIMEOUT_MS = 3000
const answerEndEvents = new Set(['conversation.chat.completed', 'conversation.chat.requires_action'])
const hangUpEvents = new Set(['conversation.chat.canceled', 'error'])

/** A call: sends the audio of the microphone and plays the audio received. */
export function createCall(openRoom: () => Promise<CallRoom>) {
  const store = createStore(beforeCall)
  let options = firstOptions
  let isHeld = false
  /** Whether audio was sent since the key is held. */
  let hasAudio = false
  let line: CallLine | undefined
  let microphone: Microphone | undefined
  let speaker: Speaker | undefined
  let hasBegun = false
  let isOver = false
  let room: { opened: CallRoom; at: number } | undefined
  /** Failed attempts to reconnect since the last connection. */
  let attempts = 0
  /** Whether the voice of the bot is being played over WebRTC. */
  let isMediaPlaying = false
  /** False once WebRTC could not connect: this call does not try it again. */
  let canTryWebrtc = true
  /** The text of the next piece of audio. */
  let nextSentence: Sentence | undefined
  const { promise: finished, resolve: resolveFinished } = Promise.withResolvers<void>()

  const configure = () =>
    line?.send('chat.update', {
      input_audio: { format: 'pcm', codec: 'pcm', sample_rate: INPUT_RATE },
      output_audio: { codec: 'pcm', pcm_config: { sample_rate: OUTPUT_RATE } },
      turn_detection: { type: options.isPushed ? 'client_interrupt' : 'server_vad' },
      ...(options.group && { voice_print_config: { group_id: options.group, reuse_voice_info: true } }),
    })
  const isPlaying = () => isMediaPlaying || (speaker?.isPlaying() ?? false)
  const isAnswered = () => store.current().isAnswering || isPlaying()
  /** Sets what is sent over WebRTC, where samples are not sent as messages. */
  const sendTrack = () =>
    line?.sendTrack({ track: microphone?.track, isMuted: options.isMuted, isOpen: !options.isPushed || isHeld })
  function onSamples(samples: Int16Array) {
    if (options.isPushed && !isHeld) return
    hasAudio = true
    // Silence is sent too: the server uses it to detect the end of a sentence.
    const sent = options.isMuted ? new Int16Array(samples.length) : samples
    line?.sendSamples(sent)
  }
  function play(bytes: Uint8Array) {
    const spoken = nextSentence
    nextSentence = undefined
    speaker?.play(bytes, spoken && (() => store.set(afterSentence(store.current(), spoken))))
  }
  /** Shows text that arrives after the last audio once that audio has been played. */
  function showRest() {
    const rest = nextSentence
    nextSentence = undefined
    if (rest) speaker?.play(new Uint8Array(), () => store.set(afterWords(store.current(), rest)))
  }
  /** Handles audio events over WebRTC, which arrive when the audio is played. */
  function handleMediaEvent({ event_type: type, data }: CallEvent) {
    if (type === 'conversation.audio.sentence_start') {
      isMediaPlaying = true
      const spoken = { text: data?.text ?? '', isContinued: data?.is_continued ?? false }
      store.set(afterSentence(store.current(), spoken))
    }
    if (type === 'conversation.audio.completed' && isMediaPlaying) {
      isMediaPlaying = false
      afterPlayback()
    }
  }
  function handleAudioEvent({ event_type: type, data }: CallEvent) {
    if (type === 'conversation.audio.sentence_start')
      nextSentence = { text: data?.text ?? '', isContinued: data?.is_continued ?? false }
    if (type === 'conversation.audio.delta') play(bytesOf(data?.content ?? ''))
    if (type === 'conversation.audio.completed') showRest()
  }
  function stopPlayback() {
    isMediaPlaying = false
    speaker?.stop()
  }
  function handleEvent(event: CallEvent) {
    const { event_type: type, data } = event
    if (isOver) return void (hangUpEvents.has(type) && resolveFinished())
    // The turn had finished before the request to cancel it arrived.
    if (type === 'error' && data?.code === ErrorCode.realtime.noTurn) return
    if (type === 'chat.created') configure()
    if (type === 'chat.updated') attempts = 0
    if (line?.hasMedia) handleMediaEvent(event)
    else handleAudioEvent(event)
    store.set(afterEvent(store.current(), event))
    // The user speaks now: audio that has not been played is dropped.
    if (type === 'input_audio_buffer.speech_started' || type === 'conversation.chat.canceled') stopPlayback()
    if (answerEndEvents.has(type) && !isPlaying()) afterPlayback()
  }
  const afterPlayback = () => store.set(afterSilence(store.current()))
  function end(fault?: 'lost') {
    if (isOver || !hasBegun) return
    isOver = true
    // When the user hangs up during an answer, the conversation must contain only the part that was played.
    if (fault || !isAnswered()) resolveFinished()
    else {
      line?.send('conversation.chat.cancel')
      setTimeout(resolveFinished, HANG_UP_TIMEOUT_MS)
    }
    void finished.then(() => line?.close())
    microphone?.close()
    speaker?.close()
    store.patch({ phase: 'over', fault })
  }
  async function startMicrophone() {
    const opened = await openCallMicrophone(options.microphone, onSamples)
    if (isOver) return opened.close()
    microphone?.close()
    microphone = opened
    sendTrack()
  }
  async function connect() {
    if (!room || Date.now() - room.at > ROOM_LIFETIME_MS) room = { opened: await openRoom(), at: Date.now() }
    if (isOver) return
    store.patch({ groups: room.opened.voiceprint_groups ?? [] })
    const made = await openCallLine(room.opened, canTryWebrtc, {
      onEvent: handleEvent,
      onClose: reconnect,
      onStream: (stream) => speaker?.follow(stream),
    })
    if (isOver) return made.line.close()
    line = made.line
    canTryWebrtc &&= !made.hasFallenBack
    store.patch({ hasFallenBack: !canTryWebrtc })
    sendTrack()
  }
  /** Reconnects: the server keeps the conversation, so the call continues where it was. */
  function reconnect(code: number) {
    const wait = RECONNECT_DELAYS_MS[attempts]
    if (isOver || code === NORMAL_CLOSURE || wait === undefined) {
      resolveFinished()
      return end('lost')
    }
    attempts += 1
    nextSentence = undefined
    isMediaPlaying = false
    store.set(afterLoss(store.current()))
    setTimeout(() => void (isOver || connect().catch(() => reconnect(0))), wait)
  }
  async function begin() {
    hasBegun = true
    try {
      speaker = openSpeaker(afterPlayback)
      await startMicrophone()
      await connect()
    } catch (error) {
      end()
      failed(error)
    }
  }
  /** Completes what was said while the key was held. */
  function completeInput() {
    if (isHeld) return
    sendTrack()
    if (hasAudio) line?.send('input_audio_buffer.complete')
  }
  /** The client has already shown other errors. */
  const failed = (error: unknown) => store.patch({ fault: error instanceof NoMicrophone ? error.fault : 'lost' })
  return {
    store,
    begin,
    end: () => end(),
    /** Resolves when everything said in the call is part of the conversation. */
    finished,
    levels: () => ({ you: microphone?.level, bot: speaker?.level }),
    async change(next: Partial<CallOptions>) {
      const before = options
      options = { ...options, ...next }
      speaker?.setVolume(options.volume)
      if (options.isPushed !== before.isPushed || options.group !== before.group) configure()
      sendTrack()
      if (options.loudspeaker !== before.loudspeaker) await speaker?.setDevice(options.loudspeaker).catch(failed)
      if (options.microphone !== before.microphone) await startMicrophone().catch(failed)
    },
    /** Starts push-to-talk: interrupts the bot and sends audio while the key is held. */
    hold() {
      if (!options.isPushed || isHeld || isOver) return
      isHeld = true
      hasAudio = false
      if (isAnswered()) line?.send('conversation.chat.cancel')
      store.set(afterEvent(store.current(), { event_type: 'input_audio_buffer.speech_started' }))
      stopPlayback()
      sendTrack()
    },
    release() {
      if (!isHeld || isOver) return
      isHeld = false
      setTimeout(completeInput, line?.hasMedia ? TRAILING_AUDIO_MS : 0)
      store.patch({ phase: hasAudio ? 'thinking' : 'listening' })
    },
  }
}
export type Call = ReturnType<typeof createCall>
