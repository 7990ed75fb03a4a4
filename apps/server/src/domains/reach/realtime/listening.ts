import type { ChatSettings } from '@orrery/contract'
import { createVoiceActivity } from '#kit/audio/voice-activity.ts'
import type { Sound } from '#kit/speech/dialogue/dialogue-types.ts'
import { type Transcriber, wavOf } from './transcriber.ts'
import type { Speaker, Speakers } from './speakers.ts'

/** One continuous piece of speech. */
export interface Utterance {
  beganAt: number
  /** The client was informed that somebody speaks. */
  isReported: boolean
}
export interface Understood {
  text: string
  speaker: Speaker
}
/** The transcript made at a pause, in case the pause is the end. */
interface Guess {
  length: number
  stop: AbortController
  understood: Promise<Understood | undefined>
}
interface HeardUtterance extends Utterance {
  /** Decides whether the speech interrupts the bot. */
  decision: Promise<void>
  guess?: Guess
}
export interface ListeningDeps {
  settings: ChatSettings
  transcriber: Transcriber
  speakers: Speakers
  signal: AbortSignal
  now(): number
  fail(cause: unknown): void
  isSpeaking(): boolean
  /** Absent: sound never interrupts the bot. */
  interrupt?: (() => void) | undefined
  reportStart(): void
  reportEnd(): void
  /** Called with the transcript; its text is empty if the sound was no speech. */
  onHeard(said: Understood & { sound: Sound }, utterance: Utterance): Promise<void>
}

/** Detects speech and transcribes it. */
export function createListening(deps: ListeningDeps) {
  const { settings, transcriber, speakers, signal, now, fail, isSpeaking } = deps
  const { input_audio: audio, turn_detection: rules } = settings
  const { decode, rate } = transcriber.decoder(audio)
  const silenceMs = rules.silence_duration_ms
  const activity = createVoiceActivity({ rate, silenceMs, prefixMs: rules.prefix_padding_ms })
  /** Queried when speech starts, so that the end does not wait for it. */
  let isBuiltIn: Promise<boolean> = Promise.resolve(false)
  let current: HeardUtterance = { beganAt: 0, isReported: false, decision: Promise.resolve() }

  function reportStart(of: HeardUtterance) {
    of.isReported = true
    deps.reportStart()
  }
  function begin() {
    current = { beganAt: now(), isReported: false, decision: Promise.resolve() }
    isBuiltIn = transcriber.isBuiltIn().catch(() => false)
    // While the bot speaks, a sound may be noise, and the client would discard the rest of the playback.
    if (!isSpeaking()) reportStart(current)
  }
  /** A long sound interrupts the bot if it is speech. */
  async function decide(of: HeardUtterance, samples: Int16Array) {
    if (!deps.interrupt || !isSpeaking() || !(await transcriber.isSpeech(samples, rate, signal)) || !isSpeaking())
      return
    reportStart(of)
    deps.interrupt()
  }
  async function understand(samples: Int16Array, until: AbortSignal): Promise<Understood> {
    // Built-in transcription detects noise itself and returns an empty text.
    const isSpeech = (await isBuiltIn) || (await transcriber.isSpeech(samples, rate, until))
    if (!isSpeech) return { text: '', speaker: {} }
    const [text, speaker] = await Promise.all([
      transcriber.words(wavOf(samples, rate), until),
      speakers.of(samples, rate),
    ])
    return { text, speaker }
  }
  /** Transcribes at a pause, so that the end does not have to wait. A failed attempt is repeated at the end. */
  function guess(of: HeardUtterance, samples: Int16Array) {
    of.guess?.stop.abort()
    const stop = new AbortController()
    const until = AbortSignal.any([signal, stop.signal])
    const understood = isBuiltIn
      .then((builtIn) => (builtIn && !until.aborted ? understand(samples, until) : undefined))
      .catch(() => undefined)
    of.guess = { length: samples.length, stop, understood }
  }
  /** Whether only silence followed the last pause. */
  const isWhole = ({ length }: Guess, samples: Int16Array) => samples.length - length <= (rate * silenceMs) / 1000
  async function finish(of: HeardUtterance, samples: Int16Array) {
    await of.decision
    if (of.isReported) deps.reportEnd()
    const early = of.guess && isWhole(of.guess, samples) ? await of.guess.understood : undefined
    of.guess?.stop.abort()
    const understood = early ?? (await understand(samples, signal))
    await deps.onHeard({ ...understood, sound: { samples, rate } }, of)
  }

  return (bytes: Buffer) => {
    for (const event of activity.push(decode(bytes)))
      if (event.type === 'begin') begin()
      else if (event.type === 'pause') guess(current, event.samples)
      else if (event.type === 'long') current.decision = decide(current, event.samples).catch(fail)
      else void finish(current, event.samples).catch(fail)
  }
}
