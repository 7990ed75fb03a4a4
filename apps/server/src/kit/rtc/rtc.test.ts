import { Message, classes, methods } from 'werift'
import { expect, test, vi } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { createFilledGaps } from './filled-gaps.ts'
import { readOffer, withAddresses } from './offer.ts'
import { createPacedSound } from './paced-sound.ts'
import { createPacketOrder } from './packet-order.ts'
import { rtcPlace } from './rtc-place.ts'
import { createStunGate } from './stun-gate.ts'

test('packets are passed on in order and once, without waiting for lost ones', () => {
  const given: number[] = []
  const take = createPacketOrder(({ packet: [value] }) => void given.push(value!))
  const send = (...numbers: number[]) =>
    numbers.forEach((number) => take({ number: number % 65_536, timestamp: 0, packet: new Uint8Array([number % 256]) }))
  send(65_534, 65_536, 65_535, 65_535, 65_537)
  expect(given).toEqual([254, 255, 0, 1])
  // 65,538 is never sent.
  send(65_539, 65_541, 65_540, 65_542)
  expect(given).toHaveLength(4)
  send(65_543)
  expect(given.slice(4)).toEqual([3, 4, 5, 6, 7])
  send(65_538, 65_544)
  expect(given.slice(9)).toEqual([8])
})

test('omitted silence is inserted, by the RTP timestamps', () => {
  const given: number[] = []
  const { take, close } = createFilledGaps((packet) => void given.push(packet.length))
  const at = (timestamp: number) => take({ number: 0, timestamp: timestamp % 2 ** 32, packet: new Uint8Array(50) })
  const start = 2 ** 32 - 960
  // Packets of 20 ms, of 60 ms, and a lost one.
  for (const timestamp of [0, 960, 1920, 4800, 7680, 9600]) at(start + timestamp)
  expect(given).toEqual([50, 50, 50, 50, 50, 50])
  // Like browsers: a packet every 400 ms.
  at(start + 9600 + 19_200)
  expect(given.slice(6)).toEqual([...Array<number>(19).fill(3), 50])
  at(start + 9600 + 19_200 + 48_000 * 60)
  expect(given.slice(26)).toHaveLength(61)
  close()
})

test('a sender that stops ends its sentence once, and may continue later', () => {
  vi.useFakeTimers()
  try {
    const given: number[] = []
    const { take, close } = createFilledGaps((packet) => void given.push(packet.length))
    const at = (timestamp: number) => take({ number: 0, timestamp, packet: new Uint8Array(50) })
    at(0)
    // Late, as on a busy machine, yet still continuous speech.
    vi.advanceTimersByTime(1900)
    at(960)
    expect(given).toEqual([50, 50])
    vi.advanceTimersByTime(60_000)
    expect(given.slice(2)).toEqual(Array<number>(60).fill(3))
    at(48_000 * 60)
    expect(given.slice(62)).toEqual([50])
    close()
    vi.advanceTimersByTime(60_000)
    expect(given).toHaveLength(63)
  } finally {
    vi.useRealTimers()
  }
})

test('sound is sent in real time, texts in their place, and silence is counted', () => {
  vi.useFakeTimers()
  try {
    const out: (string | number)[] = []
    const { play, tell, stopSound } = createPacedSound({
      now: () => Date.now(),
      play: ([value], silence) => out.push(value!, ...(silence ? [`after ${silence}`] : [])),
      tell: (text) => out.push(text),
    })
    for (let value = 0; value < 10; value += 1) play(new Uint8Array([value]))
    tell('end')
    expect(out).toEqual([0, 1, 2, 3])
    vi.advanceTimersByTime(60)
    expect(out).toEqual([0, 1, 2, 3, 4, 5, 6])
    vi.advanceTimersByTime(60)
    expect(out.slice(7)).toEqual([7, 8, 9, 'end'])
    vi.advanceTimersByTime(80 + 400)
    play(new Uint8Array([11]))
    expect(out.slice(11)).toEqual([11, 'after 20'])
    for (let value = 12; value < 20; value += 1) play(new Uint8Array([value]))
    tell('never')
    stopSound()
    const before = out.length
    vi.advanceTimersByTime(1000)
    expect(out).toHaveLength(before)
    tell('now')
    expect(out.at(-1)).toBe('now')
  } finally {
    vi.useRealTimers()
  }
})

