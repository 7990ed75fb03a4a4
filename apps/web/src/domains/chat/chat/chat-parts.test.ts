import { describe, expect, it, vi } from 'vitest'
import { createUpload } from '#lib/upload.ts'
import { createAttachments, isUploading } from './attachments.ts'
import { codePieces } from './code-pieces.ts'
import { readSent, withWords, writeContent } from './content.ts'
import { dictate } from './dictation.ts'
import { readCard, writeFields } from '@orrery/contract/shared/interrupt-card'
import { createGrouper, panelState } from './message-groups.ts'
import { pickSuggestions } from './pick-suggestions.ts'
import { ownPicture, safeLink } from './safe-link.ts'
import { readSteps } from './steps.ts'
import { message } from './testing/stream.ts'

const extra = (change: object) => ({ ...message({ message_id: 'x' }).extra_info, ...change })
const call = (id: string, name: string) =>
  message({
    message_id: `call-${id}`,
    type: 'function_call',
    content: JSON.stringify({ id, type: 'function', function: { name, arguments: '{"q":1}' } }),
    extra_info: extra({ call_id: id, tool_name: name, execute_display_name: `Tool ${name}` }),
  })
const result = (id: string, content: string, isError = false) =>
  message({
    message_id: `result-${id}`,
    type: 'tool_response',
    content,
    extra_info: extra({ call_id: id, time_cost: '0.41', plugin_status: isError ? '1' : '0' }),
  })
const verbose = (id: string, type: string, data: object) =>
  message({ message_id: id, type: 'verbose', content: JSON.stringify({ msg_type: type, data: JSON.stringify(data) }) })
const question = (id: string, section = 's1') =>
  message({ message_id: id, reply_id: id, type: 'question', role: 'user', content: 'q', section_id: section })

describe('the steps of a reply', () => {
  it('pair calls with their results across other messages', () => {
    const { steps } = readSteps([
      call('1', 'search'),
      call('2', 'weather'),
      result('2', 'sunny'),
      result('1', '503', true),
    ])
    expect(steps).toMatchObject([
      { name: 'search', title: 'Tool search', state: 'failed', args: '{"q":1}', result: '503', milliseconds: 410 },
      { name: 'weather', state: 'done', result: 'sunny' },
    ])
  })
  it('are named as people named them: a workflow by its own name, a tool with its plugin', () => {
    const named = (id: string, name: string, change: object) => ({
      ...call(id, name),
      extra_info: extra({ call_id: id, tool_name: name, ...change }),
    })
    const { steps } = readSteps([
      named('1', 'ts_Refund_check', { task_type: 'workflow', execute_display_name: 'Refund_check' }),
      named('2', 'forecast', { task_type: 'plugin', plugin: 'Weather', execute_display_name: 'Weather-forecast' }),
      named('3', 'unknown', {}),
    ])
    expect(steps.map((step) => step.title)).toEqual(['Refund_check', 'Weather · forecast', 'unknown'])
  })
  it('include recalled knowledge, hand-overs and failed hooks', () => {
    const chunk = { slice: 'open 9-17', score: 0.8, meta: { document: { name: 'guide' }, dataset: { name: 'cities' } } }
    const { steps } = readSteps([
      verbose('1', 'knowledge_recall', { query: 'hours', chunks: [chunk] }),
      verbose('6', 'knowledge_recall', { query: 'hours', chunks: [], processing_documents: 2 }),
      verbose('2', 'multi_agents_jump_to_agent', { from: 'Start', to: 'Billing' }),
      verbose('3', 'hooks', { hook: 'llm_call_hook', error: 'hook invoked failed' }),
      verbose('4', 'something_new', {}),
      message({ message_id: '5', type: 'verbose', content: 'not json' }),
    ])
    expect(steps).toMatchObject([
      {
        kind: 'knowledge',
        chunks: [{ slice: 'open 9-17', score: 0.8, document: 'guide', dataset: 'cities' }],
        processing: 0,
      },
      { kind: 'knowledge', chunks: [], processing: 2 },
      { kind: 'jump', name: 'Billing' },
      { kind: 'hook', state: 'failed' },
    ])
  })
  it('mark the step that waits for an answer', () => {
    const { steps, interrupt } = readSteps([
      call('1', 'ask'),
      verbose('v', 'interrupt', { type: 'tool', call_id: '1', name: 'ask', card: { options: ['a'] } }),
    ])
    expect(steps[0]!.state).toBe('asking')
    expect(interrupt).toMatchObject({ kind: 'tool', name: 'ask' })
  })
})

