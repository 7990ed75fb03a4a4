import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, describe, expect, test } from 'vitest'
import { findFfmpeg } from '#kit/audio/ffmpeg.ts'
import { recordedSamples } from '#kit/audio/recorded-samples.ts'
import { resampled } from '#kit/audio/resample.ts'
import { wavSamples } from '#kit/audio/wav-samples.ts'
import { tone } from '#kit/audio/wav.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { ModelConfig } from '#kit/models/provider-config.ts'
import { createHelper, HelperExited } from './helper.ts'
import { createOfflineSpeech } from './offline.ts'

const speech = createOfflineSpeech()
afterAll(speech.close)
const config: ModelConfig = { kind: 'offline', providerName: 'Built in', baseUrl: '', apiKey: '', model: 'offline' }
/** Never used: offline speech makes no requests. */
const egress = {} as Egress
const say = async (text: string, format: 'mp3' | 'wav' | 'opus' | 'pcm', voice = 'awb', speed = 1) => {
  const answer = await speech.driver.speak(config, egress, { voice, text, format, speed })
  return { type: answer.headers.get('content-type'), bytes: await answer.bytes() }
}
const hear = (bytes: Buffer, language?: string) =>
  speech.driver.transcribe(config, egress, { recording: { bytes, fileName: 'a.wav', mime: 'audio/wav' }, language })
const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z ]/g, '')
const sentence = 'Please bring an umbrella. The weather will be rainy tomorrow.'

describe('built-in speech', () => {
  test.each(['wav', 'opus', 'mp3'] as const)('as %s is understood again, sentence by sentence', async (format) => {
    const { bytes } = await say(sentence, format)
    expect(bare(await hear(bytes))).toBe(bare(sentence))
  })
  test('has the requested speed and format', async () => {
    const { type, bytes } = await say('Good morning.', 'mp3')
    expect([type, bytes[0], bytes[1]! & 0xe0]).toEqual(['audio/mpeg', 0xff, 0xe0])
    const [slow, fast] = await Promise.all([
      say('Good morning.', 'pcm', 'slt', 0.5),
      say('Good morning.', 'pcm', 'slt', 2),
    ])
    expect(slow.bytes.length / fast.bytes.length).toBeGreaterThan(2.5)
    await expect(
      speech.driver.speak(config, egress, { voice: 'slt', text: 'Hello', format: 'flac' }),
    ).rejects.toMatchObject({ code: ErrorCode.provider.noSuchFormat })
  })
  test('is Chinese for Chinese text, also within English; punctuation alone gives silence', async () => {
    const samples = wavSamples((await say('今天天气很好。', 'wav')).bytes)!
    expect(samples.samples.length / samples.rate).toBeGreaterThan(1)
    const mixed = wavSamples((await say('Good morning. 今天天气很好。', 'wav')).bytes)!
    expect(mixed.samples.length).toBeGreaterThan(samples.samples.length * 1.2)
    expect((await say('--help', 'pcm')).bytes.length).toBeGreaterThan(10_000)
    expect((await say('…', 'pcm')).bytes).toHaveLength(0)
  })
})

describe('built-in transcription', () => {
  test('is empty where nobody speaks', async () => {
    expect(await hear(tone(1, 16_000))).toBe('')
  })
  test('accepts voice messages as phones record them', async () => {
    const note = await readFile(new URL('../../../testing/sounds/weather.amr', import.meta.url))
    expect(bare(await hear(note))).toBe('the weather will be rainy tomorrow')
  })
  test('refuses other languages and unreadable formats with a matching error', async () => {
    const english = tone(0.2, 16_000)
    await expect(hear(english, 'zh')).rejects.toMatchObject({ code: ErrorCode.provider.onlyEnglish })
    for (const bytes of [
      Buffer.from('ID3 no sound'),
      Buffer.from('OggS no sound, but long enough for a header'),
      tone(0.1, 16_000).subarray(0, 20),
    ])
      await expect(hear(bytes)).rejects.toMatchObject({ code: ErrorCode.provider.unreadableSound })
  })
  test('refuses recordings that cannot be decoded or take too long, with a remedy', async () => {
    const m4a = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypM4A rest')])
    await expect(hear(m4a)).rejects.toMatchObject({
      code: ErrorCode.sound.noDecoder,
      message: expect.stringContaining('FFMPEG_PATH') as string,
    })
    const hours = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(5 * 1024 * 1024, 0x7c)])
    await expect(hear(hours)).rejects.toMatchObject({ code: ErrorCode.sound.tooLong })
  })
  test('distinguishes speech from noise', async () => {
    const spoken = await recordedSamples((await say(sentence, 'wav')).bytes)
    const noise = Int16Array.from({ length: 16_000 }, (_, at) => 8000 * Math.sin(at * at * 0.37))
    expect(await speech.speechMs(spoken, 16_000)).toBeGreaterThan(2000)
    expect(await speech.speechMs(resampled(noise, 16_000, 24_000), 24_000)).toBe(0)
  })
})

