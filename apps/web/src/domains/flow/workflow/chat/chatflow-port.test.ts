import type { ChatMessage } from '@orrery/contract'
import { describe, expect, it } from 'vitest'
import { readStream } from '#lib/sse.ts'
import { noRun, type NodeQuestion, type RunSnapshot } from '../run/run-model.ts'
import type { RunStore } from '../run/run-store.ts'
import { createChatflowPort } from './chatflow-port.ts'
import type { Transcripts } from './transcript.ts'

/** A chatflow port on a run controlled by the test. */
function setUp() {
  let run: RunSnapshot = noRun
  const listeners = new Set<() => void>()
  const started: Record<string, unknown>[] = []
  const answers: string[] = []
  const set = (change: Partial<RunSnapshot>) => {
    run = { ...run, ...change }
    for (const listener of listeners) listener()
  }
  const store = {
    current: () => run,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    test: async (input: Record<string, unknown>) => {
      started.push(input)
      run = { ...noRun, phase: 'running', executeId: '9' }
      return true
    },
    resume: async (_id: string, data: string) => {
      answers.push(data)
      run = { ...run, phase: 'running', questions: [] }
    },
    cancel: async () => {},
  } as unknown as RunStore
  const kept = new Map<string, readonly ChatMessage[]>()
  const transcripts = {
    messages: (name: string) => kept.get(name) ?? [],
    keep: (name: string, list: readonly ChatMessage[]) => kept.set(name, list),
  } as unknown as Transcripts
  const port = createChatflowPort({
    store,
    transcripts,
    name: 'Default',
    endId: '900001',
    inputs: () => ({ city: 'Porto' }),
    now: () => 5,
  })
  const say = (content: string) =>
    port.open(
      { conversationId: 'Default', localId: 'l', outgoing: { content, contentType: 'text' } },
      new AbortController().signal,
    )
  return { port, set, started, answers, say, shown: () => kept.get('Default') ?? [] }
}
async function read(response: Response): Promise<{ type: string; content: string; isDone: boolean }[]> {
  const seen: { type: string; content: string; isDone: boolean }[] = []
  for await (const { event, data } of readStream(async () => response)) {
    if (event !== 'message') continue
    const { message, is_finish: isDone } = data as { message: ChatMessage; is_finish: boolean }
    seen.push({ type: message.type, content: message.content, isDone })
  }
  return seen
}
const messagesOf = (text: string, isDone: boolean) => [{ nodeId: '13', title: 'Say', text, isDone }]
const question: NodeQuestion = {
  id: 'e1',
  type: 2,
  node_title: 'Ask',
  data: JSON.stringify({
    messages: [{ type: 'question', content: { question: 'Which?', options: [{ name: 'A' }, { name: 'B' }] } }],
  }),
  node_icon: '',
  node_id: '18',
  schema_node_id: '18',
}

describe('a chat with the draft of a chatflow', () => {
  it('starts a test run in its conversation with the further inputs', async () => {
    const { say, started, set } = setUp()
    const reading = say('Hello').then(read)
    await Promise.resolve()
    set({ phase: 'done' })
    await reading
    expect(started).toEqual([{ city: 'Porto', USER_INPUT: 'Hello', CONVERSATION_NAME: 'Default' }])
  })
  it('streams messages piece by piece, and stores the complete text', async () => {
    const { say, set, shown } = setUp()
    const response = await say('Hello')
    set({ messages: messagesOf('Good ', false) })
    set({ messages: messagesOf('Good day', true), phase: 'done' })
    expect(await read(response)).toEqual([
      { type: 'ack', content: 'Hello', isDone: false },
      { type: 'answer', content: 'Good ', isDone: false },
      { type: 'answer', content: 'day', isDone: true },
    ])
    expect(shown().map(({ type, content }) => [type, content])).toEqual([
      ['question', 'Hello'],
      ['answer', 'Good day'],
    ])
  })
  it('shows the options of a question, and sends the next message as the answer', async () => {
    const { say, set, answers, started } = setUp()
    const first = await say('Hello')
    set({ phase: 'waiting', questions: [question] })
    const asked = await read(first)
    expect(asked.map(({ type }) => type)).toEqual(['ack', 'answer', 'verbose'])
    expect(asked[1]!.content).toBe('Which?')
    const second = await say('B')
    set({ messages: messagesOf('You chose B', true), phase: 'done' })
    expect((await read(second)).at(-1)!.content).toBe('You chose B')
    expect([answers, started.length]).toEqual([['B'], 1])
  })
  it('reports why the run failed', async () => {
    const { say, set, shown } = setUp()
    const response = await say('Hello')
    set({ phase: 'failed', reason: 'the model is away' })
    await read(response)
    expect(shown().at(-1)).toMatchObject({ status: 'failed', extra_info: { error_msg: 'the model is away' } })
  })
})