describe('the card of a question', () => {
  const asked = (data: object) => readCard({ type: 2, title: 'Ask', data: JSON.stringify(data) })
  it('has the choices of the last question of a workflow node', () => {
    const content = { question: 'What pace?', options: [{ name: 'Slow' }, { name: 'Full' }] }
    const messages = [
      { type: 'question', content: 'Where to?' },
      { type: 'answer', content: 'Lisbon' },
      { type: 'question', content },
    ]
    expect(asked({ messages })).toEqual({
      pageTool: null,
      question: 'What pace?',
      options: [
        { label: 'Slow', value: 'Slow' },
        { label: 'Full', value: 'Full' },
      ],
      fields: [],
    })
  })
  it('has the fields of the form of a workflow node', () => {
    const content = JSON.stringify([{ name: 'adults', type: 'integer', required: true, description: 'How many?' }])
    expect(asked({ content_type: 'form_schema', content }).fields).toEqual([
      { name: 'adults', label: 'How many?', isRequired: true, isNumber: true },
    ])
  })
  it('is empty for a free-text question and for unreadable content', () => {
    const none = { pageTool: null, question: '', options: [], fields: [] }
    expect(asked({ messages: [{ type: 'question', content: 'Your name?' }] })).toEqual(none)
    expect(readCard({ data: 'not json' })).toEqual(none)
    expect(readCard(null)).toEqual(none)
  })
})

describe('groups', () => {
  it('contain a question with its replies, and keep their identity while nothing changes', () => {
    const group = createGrouper()
    const first = [question('q1'), message({ message_id: 'a1', content: 'A' })]
    const [item] = group(first, 's1')
    expect(item).toMatchObject({
      groupId: 'q1',
      isLatest: true,
      answers: [{ content: 'A' }],
      showContextDivider: false,
    })
    const second = [...first, question('q2')]
    const [changed, two] = group(second, 's1')
    expect(changed).toMatchObject({ isLatest: false })
    const [same, grown] = group([...second, message({ message_id: 'a2', reply_id: 'q2' })], 's1')
    expect(same).toBe(changed)
    expect(grown).not.toBe(two)
  })
  it('are followed by a divider where the context was cleared, even at the end', () => {
    const group = createGrouper()
    const dividers = (section: string) =>
      group([question('q1', 's1'), question('q2', 's2')], section).map((item) => item.showContextDivider)
    expect(dividers('s2')).toEqual([true, false])
    expect(dividers('s3')).toEqual([true, true])
  })
  it('show their steps under one of five headings', () => {
    const of = (messages: Parameters<ReturnType<typeof createGrouper>>[0], isRunning = false) =>
      panelState(createGrouper()(messages, 's1')[0]!, isRunning)
    const answer = message({ message_id: 'a1', content: 'A' })
    expect(of([question('q1'), call('1', 'x')], true)).toBe('loading')
    expect(of([question('q1'), call('1', 'x'), result('1', 'ok'), answer])).toBe('success')
    expect(of([question('q1'), call('1', 'x'), result('1', '503', true), answer])).toBe('fail')
    expect(of([question('q1'), call('1', 'x'), result('1', 'ok'), answer, question('q2')])).toBe('default')
    // All steps succeeded, but the answer failed.
    const broken = message({ message_id: 'a1', content: 'Too many requests', extra_info: extra({ error_msg: '429' }) })
    expect(of([question('q1'), call('1', 'x'), result('1', 'ok'), broken])).toBe('fail')
    const [cut] = createGrouper()([question('q1'), call('1', 'x'), result('1', 'ok')], 's1')
    expect(panelState(cut!, false, true)).toBe('fail')
    // The run continued without the hook.
    const hook = verbose('h', 'hooks', { hook: 'llm_call_hook', error: 'hook invoked failed' })
    expect(of([question('q1'), hook, answer])).toBe('success')
    const asked = verbose('v', 'interrupt', { type: 'tool', call_id: '1' })
    expect(of([question('q1'), call('1', 'x'), answer, asked])).toBe('interrupt')
  })
})

