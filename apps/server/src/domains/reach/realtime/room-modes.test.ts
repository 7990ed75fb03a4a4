import { once } from 'node:events'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bytesOf } from '#kit/audio/samples.ts'
import { tone } from '#kit/audio/wav.ts'
import { afterFile } from '#testing/after-file.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { openSpeechServer } from '#testing/speech-server.ts'

interface Frame {
  event_type: string
  data: { code: number; msg: string; content: string }
}
const DONE = 'conversation.chat.completed'
const far = await openSpeechServer()
let lab: OpenLab
let botId: string
let seeing: string
let picture: Buffer
beforeAll(async () => {
  lab = await openOpenLab({ allow: [far.host, '127.0.0.1'] })
  far.voices = [
    { id: 'ann', name: 'Ann', language: 'en' },
    { id: 'eve', name: 'Eve', language: 'en' },
  ]
  const { instanceModel } = lab.owner.api
  const connect = (name: string, base_url: string) =>
    instanceModel.createProvider({ kind: 'openai-compatible', name, base_url, api_key: 'sk-far-0001' })
  const { id: provider_id } = await connect('Far', far.baseUrl)
  const voice = await instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'tts-far' })
  await instanceModel.createModel({ provider_id, type: 5, name: 'Hears', model: 'whisper-far' })
  const { id: model_id } = await instanceModel.createModel({
    provider_id: (await connect('Eyes', lab.server.baseUrl)).id,
    name: 'Sees',
    model: 'sees',
    capabilities: { tools: true, vision: true, reasoning: false, json: false },
  })
  const voices_info = { i18n_lang_voice_str: { en: `${voice.id}:ann` } }
  botId = await lab.publishedBot({ voices_info })
  seeing = await lab.publishedBot({ voices_info, model_info: { model_id } })
  picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
})
beforeEach(() => {
  far.reset()
  far.hears = 'and what about coffee'
  lab.server.reset()
})
const said = () =>
  far.requests.filter(({ path }) => path === '/v1/audio/speech').map(({ fields }) => [fields.voice, fields.input])
const asked = () => lab.server.requests.at(-1)!.body.messages

/** Opens a room with a bot, and collects everything it sends. */
async function enter(bot_id: string, config: object) {
  const room = await lab.coze.audio.rooms.create({ bot_id, connector_id: '1024', uid: 'guest', config })
  const address = `${lab.baseURL.replace('http', 'ws')}/v1/audio/rooms/${room.room_id}/join?token=${room.token}`
  const socket = new WebSocket(address)
  afterFile(() => socket.terminate())
  const frames: Frame[] = []
  socket.on('message', (data: Buffer) => void frames.push(JSON.parse(data.toString()) as Frame))
  await once(socket, 'open')
  const all = (type: string) => frames.filter(({ event_type }) => event_type === type)
  const until = (type: string, count = 1) => expect.poll(() => all(type).length).toBeGreaterThanOrEqual(count)
  const send = (event_type: string, data: object) => socket.send(JSON.stringify({ event_type, data }))
  const show = (bytes: Buffer) => send('input_image_buffer.append', { delta: bytes.toString('base64') })
  const ask = (content: string) => send('conversation.message.create', { role: 'user', content_type: 'text', content })
  return { all, until, send, show, ask }
}

