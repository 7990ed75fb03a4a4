import type { InterpretationFrame, InterpretationSettings } from '@orrery/contract'
import { createVoiceActivity } from '#kit/audio/voice-activity.ts'
import type { FrameSocket } from '#kit/ws/frame-socket.ts'
import { type Transcriber, wavOf } from './transcriber.ts'
import type { Interpreter } from './interpreter.ts'
import type { Broadcast } from './live.ts'
import type { Synthesiser } from './synthesiser.ts'
import { realtimeErrors } from './realtime.errors.ts'

export interface InterpretationSession {
  socket: FrameSocket
  transcriber: Transcriber
  interpreter: Interpreter
  /** The space whose model translates. */
  spaceId: string
  /** Fixed from the start in a room. */
  settings?: InterpretationSettings | undefined
  synthesiserWith(audio: () => InterpretationSettings['output_audio']): Synthesiser
  /** Sends the sound to people who listen to a room. */
  broadcast?: Broadcast | undefined
}
/** Interpretation starts at short pauses instead of at the end of a speech. */
const PAUSE_MS = 400
const PREFIX_MS = 300

/** Interprets speech clause by clause: sends the transcript, the translation, and its sound. */
export function serveInterpretation(session: InterpretationSession) {
  const { socket, transcriber, interpreter, spaceId, synthesiserWith, broadcast } = session
  let { settings } = session
  let listener: ReturnType<typeof createListener> | undefined
  let work: Promise<void> = Promise.resolve()
  const synthesiser = synthesiserWith(() => settings!.output_audio)

  async function interpret(samples: Int16Array, rate: number, { translate_config: config }: InterpretationSettings) {
    const hints = { language: config.from.split('-')[0]!, prompt: config.hot_words.join(', ') }
    const heard = await transcriber.words(wavOf(samples, rate), socket.signal, hints)
    if (!heard) return
    socket.send('simult_interpretation.transcription.delta', { delta: heard })
    const told = await interpreter.translate(spaceId, heard, config, socket.signal)
    socket.send('simult_interpretation.translation.delta', { delta: told })
    if (!told) return
    for await (const { bytes, samples: spoken, rate: spokenRate } of synthesiser.say(told, socket.signal)) {
      socket.send('simult_interpretation.audio.delta', { delta: bytes.toString('base64') })
      broadcast?.translation(spoken, spokenRate)
    }
  }
  function createListener(given: InterpretationSettings) {
    const { decode, rate } = transcriber.decoder(given.input_audio)
    const activity = createVoiceActivity({ rate, silenceMs: PAUSE_MS, prefixMs: PREFIX_MS })
    const take = (samples: Int16Array) => {
      for (const event of activity.push(samples))
        if (event.type === 'end') work = work.then(() => interpret(event.samples, rate, given)).catch(socket.fail)
    }
    return {
      append(bytes: Buffer) {
        const samples = decode(bytes)
        broadcast?.origin(samples, rate)
        take(samples)
      },
      /** Silence that ends the current clause. */
      end: () => take(new Int16Array(Math.ceil((rate * PAUSE_MS) / 1000) + rate)),
    }
  }
  if (settings) listener = createListener(settings)
  socket.onFrame((given) => {
    const frame = given as InterpretationFrame
    if (frame.event_type === 'simult_interpretation.update') {
      settings = frame.data
      listener = createListener(settings)
      return socket.send('simult_interpretation.updated', settings)
    }
    if (!listener) throw realtimeErrors.noLanguages()
    if (frame.event_type === 'input_audio_buffer.append')
      return listener.append(Buffer.from(frame.data.delta, 'base64'))
    listener.end()
    socket.send('input_audio_buffer.completed')
    work = work.then(() => socket.send('simult_interpretation.message.completed'))
  })
  socket.send('simult_interpretation.created')
}
