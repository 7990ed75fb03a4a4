import { EventEmitter, once } from 'node:events'
import { CozeAPI, WebsocketsEventType } from '@coze/api'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { recordedSamples } from '#kit/audio/recorded-samples.ts'
import { bytesOf } from '#kit/audio/samples.ts'
import { tone } from '#kit/audio/wav.ts'
import { listening } from '#testing/listening.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import { openSkillLab, pluginRefs } from '#testing/skill-lab.ts'
import { openSpeechServer } from '#testing/speech-server.ts'
import { anna, bruno, humming, hummingFile } from '#testing/voices.ts'

interface Frame {
  event_type: string
  data: Record<string, never> & { content: string; delta: string; text: string; code: number; msg: string }
  detail: { logid: string }
}
type Socket = Awaited<ReturnType<CozeAPI['websockets']['chat']['create']>>

const far = await openSpeechServer()
let lab: OpenLab
let coze: CozeAPI
let voice: string
let botId: string
const open: { close(): void }[] = []

beforeAll(async () => {
  lab = await openOpenLab({ allow: [far.host] })
  coze = new CozeAPI({ baseURL: lab.baseURL, baseWsURL: lab.baseURL.replace('http', 'ws'), token: lab.token })
  far.voices = [
    { id: 'ann', name: 'Ann', language: 'en' },
    { id: 'eve', name: 'Eve', language: 'en' },
  ]
  const { instanceModel } = lab.owner.api
  const connection = { kind: 'openai-compatible' as const, name: 'Far', base_url: far.baseUrl, api_key: 'sk-far-0001' }
  const { id: provider_id } = await instanceModel.createProvider(connection)
  voice = (await instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'tts-far' })).id
  await instanceModel.createModel({ provider_id, type: 5, name: 'Hears', model: 'whisper-far' })
  botId = await lab.publishedBot({ voices_info: { i18n_lang_voice_str: { en: `${voice}:eve` } } })
})
beforeEach(() => {
  far.reset()
  far.hears = 'what time is it'
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

/** Collects everything that a socket of the official client receives, and can wait for it. */
function watch(given: object) {
  const socket = given as Socket
  const frames: Frame[] = []
  const waiting: (() => void)[] = []
  open.push(socket)
  const onmessage = (frame: Frame) => {
    frames.push(frame)
    for (const wake of waiting.splice(0)) wake()
  }
  Object.assign(socket, { onmessage })
  async function until(type: string, count = 1): Promise<Frame> {
    while (frames.filter(({ event_type }) => event_type === type).length < count)
      await new Promise<void>((resolve) => waiting.push(resolve))
    return frames.filter(({ event_type }) => event_type === type)[count - 1]!
  }
  let sent = 0
  const send = (event_type: string, data?: object) =>
    socket.send({ id: String((sent += 1)), event_type, ...(data && { data }) } as never)
  const types = () => frames.map(({ event_type }) => event_type)
  return { frames, until, send, types }
}
const said = () => far.requests.filter(({ path }) => path === '/v1/audio/speech').map(({ fields }) => fields)
const soundIn = (frames: Frame[], type: string, field: 'delta' | 'content') =>
  frames
    .filter(({ event_type }) => event_type === type)
    .map(({ data }) => Buffer.from(data[field], 'base64').toString())
    .join('|')
const recording = tone(0.3, 24_000).subarray(44).toString('base64')
const E = WebsocketsEventType
const loudness = (sound: Buffer) => {
  const values = Array.from({ length: sound.length >> 1 }, (_, at) => sound.readInt16LE(at * 2) ** 2)
  return Math.sqrt(values.reduce((sum, value) => sum + value, 0) / values.length)
}

describe('speech over a socket', () => {
  test('speaks sentence by sentence, with the requested voice', async () => {
    const { frames, until, send, types } = watch(await coze.websockets.audio.speech.create())
    await until(E.SPEECH_CREATED)
    send(E.SPEECH_UPDATE, { output_audio: { voice_id: `${voice}:ann`, speech_rate: 50 } })
    expect((await until(E.SPEECH_UPDATED)).data).toMatchObject({
      output_audio: { codec: 'pcm', pcm_config: { sample_rate: 24_000 }, voice_id: `${voice}:ann` },
    })
    send(E.INPUT_TEXT_BUFFER_APPEND, { delta: 'Good morning to all. How are' })
    send(E.INPUT_TEXT_BUFFER_APPEND, { delta: ' you?' })
    send(E.INPUT_TEXT_BUFFER_COMPLETE)
    await until(E.SPEECH_AUDIO_COMPLETED)
    expect(said().map(({ input, voice: by, response_format, speed }) => [input, by, response_format, speed])).toEqual([
      ['Good morning to all.', 'ann', 'pcm', 1.5],
      ['How are you?', 'ann', 'pcm', 1.5],
    ])
    // The simulated server sends the text itself as sound; a sample has two bytes.
    expect(soundIn(frames, E.SPEECH_AUDIO_UPDATE, 'delta')).toMatch(/^ann: Good morning to all.?\|ann: How are you.?$/)
    expect(types().at(-1)).toBe(E.SPEECH_AUDIO_COMPLETED)
    expect(frames.every(({ detail }) => detail.logid)).toBe(true)
  })
  test('uses the voice of the given bot, and the codec of telephones', async () => {
    const entity = { entity_type: 'bot' as const, entity_id: botId }
    const { frames, until, send } = watch(await coze.websockets.audio.speech.create(entity))
    send(E.SPEECH_UPDATE, { output_audio: { codec: 'g711a' } })
    send(E.INPUT_TEXT_BUFFER_APPEND, { delta: 'Good morning' })
    send(E.INPUT_TEXT_BUFFER_COMPLETE)
    await until(E.SPEECH_AUDIO_COMPLETED)
    expect(said()).toMatchObject([{ voice: 'eve', input: 'Good morning' }])
    // 17 bytes are 8 samples at 24 kHz; telephones have a third of them, in one byte each.
    const bytes = Buffer.from(
      frames.find(({ event_type }) => event_type === E.SPEECH_AUDIO_UPDATE)!.data.delta,
      'base64',
    )
    expect(bytes).toHaveLength(3)
  })
  test('reports errors and continues', async () => {
    const { until, send } = watch(await coze.websockets.audio.speech.create())
    send('speech.fly', {})
    expect((await until(E.ERROR)).data.msg).toMatch(/^event_type/)
    send(E.SPEECH_UPDATE, { output_audio: { pcm_config: { sample_rate: 1 } } })
    expect((await until(E.ERROR, 2)).data.msg).toMatch(/sample_rate/)
    send(E.SPEECH_UPDATE, { output_audio: { voice_id: '999999:nobody' } })
    send(E.INPUT_TEXT_BUFFER_APPEND, { delta: 'Hello' })
    send(E.INPUT_TEXT_BUFFER_COMPLETE)
    expect((await until(E.ERROR, 3)).data.msg).toMatch(/voice/)
    await until(E.SPEECH_AUDIO_COMPLETED)
  })
})

describe('transcription over a socket', () => {
  test('sends the transcript when the sound is complete', async () => {
    const { until, send } = watch(await coze.websockets.audio.transcriptions.create())
    await until(E.TRANSCRIPTIONS_CREATED)
    send(E.TRANSCRIPTIONS_UPDATE, { input_audio: { sample_rate: 16_000 } })
    await until(E.TRANSCRIPTIONS_UPDATED)
    send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: 'AAAA' })
    send(E.INPUT_AUDIO_BUFFER_CLEAR)
    await until(E.INPUT_AUDIO_BUFFER_CLEARED)
    send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: recording })
    send(E.INPUT_AUDIO_BUFFER_COMPLETE)
    await until(E.INPUT_AUDIO_BUFFER_COMPLETED)
    expect((await until(E.TRANSCRIPTIONS_MESSAGE_COMPLETED)).data.content).toBe('what time is it')
    const file = far.requests[0]!.fields.file as File
    expect(file.size).toBe(Buffer.from(recording, 'base64').length + 44)
    expect(Buffer.from(await file.arrayBuffer()).readUInt32LE(24)).toBe(16_000)
  })
  test('refuses unreadable input with the name of the field', async () => {
    const { until, send } = watch(await coze.websockets.audio.transcriptions.create())
    send(E.INPUT_AUDIO_BUFFER_COMPLETE)
    expect((await until(E.ERROR)).data.msg).toMatch(/^input_audio_buffer/)
    send(E.TRANSCRIPTIONS_UPDATE, { input_audio: { format: 'ogg' } })
    send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: recording })
    send(E.INPUT_AUDIO_BUFFER_COMPLETE)
    expect((await until(E.ERROR, 2)).data.msg).toMatch(/^input_audio/)
    send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: '§' })
    expect((await until(E.ERROR, 3)).data.msg).toMatch(/^data.delta/)
    expect(far.requests).toEqual([])
  })
})

