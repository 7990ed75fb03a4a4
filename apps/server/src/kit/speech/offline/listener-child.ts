import { recordedSamples } from '../../audio/recorded-samples.ts'
import { UnreadableSound } from '../../audio/sample-sink.ts'
import { answerTasks, Refusal } from './helper-answers.ts'
import { openDetector, openRecogniser } from './moonshine.ts'

const RATE = 16_000
/** Quiet beginnings and ends of words that the detector cuts off. */
const MARGIN = 0.2 * RATE
let recogniser: ReturnType<typeof openRecogniser> | undefined
let detector: ReturnType<typeof openDetector> | undefined
/** A plain loop: a callback per sample would take longer than detecting speech. */
function floats(samples: Int16Array): Float32Array {
  const made = new Float32Array(samples.length)
  for (let at = 0; at < made.length; at += 1) made[at] = samples[at]! / 32_768
  return made
}
const speechIn = (samples: Float32Array) => (detector ??= openDetector())(samples)

const samplesOf = (bytes: Uint8Array, ffmpeg: string) =>
  recordedSamples(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), ffmpeg).catch((cause: unknown) => {
    throw cause instanceof UnreadableSound ? new Refusal(cause.reason) : cause
  })

answerTasks({
  /** Loads the models before there is anything to transcribe. */
  async *prepare() {
    detector ??= openDetector()
    recogniser ??= openRecogniser()
    await recogniser
    yield true
  },
  /** Transcribes a recording, section by section. */
  async *words({ bytes, ffmpeg }: { bytes: Uint8Array; ffmpeg: string }) {
    const samples = floats(await samplesOf(bytes, ffmpeg))
    for (const { from, to } of speechIn(samples)) {
      recogniser ??= openRecogniser()
      const hear = await recogniser
      yield hear(samples.slice(Math.max(0, from - MARGIN), to + MARGIN))
    }
  },
  /** The duration of speech in samples at 16 kHz. */
  async *speech({ samples }: { samples: Int16Array }) {
    yield speechIn(floats(samples)).reduce((sum, { from, to }) => sum + ((to - from) / RATE) * 1000, 0)
  },
})
