import { describe, expect, it, vi } from 'vitest'
import type { ChatPort, MessagePage } from './chat-port.ts'
import { type ChatDeps, createChatStore } from './chat-store.ts'
import { event, message, openStream, settle } from './testing/stream.ts'

const question = (id: string, content: string) =>
  message({ message_id: id, reply_id: id, type: 'question', role: 'user', content })
const emptyPage: MessagePage = {
  messages: [],
  conversationId: 'c1',
  sectionId: 's1',
  cursor: '0',
  hasMore: false,
  runningQuestionId: '',
}

function setUp(pages: MessagePage[] = [emptyPage], deps: Partial<ChatDeps> = {}) {
  const streams: ReturnType<typeof openStream>[] = []
  const open = () => {
    const stream = openStream()
    streams.push(stream)
    return Promise.resolve(stream.response)
  }
  const port = {
    page: vi.fn(async () => pages.shift() ?? emptyPage),
    open: vi.fn<ChatPort['open']>(open),
    follow: vi.fn<ChatPort['follow']>(open),
    stop: vi.fn(async () => {}),
    remove: vi.fn(async () => {}),
    clear: vi.fn(async () => ({ sectionId: 's2' })),
    newSection: vi.fn(async () => ({ sectionId: 's2' })),
    rate: vi.fn(async () => {}),
  }
  const store = createChatStore({ port, ...deps })
  const text = () => store.current().messages.map((message) => `${message.type}:${message.content}`)
  const hello = { content: 'hello', contentType: 'text' as const }
  return { store, port, streams, text, hello }
}
const ack = event({ message_id: 'q1', type: 'ack', content: 'hello', role: 'user' }, true)

const finish = (data: object) => JSON.stringify({ msg_type: 'generate_answer_finish', data: JSON.stringify(data) })