describe('a podcast', () => {
  test('starts by itself: two voices talk about the topic of the room', async () => {
    lab.server.script(says('A: Tea is old.\nB: How old is it?\nA: Five thousand years.'))
    const { until } = await enter(botId, { room_mode: 'podcast', prologue_content: 'The history of tea' })
    await until(DONE)
    expect(said()).toEqual([
      ['ann', 'Tea is old.'],
      ['eve', 'How old is it?'],
      ['ann', 'Five thousand years.'],
    ])
    const [system, ...rest] = asked()
    expect(system!.content).toContain('This is a podcast')
    expect(rest).toEqual([expect.objectContaining({ role: 'user', content: 'The history of tea' })])
  })
  test('is not interrupted by sound; speech after it has finished is answered', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ text: 'A: Tea is old.\nB: ' }, { until: promise }, { text: 'So it is.' }] })
    const { all, until, send } = await enter(botId, { room_mode: 'podcast', prologue_content: 'Tea' })
    await until('conversation.audio.delta')
    const utterance = Buffer.concat([tone(1.2, 24_000).subarray(44), bytesOf(new Int16Array(24_000))])
    const speak = () => {
      for (let at = 0; at < utterance.length; at += 4800)
        send('input_audio_buffer.append', { delta: utterance.subarray(at, at + 4800).toString('base64') })
    }
    speak()
    await expect.poll(() => far.requests.filter(({ path }) => path === '/v1/audio/transcriptions').length).toBe(1)
    resolve()
    await until(DONE)
    expect([all('conversation.chat.canceled'), all('input_audio_buffer.speech_started')]).toEqual([[], []])
    expect(said().at(-1)).toEqual(['eve', 'So it is.'])
    // Its sound has finished playing by then.
    lab.t.clock.advance(10_000)
    lab.server.script(says('B: Coffee came later.'))
    speak()
    await until(DONE, 2)
    expect(asked().at(-1)).toMatchObject({ role: 'user', content: 'and what about coffee' })
  })
})

describe('pictures of a camera or a screen', () => {
  const video = { video_config: { stream_video_type: 'screen' } }
  const picturesIn = (content: unknown) =>
    Array.isArray(content) ? content.filter(({ type }: { type: string }) => type === 'image_url').length : 0

  test('are sent with the next question to a model that can see, while they are fresh', async () => {
    const { until, show, ask } = await enter(seeing, video)
    lab.server.script(says('A blue wall.'))
    show(picture)
    ask('What is this?')
    await until(DONE)
    const { content } = asked().at(-1)!
    expect(picturesIn(content)).toBe(1)
    expect(JSON.stringify(content)).toContain('What is this?')
    expect(JSON.stringify(content)).toContain('data:image/jpeg;base64,')
    lab.t.clock.advance(11_000)
    lab.server.script(says('Nothing now.'))
    ask('And now?')
    await until(DONE, 2)
    expect(asked().at(-1)!.content).toBe('And now?')
  })
  test('are limited to the latest four', async () => {
    const { until, show, ask } = await enter(seeing, video)
    lab.server.script(says('Walls.'))
    for (let count = 0; count < 7; count += 1) show(picture)
    ask('What is this?')
    await until(DONE)
    expect(picturesIn(asked().at(-1)!.content)).toBe(4)
  })
  test('for a model that cannot see are reported once with a remedy, and the question is answered', async () => {
    const { all, until, show, ask } = await enter(botId, video)
    lab.server.script(says('I hear you.'))
    show(picture)
    show(picture)
    await until('error')
    ask('What is this?')
    await until(DONE)
    expect(all('error').map(({ data }) => [data.code, data.msg])).toEqual([
      [ErrorCode.realtime.cannotSee, expect.stringMatching(/Tiny cannot see pictures\. Choose one with vision/)],
    ])
    expect(asked().at(-1)!.content).toBe('What is this?')
  })
  test('are refused where they are not supported, and if they are invalid', async () => {
    const without = await enter(seeing, {})
    without.show(picture)
    await without.until('error')
    expect(without.all('error')[0]!.data.code).toBe(ErrorCode.realtime.noPictures)
    const { all, until, show, ask } = await enter(seeing, video)
    show(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await until('error')
    expect(all('error')[0]!.data.code).toBe(ErrorCode.realtime.notAPicture)
    // It starts like a picture but is invalid: the question is answered anyway.
    show(Buffer.concat([picture.subarray(0, 20), Buffer.alloc(100)]))
    lab.server.script(says('I see nothing.'))
    ask('What is this?')
    await until(DONE)
    expect(all('error')).toHaveLength(2)
    expect(asked().at(-1)!.content).toBe('What is this?')
  })
})