const program = findFfmpeg(process.env.FFMPEG_PATH)
/** `recorded-samples.test.ts` uses a fake; this is the real ffmpeg, on machines that have it. */
describe.skipIf(!program)('a recording decoded by ffmpeg', () => {
  const encoded = async (name: string, more: string[] = []) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'orrery-encoded-'))
    try {
      const [from, to] = [path.join(folder, 'said.wav'), path.join(folder, name)]
      await writeFile(from, (await say(sentence, 'wav')).bytes)
      const made = spawnSync(program, ['-v', 'error', '-i', from, ...more, to], { encoding: 'utf8' })
      expect([made.status, made.stderr]).toEqual([0, ''])
      return await readFile(to)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const transcribeWith = async (bytes: Buffer) => {
    const heard = createOfflineSpeech({ ffmpeg: program })
    try {
      const recording = { bytes, fileName: 'a', mime: 'application/octet-stream' }
      return await heard.driver.transcribe(config, egress, { recording, language: 'en' })
    } finally {
      heard.close()
    }
  }
  test.each(['said.m4a', 'said.mp4', 'said.aac', 'said.flac'])('%s is understood', async (name) => {
    expect(bare(await transcribeWith(await encoded(name, name.endsWith('.flac') ? [] : ['-c:a', 'aac'])))).toBe(
      bare(sentence),
    )
  })
  test('is refused with a remedy when it is cut off before its table of contents or mislabelled', async () => {
    const m4a = await encoded('said.m4a', ['-c:a', 'aac'])
    const flac = await encoded('said.flac')
    for (const bytes of [
      m4a.subarray(0, m4a.length / 2),
      flac.subarray(0, 30),
      Buffer.concat([m4a.subarray(0, 32), Buffer.alloc(5000, 0xee)]),
      Buffer.concat([Buffer.from('fLaC'), Buffer.from('file:/etc/passwd\n'.repeat(100))]),
    ])
      await expect(transcribeWith(bytes)).rejects.toMatchObject({ code: ErrorCode.provider.unreadableSound })
  })
})

describe('a helper', () => {
  const order = { text: 'Good morning.', voice: 'slt', speed: 1, format: 'pcm' }
  const all = async (pieces: AsyncIterable<unknown>) => {
    for await (const _ of pieces);
  }
  test('runs while it is needed, and ends afterwards', async () => {
    const helper = createHelper('speaker-child.ts', { idleMs: 1 })
    expect(helper.isRunning).toBe(false)
    const work = all(helper.ask('speak', order))
    await expect.poll(() => helper.isRunning).toBe(true)
    await work
    await expect.poll(() => helper.isRunning).toBe(false)
  })
  test('that dies fails one task, and the next task gets a new process', async () => {
    const helper = createHelper('speaker-child.ts')
    const dying = all(helper.ask('speak', order))
    await expect.poll(() => helper.isRunning).toBe(true)
    helper.close()
    await expect(dying).rejects.toBeInstanceOf(HelperExited)
    await all(helper.ask('speak', order))
    helper.close()
  })
  test('whose caller leaves early continues with the next task', async () => {
    const helper = createHelper('speaker-child.ts')
    const abort = new AbortController()
    const left = all(helper.ask('speak', order, abort.signal))
    abort.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    await all(helper.ask('speak', order))
    helper.close()
  })
})
