import { describe, expect, test } from 'vitest'
import { decodeG711, encodeG711 } from './g711.ts'
import { createResampler, resampled } from './resample.ts'
import { bytesOf, createSampleReader, joinSamples, toMono } from './samples.ts'
import { type Activity, createVoiceActivity } from './voice-activity.ts'

const wave = (seconds: number, rate: number, size = 8000, hertz = 300) =>
  Int16Array.from({ length: seconds * rate }, (_, at) => Math.round(size * Math.sin((2 * Math.PI * hertz * at) / rate)))
const loudness = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

test.each(['g711a', 'g711u'] as const)('%s keeps samples to within a thirtieth, in half the bytes', (codec) => {
  const samples = Int16Array.from([0, 5, -5, 100, -100, 1000, -1000, 12_345, -12_345, 32_000, -32_000, 32_767, -32_768])
  const bytes = encodeG711(codec, samples)
  expect(bytes).toHaveLength(samples.length)
  decodeG711(codec, bytes).forEach((sample, at) =>
    expect(Math.abs(sample - samples[at]!)).toBeLessThanOrEqual(Math.max(16, Math.abs(samples[at]!) / 30)),
  )
})

test('samples are read correctly from bytes cut at any position', () => {
  const bytes = bytesOf(Int16Array.from([1, -2, 300, -32_768]))
  const read = createSampleReader()
  const pieces = [bytes.subarray(0, 3), bytes.subarray(3, 4), bytes.subarray(4)].map((piece) => [...read(piece)])
  expect(pieces.flat()).toEqual([1, -2, 300, -32_768])
  expect([...toMono(Int16Array.from([10, 20, -4, 4]), 2)]).toEqual([15, 0])
})

test.each([
  [24_000, 16_000],
  [24_000, 8000],
  [16_000, 48_000],
  [44_100, 24_000],
])('resampling from %i to %i Hz keeps duration and loudness, in pieces as well as at once', (from, to) => {
  const whole = wave(1, from)
  const { push, end } = createResampler(from, to)
  const pieces: Int16Array[] = []
  for (let at = 0; at < whole.length; at += 777) pieces.push(push(whole.slice(at, at + 777)))
  const made = joinSamples([...pieces, end()])
  expect(Math.abs(made.length - to)).toBeLessThan(10)
  expect(Math.abs(loudness(made) / loudness(whole) - 1)).toBeLessThan(0.05)
  expect([...resampled(whole, from, to)]).toEqual([...made])
})

test('resampling a rising tone keeps all frequencies that the lower rate can hold and adds no others', () => {
  const [from, to] = [24_000, 16_000]
  const seconds = 4
  // From 0 to 12 kHz: frequencies above 8 kHz would alias below it.
  const sweep = Int16Array.from({ length: seconds * from }, (_, at) => {
    const time = at / from
    return Math.round(10_000 * Math.sin((2 * Math.PI * 6000 * time * time) / seconds))
  })
  const made = resampled(sweep, from, to)
  const levelAt = (hertz: number) => {
    const middle = Math.round((hertz / 12_000) * seconds * to)
    return loudness(made.slice(middle - 400, middle + 400)) / (10_000 / Math.SQRT2)
  }
  for (const hertz of [500, 2000, 4000, 5000, 6000]) expect(Math.abs(levelAt(hertz) - 1)).toBeLessThan(0.05)
  for (const hertz of [8700, 9500, 10_500, 11_500]) expect(levelAt(hertz)).toBeLessThan(0.01)
})

describe('speech is distinguished from silence', () => {
  const rate = 16_000
  const silence = (seconds: number) => wave(seconds, rate, 20)
  const heard = (...sounds: Int16Array[]): Activity[] => {
    const activity = createVoiceActivity({ rate, silenceMs: 500, prefixMs: 200 })
    const all = joinSamples(sounds)
    const told: Activity[] = []
    for (let at = 0; at < all.length; at += 500) told.push(...activity.push(all.slice(at, at + 500)))
    return told
  }
  const types = (told: Activity[]) => told.map(({ type }) => type)

  test('an utterance has a begin and an end, and the end carries all of its sound', () => {
    const told = heard(silence(1), wave(0.6, rate), silence(1))
    expect(types(told)).toEqual(['begin', 'pause', 'end'])
    const { samples } = told[2] as Extract<Activity, { samples: Int16Array }>
    expect(Math.abs(samples.length / rate - 1.3)).toBeLessThan(0.1)
  })
  test('a click is not an utterance; a pause within an utterance does not end it; a long utterance is reported early', () => {
    expect(heard(silence(1), wave(0.1, rate), silence(1))).toEqual([])
    expect(types(heard(silence(1), wave(0.4, rate), silence(0.3), wave(0.3, rate), silence(1)))).toEqual([
      'begin',
      'pause',
      'pause',
      'end',
    ])
    expect(types(heard(silence(0.5), wave(1.2, rate), silence(1)))).toEqual(['begin', 'long', 'pause', 'end'])
  })
  test('adapts to the noise of a room', () => {
    const noise = wave(4, rate, 1500)
    expect(types(heard(silence(0.2), noise, noise, noise)).filter((type) => type === 'begin')).toHaveLength(1)
  })
})
