import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface WebhookEvent {
  event: string
  id?: string
  chat?: { id: string }
  text?: string
}
/** The program behind a signed webhook. It recognises repeated deliveries by their id and shows a message only once. */
export interface BenchPlatform {
  url: string
  /** The messages shown in each thread, oldest first. */
  shown: Map<string, { id: string; text: string }[]>
  /** The number of sends that were accepted but whose response was cut off. */
  cuts(): number
  /** Cuts off the response to every nth send; 0 for none. */
  cutEvery(sends: number): void
  down(): Promise<void>
  up(): Promise<void>
  close(): void
}

export async function openPlatform(): Promise<BenchPlatform> {
  const shown: BenchPlatform['shown'] = new Map()
  const seen = new Set<string>()
  let [sends, cuts, every] = [0, 0, 0]
  function take({ event, id = '', chat, text = '' }: WebhookEvent) {
    const thread = shown.get(chat?.id ?? '') ?? []
    if (event === 'message') shown.set(chat!.id, [...thread, { id, text }])
    const edited = event === 'message.edit' ? thread.find((message) => message.id === id) : undefined
    if (edited) edited.text = text
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const received = JSON.parse(body) as WebhookEvent
      const delivery = String(request.headers['x-orrery-delivery'])
      if (!seen.has(delivery)) take(received)
      seen.add(delivery)
      if (received.event === 'message') sends += 1
      if (every && received.event === 'message' && sends % every === 0) {
        cuts += 1
        return void request.socket.destroy()
      }
      response.end('{}')
    })
  })
  const port = await listen(server, 0)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    shown,
    cuts: () => cuts,
    cutEvery: (count) => void (every = count),
    async down() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async up() {
      await listen(server, port)
    },
    close: () => void server.close(),
  }
}

/** A model that repeats the question, so that an answer can be matched with its question. */
export async function openEcho(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { content: unknown }[] }
      const { content } = messages.at(-1)!
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      const said = /q\d+/.exec(text)?.[0] ?? text.slice(0, 50)
      const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
      const chunk = (delta: object, end: string | null, rest: object = {}) =>
        `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: end }], ...rest })}\n\n`
      const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`${chunk({ content: said }, null)}${chunk({}, 'stop', { usage })}data: [DONE]\n\n`)
    })
  })
  const port = await listen(server, 0)
  return { url: `http://127.0.0.1:${port}/v1`, close: () => void server.close() }
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve) =>
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