describe('interpretation over a socket', () => {
  const loud = tone(0.6, 24_000).subarray(44)
  const silent = Buffer.alloc(loud.length)
  const hear = (send: (type: string, data: object) => void, ...pieces: Buffer[]) =>
    pieces.forEach((piece) => send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: piece.toString('base64') }))

  test('sends the transcript, the translation and the sound of each clause', async () => {
    const { frames, until, send, types } = watch(await coze.websockets.audio.simultInterpretation.create())
    await until(E.SIMULT_INTERPRETATION_CREATED)
    const glossary = [{ original: 'ferry', translation: 'Fähre' }]
    send(E.SIMULT_INTERPRETATION_UPDATE, { translate_config: { from: 'en', to: 'de', hot_words: ['Oslo'], glossary } })
    await until(E.SIMULT_INTERPRETATION_UPDATED)
    far.hears = 'The ferry leaves.'
    lab.server.script(says('Die Fähre fährt ab.'), says('Auf Wiedersehen.'))
    hear(send, silent, loud, silent)
    await until(E.SIMULT_INTERPRETATION_AUDIO_DELTA)
    far.hears = 'Goodbye.'
    hear(send, loud)
    send(E.INPUT_AUDIO_BUFFER_COMPLETE)
    await until(E.SIMULT_INTERPRETATION_MESSAGE_COMPLETED)
    const texts = (type: string) => frames.filter(({ event_type }) => event_type === type).map(({ data }) => data.delta)
    expect(texts(E.SIMULT_INTERPRETATION_TRANSCRIPTION_DELTA)).toEqual(['The ferry leaves.', 'Goodbye.'])
    expect(texts(E.SIMULT_INTERPRETATION_TRANSLATION_DELTA)).toEqual(['Die Fähre fährt ab.', 'Auf Wiedersehen.'])
    expect(said().map(({ input }) => input)).toEqual(['Die Fähre fährt ab.', 'Auf Wiedersehen.'])
    expect(types().at(-1)).toBe(E.SIMULT_INTERPRETATION_MESSAGE_COMPLETED)
    const asked = JSON.stringify(lab.server.requests.at(-2)!.body.messages)
    expect(asked).toContain('ferry → Fähre')
    expect(asked).toContain('German')
    expect(far.requests[0]!.fields).toMatchObject({ language: 'en', prompt: 'Oslo' })
  })
  test('needs the languages first', async () => {
    const { until, send } = watch(await coze.websockets.audio.simultInterpretation.create())
    send(E.INPUT_AUDIO_BUFFER_COMPLETE)
    expect((await until(E.ERROR)).data.msg).toMatch(/^translate_config/)
    send(E.SIMULT_INTERPRETATION_UPDATE, { translate_config: { from: 'English', to: 'de' } })
    expect((await until(E.ERROR, 2)).data.msg).toMatch(/translate_config.from/)
  })
})

