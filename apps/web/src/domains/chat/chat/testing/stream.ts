import type { ChatMessage, ChatStreamMessage } from '@orrery/contract'
import { localQuestion } from '../local-question.ts'

/** A message in the wire format. */
export function message(change: Partial<ChatMessage> & { message_id: string }): ChatMessage {
  const base = localQuestion('', { content: '', contentType: 'text' }, 's1', 0)
  return { ...base, role: 'assistant', type: 'answer', status: 'available', reply_id: 'q1', ...change }
}

export const event = (change: Parameters<typeof message>[0], isFinish = false): ChatStreamMessage => ({
  message: message(change),
  is_finish: isFinish,
  index: 0,
  conversation_id: 'c1',
  seq_id: 0,
})

/** A response whose events are sent one by one. */
export function openStream(): {
  response: Response
  send: (event: ChatStreamMessage) => void
  done: () => void
  fail: (error: Error) => void
} {
  const encoder = new TextEncoder()
  let control: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (control = controller) })
  const write = (name: string, data: unknown) =>
    control.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
  return {
    response: new Response(body),
    send: (item) => write('message', item),
    done: () => {
      write('done', '')
      control.close()
    },
    fail: (error) => control.error(error),
  }
}

/** Lets pending work continue. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
