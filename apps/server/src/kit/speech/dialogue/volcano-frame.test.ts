import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readFrame, writeFrame } from './volcano-frame.ts'

describe('messages of the dialogue service', () => {
  test('are written as in the documentation', () => {
    const begin = writeFrame({ event: 1, payload: Buffer.from('{}') })
    expect([...begin]).toEqual([17, 20, 16, 0, 0, 0, 0, 1, 0, 0, 0, 2, 123, 125])
    const session = '75a6126e-427f-49a1-a2c1-621143cb9db3'
    const payload = Buffer.from('{"dialog":{"bot_name":"豆包","dialog_id":"","extra":null}}')
    const started = Buffer.from(writeFrame({ event: 100, session, payload }))
    expect([...started.subarray(0, 12)]).toEqual([17, 20, 16, 0, 0, 0, 0, 100, 0, 0, 0, 36])
    expect(started.toString('latin1', 12, 48)).toBe(session)
    expect([...started.subarray(48, 52)]).toEqual([0, 0, 0, 60])
    expect(readFrame(started)).toEqual({ event: 100, session, payload, isSound: false })
  })
  test('are read with sound, compressed, with a sequence number, and as errors', () => {
    const sound = Buffer.from([1, 2, 3, 4])
    expect(
      readFrame(Buffer.from(writeFrame({ event: 352, session: 's', payload: sound, isSound: true }, 'server'))),
    ).toEqual({ event: 352, session: 's', payload: sound, isSound: true })
    const packed = gzipSync('{"content":"Hi"}')
    const size = (length: number) => [0, 0, 0, length]
    const head = [0x11, 0x95, 0x11, 0, ...size(7), 0, 0, 2, 0x26, ...size(1), 0x73, ...size(packed.length)]
    const read = readFrame(Buffer.concat([Buffer.from(head), packed]))
    expect([read.event, read.session, read.payload.toString()]).toEqual([550, 's', '{"content":"Hi"}'])
    const fault = Buffer.concat([Buffer.from([0x11, 0xf0, 0x10, 0, ...size(77), ...size(2)]), Buffer.from('{}')])
    expect(readFrame(fault)).toMatchObject({ fault: 77 })
  })
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['less than it says', Buffer.from([0x11, 0x94, 0x10, 0, 0, 0, 2, 0x26, 0, 0, 0, 99, 1])],
    ['a negative length', Buffer.from([0x11, 0x94, 0x10, 0, 0, 0, 2, 0x26, 255, 255, 255, 255, 1])],
  ])('are refused when there is %s', (_, bytes) => {
    expect(() => readFrame(bytes)).toThrow(RangeError)
  })
})