describe('a chat over a socket', () => {
  const begin = async (settings: object = {}) => {
    const chat = watch(await coze.websockets.chat.create({ bot_id: botId }))
    await chat.until(E.CHAT_CREATED)
    chat.send(E.CHAT_UPDATE, settings)
    await chat.until(E.CHAT_UPDATED)
    return chat
  }
  const ask = (chat: Awaited<ReturnType<typeof begin>>, content: string) =>
    chat.send(E.CONVERSATION_MESSAGE_CREATE, { role: 'user', content_type: 'text', content })

  test('transcribes, answers in text and with the voice of the bot, and ends after the last sound', async () => {
    lab.server.script(says('It is noon. Time to eat.'))
    const chat = await begin()
    chat.send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: recording })
    chat.send(E.INPUT_AUDIO_BUFFER_COMPLETE)
    await chat.until(E.CONVERSATION_CHAT_COMPLETED)
    const seen = [...new Set(chat.types())]
    expect(seen.filter((type) => type !== E.CONVERSATION_MESSAGE_COMPLETED)).toEqual([
      E.CHAT_CREATED,
      E.CHAT_UPDATED,
      E.INPUT_AUDIO_BUFFER_COMPLETED,
      E.CONVERSATION_AUDIO_TRANSCRIPT_COMPLETED,
      E.CONVERSATION_CHAT_CREATED,
      E.CONVERSATION_CHAT_IN_PROGRESS,
      E.CONVERSATION_MESSAGE_DELTA,
      E.CONVERSATION_AUDIO_SENTENCE_START,
      E.CONVERSATION_AUDIO_DELTA,
      E.CONVERSATION_AUDIO_COMPLETED,
      E.CONVERSATION_CHAT_COMPLETED,
    ])
    expect(said().map(({ input, voice: by }) => [by, input])).toEqual([
      ['eve', 'It is noon.'],
      ['eve', 'Time to eat.'],
    ])
    expect(lab.server.requests.at(-1)!.body).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ role: 'user', content: 'what time is it' })]),
    })
  })
  test('stays in one conversation until it is cleared', async () => {
    const chat = await begin()
    lab.server.script(says('First.'), says('Second.'), says('Third.'))
    ask(chat, 'One')
    await chat.until(E.CONVERSATION_CHAT_COMPLETED)
    ask(chat, 'Two')
    await chat.until(E.CONVERSATION_CHAT_COMPLETED, 2)
    expect(JSON.stringify(lab.server.requests.at(-1)!.body)).toContain('First.')
    chat.send(E.CONVERSATION_CLEAR)
    await chat.until(E.CONVERSATION_CLEARED)
    ask(chat, 'Three')
    await chat.until(E.CONVERSATION_CHAT_COMPLETED, 3)
    expect(JSON.stringify(lab.server.requests.at(-1)!.body)).not.toContain('Second.')
  })
  test('sends only subscribed events', async () => {
    lab.server.script(says('Quiet.'))
    const chat = await begin({ event_subscriptions: [E.CHAT_UPDATED, E.CONVERSATION_CHAT_COMPLETED] })
    ask(chat, 'Hello')
    await chat.until(E.CONVERSATION_CHAT_COMPLETED)
    expect(chat.types()).toEqual([E.CHAT_CREATED, E.CHAT_UPDATED, E.CONVERSATION_CHAT_COMPLETED])
  })
  test('speaks its opening on request', async () => {
    const chat = await begin({ need_play_prologue: true, prologue_content: 'Welcome back' })
    await chat.until(E.CONVERSATION_AUDIO_COMPLETED)
    expect(said()).toMatchObject([{ input: 'Welcome back', voice: 'eve' }])
  })
  test('continues in writing if no model can speak, and reports that once', async () => {
    far.fails(503)
    lab.server.script(says('First words.'), says('Second words.'))
    const chat = await begin()
    ask(chat, 'One')
    await chat.until(E.CONVERSATION_CHAT_COMPLETED)
    ask(chat, 'Two')
    await chat.until(E.CONVERSATION_CHAT_COMPLETED, 2)
    expect(chat.types().filter((type) => type === E.ERROR)).toHaveLength(1)
    expect(chat.types()).not.toContain(E.CONVERSATION_AUDIO_DELTA)
  })
  test('a tool with side effects waits for approval, also in a call (case 65)', async () => {
    const skills = openSkillLab(lab.t)
    skills.tools.set('send_mail', { sideEffects: 'ask' })
    const careful = await lab.publishedBot({ plugin_info_list: pluginRefs('send_mail') })
    const chat = watch(await coze.websockets.chat.create({ bot_id: careful }))
    await chat.until(E.CHAT_CREATED)
    lab.server.script(calls({ name: 'send_mail', arguments: '{"city":"all"}' }), says('It is sent.'))
    ask(chat, 'Write to everybody')
    await chat.until(E.CONVERSATION_CHAT_REQUIRES_ACTION)
    expect(skills.called).toEqual([])
    ask(chat, 'Approve')
    await chat.until(E.CONVERSATION_CHAT_COMPLETED)
    expect(skills.called).toHaveLength(1)
  })
  test('reports if there is nothing to cancel', async () => {
    const chat = await begin()
    chat.send(E.CONVERSATION_CHAT_CANCEL)
    expect((await chat.until(E.ERROR)).data.msg).toMatch(/^conversation.chat.cancel/)
  })

  describe('with detection of speech', () => {
    const detected = {
      turn_detection: { type: 'server_vad', silence_duration_ms: 300 },
      input_audio: { sample_rate: 16_000 },
    }
    const loud = (seconds: number) => tone(seconds, 16_000).subarray(44)
    const silent = (seconds: number) => bytesOf(new Int16Array(16_000 * seconds))
    function hear(chat: Awaited<ReturnType<typeof begin>>, ...pieces: Buffer[]) {
      for (const piece of pieces)
        for (let at = 0; at < piece.length; at += 3200)
          chat.send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: piece.subarray(at, at + 3200).toString('base64') })
    }

    test('answers after a pause', async () => {
      lab.server.script(says('It is noon.'))
      const chat = await begin(detected)
      hear(chat, silent(0.5), loud(0.5), silent(0.5))
      await chat.until(E.CONVERSATION_CHAT_COMPLETED)
      expect(chat.types().slice(2, 6)).toEqual([
        E.INPUT_AUDIO_BUFFER_SPEECH_STARTED,
        E.INPUT_AUDIO_BUFFER_SPEECH_STOPPED,
        E.CONVERSATION_AUDIO_TRANSCRIPT_UPDATE,
        E.CONVERSATION_AUDIO_TRANSCRIPT_COMPLETED,
      ])
    })
    /** Starts a turn that has spoken one sentence and continues when released. */
    async function speaking(chat: Awaited<ReturnType<typeof begin>>) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const steps = [{ text: 'It is noon. ' }, { text: 'And then there' }, { until: promise }, { finish: 'stop' }]
      lab.server.script({ steps })
      hear(chat, silent(0.5), loud(0.5), silent(0.5))
      await chat.until(E.CONVERSATION_AUDIO_DELTA)
      return resolve
    }
    const transcribed = () => far.requests.filter(({ path }) => path === '/v1/audio/transcriptions').length

    test('a filler does not stop the answer; other speech does, and only the heard part is stored', async () => {
      const chat = await begin(detected)
      const release = await speaking(chat)
      lab.t.clock.advance(5000)
      far.hears = 'Mm, okay.'
      hear(chat, loud(0.5), silent(0.5))
      await expect.poll(transcribed).toBe(2)
      far.hears = 'stop it'
      lab.server.script(says('Fine.'))
      hear(chat, loud(0.5), silent(0.5))
      const { data } = await chat.until(E.CONVERSATION_CHAT_CANCELED)
      release()
      expect(data.code).toBe(1)
      await chat.until(E.CONVERSATION_CHAT_COMPLETED)
      expect(chat.types().filter((type) => type === E.INPUT_AUDIO_BUFFER_SPEECH_STARTED)).toHaveLength(2)
      const { conversation_id: id } = chat.frames.find(({ event_type }) => event_type === E.CONVERSATION_CHAT_CREATED)!
        .data as unknown as { conversation_id: string }
      const { data: messages } = await coze.conversations.messages.list(id, { order: 'asc' })
      expect(messages.map(({ content }) => content)).toEqual(['what time is it', 'It is noon.', 'stop it', 'Fine.'])
    })
    test('speech that continues after a pause belongs to the question', async () => {
      const chat = await begin(detected)
      const release = await speaking(chat)
      far.hears = 'in Lisbon'
      lab.server.script(says('It is one.'))
      hear(chat, loud(0.5), silent(0.5))
      await chat.until(E.CONVERSATION_CHAT_COMPLETED)
      release()
      const { messages } = lab.server.requests.at(-1)!.body
      expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
        'what time is it in Lisbon',
      ])
    })
    test('a client can stop the answer', async () => {
      const chat = await begin(detected)
      const release = await speaking(chat)
      chat.send(E.CONVERSATION_CHAT_CANCEL)
      expect((await chat.until(E.CONVERSATION_CHAT_CANCELED)).data.code).toBe(2)
      release()
    })
    test('a client can stop the sound of a finished answer, and is informed when the heard part is stored', async () => {
      const long = 'a tale that goes on and on about the sea and its many ships '.repeat(200)
      lab.server.script(says(`It is noon. And here is ${long}.`))
      const chat = await begin(detected)
      ask(chat, 'Tell me')
      const { data } = await chat.until(E.CONVERSATION_CHAT_COMPLETED)
      chat.send(E.CONVERSATION_CHAT_CANCEL)
      expect((await chat.until(E.CONVERSATION_CHAT_CANCELED)).data.code).toBe(2)
      const { conversation_id: id } = data as unknown as { conversation_id: string }
      const { data: messages } = await coze.conversations.messages.list(id, { order: 'asc' })
      expect(messages[1]!.content.length).toBeLessThan(long.length)
    })
    test('enrolled speakers are named: to the client, to the model and in the history', async () => {
      const { id: group_id } = await coze.audio.voiceprintGroups.create({ name: 'Family' })
      const enrol = (name: string, throat: typeof anna) =>
        lab.owner.api.voiceprint.createFeature({
          group_id,
          name,
          file: new File([new Uint8Array(hummingFile(throat))], 'a.wav'),
        })
      await enrol('Anna', anna)
      await enrol('Bruno', bruno)
      lab.server.script(says('It is noon.'), says('Good.'))
      const chat = await begin({ ...detected, voice_print_config: { group_id, reuse_voice_info: true } })
      hear(chat, silent(0.5), bytesOf(humming(bruno, 2, 16_000, 5)), silent(0.5))
      const { data } = await chat.until(E.CONVERSATION_AUDIO_TRANSCRIPT_COMPLETED)
      expect(data).toMatchObject({ content: 'what time is it', speaker_name: 'Bruno' })
      await chat.until(E.CONVERSATION_CHAT_COMPLETED)
      const told = () => lab.server.requests.at(-1)!.body.messages.filter(({ role }) => role === 'user')
      expect(told()).toMatchObject([{ content: 'Bruno: what time is it' }])
      lab.t.clock.advance(60_000)
      // Too short to identify: it counts as the same speaker, and the earlier question keeps its name.
      hear(chat, bytesOf(humming(bruno, 0.4, 16_000, 9)), silent(0.5))
      await chat.until(E.CONVERSATION_CHAT_COMPLETED, 2)
      expect(told()).toMatchObject([{ content: 'Bruno: what time is it' }, { content: 'Bruno: what time is it' }])
      chat.send(E.CHAT_UPDATE, { ...detected, voice_print_config: { group_id: '999' } })
      hear(chat, silent(0.5), loud(0.6), silent(0.5))
      expect((await chat.until(E.ERROR)).data.msg).toMatch(/voiceprint group/)
    })
    test('informs a client that waits for a transcript that a sound had no speech', async () => {
      far.hears = ''
      const chat = await begin(detected)
      hear(chat, silent(0.5), loud(0.5), silent(0.5))
      expect((await chat.until(E.CONVERSATION_AUDIO_TRANSCRIPT_COMPLETED)).data.content).toBe('')
      expect(chat.types()).not.toContain(E.CONVERSATION_CHAT_CREATED)
    })
  })
})

