import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { bytesOf } from '#kit/audio/samples.ts'
import { DialogueEvent } from '#kit/speech/dialogue/volcano-dialogue.ts'
import { readFrame, writeFrame } from '#kit/speech/dialogue/volcano-frame.ts'
import { afterFile } from './after-file.ts'

type Json = Record<string, unknown>
/**
 * How the provider fails: refuses connections, reports an error instead of an answer, or disconnects after the first
 * words.
 */
export type DialogueFault = 'refuses' | 'reports' | 'leaves'
/** A simulated provider of a speech-to-speech model on 127.0.0.1. */
export interface DialogueServer {
  baseUrl: string
  host: string
  /** One session per connection, oldest first. */
  sessions: DialogueSession[]
  /** The transcript that it returns for any sound. */
  hears: string
  /** The words of its answer. */
  says: string[]
  /** A tool call that it makes before it answers, unless the conversation contains a result. */
  calls: { name: string; arguments: string } | undefined
  fault: DialogueFault | undefined
  reset(): void
}
export interface DialogueSession {
  headers: IncomingMessage['headers']
  path: string
  /** The session settings that it received. */
  settings: Json
  /** All conversation items that it received, in its own format. */
  items: Json[]
  soundBytes: number
}
/** The sound of a word in these tests: its length determines duration and level. */
export const spokenWord = (word: string) => new Int16Array(word.length * 100).fill(word.length * 100)

type Serve = (socket: WebSocket, session: DialogueSession, far: DialogueServer) => void
async function openSimulator(serve: Serve, basePath: string): Promise<DialogueServer> {
  const far: DialogueServer = {
    baseUrl: '',
    host: '',
    sessions: [],
    hears: '',
    says: [],
    calls: undefined,
    fault: undefined,
    reset() {
      far.sessions.length = 0
      far.calls = undefined
      far.fault = undefined
    },
  }
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer((_, response) => void response.writeHead(426).end())
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    if (far.fault === 'refuses') return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const { headers, url: path = '' } = request
      const session: DialogueSession = { headers, path, settings: {}, items: [], soundBytes: 0 }
      far.sessions.push(session)
      serve(opened, session, far)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets.clients) socket.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  far.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  far.baseUrl = `http://${far.host}${basePath}`
  return far
}

/** Simulates OpenAI Realtime. */
export const openRealtimeServer = (): Promise<DialogueServer> => openSimulator(serveRealtime, '/v1')

function serveRealtime(socket: WebSocket, session: DialogueSession, far: DialogueServer) {
  const send = (event: Json) => socket.send(JSON.stringify(event))
  function answer() {
    if (far.fault === 'reports') return send({ type: 'error', error: { type: 'server_error', message: 'it is down' } })
    const isDone = session.items.some(({ type }) => type === 'function_call_output')
    if (far.calls && !isDone) {
      const item = { type: 'function_call', call_id: 'call_1', ...far.calls }
      send({ type: 'response.output_item.done', item })
      return send({ type: 'response.done', response: { status: 'completed' } })
    }
    for (const word of far.says) {
      send({ type: 'response.output_audio_transcript.delta', delta: word })
      send({ type: 'response.output_audio.delta', delta: bytesOf(spokenWord(word)).toString('base64') })
      if (far.fault === 'leaves') return socket.close()
    }
    const usage = { input_tokens: 31, output_tokens: 17 }
    send({ type: 'response.done', response: { status: 'completed', usage } })
  }
  send({ type: 'session.created', session: {} })
  socket.on('message', (data: RawData) => {
    const event = JSON.parse(String(data)) as Json & { type: string; audio: string; item: Json; session: Json }
    if (event.type === 'session.update') {
      session.settings = event.session
      send({ type: 'session.updated', session: event.session })
    } else if (event.type === 'input_audio_buffer.append')
      session.soundBytes += Buffer.from(event.audio, 'base64').length
    else if (event.type === 'input_audio_buffer.commit') {
      session.items.push({ type: 'message', role: 'user', content: [{ type: 'input_audio' }] })
      if (JSON.stringify(session.settings).includes('"transcription"'))
        send({ type: 'conversation.item.input_audio_transcription.completed', transcript: far.hears })
    } else if (event.type === 'conversation.item.create') session.items.push(event.item)
    else if (event.type === 'response.create') answer()
  })
}

/** Simulates the dialogue service of Volcano. Its base URL is the host. */
export const openDialogueServer = (): Promise<DialogueServer> => openSimulator(serveDialogue, '')

function serveDialogue(socket: WebSocket, session: DialogueSession, far: DialogueServer) {
  let id = ''
  const send = (event: number, body: Json | Buffer, of = id) =>
    socket.send(
      writeFrame(
        Buffer.isBuffer(body)
          ? { event, session: of, payload: body, isSound: true }
          : { event, session: of, payload: Buffer.from(JSON.stringify(body)) },
        'server',
      ),
    )
  function answer() {
    for (const word of far.says) {
      send(DialogueEvent.answer, { content: word })
      send(DialogueEvent.spoken, bytesOf(spokenWord(word)))
      if (far.fault === 'leaves') return socket.close()
    }
    send(DialogueEvent.usage, { usage: { input_text_tokens: 20, input_audio_tokens: 11, output_audio_tokens: 17 } })
    send(DialogueEvent.spokenEnd, {})
  }
  socket.on('message', (data: Buffer) => {
    const { event, session: named = '', payload, isSound } = readFrame(data)
    const body = isSound ? {} : (JSON.parse(payload.toString()) as Json)
    if (event === DialogueEvent.startConnection) send(DialogueEvent.connectionStarted, {}, 'connection')
    else if (event === DialogueEvent.startSession) {
      id = named
      session.settings = body
      if (far.fault === 'reports') return send(DialogueEvent.sessionFailed, { error: 'it is down' })
      send(DialogueEvent.sessionStarted, { dialog_id: 'd' })
    } else if (event === DialogueEvent.textQuery) {
      session.items.push(body)
      answer()
    } else if (event === DialogueEvent.task) {
      // The transcript is sent with the first sound.
      if (session.soundBytes === 0) send(DialogueEvent.heard, { results: [{ text: far.hears, is_interim: false }] })
      session.soundBytes += payload.length
      if (session.soundBytes >= 3200) send(DialogueEvent.heardEnd, {})
    }
  })
}