const offer = [
  'v=0',
  't=0 0',
  'a=group:BUNDLE 0 1',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=candidate:1 1 udp 1 10.0.0.1 5000 typ host',
  'a=end-of-candidates',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
].join('\r\n')
test('the addresses of an offer are removed; an offer without sound, channel or bundle is invalid', () => {
  expect(readOffer(offer)).not.toMatch(/candidate/)
  for (const part of ['v=0', 'm=audio', 'm=application', 'a=group:BUNDLE'])
    expect(readOffer(offer.replace(part, 'x=')), part).toBeUndefined()
  expect(readOffer(`${offer}${'\r\nm=video 9 x 1'.repeat(5)}`)).toBeUndefined()
})
test('an answer lists every address with the port that was taken', () => {
  const answer = withAddresses(offer.replace(' 1 10.0.0.1', ' 2000 10.0.0.1'), ['192.0.2.1', '198.51.100.7'])
  expect(answer.split('\r\n').filter((line) => /candidate:|lite/.test(line))).toEqual([
    'a=ice-lite',
    'a=candidate:1 1 udp 2000 192.0.2.1 5000 typ host',
    'a=candidate:2 1 udp 1999 198.51.100.7 5000 typ host',
  ])
})

test('only senders that know the password pass, and only from the address where they used it', () => {
  const check = (password?: string, kind = classes.REQUEST) => {
    const message = new Message(methods.BINDING, kind)
    message.setAttribute('USERNAME', 'here:there')
    if (password) message.addMessageIntegrity(Buffer.from(password)).addFingerprint()
    return message.bytes
  }
  const sound = Buffer.from([0x80, 111, 0, 1])
  const gate = createStunGate('right')
  expect(gate.admits(sound, ['192.0.2.1', 1])).toBe(false)
  for (const bytes of [check(), check('wrong'), check('right', classes.RESPONSE), Buffer.alloc(20)])
    expect(gate.admits(bytes, ['192.0.2.1', 1])).toBe(false)
  expect(gate.admits(sound, ['192.0.2.1', 1])).toBe(false)
  expect(gate.admits(check('right'), ['192.0.2.1', 1])).toBe(true)
  expect([gate.admits(sound, ['192.0.2.1', 1]), gate.admits(sound, ['192.0.2.1', 2])]).toEqual([true, false])
  for (let port = 2; port < 50; port += 1) gate.admits(check('right'), ['192.0.2.1', port])
  expect(gate.admits(sound, ['192.0.2.1', 32])).toBe(true)
  expect(gate.admits(sound, ['192.0.2.1', 33])).toBe(false)
})

test('ports and address come from the settings; an invalid setting is reported at the start', () => {
  const read = (env: Record<string, string>) => readConfig({ VOICE_UDP_PORTS: '50000-50099', ...env }, [])
  const ports = [50_000, 50_099]
  expect(rtcPlace(readConfig({}, []))).toBeUndefined()
  expect(rtcPlace(read({}))).toEqual({ ports, addresses: ['127.0.0.1'], bind: '127.0.0.1' })
  expect(rtcPlace(read({ VOICE_PUBLIC_IP: '203.0.113.5' }))).toEqual({ ports, addresses: ['203.0.113.5'] })
  expect(rtcPlace(read({ HOST: '192.0.2.9' }))).toEqual({ ports, addresses: ['192.0.2.9'], bind: '192.0.2.9' })
  expect(rtcPlace(read({ HOST: '0.0.0.0' }))).toMatchObject({ ports, addresses: [expect.any(String)] })
  for (const text of ['50000', '50000-50000', '80-90', '60000-70000', '2000-9000', 'x-y'])
    expect(() => read({ VOICE_UDP_PORTS: text }), text).toThrow(ConfigError)
  expect(() => read({ VOICE_PUBLIC_IP: 'voice.example.org' })).toThrow(/VOICE_PUBLIC_IP/)
})