describe('a room', () => {
  /** Joins as a page would, with only the token of the room. */
  async function join(room_id: string, token: string) {
    const address = `${lab.baseURL.replace('http', 'ws')}/v1/audio/rooms/${room_id}/join?token=${token}`
    const socket = new WebSocket(address)
    const frames: Frame[] = []
    const seen = new EventEmitter()
    socket.on('message', (data: Buffer) => {
      frames.push(JSON.parse(data.toString()) as Frame)
      seen.emit('frame')
    })
    open.push(socket)
    const refused = new Promise<number>((resolve) =>
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode!)),
    )
    const opened = new Promise<number>((resolve) => socket.on('open', () => resolve(101)))
    socket.on('error', () => {})
    const until = async (type: string) => {
      while (!frames.some(({ event_type }) => event_type === type)) await once(seen, 'frame')
    }
    const send = (event_type: string, data: object) => socket.send(JSON.stringify({ event_type, data }))
    return { status: await Promise.race([opened, refused]), frames, until, send }
  }
  const create = (config: object = {}) =>
    coze.audio.rooms.create({ bot_id: botId, connector_id: '1024', voice_id: `${voice}:ann`, uid: 'guest', config })

  test('uses the voice and the opening that it was created with', async () => {
    const room = await create({ prologue_content: 'Come in' })
    expect(room).toMatchObject({ uid: 'guest', app_id: 'orrery', room_id: expect.stringMatching(/^\d+$/) })
    const { until, send } = await join(room.room_id, room.token)
    await until(E.CONVERSATION_AUDIO_COMPLETED)
    lab.server.script(says('Good evening.'))
    send(E.CONVERSATION_MESSAGE_CREATE, { role: 'user', content_type: 'text', content: 'Hello' })
    await until(E.CONVERSATION_CHAT_COMPLETED)
    expect(said().map(({ input, voice: by }) => [by, input])).toEqual([
      ['ann', 'Come in'],
      ['ann', 'Good evening.'],
    ])
  })
  test('interprets if it was created for that', async () => {
    const { room_id, token } = await create({ room_mode: 'translate', translate_config: { from: 'en', to: 'de' } })
    const { until, send, frames } = await join(room_id, token)
    lab.server.script(says('Guten Tag.'))
    send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: tone(0.6, 24_000).subarray(44).toString('base64') })
    send(E.INPUT_AUDIO_BUFFER_COMPLETE, {})
    await until(E.SIMULT_INTERPRETATION_MESSAGE_COMPLETED)
    expect(frames.find(({ event_type }) => event_type === E.SIMULT_INTERPRETATION_TRANSLATION_DELTA)!.data.delta).toBe(
      'Guten Tag.',
    )
  })
  test('can be listened to in both languages and in any process, until it ends', async () => {
    const other = await listening(await lab.t.another())
    const { room_id, token } = await create({ room_mode: 'translate', translate_config: { from: 'en', to: 'de' } })
    await expect(coze.audio.live.retrieve(room_id)).rejects.toMatchObject({ code: ErrorCode.realtime.liveOver })
    const { until, send, frames } = await join(room_id, token)
    await until(E.SIMULT_INTERPRETATION_CREATED)
    const { stream_infos } = await coze.audio.live.retrieve(room_id)
    expect(stream_infos.map(({ name, live_type }) => [name, live_type])).toEqual([
      ['English', 'origin'],
      ['German', 'translation'],
    ])
    const pathOf = (stream: string, at = lab.baseURL, format = '') =>
      `${at}/v1/audio/live/${room_id}/streams/${stream}${format}`
    // The room is in one process, the listeners of its translation in another.
    const processes = [lab.baseURL, other]
    const players = await Promise.all(
      ['?format=wav', ''].flatMap((format) =>
        stream_infos.map(({ stream_id }, at) => fetch(pathOf(stream_id, processes[at], format))),
      ),
    )
    const [wav, opus] = ['audio/wav', 'audio/ogg; codecs=opus']
    expect(players.map(({ headers }) => headers.get('content-type'))).toEqual([wav, wav, opus, opus])
    expect((await fetch(pathOf(stream_infos[0]!.stream_id, lab.baseURL, '?format=flac'))).status).toBe(400)
    lab.server.script(says('Guten Tag.'))
    send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: tone(0.6, 24_000).subarray(44).toString('base64') })
    send(E.INPUT_AUDIO_BUFFER_COMPLETE, {})
    await until(E.SIMULT_INTERPRETATION_MESSAGE_COMPLETED)
    for (const socket of open.splice(0)) socket.close()
    const [origin, translation, ...packed] = await Promise.all(
      players.map(async (player) => Buffer.from(await player.arrayBuffer())),
    )
    // 0.6 s at 16 kHz, after the header; the resampler keeps the last samples, which wait for a neighbour.
    expect(origin!.length).toBeGreaterThan(44 + 0.59 * 32_000)
    expect(loudness(origin!.subarray(44))).toBeGreaterThan(1000)
    const spoken = Buffer.concat(
      frames
        .filter(({ event_type }) => event_type === E.SIMULT_INTERPRETATION_AUDIO_DELTA)
        .map(({ data }) => Buffer.from(data.delta, 'base64')),
    )
    // From 24 kHz to 16 kHz; the resampler keeps the last samples.
    expect(Math.abs(translation!.length - 44 - (spoken.length * 2) / 3)).toBeLessThanOrEqual(64)
    // The same as Ogg Opus, decoded again. Its last packet is padded and marked as the last.
    expect(loudness(bytesOf(await recordedSamples(packed[0]!)))).toBeGreaterThan(1000)
    for (const [at, whole] of [origin!, translation!].entries()) {
      const samples = await recordedSamples(packed[at]!)
      expect(Math.abs(samples.length - (whole.length - 44) / 2)).toBeLessThanOrEqual(320)
      expect(packed[at]![packed[at]!.lastIndexOf('OggS') + 5]! & 4).toBe(4)
    }
    await expect(coze.audio.live.retrieve(room_id)).rejects.toMatchObject({ code: ErrorCode.realtime.liveOver })
    expect((await fetch(pathOf(stream_infos[0]!.stream_id))).status).toBe(404)
    expect((await fetch(pathOf('made-up'))).status).toBe(404)
  })
  test('is hidden from listeners who may not see its bot', async () => {
    const { room_id, token } = await create({ room_mode: 'translate', translate_config: { from: 'en', to: 'de' } })
    const { until } = await join(room_id, token)
    await until(E.SIMULT_INTERPRETATION_CREATED)
    const bystander = await lab.tokenOf(await lab.t.register('bystander'))
    const theirs = new CozeAPI({ baseURL: lab.baseURL, token: bystander })
    await expect(theirs.audio.live.retrieve(room_id)).rejects.toMatchObject({ code: ErrorCode.realtime.liveOver })
  })
  test('refuses invalid and expired tokens', async () => {
    const { room_id, token } = await create()
    expect((await join('1', token)).status).toBe(404)
    expect((await join(room_id, 'made-up')).status).toBe(404)
    lab.t.clock.advance(10 * 60_000)
    expect((await join(room_id, token)).status).toBe(404)
  })
  test('cannot be created with unsupported settings', async () => {
    await expect(create({ room_mode: 'karaoke' })).rejects.toThrow(/room_mode/)
    await expect(create({ room_mode: 'translate' })).rejects.toThrow(/translate_config/)
    await expect(create({ video_config: { stream_video_type: 'film' } })).rejects.toThrow(/video_config/)
  })
})

