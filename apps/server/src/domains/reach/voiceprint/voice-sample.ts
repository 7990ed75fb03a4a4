import { CEPSTRUM_RATE } from '#kit/audio/cepstrum.ts'
import { resampled } from '#kit/audio/resample.ts'
import { bytesOf, createSampleReader, toMono } from '#kit/audio/samples.ts'
import { soundTypeOf } from '#kit/audio/sound-type.ts'
import { wavSamples } from '#kit/audio/wav-samples.ts'
import { toWav } from '#kit/audio/wav.ts'
import { EMBEDDER, voiceprintOf } from '#kit/audio/voiceprint.ts'
import { voiceprintErrors } from './voiceprint.errors.ts'

export interface SampleLayout {
  sample_rate: number
  channel: number
}
const MAX_MB = 4
/** More seconds add no information about a voice. */
const MAX_SECONDS = 30
const shortened = (samples: Int16Array, rate: number) =>
  resampled(samples.subarray(0, MAX_SECONDS * rate), rate, CEPSTRUM_RATE)

/** Decodes a recording to one channel, at the rate used for comparing voices. */
export async function readSamples(file: Blob, layout: SampleLayout): Promise<Int16Array> {
  if (file.size > MAX_MB * 1024 * 1024) throw voiceprintErrors.tooLarge({ max: MAX_MB })
  const bytes = Buffer.from(await file.arrayBuffer())
  const type = soundTypeOf(bytes)
  if (type?.extension === 'wav') {
    const wav = wavSamples(bytes)
    if (!wav) throw voiceprintErrors.notSamples()
    return shortened(wav.samples, wav.rate)
  }
  const isPcm = file instanceof File && file.name.toLowerCase().endsWith('.pcm')
  if (type || !isPcm) throw voiceprintErrors.notSamples()
  const samples = toMono(createSampleReader()(bytes), layout.channel)
  return shortened(samples, layout.sample_rate)
}

export async function vectorOf(samples: Int16Array): Promise<number[]> {
  const print = await voiceprintOf(samples)
  if (!print) throw voiceprintErrors.noSpeech()
  return print.vector
}

/** What is stored of a recording: the sound, for people to check and for future embedders, and its vector. */
export async function enrolled(file: Blob, layout: SampleLayout) {
  const samples = await readSamples(file, layout)
  const vector = await vectorOf(samples)
  return { sample: toWav(bytesOf(samples), CEPSTRUM_RATE), vector, embedder: EMBEDDER }
}
