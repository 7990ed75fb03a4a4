import dgram from 'node:dgram'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Egress } from '#kit/egress/egress.ts'
import type { ModelConfig } from '#kit/models/provider-config.ts'
import { createOfflineSpeech } from '#kit/speech/offline/offline.ts'
import { afterFile } from '#testing/after-file.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { freeUdpPorts, isFreeUdp, leaveAll, openRtcCaller, type RtcCaller } from '#testing/rtc-caller.ts'
import { says } from '#testing/scripted-model.ts'

/** Rooms over WebRTC: another peer calls, with built-in speech only. */
const { driver, close } = createOfflineSpeech()
afterAll(close)
const offline: ModelConfig = { kind: 'offline', providerName: '', baseUrl: '', apiKey: '', model: 'offline' }
/** No request leaves the server. */
const egress = {} as Egress
const question = 'Please bring an umbrella.'
const objection = 'Stop reading this story now.'
/** A voice and words that can be transcribed after any codec. */
const reply = 'Good morning, my friend.'
const voices_info = { i18n_lang_voice_str: { en: '2:awb' } }
const first = 'Once upon a time there was a captain.'
const second = 'The captain looked at the sea and waited for the wind.'
const last = 'Everybody was happy in the end.'
/** Long enough to be interrupted on the slowest machine. */
const story = [first, ...Array<string>(30).fill(second), last].join(' ')
const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z ]/g, '')
const record = async (text: string) =>
  (await driver.speak(offline, egress, { voice: 'awb', text, format: 'wav' })).bytes()
const wordsIn = async (bytes: Buffer) =>
  bare(await driver.transcribe(offline, egress, { recording: { bytes, fileName: 'a.wav', mime: 'audio/wav' } }))

let lab: OpenLab
let ports: readonly [number, number]
let botId: string
/** Worker threads that the server started. */
const workers: Worker[] = []
const noteWorker = (worker: Worker) => void workers.push(worker)
beforeAll(async () => {
  ports = await freeUdpPorts()
  process.on('worker', noteWorker)
  afterFile(() => process.off('worker', noteWorker))
  lab = await openOpenLab({ offlineSpeech: true, voiceUdpPorts: ports })
  botId = await lab.publishedBot({ voices_info })
})

afterEach(leaveAll)

const open = (config: object = {}) =>
  lab.coze.audio.rooms.create({ bot_id: botId, connector_id: '1024', uid: 'guest', config })
