import { expect, test } from 'vitest'
import { createFrameReader, encodeFrame, FrameTooLarge, readFrame, writeFrame } from './frames.ts'

const messages = [['ready'], ['reply', 'O{"中":"😀"}', ''], [], ['log', 'x'.repeat(70_000)]]
const bytes = Buffer.concat(messages.map((parts) => encodeFrame(parts)))

test.each([1, 3, 4, 5, 1000, 1 << 20])('frames are read as written, however chunks are cut (%i bytes)', (size) => {
  const seen: string[][] = []
  const read = createFrameReader(1 << 20, (parts) => seen.push(parts))
  for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
  read(encodeFrame(['last']))
  expect(seen).toEqual([...messages, ['last']])
})

test('a frame that announces too large a size is refused before it is read', () => {
  const read = createFrameReader(1000, () => undefined)
  expect(() => read(encodeFrame(['x'.repeat(2000)]).subarray(0, 4))).toThrow(FrameTooLarge)
})

test('a blocking reader gets whole frames from short reads, and nothing from a truncated one', () => {
  let at = 0
  const read = (into: Uint8Array) => {
    const piece = bytes.subarray(at, Math.min(at + 7, at + into.length))
    into.set(piece)
    at += piece.length
    return piece.length
  }
  for (const parts of messages) expect(readFrame(read)).toEqual(parts)
  expect(readFrame(read)).toBeUndefined()
  at = bytes.length - 10
  expect(readFrame(read)).toBeUndefined()
})

test('a writer continues until everything is written', () => {
  const written: number[] = []
  writeFrame(
    (from) => {
      const piece = from.subarray(0, 3)
      written.push(...piece)
      return piece.length
    },
    ['a', 'bcd'],
  )
  expect(Buffer.from(written)).toEqual(Buffer.from(encodeFrame(['a', 'bcd'])))
})
