import { readFile } from 'node:fs/promises'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import OpenAI, { toFile } from 'openai'
import { beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { tone } from '#kit/audio/wav.ts'
import { createOpusDecoder } from '#kit/audio/opus.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { openSpeechServer } from '#testing/speech-server.ts'

const far = await openSpeechServer()
let lab: OpenLab
let openai: OpenAI
beforeAll(async () => {
  lab = await openOpenLab({ allow: [far.host], offlineSpeech: true })
  openai = new OpenAI({ baseURL: `${lab.baseURL}/v1`, apiKey: lab.token, maxRetries: 0 })
})
const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z ]/g, '')
const speak = async (voice: string, input: string, response_format: 'wav' | 'mp3' = 'wav') =>
  Buffer.from(
    await (await openai.audio.speech.create({ model: 'offline', voice, input, response_format })).arrayBuffer(),
  )
const hear = async (bytes: Buffer, language?: string) =>
  (await openai.audio.transcriptions.create({ model: 'offline', file: await toFile(bytes, 'a.wav'), language })).text

test('without a provider, built-in voices are listed, speak, and are transcribed', async () => {
  const { voice_list } = await lab.coze.audio.voices.list({})
  expect(voice_list.map(({ voice_id, language_code }) => [voice_id, language_code])).toEqual([
    ['2:slt', 'en'],
    ['2:awb', 'en'],
    ['2:rms', 'en'],
    ['2:cmn', 'zh'],
  ])
  const text = 'Good morning, my friend.'
  expect(bare(await hear(await speak('awb', text)))).toBe(bare(text))
  await expect(hear(tone(0.2, 16_000), 'zh')).rejects.toThrow(/English only/)
})

test('recordings in formats of telephones are decoded; for others the error contains the remedy', async () => {
  expect(bare(await hear(await speak('awb', 'Good morning, my friend.', 'mp3')))).toBe('good morning my friend')
  const note = await readFile(new URL('../../../testing/sounds/weather.amr', import.meta.url))
  expect(bare(await hear(note))).toBe('the weather will be rainy tomorrow')
  const hours = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(5 * 1024 * 1024, 0x7c)])
  await expect(hear(hours)).rejects.toThrow(/30 minutes. Send it in shorter parts/)
})

test('a failing provider is replaced within the same call', async () => {
  const { instanceModel } = lab.owner.api
  far.voices = [{ id: 'ann', name: 'Ann', language: 'en' }]
  const connection = { kind: 'openai-compatible' as const, name: 'Far', base_url: far.baseUrl, api_key: 'sk-far-0001' }
  const { id: provider_id } = await instanceModel.createProvider(connection)
  const { id } = await instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'tts-far' })
  const hearing = await instanceModel.createModel({ provider_id, type: 5, name: 'Hears', model: 'whisper-far' })
  far.fails(500)
  const recording = await lab.coze.audio.speech.create({
    voice_id: `${id}:ann`,
    input: 'Good morning, my friend.',
    response_format: 'wav' as never,
  })
  const form = new FormData()
  form.set('file', new Blob([recording]), 'a.wav')
  const headers = { authorization: `Bearer ${lab.token}` }
  const answer = await fetch(`${lab.baseURL}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
  expect(bare(((await answer.json()) as { data: { text: string } }).data.text)).toBe('good morning my friend')
  far.fails(undefined)
  far.hears = 'heard by the provider'
  const again = await fetch(`${lab.baseURL}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
  expect(await again.json()).toMatchObject({ data: { text: 'heard by the provider' } })
  for (const model_id of [id, hearing.id]) await instanceModel.deleteModel({ model_id })
})

interface Frame {
  event_type: string
  data: { content: string; type?: string; code: number; msg: string }
}
function join(room: { room_id: string; token: string }) {
  const address = `${lab.baseURL.replace('http', 'ws')}/v1/audio/rooms/${room.room_id}/join?token=${room.token}`
  const socket = new WebSocket(address)
  const frames: Frame[] = []
  let wake = () => {}
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Frame)
    wake()
  })
  const find = (type: string) => frames.find(({ event_type }) => event_type === type)
  async function until(type: string): Promise<Frame> {
    for (let found = find(type); ; found = find(type)) {
      if (found) return found
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const send = (event_type: string, data: object = {}) => socket.send(JSON.stringify({ event_type, data }))
  return { frames, until, send, close: () => socket.close() }
}

test('a call to the draft from its preview is answered with speech, and question and answer are stored there', async () => {
  const bot_id = await lab.createBot({})
  const { conversation_id } = await lab.owner.api.conversation.messages({ bot_id })
  const room = await lab.owner.api.openRealtime.callDraft({ bot_id, conversation_id })
  const call = join(room)
  await call.until('chat.created')
  const opus = { codec: 'opus', opus_config: { frame_size_ms: 20 } }
  call.send('chat.update', { input_audio: { sample_rate: 24_000 }, output_audio: opus })
  lab.server.script(says('It is noon.'))
  const sound = (await speak('awb', 'Good morning, my friend.')).subarray(44)
  for (let at = 0; at < sound.length; at += 48_000)
    call.send('input_audio_buffer.append', { delta: sound.subarray(at, at + 48_000).toString('base64') })
  call.send('input_audio_buffer.complete')
  expect(bare((await call.until('conversation.audio_transcript.completed')).data.content)).toBe(
    'good morning my friend',
  )
  await call.until('conversation.chat.completed')
  const decoder = await createOpusDecoder()
  const packets = call.frames.filter(({ event_type }) => event_type === 'conversation.audio.delta')
  const lengths = packets.map(({ data }) => decoder.decode(Buffer.from(data.content, 'base64')).length)
  decoder.free()
  // Frames of 20 ms at 16 kHz.
  expect(new Set(lengths)).toEqual(new Set([320]))
  expect(lengths.length).toBeGreaterThan(20)
  call.send('conversation.message.create', { role: 'user', content: 'Hello' })
  expect((await call.until('error')).data.code).toBe(ErrorCode.realtime.onlySound)
  call.close()
  const { message_list } = await lab.owner.api.conversation.messages({ bot_id, conversation_id })
  expect(message_list.map(({ type }) => type).toSorted()).toEqual(['answer', 'question'])
  const stranger = await lab.t.register('stranger')
  await expect(stranger.api.openRealtime.callDraft({ bot_id, conversation_id })).rejects.toMatchObject({ status: 404 })
})