type Room = Awaited<ReturnType<typeof open>>
/** Sends an offer without a session: the token of the room is sufficient. */
async function offer(room: Room, sdp: string, token = room.token) {
  const response = await fetch(`${lab.baseURL}/v1/audio/rooms/${room.room_id}/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, sdp }),
  })
  const body = (await response.json()) as { code: number; msg: string; data: { sdp: string } }
  return { status: response.status, body }
}
async function enter(room: Room): Promise<RtcCaller> {
  const caller = await openRtcCaller()
  const { status, body } = await offer(room, caller.offer)
  expect([status, body.msg]).toEqual([200, ''])
  await caller.connect(body.data.sdp)
  await until(caller, 'chat.created')
  return caller
}
const until = (caller: RtcCaller, type: string, count = 1) =>
  expect.poll(() => caller.all(type).length).toBeGreaterThanOrEqual(count)
const areFree = async () => [await isFreeUdp(ports[0]), await isFreeUdp(ports[1])]
const untilFree = () => expect.poll(areFree).toEqual([true, true])

describe('a call by WebRTC', () => {
  test('is transcribed, and answered in speech with the written text', async () => {
    const caller = await enter(await open())
    lab.server.script(says(reply))
    await caller.speak(await record(question))
    await until(caller, 'conversation.audio.completed')
    const asked = lab.server.requests.at(-1)!.body.messages.at(-1)!.content as string
    expect(caller.all('conversation.audio_transcript.completed')[0]!.data.content).toBe(asked)
    // The accuracy of transcription is measured elsewhere.
    expect(bare(asked)).toContain('please')
    // Sound has its own track; its text is sent when the sound is heard.
    expect(caller.types()).not.toContain('conversation.audio.delta')
    expect(caller.all('conversation.audio.sentence_start').map(({ data }) => data.text)).toEqual([reply])
    await until(caller, 'conversation.chat.completed')
    expect(await wordsIn(await caller.heard())).toBe(bare(reply))
    expect(caller.all('error')).toEqual([])
    caller.hangUp()
    await untilFree()
  })
  test('can be interrupted: the sound stops, and only the heard part is stored', async () => {
    const caller = await enter(await open())
    lab.server.script(says(story), says(reply))
    await caller.speak(await record(question))
    // Earlier speech would belong to the question.
    await until(caller, 'conversation.audio.sentence_start', 2)
    await caller.speak(await record(objection))
    await until(caller, 'conversation.chat.canceled')
    expect(caller.all('input_audio_buffer.speech_started').length).toBeGreaterThanOrEqual(2)
    await until(caller, 'conversation.chat.completed')
    await until(caller, 'conversation.audio.completed')
    const told = caller.all('conversation.audio.sentence_start').map(({ data }) => data.text)
    expect(told.at(-1)).toBe(reply)
    expect(told).not.toContain(last)
    const kept = JSON.stringify(lab.server.requests.at(-1)!.body.messages)
    expect(kept).toContain(first)
    expect(kept).not.toContain(last)
    caller.hangUp()
    await untilFree()
  })
  test('carries the frames of a room, as large as on a socket, without sound', async () => {
    const caller = await enter(await open({ video_config: { stream_video_type: 'main' } }))
    caller.tell('input_image_buffer.append', { delta: Buffer.alloc(150_000).toString('base64') })
    await until(caller, 'error')
    caller.tell('input_audio_buffer.append', { delta: 'AAAA' })
    await until(caller, 'error', 2)
    caller.tell('chat.fly')
    await until(caller, 'error', 3)
    expect(caller.all('error').map(({ data }) => data.code)).toEqual([
      ErrorCode.realtime.notAPicture,
      ErrorCode.webrtc.soundOnChannel,
      expect.any(Number),
    ])
    lab.server.script(says('Hello.'))
    caller.tell('chat.update', { event_subscriptions: ['chat.updated', 'conversation.chat.completed'] })
    await until(caller, 'chat.updated')
    caller.tell('conversation.message.create', { role: 'user', content: 'Hello' })
    await until(caller, 'conversation.chat.completed')
    // Events without a subscription are not sent; the sound is sent anyway.
    await expect.poll(() => caller.packets()).toBeGreaterThan(10)
    expect(caller.all('conversation.message.completed')).toEqual([])
    await caller.leave()
    await untilFree()
  })
  test('is closed with the token that the room was created with, and reports that', async () => {
    const { token, personal_access_token: made } = await lab.owner.api.token.create({ name: 'x', duration_day: '1' })
    const { body } = await lab.call('POST', '/v1/audio/rooms', { bot_id: botId }, { authorization: `Bearer ${token}` })
    const caller = await enter(body.data as unknown as Room)
    await lab.owner.api.token.remove({ id: made.id })
    await until(caller, 'connection.closed')
    expect(caller.all('connection.closed')[0]!.data.code).toBe(1001)
    await untilFree()
  })
  test('ends when its worker thread dies; the next call gets another one', async () => {
    const room = await open()
    await enter(room)
    const isRtc = (worker: Worker) => worker.threadId > 0 && worker.resourceLimits?.maxOldGenerationSizeMb === 256
    const thread = workers.findLast(isRtc)!
    await thread.terminate()
    await expect.poll(() => lab.t.logLines.some((line) => line.includes('"why":"worker"'))).toBe(true)
    const caller = await enter(room)
    caller.hangUp()
    await untilFree()
  })
})

describe('an offer', () => {
  test('is answered for a room with a valid, fresh token', async () => {
    const [room, other] = [await open(), await open()]
    const { offer: sdp, leave } = await openRtcCaller()
    const forged = `${room.token.slice(0, -6)}AAAAAA`
    for (const token of [forged, other.token, 'x']) {
      const { status, body } = await offer(room, sdp, token)
      expect([status, body.code]).toEqual([404, ErrorCode.realtime.roomOver])
    }
    lab.t.clock.advance(11 * 60_000)
    expect((await offer(room, sdp)).body.code).toBe(ErrorCode.realtime.roomOver)
    expect(await areFree()).toEqual([true, true])
    await leave()
  })
  test('is refused if it is invalid, has no sound, no channel, or is too long', async () => {
    const room = await open()
    const { offer: sdp, leave } = await openRtcCaller()
    const without = (kind: string) => sdp.replace(new RegExp(`m=${kind} [^]*?(?=m=|$)`), '')
    for (const bad of ['hello', 'v=0', without('audio'), without('application'), sdp.replaceAll('opus', 'speex')]) {
      const { status, body } = await offer(room, bad)
      expect([status, body.code]).toEqual([400, ErrorCode.webrtc.notAnOffer])
    }
    expect((await offer(room, sdp + 'a=x\r\n'.repeat(4000))).status).toBe(400)
    await untilFree()
    await leave()
  })
  test('without WebRTC is refused with the name of the setting', async () => {
    const plain = await openOpenLab()
    const { status, body } = await plain.call('POST', '/v1/audio/rooms/1/join', { token: 'x', sdp: 'v=0' })
    expect([status, body.code]).toEqual([400, ErrorCode.webrtc.notOffered])
    expect(body.msg).toContain('VOICE_UDP_PORTS')
  })
  test("gets one port; when none is free it is refused, until a missing caller's port is released", async () => {
    const callers = [await openRtcCaller(), await openRtcCaller(), await openRtcCaller()]
    const rooms = [await open(), await open(), await open()]
    const codes = []
    for (const [at, caller] of callers.entries()) {
      const { status, body } = await offer(rooms[at]!, caller.offer)
      codes.push([status, body.code])
    }
    expect(codes).toEqual([
      [200, 0],
      [200, 0],
      [503, ErrorCode.webrtc.noPort],
    ])
    // Another offer for a room replaces the previous one.
    expect((await offer(rooms[0]!, callers[0]!.offer)).status).toBe(200)
    await untilFree()
    const { body } = await offer(rooms[2]!, callers[2]!.offer)
    await callers[2]!.connect(body.data.sdp)
    await until(callers[2]!, 'chat.created')
    callers[2]!.hangUp()
    await untilFree()
  })
  test('sends nothing to addresses that it names, nor to peers without the password', async () => {
    const third = dgram.createSocket('udp4')
    afterFile(() => third.close())
    third.bind(0, '127.0.0.1')
    await once(third, 'listening')
    const got: Buffer[] = []
    third.on('message', (data) => void got.push(data))
    const caller = await openRtcCaller()
    const named = `a=candidate:1 1 udp 2130706431 127.0.0.1 ${third.address().port} typ host`
    const hidden = 'a=candidate:2 1 udp 2130706430 11111111-2222-3333-4444-555555555555.local 9 typ host'
    const sdp = caller.offer.replace(/^a=candidate.*$/m, `${named}\r\n${hidden}`)
    expect(sdp).toContain(named)
    const room = await open()
    const answer = (await offer(room, sdp)).body.data
    const [, port] = / 127\.0\.0\.1 (\d+) typ host/.exec(answer.sdp)!
    // A STUN check like that of a caller, but unsigned.
    const check = Buffer.concat([Buffer.from('000100002112a442', 'hex'), Buffer.alloc(12, 7)])
    third.send(check, Number(port), '127.0.0.1')
    await caller.connect(answer.sdp)
    await until(caller, 'chat.created')
    expect(got).toEqual([])
    caller.hangUp()
    await untilFree()
  })
})
