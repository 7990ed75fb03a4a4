import { bytesOf, createSampleReader } from '../../audio/samples.ts'
import { resampled } from '../../audio/resample.ts'
import type { ChatMessage } from '../../models/chat-types.ts'
import { ModelFailure } from '../../models/failure.ts'
import { baseUrlOf } from '../../models/provider-config.ts'
import type { DialogueDriver, DialogueQuestion, Sound } from './dialogue-types.ts'
import type { Line } from './line.ts'

/** The only sample rate of the protocol. */
const RATE = 24_000
const PIECE_BYTES = RATE * 2
const format = { type: 'audio/pcm', rate: RATE }
const HEARS = 'gpt-4o-mini-transcribe'

interface Usage {
  input_tokens?: number
  output_tokens?: number
  input_token_details?: { cached_tokens?: number }
}
interface Event {
  type: string
  delta?: string
  transcript?: string
  error?: { type?: string; code?: string; message?: string }
  item?: { type?: string; call_id?: string; name?: string; arguments?: string }
  response?: {
    status?: string
    status_details?: { reason?: string; error?: { code?: string; message?: string; type?: string } }
    usage?: Usage
  }
}
const text = (content: ChatMessage['content']) =>
  typeof content === 'string' ? content : content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')

async function* eventsOf(line: Line): AsyncGenerator<Event> {
  for await (const data of line.messages()) {
    const event = JSON.parse(String(data)) as Event
    if (event.type === 'error') throw failureOf(event.error)
    yield event
  }
}
/** Events carry no status: the type of the error decides whether a retry with another provider makes sense. */
function failureOf({ type = '', code = '', message = '' }: NonNullable<Event['error']> = {}): ModelFailure {
  const isTheirs = type === 'server_error' || code === 'server_error'
  const isLimit = /rate_limit|quota/.test(`${type} ${code}`)
  const isKey = /invalid_api_key|authentication/.test(`${type} ${code}`)
  return new ModelFailure({ status: isLimit ? 429 : isKey ? 401 : isTheirs ? 500 : 400, detail: message, code })
}

/** Messages as items of a conversation. A spoken question is sent as sound. */
function* itemsOf({ request, sound }: DialogueQuestion): Generator<object | Sound> {
  const asked = request.messages.findLastIndex(({ role }) => role === 'user')
  for (const [at, message] of request.messages.entries()) {
    const words = text(message.content)
    if (message.role === 'user') {
      // In a turn that continues after a tool call, the last message is a different one.
      if (sound && at === asked && words.includes(sound.words)) yield sound
      else yield { type: 'message', role: 'user', content: [{ type: 'input_text', text: words }] }
    } else if (message.role === 'assistant') {
      if (words) yield { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: words }] }
      for (const call of message.toolCalls ?? [])
        yield { type: 'function_call', call_id: call.id, name: call.name, arguments: call.arguments }
    } else if (message.role === 'tool') yield { type: 'function_call_output', call_id: message.callId, output: words }
  }
}
function sendSound(send: (event: object) => void, { samples, rate }: Sound) {
  const bytes = bytesOf(resampled(samples, rate, RATE))
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    send({ type: 'input_audio_buffer.append', audio: bytes.subarray(at, at + PIECE_BYTES).toString('base64') })
  send({ type: 'input_audio_buffer.commit' })
}
const senderOf = (line: Line) => (event: object) => line.send(JSON.stringify(event))

/** OpenAI Realtime, and servers with its protocol. The end of an utterance is detected here, not by the server. */
export const openAiRealtime: DialogueDriver = {
  voices: 'marin cedar alloy ash ballad coral echo sage shimmer verse'.split(' '),
  callsTools: true,
  address: (config) => ({
    url: `${baseUrlOf(config)}/realtime?model=${encodeURIComponent(config.model)}`,
    headers: { authorization: `Bearer ${config.apiKey}` },
  }),
  async answer(line, _, question, output) {
    const send = senderOf(line)
    const { messages, tools = [], toolChoice = 'auto' } = question.request
    send({
      type: 'session.update',
      session: {
        type: 'realtime',
        output_modalities: ['audio'],
        instructions: messages.flatMap(({ role, content }) => (role === 'system' ? text(content) : [])).join('\n\n'),
        audio: { input: { format, turn_detection: null }, output: { format, voice: question.voice } },
        tools: tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters })),
        ...(tools.length && { tool_choice: toolChoice }),
      },
    })
    for (const item of itemsOf(question))
      if ('samples' in item) sendSound(send, item)
      else send({ type: 'conversation.item.create', item })
    send({ type: 'response.create' })
    const samplesOf = createSampleReader()
    let calls = 0
    for await (const { type, delta = '', item, response = {} } of eventsOf(line)) {
      // The second name is used by servers with the first version of the protocol.
      if (/^response\.(output_)?audio\.delta$/.test(type)) output.sound(samplesOf(Buffer.from(delta, 'base64')), RATE)
      else if (/^response\.(output_)?(audio_transcript|text)\.delta$/.test(type)) output.said.text(delta)
      else if (type === 'response.output_item.done' && item?.type === 'function_call') {
        output.said.toolCall(calls, { id: item.call_id, name: item.name, arguments: item.arguments })
        calls += 1
      } else if (type === 'response.done') {
        const { status, status_details: details, usage } = response
        if (status === 'failed') throw failureOf({ type: 'server_error', ...details?.error })
        if (details?.reason === 'content_filter') output.said.finish('filter')
        if (details?.reason === 'max_output_tokens') output.said.finish('length')
        if (usage) output.said.usage(usageOf(usage))
        return
      }
    }
  },
  async hear(open, _, sound) {
    const line = await open()
    try {
      const send = senderOf(line)
      const input = { format, turn_detection: null, transcription: { model: HEARS } }
      send({ type: 'session.update', session: { type: 'realtime', audio: { input } } })
      sendSound(send, sound)
      for await (const { type, transcript = '', error } of eventsOf(line)) {
        if (type === 'conversation.item.input_audio_transcription.completed') return transcript.trim()
        if (type === 'conversation.item.input_audio_transcription.failed') throw failureOf(error)
      }
      return ''
    } finally {
      line.close()
    }
  },
}
const usageOf = ({ input_tokens = 0, output_tokens = 0, input_token_details: details }: Usage) => ({
  inputTokens: input_tokens,
  outputTokens: output_tokens,
  cachedTokens: details?.cached_tokens ?? 0,
  reasoningTokens: 0,
  isEstimated: false,
})
