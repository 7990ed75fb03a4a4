import { soundTypeOf } from '#kit/audio/sound-type.ts'
import { toWav } from '#kit/audio/wav.ts'
import type { Recording } from '#kit/speech/speech-types.ts'
import { voiceErrors } from '../voice.errors.ts'

const MAX_MB = 10
/** Assumed sample rate of samples without a header; the most common one for speech. */
const PCM_RATE = 16_000

/** A recording with a name and type from its content, because providers use both. */
export async function readRecording(file: Blob, format = ''): Promise<Recording> {
  if (file.size > MAX_MB * 1024 * 1024) throw voiceErrors.tooLarge({ max: MAX_MB })
  const bytes = Buffer.from(await file.arrayBuffer())
  const type = soundTypeOf(bytes)
  if (type) return { bytes, fileName: `recording.${type.extension}`, mime: type.mime }
  const isPcm = format === 'pcm' || (file instanceof File && file.name.toLowerCase().endsWith('.pcm'))
  if (!isPcm || bytes.length < 2) throw voiceErrors.notSound()
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
  return { bytes: toWav(whole, PCM_RATE), fileName: 'recording.wav', mime: 'audio/wav' }
}
