import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { createStore } from '#lib/store.ts'
import { base64Of, bytesOf, type CallRoom, type CallSocket, openCallSocket } from './call-socket.ts'
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
/** The server stores what was heard before it says that the turn has ended; nobody waits longer to hang up. */
const GOODBYE_MS = 3000
const answered = new Set(['conversation.chat.completed', 'conversation.chat.requires_action'])
const goodbyes = new Set(['conversation.chat.canceled', 'error'])

/** One call: the microphone goes out over a socket, and what comes back is played. */
export function createCall(openRoom: () => Promise<CallRoom>) {
  const store = createStore(beforeCall)
  let options = firstOptions
  let isHeld = false
  /** Something was said since the key is held. */
  let hasSound = false
  let socket: CallSocket | undefined
  let microphone: Microphone | undefined
  let speaker: Speaker | undefined
  let hasBegun = false
  let isOver = false
  let room: { opened: CallRoom; at: number } | undefined
  /** Tries since the connection was last there. */
  let tries = 0
  /** What the next sound says. */
  let sentence: Sentence | undefined
  const { promise: parted, resolve: part } = Promise.withResolvers<void>()

  const configure = () =>
    socket?.send('chat.update', {
      input_audio: { format: 'pcm', codec: 'pcm', sample_rate: HEARD_RATE },
      output_audio: { codec: 'pcm', pcm_config: { sample_rate: SPOKEN_RATE } },
      turn_detection: { type: options.isPushed ? 'client_interrupt' : 'server_vad' },
      ...(options.group && { voice_print_config: { group_id: options.group, reuse_voice_info: true } }),
    })
  const isAnswered = () => store.current().isAnswering || (speaker?.isPlaying() ?? false)
  function heard(samples: Int16Array) {
    if (options.isPushed && !isHeld) return
    hasSound = true
    // Silence goes out too: the server finds the end of a sentence by it.
    const sent = options.isMuted ? new Int16Array(samples.length) : samples
    socket?.send('input_audio_buffer.append', { delta: base64Of(sent) })
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
  function take(event: CallEvent) {
    const { event_type: type, data } = event
    if (isOver) return void (goodbyes.has(type) && part())
    // It had ended before the wish to stop it arrived.
    if (type === 'error' && data?.code === ErrorCode.realtime.noTurn) return
    if (type === 'chat.created') configure()
    if (type === 'chat.updated') tries = 0
    if (type === 'conversation.audio.sentence_start')
      sentence = { text: data?.text ?? '', isContinued: data?.is_continued ?? false }
    if (type === 'conversation.audio.delta') play(bytesOf(data?.content ?? ''))
    if (type === 'conversation.audio.completed') tellRest()
    store.set(afterEvent(store.current(), event))
    // From here on the user has the word: what was still to be played is not heard any more.
    if (type === 'input_audio_buffer.speech_started' || type === 'conversation.chat.canceled') speaker?.stop()
    if (answered.has(type) && !speaker?.isPlaying()) quieten()
  }
  const quieten = () => store.set(afterSilence(store.current()))
  function end(fault?: 'lost') {
    if (isOver || !hasBegun) return
    isOver = true
    // Only what was heard stays in the conversation, also for somebody who hangs up in the middle of it.
    if (fault || !isAnswered()) part()
    else {
      socket?.send('conversation.chat.cancel')
      setTimeout(part, GOODBYE_MS)
    }
    void parted.then(() => socket?.close())
    microphone?.close()
    speaker?.close()
    store.patch({ phase: 'over', fault })
  }
  async function openSound() {
    const opened = await openMicrophone(options.microphone, heard)
    if (isOver) return opened.close()
    microphone?.close()
    microphone = opened
  }
  async function connect() {
    if (!room || Date.now() - room.at > ROOM_MS) room = { opened: await openRoom(), at: Date.now() }
    if (isOver) return
    store.patch({ groups: room.opened.voiceprint_groups ?? [] })
    socket = openCallSocket(room.opened, { onEvent: take, onClose: lose })
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
      if (options.loudspeaker !== before.loudspeaker) await speaker?.setDevice(options.loudspeaker).catch(failed)
      if (options.microphone !== before.microphone) await openSound().catch(failed)
    },
    /** While it is held, what is said counts; the bot falls silent for it. */
    hold() {
      if (!options.isPushed || isHeld || isOver) return
      isHeld = true
      hasSound = false
      if (isAnswered()) socket?.send('conversation.chat.cancel')
      store.set(afterEvent(store.current(), { event_type: 'input_audio_buffer.speech_started' }))
      speaker?.stop()
    },
    release() {
      if (!isHeld || isOver) return
      isHeld = false
      if (hasSound) socket?.send('input_audio_buffer.complete')
      store.patch({ phase: hasSound ? 'thinking' : 'listening' })
    },
  }
}
export type Call = ReturnType<typeof createCall>