describe('sent content', () => {
  it('is parsed to what was written', () => {
    const uploads = [
      { uri: 'k1', url: '/files/k1', name: 'map.png', size: 10, type: 'image/png', isImage: true },
      { uri: 'k2', url: '/files/k2', name: 'plan.pdf', size: 20, type: 'application/pdf', isImage: false },
    ]
    const sent = readSent({ content: writeContent('Use these', uploads), content_type: 'mix' })
    expect(sent).toEqual({
      text: 'Use these',
      parts: [
        { kind: 'image', key: 'k1', name: 'map.png', size: 0, url: '/files/k1' },
        { kind: 'file', key: 'k2', name: 'plan.pdf', size: 20, url: '/files/k2' },
      ],
    })
  })
  it('is returned unchanged if it cannot be parsed', () => {
    expect(readSent({ content: 'not json', content_type: 'mix' })).toEqual({ text: 'not json', parts: [] })
  })
})

describe('attached files', () => {
  const file = (name: string, size: number, type = 'text/plain') => new File([new Uint8Array(size)], name, { type })
  const stored = { uri: 'k', url: '/files/k' }
  function setUp(results: (Error | typeof stored)[] = []) {
    return createAttachments((item) =>
      createUpload({
        file: item,
        getToken: async () => '',
        send: async () => {
          const next = results.shift() ?? stored
          if (next instanceof Error) throw next
          return next
        },
      }),
    )
  }
  it('are checked for number, size and emptiness', () => {
    const files = setUp()
    files.add([file('empty.txt', 0), ...Array.from({ length: 11 }, (_, index) => file(`${index}.txt`, 1))])
    expect(files.current().items).toHaveLength(10)
    expect(files.current().refused.map((item) => item.fault)).toEqual(['empty', 'tooMany'])
    const large = Object.defineProperty(file('large.txt', 1), 'size', { value: 101 * 1024 * 1024 })
    const other = setUp()
    other.add([large])
    expect(other.current()).toMatchObject({ items: [], refused: [{ name: 'large.txt', fault: 'tooLarge' }] })
  })
  it('delay the message until all are uploaded, and a failed one can be retried', async () => {
    const files = setUp([new Error('cut'), stored])
    files.add([file('a.txt', 3)])
    expect(isUploading(files.current())).toBe(true)
    await vi.waitFor(() => expect(files.current().items[0]!.snapshot.state).toBe('error'))
    expect(isUploading(files.current())).toBe(true)
    files.retry(files.current().items[0]!.id)
    await vi.waitFor(() => expect(isUploading(files.current())).toBe(false))
    expect(files.release()).toEqual([{ ...stored, name: 'a.txt', size: 3, type: 'text/plain', isImage: false }])
    expect(files.current().items).toEqual([])
  })
})

describe('answers', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['data:text/html,x', null],
    ['/account', null],
    ['//evil.example', 'https://evil.example/'],
    [undefined, null],
  ])('may lead to %s: %s', (address, link) => {
    expect(safeLink(address)).toBe(link)
  })
  it('show pictures of this instance only', () => {
    expect([
      ownPicture('/files/a.png'),
      ownPicture('https://evil.example/a.png'),
      ownPicture('//evil/files/'),
      ownPicture(undefined),
    ]).toEqual(['/files/a.png', null, null, null])
    // A file of the studio under its public URL is loaded from this instance, whatever the host claims to be.
    expect(ownPicture('https://studio.example/api/file/upload/1/a.png?expires=1&sig=x')).toBe(
      '/api/file/upload/1/a.png?expires=1&sig=x',
    )
    expect(ownPicture('https://evil.example/api/file/../../account?x=1')).not.toContain('evil')
  })
})

describe('opening questions', () => {
  it('are three random ones if there are more, otherwise all in order', () => {
    expect(pickSuggestions(['a', ' ', 'b'], 3)).toEqual(['a', 'b'])
    const picked = pickSuggestions(['a', 'b', 'c', 'd'], 3, () => 0.99)
    expect(picked).toEqual(['d', 'c', 'b'])
    expect(new Set(pickSuggestions(['a', 'b', 'c', 'd'], 3)).size).toBe(3)
  })
})

