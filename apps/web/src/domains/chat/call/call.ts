import { ErrorCode } from '@orrery/contract/shared/error-codes'
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
import { HEARD_RATE, type Microphone, NoMicrophone, openMicrophone } from './microphone.ts'
import { openSpeaker, SPOKEN_RATE, type Speaker } from './speaker.ts'

export interface CallOptions {
  isPushed: boolean
  isMuted: boolean
  microphone: string
  loudspeaker: string
  volume: number
  /** Of people who are recognised by their voices. */
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
/** Waits between the tries to come back, once the connection is lost: a server that starts again takes some seconds. */
const AGAIN_MS = [500, 1000, 2000, 4000, 8000]
/** A room can be entered again for a while; later another one is opened for the same conversation. */
const ROOM_MS = 9 * 60_000
/** Ended on purpose, and not by a network or a server that went away. */
const NORMAL = 1000
/** Over WebRTC the end of what was said is still on its way when the key is released. */
const TAIL_MS = 200
/** The server stores what was heard before it says that the turn has ended; nobody waits longer to hang up. */
const GOODBYE_MS = 3000
const answered = new Set(['conversation.chat.completed', 'conversation.chat.requires_action'])
const goodbyes = new Set(['conversation.chat.canceled', 'error'])

/** One call: the microphone goes out over a connection, and what comes back is played. */
export function createCall(openRoom: () => Promise<CallRoom>) {
  const store = createStore(beforeCall)
  let options = firstOptions
  let isHeld = false
  /** Something was said since the key is held. */
  let hasSound = false
  let line: CallLine | undefined
  let microphone: Microphone | undefined
  let speaker: Speaker | undefined
  let hasBegun = false
  let isOver = false
  let room: { opened: CallRoom; at: number } | undefined
  /** Tries since the connection was last there. */
  let tries = 0
  /** A voice sounds that comes by itself. */
  let isSounding = false
  /** WebRTC found no way through: it is not tried again in this call. */
  let canTryMedia = true
  /** What the next sound says. */
  let sentence: Sentence | undefined
  const { promise: parted, resolve: part } = Promise.withResolvers<void>()

  const configure = () =>
    line?.send('chat.update', {
      input_audio: { format: 'pcm', codec: 'pcm', sample_rate: HEARD_RATE },
      output_audio: { codec: 'pcm', pcm_config: { sample_rate: SPOKEN_RATE } },
      turn_detection: { type: options.isPushed ? 'client_interrupt' : 'server_vad' },
      ...(options.group && { voice_print_config: { group_id: options.group, reuse_voice_info: true } }),
    })
  const isPlaying = () => isSounding || (speaker?.isPlaying() ?? false)
  const isAnswered = () => store.current().isAnswering || isPlaying()
  /** What goes out by itself, without being handed over piece by piece. */
  const speak = () =>
    line?.speak({ track: microphone?.track, isMuted: options.isMuted, isOpen: !options.isPushed || isHeld })
  function heard(samples: Int16Array) {
    if (options.isPushed && !isHeld) return
    hasSound = true
    // Silence goes out too: the server finds the end of a sentence by it.
    const sent = options.isMuted ? new Int16Array(samples.length) : samples
    line?.hear(sent)
  }
  function play(bytes: Uint8Array) {
    const said = sentence
    sentence = undefined
    speaker?.play(bytes, said && (() => store.set(afterSentence(store.current(), said))))
  }
  /** Words that came after the last sound: they are shown when it has ended, and sound no more. */
  function tellRest() {
    const rest = sentence
    sentence = undefined
    if (rest) speaker?.play(new Uint8Array(), () => store.set(afterWords(store.current(), rest)))
  }
  /** Of a voice that comes by itself, events come when they are heard. */
  function takeSounding({ event_type: type, data }: CallEvent) {
    if (type === 'conversation.audio.sentence_start') {
      isSounding = true
      const said = { text: data?.text ?? '', isContinued: data?.is_continued ?? false }
      store.set(afterSentence(store.current(), said))
    }
    if (type === 'conversation.audio.completed' && isSounding) {
      isSounding = false
      quieten()
    }
  }
  function takeSound({ event_type: type, data }: CallEvent) {
    if (type === 'conversation.audio.sentence_start')
      sentence = { text: data?.text ?? '', isContinued: data?.is_continued ?? false }
    if (type === 'conversation.audio.delta') play(bytesOf(data?.content ?? ''))
    if (type === 'conversation.audio.completed') tellRest()
  }
  function fallSilent() {
    isSounding = false
    speaker?.stop()
  }
  function take(event: CallEvent) {
    const { event_type: type, data } = event
    if (isOver) return void (goodbyes.has(type) && part())
    // It had ended before the wish to stop it arrived.
    if (type === 'error' && data?.code === ErrorCode.realtime.noTurn) return
    if (type === 'chat.created') configure()
    if (type === 'chat.updated') tries = 0
    if (line?.hasMedia) takeSounding(event)
    else takeSound(event)
    store.set(afterEvent(store.current(), event))
    // From here on the user has the word: what was still to be played is not heard any more.
    if (type === 'input_audio_buffer.speech_started' || type === 'conversation.chat.canceled') fallSilent()
    if (answered.has(type) && !isPlaying()) quieten()
  }
  const quieten = () => store.set(afterSilence(store.current()))
  function end(fault?: 'lost') {
    if (isOver || !hasBegun) return
    isOver = true
    // Only what was heard stays in the conversation, also for somebody who hangs up in the middle of it.
    if (fault || !isAnswered()) part()
    else {
      line?.send('conversation.chat.cancel')
      setTimeout(part, GOODBYE_MS)
    }
    void parted.then(() => line?.close())
    microphone?.close()
    speaker?.close()
    store.patch({ phase: 'over', fault })
  }
  async function openSound() {
    const opened = await openMicrophone(options.microphone, heard)
    if (isOver) return opened.close()
    microphone?.close()
    microphone = opened
    speak()
  }
  async function connect() {
    if (!room || Date.now() - room.at > ROOM_MS) room = { opened: await openRoom(), at: Date.now() }
    if (isOver) return
    store.patch({ groups: room.opened.voiceprint_groups ?? [] })
    const made = await openCallLine(room.opened, canTryMedia, {
      onEvent: take,
      onClose: lose,
      onStream: (stream) => speaker?.follow(stream),
    })
    if (isOver) return made.line.close()
    line = made.line
    canTryMedia &&= !made.hasFallenBack
    store.patch({ hasFallenBack: !canTryMedia })
    speak()
  }
  /** The conversation is kept by the server: a page that comes back goes on where it was. */
  function lose(code: number) {
    const wait = AGAIN_MS[tries]
    if (isOver || code === NORMAL || wait === undefined) {
      part()
      return end('lost')
    }
    tries += 1
    sentence = undefined
    isSounding = false
    store.set(afterLoss(store.current()))
    setTimeout(() => void (isOver || connect().catch(() => lose(0))), wait)
  }
  async function begin() {
    hasBegun = true
    try {
      speaker = openSpeaker(quieten)
      await openSound()
      await connect()
    } catch (error) {
      end()
      failed(error)
    }
  }
  /** Of what was said while the key was held. */
  function finish() {
    if (isHeld) return
    speak()
    if (hasSound) line?.send('input_audio_buffer.complete')
  }
  /** Other failures were told by the call that failed. */
  const failed = (error: unknown) => store.patch({ fault: error instanceof NoMicrophone ? error.fault : 'lost' })
  return {
    store,
    begin,
    end: () => end(),
    /** Everything that belongs to the call is in the conversation. */
    parted,
    levels: () => ({ you: microphone?.level, bot: speaker?.level }),
    async change(next: Partial<CallOptions>) {
      const before = options
      options = { ...options, ...next }
      speaker?.setVolume(options.volume)
      if (options.isPushed !== before.isPushed || options.group !== before.group) configure()
      speak()
      if (options.loudspeaker !== before.loudspeaker) await speaker?.setDevice(options.loudspeaker).catch(failed)
      if (options.microphone !== before.microphone) await openSound().catch(failed)
    },
    /** While it is held, what is said counts; the bot falls silent for it. */
    hold() {
      if (!options.isPushed || isHeld || isOver) return
      isHeld = true
      hasSound = false
      if (isAnswered()) line?.send('conversation.chat.cancel')
      store.set(afterEvent(store.current(), { event_type: 'input_audio_buffer.speech_started' }))
      fallSilent()
      speak()
    },
    release() {
      if (!isHeld || isOver) return
      isHeld = false
      setTimeout(finish, line?.hasMedia ? TAIL_MS : 0)
      store.patch({ phase: hasSound ? 'thinking' : 'listening' })
    },
  }
}
export type Call = ReturnType<typeof createCall>