describe('a conversation', () => {
  it('accepts no message before it is loaded', async () => {
    const { store, port, hello } = setUp()
    await store.send(hello)
    expect(port.open).not.toHaveBeenCalled()
  })

  it('shows a question at once and its answer as it arrives', async () => {
    const beforeSend = vi.fn(async () => {})
    const { store, port, streams, text, hello } = setUp([emptyPage], { beforeSend })
    await store.load()
    void store.send(hello)
    expect(text()).toEqual(['question:hello'])
    await settle()
    expect(beforeSend).toHaveBeenCalledTimes(1)
    expect(port.open.mock.calls[0]![0]).toMatchObject({ conversationId: 'c1', outgoing: hello })
    streams[0]!.send(ack)
    streams[0]!.send(event({ message_id: 'a1', content: 'Hi', status: 'streaming' }))
    streams[0]!.send(event({ message_id: 'a1', content: ' there', reasoning_content: 'hm', status: 'streaming' }))
    await settle()
    expect(text()).toEqual(['question:hello', 'answer:Hi there'])
    expect(store.current().run).toMatchObject({ questionId: 'q1', hasChunk: true })
    const extra = { ...message({ message_id: 'x' }).extra_info, token: '12', has_suggest: '1' }
    streams[0]!.send(event({ message_id: 'a1', content: '', extra_info: extra }, true))
    await settle()
    expect(store.current().run?.awaitsSuggestions).toBe(true)
    streams[0]!.send(event({ message_id: 'f1', type: 'follow_up', content: 'And then?' }, true))
    streams[0]!.send(
      event(
        { message_id: 'v1', type: 'verbose', content: finish({ input_tokens: '9', output_tokens: '6', token: '15' }) },
        true,
      ),
    )
    streams[0]!.done()
    await settle()
    expect(text()).toEqual(['question:hello', 'answer:Hi there', 'follow_up:And then?'])
    // The last event contains the usage of the whole turn, including suggestions.
    expect(store.current().messages[1]).toMatchObject({
      reasoning_content: 'hm',
      extra_info: { token: '15', input_tokens: '9', output_tokens: '6' },
    })
    expect(store.current().run).toBeNull()
  })

  it('keeps a question that was not sent, and sends it again on retry', async () => {
    const { store, port, text, hello } = setUp()
    await store.load()
    port.open.mockRejectedValueOnce(new Error('no network'))
    await store.send(hello)
    const [local] = store.current().messages
    expect(store.current().faults.get(local!.message_id)).toMatchObject({ kind: 'notSent' })
    expect(store.current().run).toBeNull()
    void store.retry(local!.message_id)
    await settle()
    expect(text()).toEqual(['question:hello'])
    expect(store.current().faults.size).toBe(0)
    expect(port.open).toHaveBeenCalledTimes(2)
    store.leave()
  })

  it('removes a reworded question with its reply before it sends the new wording', async () => {
    const answered = { ...emptyPage, messages: [message({ message_id: 'a1', content: 'Hi' }), question('q1', 'hello')] }
    const { store, port, text } = setUp([answered])
    await store.load()
    expect(text()).toEqual(['question:hello', 'answer:Hi'])
    void store.reword('q1', 'good evening')
    await settle()
    expect(port.remove).toHaveBeenCalledWith('c1', 'q1')
    expect(port.open.mock.calls[0]![0]).toMatchObject({ outgoing: { content: 'good evening', contentType: 'text' } })
    expect(text()).toEqual(['question:good evening'])
    store.leave()
  })

  it('removes the questions after a reworded one, the newest first', async () => {
    const said = [question('q3', 'three'), question('q2', 'two'), question('q1', 'one')]
    const { store, port, text } = setUp([{ ...emptyPage, messages: said }])
    await store.load()
    void store.reword('q2', 'second')
    await settle()
    expect(port.remove.mock.calls).toEqual([
      ['c1', 'q3'],
      ['c1', 'q2'],
    ])
    expect(text()).toEqual(['question:one', 'question:second'])
    store.leave()
  })

  it('keeps the question unchanged if it cannot be removed', async () => {
    const { store, port, text } = setUp([{ ...emptyPage, messages: [question('q1', 'hello')] }])
    await store.load()
    port.remove.mockRejectedValueOnce(new Error('refused'))
    await store.reword('q1', 'good evening')
    expect(port.open).not.toHaveBeenCalled()
    expect(text()).toEqual(['question:hello'])
  })

  it('fails a reply whose first piece does not arrive in time', async () => {
    const { store, streams, hello } = setUp([emptyPage], { timeout: 1 })
    await store.load()
    void store.send(hello)
    await Promise.resolve()
    streams[0]?.send(ack)
    await settle()
    await settle()
    expect([...store.current().faults.values()]).toMatchObject([{ kind: 'timeout' }])
    expect(store.current().run).toBeNull()
  })

  it('joins a reply that is being generated, from its beginning', async () => {
    const partly = message({ message_id: 'a1', content: 'Hi', status: 'streaming' })
    const page = { ...emptyPage, messages: [partly, question('q1', 'hello')], runningQuestionId: 'q1' }
    const { store, streams, text } = setUp([page])
    await store.load()
    await settle()
    expect(text()).toEqual(['question:hello'])
    streams[0]!.send(ack)
    streams[0]!.send(event({ message_id: 'a1', content: 'Hi again', status: 'streaming' }))
    await settle()
    expect(text()).toEqual(['question:hello', 'answer:Hi again'])
    streams[0]!.done()
    await settle()
    expect(store.current().run).toBeNull()
  })

  it('marks a reply that was ended by the next question', async () => {
    const { store, streams, hello } = setUp()
    await store.load()
    void store.send(hello)
    await settle()
    streams[0]!.send(ack)
    streams[0]!.send(event({ message_id: 'a1', content: 'Hi', status: 'streaming' }))
    await settle()
    void store.send(hello)
    await settle()
    expect(store.current().messages[1]).toMatchObject({
      content: 'Hi',
      status: 'broken',
      extra_info: { broken_reason: 'new_run' },
    })
    store.leave()
  })

  it('loads the complete reply after its stream broke', async () => {
    const whole = {
      ...emptyPage,
      messages: [message({ message_id: 'a1', content: 'Hi there' }), question('q1', 'hello')],
    }
    const { store, streams, text, hello } = setUp([emptyPage, whole])
    await store.load()
    void store.send(hello)
    await settle()
    streams[0]!.send(ack)
    streams[0]!.send(event({ message_id: 'a1', content: 'Hi', status: 'streaming' }))
    await settle()
    streams[0]!.fail(new Error('cut'))
    await vi.waitFor(() => expect(store.current().run).toBeNull())
    expect(text()).toEqual(['question:hello', 'answer:Hi there'])
    expect(store.current().faults.size).toBe(0)
  })

  it('keeps a question that is sent while the previous reply is being rejoined', async () => {
    const { store, port, streams, text, hello } = setUp()
    await store.load()
    void store.send(hello)
    await settle()
    streams[0]!.send(ack)
    await settle()
    streams[0]!.fail(new Error('cut'))
    await settle()
    void store.send({ content: 'and now?', contentType: 'text' })
    await vi.waitFor(() => expect(port.page).toHaveBeenCalledTimes(2))
    await settle()
    expect(text()).toEqual(['question:hello', 'question:and now?'])
    expect(store.current().run).not.toBeNull()
    store.leave()
  })

  it('stops a reply, even if this is requested before the question is acknowledged', async () => {
    const { store, port, streams, hello } = setUp()
    await store.load()
    void store.send(hello)
    await store.stop()
    expect(port.stop).not.toHaveBeenCalled()
    await settle()
    streams[0]!.send(ack)
    await settle()
    expect(port.stop.mock.calls).toEqual([['c1', 'q1', 0]])
    store.leave()
  })

  it('regenerates a reply in place of the old one', async () => {
    const page = { ...emptyPage, messages: [message({ message_id: 'a1', content: 'Hi' }), question('q1', 'hello')] }
    const { store, port, streams, text } = setUp([page])
    await store.load()
    void store.retry('q1')
    await settle()
    expect(text()).toEqual(['question:hello'])
    expect(port.open.mock.calls[0]![0]).toMatchObject({ regenerate: 'q1' })
    streams[0]!.send(ack)
    streams[0]!.send(event({ message_id: 'a2', content: 'Hello', status: 'streaming' }))
    await settle()
    expect(text()).toEqual(['question:hello', 'answer:Hello'])
    store.leave()
  })

  it('loads older messages before the present ones, each once', async () => {
    const newest = { ...emptyPage, messages: [question('q2', 'two')], cursor: '2', hasMore: true }
    const older = {
      ...emptyPage,
      messages: [question('q2', 'two'), question('q1', 'one')],
      cursor: '1',
      hasMore: false,
    }
    const { store, port, text } = setUp([newest, older])
    await store.load()
    await store.loadOlder()
    expect(text()).toEqual(['question:one', 'question:two'])
    expect(port.page).toHaveBeenLastCalledWith('2', 30)
    await store.loadOlder()
    expect(port.page).toHaveBeenCalledTimes(2)
  })

  it('restores messages that could not be deleted or rated', async () => {
    const page = { ...emptyPage, messages: [message({ message_id: 'a1', content: 'Hi' }), question('q1', 'hello')] }
    const { store, port, text } = setUp([page])
    await store.load()
    port.remove.mockRejectedValueOnce(new Error('no'))
    await store.remove('q1')
    expect(text()).toEqual(['question:hello', 'answer:Hi'])
    port.rate.mockRejectedValueOnce(new Error('no'))
    await store.rate('a1', 1)
    expect(store.current().messages[1]!.feedback).toBe(0)
    await store.remove('q1')
    expect(text()).toEqual([])
  })

  it('is empty after it is cleared', async () => {
    const { store, hello } = setUp()
    await store.load()
    void store.send(hello)
    await settle()
    await store.clear()
    expect(store.current()).toMatchObject({ messages: [], sectionId: 's2', run: null })
  })
})