describe('a connection', () => {
  const connect = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; logid?: string }>((resolve, reject) => {
      const socket = new WebSocket(lab.baseURL.replace('http', 'ws') + path, { headers })
      socket.on('open', () => {
        socket.close()
        resolve({ status: 101 })
      })
      socket.on('unexpected-response', (_, response) => {
        const at = response.rawHeaders.indexOf('X-Tt-Logid')
        resolve({ status: response.statusCode!, logid: response.rawHeaders[at + 1] })
      })
      socket.on('error', reject)
    })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test('is refused without a token, and with an invalid one', async () => {
    expect((await connect('/v1/audio/speech')).status).toBe(401)
    const wrong = await connect('/v1/audio/speech', bearer('pat_wrong'))
    expect([wrong.status, wrong.logid]).toEqual([401, expect.stringMatching(/^[0-9A-F]+$/)])
  })
  test('accepts a token in the query for sockets only, and the token is never logged', async () => {
    expect((await connect(`/v1/audio/speech?authorization=Bearer%20${lab.token}`)).status).toBe(101)
    const plain = await fetch(`${lab.baseURL}/v1/audio/voices?authorization=Bearer%20${lab.token}`)
    expect(plain.status).toBe(401)
    const bad = `/v1/audio/speech?entity_type=bird&authorization=Bearer%20${lab.token}`
    expect((await connect(bad)).status).toBe(400)
    expect(lab.t.logLines.join('')).not.toContain(lab.token)
  })
  test('is refused for a token without the permission, and for a bot of others', async () => {
    const bare = await lab.tokenOf(lab.owner, ['Audio.listVoice'])
    expect((await connect('/v1/audio/speech', bearer(bare))).status).toBe(403)
    const stranger = await lab.tokenOf(await lab.t.register('stranger'))
    expect((await connect(`/v1/chat?bot_id=${botId}`, bearer(stranger))).status).toBe(404)
    expect((await connect(`/v1/audio/speech?entity_type=bot&entity_id=${botId}`, bearer(stranger))).status).toBe(404)
  })
  test('accepts a session only from our own pages', async () => {
    const cookie = lab.owner.cookie()
    expect((await connect('/v1/audio/speech', { cookie })).status).toBe(403)
    expect((await connect('/v1/audio/speech', { cookie, origin: 'https://evil.example' })).status).toBe(403)
    expect((await connect('/v1/audio/speech', { cookie, origin: lab.baseURL })).status).toBe(101)
  })
  test('answers a plain request with the required upgrade', async () => {
    const answer = await lab.call('GET', '/v1/audio/speech')
    expect([answer.status, answer.body.msg]).toEqual([426, expect.stringContaining('WebSocket')])
  })
  test('is closed when its token is deleted', async () => {
    const person = await lab.t.register('gone')
    const token = await lab.tokenOf(person)
    const socket = new WebSocket(`${lab.baseURL.replace('http', 'ws')}/v1/audio/speech`, { headers: bearer(token) })
    await new Promise((resolve) => socket.on('open', resolve))
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    const { personal_access_tokens: tokens } = await person.api.token.list({})
    await person.api.token.remove({ id: tokens[0]!.id })
    expect(await closed).toBe(1001)
  })
})
