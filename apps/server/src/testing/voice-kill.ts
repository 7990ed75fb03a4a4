import { tone } from '#kit/audio/wav.ts'
import { openElevenLabsServer } from './speech-server.ts'
import type { Api } from './test-app.ts'

const ADD = '/v1/voices/add'
const PENDING = 30
const CLONED = 10
const recording = tone(1, 16_000)

interface Frame {
  event_type: string
  data?: { id?: string; conversation_id?: string; type?: string; content?: string; msg?: string }
}
export interface VoiceKillResult {
  /** Voices whose training did not finish, or whose state differs from the provider's. */
  clones: string[]
  /** Calls that could not continue their conversation, or whose answer never finished. */
  calls: string[]
}
interface Call {
  conversation: string
  chat: string
}

/** The client of a call, which sends text instead of audio. */
async function openCall(url: string, query: Record<string, string>) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/chat?${new URLSearchParams(query).toString()}`)
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  let isClosed = false
  const wake = () => waiting.forEach((look) => look())
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    frames.push(JSON.parse(data) as Frame)
    wake()
  })
  socket.addEventListener('close', () => {
    isClosed = true
    wake()
  })
  socket.addEventListener('error', () => {})
  const until = <T>(find: () => T | undefined | false) =>
    new Promise<T>((resolve, reject) => {
      const look = () => {
        const found = find()
        if (!found && !isClosed) return
        waiting.delete(look)
        if (found) resolve(found)
        else reject(new Error('The connection of a call has ended'))
      }
      waiting.add(look)
      look()
    })
  const first = (type: string) => until(() => frames.find(({ event_type }) => event_type === type))
  const send = (event_type: string, data: object) => socket.send(JSON.stringify({ event_type, data }))
  await first('chat.created')
  return {
    first,
    frames,
    send,
    ask: (content: string) => send('conversation.message.create', { role: 'user', content_type: 'text', content }),
    /** The event with which a turn ended or was refused. */
    end: () =>
      until(() => frames.find(({ event_type: type }) => /chat\.(completed|failed|canceled)$|^error$/.test(type))),
    until,
    isClosed: () => isClosed,
    close: () => socket.close(),
  }
}

/** Starts the cloning of a voice and the answer to a call, to be interrupted by killing the process. */
export async function openVoiceKills(api: Api, botId: string, spaceId: string) {
  const far = await openElevenLabsServer()
  const connection = { kind: 'elevenlabs' as const, name: 'Eleven', base_url: far.baseUrl, api_key: 'xi-secret-0001' }
  const { id: provider_id } = await api.instanceModel.createProvider(connection)
  await api.instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'eleven_v9' })
  far.voices = [{ id: 'rachel', name: 'Rachel', language: 'en' }]
  const { token } = await api.token.create({ name: 'Calls', duration_day: '30' })
  const authorization = `Bearer ${token}`
  const calls: Call[] = []
  /** Indices of calls whose answers are known to have finished. */
  const settled = new Set<number>()
  const wrong: VoiceKillResult = { clones: [], calls: [] }

  function order(url: string, name: string) {
    const form = new FormData()
    for (const [key, value] of Object.entries({
      voice_name: name,
      audio_format: 'wav',
      space_id: spaceId,
      language: 'en',
    }))
      form.set(key, value)
    form.set('file', new Blob([new Uint8Array(recording)], { type: 'audio/wav' }), 'voice.wav')
    return fetch(`${url}/v1/audio/voices/clone`, { method: 'POST', headers: { authorization }, body: form })
  }
  /**
   * Orders a voice and stops while the provider handles the order; in every second round after the voice was created.
   */
  async function beginVoice(url: string, n: number): Promise<void> {
    const isReached = Promise.withResolvers<void>()
    const never = new Promise<void>(() => {})
    far.pause = (path, isDone) => {
      if (path !== ADD || isDone !== (n % 2 === 0)) return undefined
      far.pause = undefined
      isReached.resolve()
      return never
    }
    void order(url, `Voice ${n}`).catch(() => undefined)
    await isReached.promise
  }
  /** Starts a call and stops after half of the answer. */
  async function beginCall(url: string, n: number) {
    const call = await openCall(url, { bot_id: botId, authorization })
    call.ask(`half call ${n}`)
    const { data } = await call.first('conversation.chat.created')
    await call.first('conversation.message.delta')
    calls.push({ conversation: data!.conversation_id!, chat: data!.id! })
    return call
  }
  /** Continues the conversation of the call at another process. */
  async function resume(url: string, n: number, conversation_id: string) {
    const call = await openCall(url, { bot_id: botId, authorization })
    call.send('chat.update', { chat_config: { conversation_id } })
    await call.first('chat.updated')
    call.ask(`call ${n} goes on`)
    const { event_type: type, data } = await call.end()
    const said = call.frames
      .filter(({ event_type, data: part }) => event_type === 'conversation.message.delta' && part?.type === 'answer')
      .map(({ data: part }) => part!.content)
      .join('')
    if (type !== 'conversation.chat.completed' || said !== `Re: call ${n} goes on.`)
      wrong.calls.push(`${n}: ${type} ${data?.msg ?? said}`)
    call.close()
  }

  return {
    async begin(url: string, n: number) {
      const [, call] = await Promise.all([beginVoice(url, n), beginCall(url, n)])
      const { conversation } = calls.at(-1)!
      /** Continues after the process was killed. */
      return async (other: string) => {
        await call.until(call.isClosed)
        await resume(other, n, conversation)
      }
    },
    /** What is wrong at this moment. */
    async inspect(now: Api, url: string): Promise<VoiceKillResult> {
      const read = async (path: string, method = 'GET') =>
        (await (await fetch(url + path, { method, headers: { authorization } })).json()) as { data: unknown }
      const result: VoiceKillResult = { clones: [], calls: [...wrong.calls] }
      const own = (await now.clonedVoice.list({ voice_type: 2, page_size: 100 })).data.voices
      if (own.length !== calls.length) result.clones.push(`${own.length} of ${calls.length} voices are there`)
      for (const { voice_name: name, voice_id, speaker_id, state } of own) {
        const made = far.voices.filter((voice) => typeof voice !== 'string' && voice.labels?.orrery_voice === voice_id)
        const isAsMade = made.length <= 1 && (state === CLONED) === (made.length === 1)
        if (state === PENDING || !isAsMade || (speaker_id !== '') !== (state === CLONED))
          result.clones.push(`${name} has state ${state}, ${made.length} made`)
      }
      for (const [n, { conversation, chat }] of calls.entries()) {
        if (settled.has(n)) continue
        const { data: turn } = await read(`/v3/chat/retrieve?conversation_id=${conversation}&chat_id=${chat}`)
        const { status } = turn as { status: string }
        const { data } = await read(`/v1/conversation/message/list?conversation_id=${conversation}&order=asc`, 'POST')
        const asked = (data as { role: string; content: string }[]).filter(({ role }) => role === 'user')
        const questions = asked.map(({ content }) => content).join()
        if (status === 'in_progress' || status === 'created') result.calls.push(`${n}: its answer is ${status}`)
        else if (questions !== `half call ${n},call ${n} goes on`) result.calls.push(`${n}: it holds ${questions}`)
        else settled.add(n)
      }
      return result
    },
  }
}
