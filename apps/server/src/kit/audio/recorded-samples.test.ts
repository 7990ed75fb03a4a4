import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEncoder, SPOKEN_RATE } from '#kit/speech/offline/sound-encoder.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { createOggWriter } from './ogg.ts'
import { recordedSamples } from './recorded-samples.ts'
import { RECORDING_RATE, MAX_DURATION_S } from './sample-sink.ts'
import { tone } from './wav.ts'

const seconds = (samples: Int16Array) => samples.length / RECORDING_RATE
const reason = (bytes: Buffer, ffmpeg?: string) =>
  recordedSamples(bytes, ffmpeg).then(
    () => 'read',
    (cause: { reason?: string }) => cause.reason,
  )
const loudness = (samples: Int16Array) => Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length)
const hum = Int16Array.from(
  { length: 2 * SPOKEN_RATE },
  (_, at) => 8000 * Math.sin((at * 2 * Math.PI * 440) / SPOKEN_RATE),
)
async function encoded(format: 'mp3' | 'opus'): Promise<Buffer> {
  const encoder = await createEncoder(format)
  return Buffer.concat([encoder.push(hum), encoder.end()])
}
const amr = () => readFile(new URL('../../testing/sounds/weather.amr', import.meta.url))

describe('reads a recording', () => {
  test.each(['mp3', 'opus'] as const)('%s with its duration and loudness', async (format) => {
    const samples = await recordedSamples(await encoded(format))
    expect(seconds(samples)).toBeCloseTo(2, 0)
    expect(loudness(samples) / loudness(hum)).toBeCloseTo(1, 0)
  })
  test('mp3 with tags in front or cut off in the middle: all the sound that is there', async () => {
    const sound = await encoded('mp3')
    const tags = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 0]), Buffer.alloc(128)])
    expect(seconds(await recordedSamples(Buffer.concat([tags, sound])))).toBeCloseTo(2, 0)
    expect(seconds(await recordedSamples(sound.subarray(0, sound.length / 2)))).toBeCloseTo(1, 0)
  })
  test('amr, complete and truncated', async () => {
    const sound = await amr()
    expect(seconds(await recordedSamples(sound))).toBeCloseTo(2.18, 1)
    expect(seconds(await recordedSamples(sound.subarray(0, 6 + 32 * 50 + 7)))).toBeCloseTo(1, 1)
  })
})

describe('a small file that decodes to hours of sound is stopped early and does not fill the memory', () => {
  const day = (24 * 3600) / MAX_DURATION_S
  test('amr: frames without content', async () => {
    const empty = Buffer.alloc(day * MAX_DURATION_S * 50, 0x7c)
    expect(await reason(Buffer.concat([Buffer.from('#!AMR\n'), empty]))).toBe('tooLong')
  })
  test('ogg: packets of one byte with 60 ms each', async () => {
    const writer = createOggWriter(RECORDING_RATE)
    const packet = writer.packet(Buffer.from([0x18]), 2880)
    const pages = Array.from({ length: (MAX_DURATION_S + 60) * 17 }, () => packet)
    expect(await reason(Buffer.concat([writer.begin(), ...pages]))).toBe('tooLong')
  })
  test('wav: a header that claims hours counts only as far as there is sound', async () => {
    const sound = tone(1, RECORDING_RATE)
    sound.writeUInt32LE(0x7f_ff_ff_ff, 40)
    expect(seconds(await recordedSamples(sound))).toBeCloseTo(1, 1)
  })
})

test.each([
  ['mp3 without a frame', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(5000, 0x41)])],
  ['amr without a frame', Buffer.from('#!AMR\n')],
  ['amr with an end in its first frame', Buffer.from('#!AMR\n\u003C12')],
  ['amr of many channels', Buffer.from(`#!AMR_MC1.0\n${'x'.repeat(400)}`)],
  ['webm without sound', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80])],
  ['ogg without Opus', Buffer.from('OggS no sound, but long enough for a header')],
  ['nothing', Buffer.alloc(0)],
])('is no sound: %s', async (_, bytes) => {
  expect(await reason(bytes)).toBe('unreadable')
})

describe('m4a, aac and flac need a program installed beside the server', () => {
  const files = {
    mov: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypM4A rest')]),
    aac: Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80]), Buffer.from('rest')]),
    flac: Buffer.from('fLaC rest'),
  }
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'orrery-ffmpeg-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  /** A fake ffmpeg: tests cannot know where the real one is installed. */
  async function program(name: string, script: string): Promise<string> {
    const place = path.join(folder, name)
    await writeFile(place, `#!/bin/sh\n${script}\n`)
    await chmod(place, 0o755)
    return place
  }
  test('without the program, the reason is noDecoder', async () => {
    for (const bytes of Object.values(files)) expect(await reason(bytes)).toBe('noDecoder')
  })
  test.each(Object.entries(files))(
    '%s: the program gets the type and the file, and its output is used',
    async (kind, bytes) => {
      const said = path.join(folder, `said-${kind}`)
      const seen = path.join(folder, `seen-${kind}`)
      // The path of the file is the ninth argument.
      const ffmpeg = await program(
        `ffmpeg-${kind}`,
        `echo "$@" > ${said}; shift 8; /bin/cat "$1" > ${seen}; /usr/bin/head -c 64000 /dev/zero`,
      )
      expect(seconds(await recordedSamples(bytes, ffmpeg))).toBe(2)
      expect(await readFile(said, 'utf8')).toContain(`-protocol_whitelist file,pipe -f ${kind} -i `)
      expect((await readFile(seen)).equals(bytes)).toBe(true)
      const left = path.dirname((await readFile(said, 'utf8')).split(' ')[8]!)
      await expect(readdir(left)).rejects.toThrow('ENOENT')
    },
  )
  test('a program that fails, prints nothing or never stops gives the matching reason', async () => {
    expect(await reason(files.aac, await program('fails', 'exit 1'))).toBe('unreadable')
    expect(await reason(files.aac, await program('silent', 'exit 0'))).toBe('unreadable')
    expect(await reason(files.aac, path.join(folder, 'gone'))).toBe('unreadable')
    expect(await reason(files.aac, await program('endless', '/bin/cat /dev/zero'))).toBe('tooLong')
  })
  test('the program is found at the configured path or on the PATH', async () => {
    const place = await program('ffmpeg', '')
    expect(findFfmpeg(place, '')).toBe(place)
    expect(findFfmpeg(undefined, `/nowhere:${folder}`)).toBe(place)
    expect(findFfmpeg(undefined, '/nowhere')).toBe('')
    expect(findFfmpeg('/nowhere/ffmpeg', folder)).toBe('')
  })
})
