import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './after-file.ts'

/**
 * A model that repeats the question, and that hangs once per question: before the first word of the answer to `hang …`,
 * after the first words of the answer to `half …`. A repeated request is answered.
 */
export async function openHangingModel() {
  const seen = new Set<string>()
  let hangs = 0
  let gate = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => void answer())
    response.on('error', () => {})
    async function answer() {
      const { messages } = JSON.parse(body) as { messages: { content: unknown }[] }
      const { content } = messages.at(-1)!
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      const isFirst = /^(hang|half) /.test(text) && !seen.has(text)
      seen.add(text)
      const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
      const say = (delta: object, end: string | null = null, rest: object = {}) =>
        response.write(
          `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: end }], ...rest })}\n\n`,
        )
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      const wait = () => {
        hangs += 1
        return gate.promise
      }
      if (isFirst && text.startsWith('hang')) await wait()
      say({ content: `Re: ${text}` })
      if (isFirst && text.startsWith('half')) await wait()
      say({ content: '.' })
      say({}, 'stop', { usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 } })
      response.end('data: [DONE]\n\n')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  afterFile(close)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** How many answers are hanging at present. */
    hangs: () => hangs,
    /** Makes the next answer to this text hang again. */
    forget: (text: string) => void seen.delete(text),
    release() {
      hangs = 0
      gate.resolve()
      gate = Promise.withResolvers<void>()
    },
    close,
  }
}
