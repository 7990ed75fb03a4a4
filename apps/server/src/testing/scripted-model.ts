import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { taskMark } from '#kit/models/prompt-marks.ts'
import { afterFile } from './after-file.ts'

/** One step of an answer. */
export type Step =
  | { text: string }
  | { reasoning: string }
  | { call: { id?: string; name: string; arguments: string }; index?: number }
  | { error: object }
  /** Raw bytes, for invalid answers. */
  | { raw: string }
  /** Waits until this resolves. */
  | { until: Promise<unknown> }
  | { finish: string; usage?: object }
  /** Closes the connection without ending the stream. */
  | { cut: true }
export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** A plain body instead of a stream. */
  body?: string
  steps?: Step[]
  /** Leaves out the end of the stream. */
  open?: boolean
}
export interface ChatBody {
  model: string
  messages: { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string }[]
  tools?: { function: { name: string; description: string; parameters: object } }[]
  response_format?: { type: string }
  [key: string]: unknown
}
export interface ScriptedModel {
  baseUrl: string
  host: string
  /** Requests received, oldest first. */
  requests: { body: ChatBody; headers: IncomingMessage['headers']; path: string }[]
  /** Queues the next answers, in order. When they are used up, the server answers `nothing scripted`. */
  script(...replies: (Reply | ((body: ChatBody) => Reply))[]): void
  reset(): void
}

const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
export const says = (...texts: string[]): Reply => ({
  steps: [...texts.map((text) => ({ text })), { finish: 'stop', usage }],
})
export const calls = (...list: { id?: string; name: string; arguments: string }[]): Reply => ({
  steps: [...list.map((call, index) => ({ call, index })), { finish: 'tool_calls', usage }],
})
export const refuses = (
  status: number,
  message: string,
  headers: Record<string, string> = { 'retry-after': '0' },
): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ error: { message, type: 'test', code: null } }),
})

/**
 * A browser test cannot tell when a bot requests suggestions, so these requests get a separate answer and are not
 * recorded.
 */
interface ScriptedModelOptions {
  suggests?: Reply
}
const asksForSuggestions = (body: ChatBody) => JSON.stringify(body.messages ?? []).includes(taskMark('suggest'))

/** A simulated OpenAI-compatible model on 127.0.0.1 whose answers the test scripts. */
export async function openScriptedModel({ suggests }: ScriptedModelOptions = {}): Promise<ScriptedModel> {
  const requests: ScriptedModel['requests'] = []
  let queue: (Reply | ((body: ChatBody) => Reply))[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      // The contents of uploads are not parsed.
      const isJson = !request.headers['content-type']?.startsWith('multipart/')
      const body = JSON.parse((isJson && text) || '{}') as ChatBody
      if (suggests && asksForSuggestions(body)) return void answer(response, suggests)
      requests.push({ body, headers: request.headers, path: request.url ?? '' })
      const next = queue.shift() ?? says('nothing scripted')
      void answer(response, typeof next === 'function' ? next(body) : next)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  afterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    requests,
    script: (...replies) => void queue.push(...replies),
    reset() {
      queue = []
      requests.length = 0
    },
  }
}

async function answer(response: ServerResponse, { status = 200, headers, body, steps = [], open }: Reply) {
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
  if (body !== undefined) return void response.end(body)
  response.flushHeaders()
  for (const step of steps) {
    if (response.destroyed) return
    if ('until' in step) await step.until
    else if ('cut' in step) return void response.destroy()
    else response.write('raw' in step ? step.raw : `data: ${JSON.stringify(chunkOf(step))}\n\n`)
    // Send one chunk per packet, so that the reader receives the chunks one by one.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (open) return void response.end()
  response.end('data: [DONE]\n\n')
}

function chunkOf(step: Exclude<Step, { raw: string } | { until: unknown } | { cut: true }>): object {
  if ('error' in step) return { error: step.error }
  const head = { id: 'scripted', object: 'chat.completion.chunk', created: 1, model: 'scripted' }
  if ('finish' in step)
    return { ...head, choices: [{ index: 0, delta: {}, finish_reason: step.finish }], usage: step.usage }
  return { ...head, choices: [{ index: 0, delta: deltaOf(step), finish_reason: null }] }
}
function deltaOf(step: { text: string } | { reasoning: string } | Extract<Step, { call: object }>): object {
  if ('text' in step) return { content: step.text }
  if ('reasoning' in step) return { reasoning_content: step.reasoning }
  const { id, name, arguments: args } = step.call
  return {
    tool_calls: [
      { index: step.index ?? 0, id: id ?? `call_${name}`, type: 'function', function: { name, arguments: args } },
    ],
  }
}
