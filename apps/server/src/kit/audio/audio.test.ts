import { expect, test } from 'vitest'
import { soundTypeOf } from './sound-type.ts'
import { tone, toWav } from './wav.ts'

test('samples become a file whose header has their length and rate', () => {
  const wav = toWav(Buffer.alloc(32_000), 16_000)
  expect(wav).toHaveLength(32_044)
  expect([wav.readUInt32LE(4), wav.readUInt32LE(24), wav.readUInt32LE(28), wav.readUInt32LE(40)]).toEqual([
    32_036, 16_000, 32_000, 32_000,
  ])
  expect(tone(0.5, 8000)).toHaveLength(8044)
})

test.each([
  ['wav', tone(0.1, 8000)],
  ['ogg', Buffer.from('OggS rest')],
  ['flac', Buffer.from('fLaC rest')],
  ['amr', Buffer.from('#!AMR\nrest')],
  ['m4a', Buffer.from('\0\0\0\u0020ftypM4A ', 'latin1')],
  ['webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1])],
  ['mp3', Buffer.from('ID3 rest')],
  ['mp3', Buffer.from([0xff, 0xfb, 0x90, 0])],
  ['aac', Buffer.from([0xff, 0xf1, 0x50, 0x80])],
])('%s is known by its bytes', (extension, bytes) => {
  expect(soundTypeOf(bytes)?.extension).toBe(extension)
})
test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<!doctype html>')],
  ['text that begins like a recording', Buffer.from('RIFF but not WAV')],
])('%s is no sound', (_, bytes) => {
  expect(soundTypeOf(bytes)).toBeUndefined()
})
