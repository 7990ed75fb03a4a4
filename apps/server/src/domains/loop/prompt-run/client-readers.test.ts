import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, refuses, says } from '#testing/scripted-model.ts'

/**
 * Reimplements how the official clients parse a response: how they split lines and events, and which types they
 * require. The Python and Go clients do not run here, and the JavaScript client is no longer published under its name.
 */
let lab: ChatLab
let token: string
let key: string
beforeAll(async () => {
  lab = await openChatLab()
  token = (await lab.owner.api.token.create({ name: 'Program', duration_day: '30' })).token
  key = 'readers'
  const { prompt_id } = await lab.owner.api.promptManage.create({
    space_id: lab.spaceId,
    display_name: 'Readers',
    prompt_key: key,
    prompt_text: { message_list: [{ message_type: 1, content: 'You are {{who}}' }] },
    prompt_input: { variables: [{ key: 'who' }] },
    tools: [{ tool_def: { function: { name: 'find', parameters: '{"type":"object"}' } } }],
    model_config: { id: lab.modelId, temperature: 0.5, max_tokens: 100 },
  })
  await lab.owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })
})
afterEach(() => lab.server.reset())

const toolCall = z.object({
  index: z.int(),
  id: z.string(),
  type: z.literal('function'),
  function_call: z.object({ name: z.string(), arguments: z.string() }),
})
/** The strictest of the three: Go accepts no strings for numbers, Python no calls without index and id. */
const piece = z.object({
  message: z.object({
    role: z.literal('assistant'),
    content: z.string(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(toolCall).optional(),
  }),
  finish_reason: z.string().optional(),
  usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }).optional(),
})
type Piece = z.infer<typeof piece>
const problem = z.object({ code: z.int().max(2 ** 31 - 1), msg: z.string() })
interface Received {
  pieces: Piece[]
  error?: { code: number; msg: string } | undefined
}