describe('the card of an interrupted run', () => {
  it('offers choices and fields in any of their formats', () => {
    expect(readCard({ options: ['Slow', { name: 'Fast', value: 'f' }, 7] }).options).toEqual([
      { label: 'Slow', value: 'Slow' },
      { label: 'Fast', value: 'f' },
    ])
    expect(readCard({ fields: [{ name: 'adults', type: 'integer', required: true }] }).fields).toEqual([
      { name: 'adults', label: 'adults', isRequired: true, isNumber: true },
    ])
    expect(readCard('nothing')).toEqual({ pageTool: null, question: '', options: [], fields: [] })
  })
  it('is answered with numbers for number fields', () => {
    const { fields } = readCard({ fields: [{ name: 'adults', type: 'number' }, { name: 'pass' }] })
    expect(JSON.parse(writeFields(fields, { adults: '2', pass: '2' }))).toEqual({ adults: 2, pass: '2' })
  })
})

describe('code in a reply', () => {
  it('is coloured by its language, without changing its text', () => {
    const code = "const city = 'Porto' // home\nreturn 42"
    const pieces = codePieces(code, 'TypeScript')
    expect(pieces.map((piece) => piece.text).join('')).toBe(code)
    const colourOf = (text: string) => pieces.find((piece) => piece.text.includes(text))?.colour
    expect(['const', "'Porto'", '// home', '42'].map(colourOf)).toEqual(['word', 'text', 'note', 'value'])
  })
  it('stays plain in an unknown language', () => {
    expect(codePieces('a <b>', 'klingon')).toEqual([{ text: 'a <b>' }])
  })
})

describe('a reworded question', () => {
  it('keeps its files', () => {
    const upload = { uri: 'u1', url: '/f/u1', name: 'a.pdf', size: 3, type: 'pdf', isImage: false }
    const sent = { content: writeContent('old', [upload]), content_type: 'mix' }
    const { content, contentType } = withWords(sent, 'new')
    expect(readSent({ content, content_type: contentType })).toMatchObject({
      text: 'new',
      parts: [{ key: 'u1', name: 'a.pdf' }],
    })
    expect(withWords({ content: 'old', content_type: 'text' }, 'new')).toEqual({ content: 'new', contentType: 'text' })
  })
})

describe('dictation', () => {
  class Recognition extends EventTarget {
    static last: Recognition
    lang = ''
    constructor() {
      super()
      Recognition.last = this
    }
    start() {}
    stop() {
      this.dispatchEvent(new Event('end'))
    }
    abort() {
      this.stop()
    }
    happens(type: string, data: object) {
      this.dispatchEvent(Object.assign(new Event(type), data))
    }
  }
  const listen = (before: string) => {
    vi.stubGlobal('SpeechRecognition', Recognition)
    const on = { onText: vi.fn(), onFault: vi.fn(), onEnd: vi.fn() }
    const listening = dictate(before, 'en-US', on)
    vi.unstubAllGlobals()
    return { on, listening, recognition: Recognition.last }
  }
  const heard = (...words: string[]) => ({ results: words.map((transcript) => [{ transcript }]) })

  it('appends what was heard to the existing text, and replaces interim results', () => {
    const { on, listening, recognition } = listen('Plan a trip')
    recognition.happens('result', heard('to port'))
    recognition.happens('result', heard('to Porto', ' in May'))
    expect(on.onText.mock.calls).toEqual([['Plan a trip to port'], ['Plan a trip to Porto in May']])
    listening.end()
    expect(on.onEnd).toHaveBeenCalledTimes(1)
  })
  it('reports a denied microphone, and does not treat silence as an error', () => {
    const { on, recognition } = listen('')
    recognition.happens('error', { error: 'no-speech' })
    expect(on.onFault).not.toHaveBeenCalled()
    recognition.happens('error', { error: 'not-allowed' })
    recognition.happens('error', { error: 'network' })
    expect(on.onFault.mock.calls).toEqual([['denied'], ['failed']])
  })
  it('asks for HTTPS on pages without it, which have no microphone', () => {
    vi.stubGlobal('isSecureContext', false)
    const { on } = listen('')
    expect(on.onFault.mock.calls).toEqual([['insecure']])
    expect(on.onEnd).toHaveBeenCalledTimes(1)
  })
  it('writes nothing after it is dropped', () => {
    const { on, listening, recognition } = listen('')
    listening.drop()
    recognition.happens('result', heard('too late'))
    expect(on.onText).not.toHaveBeenCalled()
    expect(on.onEnd).toHaveBeenCalledTimes(1)
  })
})