/** Splits at two line breaks and parses each block. */
function readByJavaScript(chunks: readonly Uint8Array[]): Received {
  const decoder = new TextDecoder()
  const pieces: Piece[] = []
  let rest = ''
  for (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const lines = block.split('\n')
      const event = lines.findLast((line) => line.startsWith('event')) ?? ''
      const data = (lines.findLast((line) => line.startsWith('data:')) ?? '').replace(/^data:\s*/, '')
      if (event.includes('error')) return { pieces, error: problem.parse(JSON.parse(data)) }
      pieces.push(piece.parse(JSON.parse(data)))
    }
  }
  expect(rest).toBe('')
  return { pieces }
}
/** Splits bytes at line breaks before decoding; a code other than 0 in any event is an error. */
function readByPython(chunks: readonly Uint8Array[]): Received {
  const pieces: Piece[] = []
  let data: string[] = []
  for (const line of Buffer.concat(chunks)
    .toString('utf8')
    .split(/\r\n|\r|\n/)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line)!
    if (field === 'data') data.push(value!)
    if (line || !data.length) continue
    const said = JSON.parse(data.join('\n')) as { code?: number }
    data = []
    if (said.code) return { pieces, error: problem.parse(said) }
    pieces.push(piece.parse(said))
  }
  return { pieces }
}
/** A line longer than 64 KB makes the client fail. */
function readByGo(chunks: readonly Uint8Array[]): Received {
  const pieces: Piece[] = []
  let [event, data] = ['', '']
  for (const line of Buffer.concat(chunks).toString('utf8').split('\n')) {
    expect(Buffer.byteLength(line)).toBeLessThan(65_536)
    if (line.startsWith('event:')) event = line.slice(6).trim()
    if (line.startsWith('data:')) data = line.slice(5).trim()
    if (line.trim() || (!event && !data)) continue
    if (event.toLowerCase().includes('error')) return { pieces, error: problem.parse(JSON.parse(data)) }
    pieces.push(piece.parse(JSON.parse(data)))
    ;[event, data] = ['', '']
  }
  return { pieces }
}
/** Headers that each client sends with a streaming request; the others are the same for all calls. */
const readers = [
  { name: 'javascript', accept: 'application/json, text/plain, */*', zip: 'gzip, deflate, br', read: readByJavaScript },
  { name: 'python', accept: '*/*', zip: 'gzip, deflate', read: readByPython },
  { name: 'go', accept: 'text/event-stream', zip: 'gzip', read: readByGo },
]
async function post(path: string, body: object, { accept, zip }: Pick<(typeof readers)[number], 'accept' | 'zip'>) {
  return lab.t.request(`/v1/loop/prompts/${path}`, {
    method: 'POST',
    headers: {
      accept,
      'accept-encoding': zip,
      'content-type': 'application/json',
      'agw-js-conv': 'str',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  })
}
const asked = (more: object = {}) => ({
  workspace_id: lab.spaceId,
  prompt_identifier: { prompt_key: key, version: '' },
  variable_vals: [{ key: 'who', value: 'Ann' }],
  messages: [{ role: 'user', content: 'Hello' }],
  ...more,
})
async function stream(reader: (typeof readers)[number], body = asked()): Promise<Received> {
  const response = await post('execute_streaming', body, reader)
  expect(response.status).toBe(200)
  // A compressed stream would be buffered.
  expect(response.headers.get('content-encoding')).toBeNull()
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return reader.read(chunks)
}
const textOf = ({ pieces }: Received) => pieces.map(({ message }) => message.content).join('')

describe.each(readers)('as $name reads', (reader) => {
  test('streamed text and the usage at its end', async () => {
    lab.server.script(says('Good\r\n', 'day,\u2028 你好 ', '👋🏽'))
    const heard = await stream(reader)
    expect(textOf(heard)).toBe('Good\r\nday,\u2028 你好 👋🏽')
    expect(heard.pieces.at(-1)).toMatchObject({ finish_reason: 'stop', usage: { input_tokens: 11, output_tokens: 7 } })
  })
  test('an answer sent as one long chunk, and long arguments of a call', async () => {
    // Contains surrogate pairs at every possible cut, so that a wrong cut would be noticed.
    const long = `x${'👋'.repeat(60_000)}`
    lab.server.script(says(long))
    expect(textOf(await stream(reader))).toBe(long)
    const args = JSON.stringify({ text: `你好${'👋'.repeat(40_000)}` })
    lab.server.script(calls({ id: 'c1', name: 'find', arguments: args }))
    const { pieces } = await stream(reader)
    const parts = pieces.flatMap(({ message }) => message.tool_calls ?? [])
    expect(new Set(parts.map(({ index, id }) => `${index} ${id}`))).toEqual(new Set(['0 c1']))
    expect(parts.map(({ function_call: call }) => call.name).join('')).toBe('find')
    expect(parts.map(({ function_call: call }) => call.arguments).join('')).toBe(args)
    expect(pieces.at(-1)).toMatchObject({ finish_reason: 'tool_calls', usage: { input_tokens: 11 } })
  })
  test('a stream that fails after its start, and one that fails before', async () => {
    lab.server.script(refuses(400, 'no'))
    const { error, pieces } = await stream(reader)
    expect([pieces, typeof error?.code, error?.msg]).toEqual([[], 'number', expect.stringMatching(/\S/)])
    const response = await post('execute_streaming', asked({ prompt_identifier: { prompt_key: 'nobody' } }), reader)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect([response.status, problem.parse(await response.json()).code]).toEqual([404, ErrorCode.loopPrompt.notFound])
  })
  test('a complete answer, and the prompts of the hub', async () => {
    lab.server.script(calls({ id: 'c1', name: 'find', arguments: '{}' }))
    const answer = z.object({ code: z.literal(0), msg: z.string(), data: z.strictObject(piece.shape) })
    const { data } = answer.parse(await (await post('execute', asked(), reader)).json())
    expect(data.message.tool_calls).toHaveLength(1)
    // Types of the Python client, which rejects fields of any other type.
    const hub = z.object({
      code: z.literal(0),
      data: z.object({
        items: z.array(
          z.object({
            query: z.object({ prompt_key: z.string(), version: z.string().nullish(), label: z.string().nullish() }),
            prompt: z.object({
              workspace_id: z.string(),
              prompt_key: z.string(),
              version: z.string().min(1),
              prompt_template: z.object({
                template_type: z.enum(['normal', 'jinja2']),
                messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant', 'tool', 'placeholder']) })),
                variable_defs: z.array(z.object({ key: z.string(), desc: z.string(), type: z.literal('string') })),
              }),
              tools: z.array(z.object({ type: z.literal('function'), function: z.object({ parameters: z.string() }) })),
              llm_config: z.object({ temperature: z.number(), max_tokens: z.int() }),
            }),
          }),
        ),
      }),
    })
    const queries = [{ prompt_key: key, version: '', label: '' }]
    const response = await post('mget', { workspace_id: lab.spaceId, queries }, reader)
    expect(hub.parse(await response.json()).data.items).toHaveLength(1)
  })
})
