import type { NodeResult, RunProcess, WorkflowSpan } from '@orrery/contract'
import { describe, expect, it } from 'vitest'
import { edgeOf, stateOf } from './run-states.ts'
import { createRunStore } from './run-store.ts'
import type { RunPort } from './run-port.ts'

const cost = {
  inputTokens: '',
  inputCost: '',
  outputTokens: '',
  outputCost: '',
  totalTokens: '0 Tokens',
  totalCost: '0',
}
const result = (nodeId: string, nodeStatus: number, more: Partial<NodeResult> = {}): NodeResult => ({
  nodeId,
  NodeType: 'Text',
  NodeName: nodeId,
  nodeStatus,
  errorInfo: '',
  errorLevel: '',
  input: '{}',
  output: '{}',
  nodeExeCost: '0.010s',
  tokenAndCost: cost,
  isBatch: false,
  extra: '',
  executeId: '1',
  ...more,
})
const processOf = (status: number, results: NodeResult[], asks: RunProcess['nodeEvents'] = []): RunProcess => ({
  workFlowId: '7',
  executeId: '1',
  executeStatus: status,
  nodeResults: results,
  rate: '1.00',
  exeHistoryStatus: 2,
  workflowExeCost: '1.250s',
  tokenAndCost: { ...cost, totalTokens: '12 Tokens' },
  reason: '',
  lastNodeID: '',
  logID: 'log',
  nodeEvents: asks,
  projectId: '',
})
const stream = (...events: [string, unknown][]): Response =>
  new Response(events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })
const asked = { id: 'e1', type: 2, node_title: 'Ask', data: '{}', node_icon: '', node_id: '5', schema_node_id: '5' }

function open(port: Partial<RunPort>) {
  const order: string[] = []
  const full: RunPort = {
    test: async () => (order.push('test'), '1'),
    node: async () => '1',
    again: async () => '1',
    cancel: async () => {},
    resume: async () => {},
    process: async () => processOf(2, []),
    events: async () => stream(),
    spans: async () => [],
    pins: async () => new Map(),
    setPin: async () => {},
    ...port,
  }
  const store = createRunStore({ port: full, flush: async () => void order.push('flush'), pollEvery: 1 })
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; tries < 500 && !isSo(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 2))
    expect(isSo()).toBe(true)
  }
  return { store, order, until, phase: () => store.current().phase }
}

describe('a run in the editor', () => {
  it('saves the canvas before it starts', async () => {
    const { store, order } = open({})
    await store.test({})
    expect(order).toEqual(['flush', 'test'])
  })

  it('does not start if saving fails, and shows the error', async () => {
    const store = createRunStore({
      port: { test: async () => '1' } as unknown as RunPort,
      flush: () => Promise.reject(new Error('offline')),
    })
    expect(await store.test({})).toBe(false)
    expect(store.current()).toMatchObject({ phase: 'failed', executeId: '', error: new Error('offline') })
  })

  it('shows the states of nodes during the run, and nodes that were not reached as skipped at the end', async () => {
    const seen: (string | undefined)[] = []
    const { store, until, phase } = open({
      events: async () =>
        stream(
          ['node', { path: '100001', result: result('100001', 2) }],
          ['node', { path: '100001', result: result('100001', 3) }],
          ['end', processOf(2, [result('100001', 3)])],
        ),
    })
    store.subscribe(() => seen.push(stateOf(store.current(), '100001')))
    await store.test({})
    await until(() => phase() === 'done')
    expect(seen).toContain('running')
    expect(stateOf(store.current(), '100001')).toBe('done')
    expect(stateOf(store.current(), '900001')).toBe('skipped')
    expect(store.current()).toMatchObject({ ms: 1250, tokens: 12, logId: 'log' })
  })

  it('collects the rounds of a node in a loop; a failed round fails the node', async () => {
    const { store, until } = open({
      events: async () =>
        stream(
          ['node', { path: '5#0/7', result: result('7', 3) }],
          ['node', { path: '5#1/7', result: result('7', 4, { errorInfo: 'no' }) }],
          ['node', { path: '9/3', result: result('3', 3) }],
        ),
      process: () => new Promise(() => {}),
    })
    await store.test({})
    await until(() => store.current().steps.size === 3)
    const { nodes } = store.current()
    expect(nodes.get('7')?.rounds.map((round) => [round.index, round.nodeStatus])).toEqual([
      [0, 3],
      [1, 4],
    ])
    expect(stateOf(store.current(), '7')).toBe('failed')
    // Steps inside a called workflow have no node on this canvas.
    expect(nodes.has('3')).toBe(false)
  })

  it('resumes a broken stream after the last event, without duplicates', async () => {
    const asked: string[] = []
    const pieceOf = (text: string, offset: number) => ({
      node_id: '5',
      node_title: 'Say',
      path: '5',
      text,
      offset,
      finish: offset > 0,
    })
    const { store, until, phase } = open({
      events: async (_id, _signal, after) => {
        asked.push(after)
        return asked.length === 1
          ? new Response(`id:4@5\nevent:message\ndata:${JSON.stringify(pieceOf('Good', 0))}\n\n`)
          : stream(['message', pieceOf(' morning', 4)], ['end', processOf(2, [result('5', 3)])])
      },
      process: async () => processOf(1, []),
    })
    await store.test({})
    await until(() => phase() === 'done')
    expect(asked).toEqual(['', '4@5'])
    expect(store.current().messages).toMatchObject([{ text: 'Good morning', isDone: true }])
  })

  it('polls if there is no stream', async () => {
    let asks = 0
    const { store, until, phase } = open({
      events: () => Promise.reject(new TypeError('no stream')),
      process: async () => processOf((asks += 1) < 3 ? 1 : 3, [result('4', 4)]),
    })
    await store.test({})
    await until(() => phase() === 'failed')
    expect(asks).toBe(3)
  })

  it('waits for an answer and continues with it', async () => {
    const answers: string[] = []
    let isAnswered = false
    const { store, until, phase } = open({
      events: async () => stream(['end', isAnswered ? processOf(2, []) : processOf(1, [], [asked])]),
      resume: async (_run, _event, data) => {
        answers.push(data)
        isAnswered = true
      },
    })
    await store.test({})
    await until(() => phase() === 'waiting')
    expect(await store.test({})).toBe(false)
    await store.resume('e1', 'yes')
    await until(() => phase() === 'done')
    expect(answers).toEqual(['yes'])
    expect(store.current().questions).toEqual([])
  })

  it('loads exact times from the trace after the run', async () => {
    const span = (id: string, parent: string, start: number, duration: number): WorkflowSpan =>
      ({
        span_id: id,
        parent_id: parent,
        start_time: start,
        duration,
        name: id,
        type: 'Text',
        status_code: 0,
        tags: [],
        input: { type: 0, content: '' },
        output: { type: 0, content: '' },
      }) as unknown as WorkflowSpan
    const { store, until } = open({ spans: async () => [span('1', '0', 100, 50), span('1:4', '1', 120, 20)] })
    await store.open('1')
    await until(() => store.current().steps.size === 1)
    expect(store.current().steps.get('4')).toMatchObject({ offset: 20, ms: 20 })
  })
})

describe('edges in a run', () => {
  const run = async () => {
    const { store, until, phase } = open({
      events: async () =>
        stream([
          'end',
          processOf(2, [
            result('8', 3, { extra: JSON.stringify({ port: 'true' }) }),
            result('a', 3),
            result('5', 3),
            result('7', 3),
          ]),
        ]),
    })
    await store.test({})
    await until(() => phase() === 'done')
    return store.current()
  }
  it('only the edge of the branch that ran is done', async () => {
    const done = await run()
    expect(edgeOf(done, { source: '8', sourcePort: 'true', target: 'a' })).toBe('done')
    expect(edgeOf(done, { source: '8', sourcePort: 'false', target: 'b' })).toBe('skipped')
    expect(edgeOf(done, { source: '8', sourcePort: 'false', target: 'a' })).toBe('skipped')
  })
  it('edges into a loop and back to it are done', async () => {
    const done = await run()
    expect(edgeOf(done, { source: '5', sourcePort: 'loop-function-inline-output', target: '7', parentId: '5' })).toBe(
      'done',
    )
    expect(edgeOf(done, { source: '7', sourcePort: '', target: '5', parentId: '5' })).toBe('done')
  })
})

describe('messages of a run', () => {
  const output = result('13', 3, { NodeType: 'Message', NodeName: 'Say it', output: 'Hello' })
  const piece = (text: string, offset: number) => ({
    node_id: '13',
    node_title: 'Say it',
    path: '13',
    text,
    offset,
    finish: offset + text.length === 5,
  })
  it('arrive piece by piece, without duplicates', async () => {
    const { store, until, phase } = open({
      events: async () =>
        stream(['message', piece('Hel', 0)], ['message', piece('lo', 3)], ['end', processOf(2, [output])]),
    })
    await store.test({})
    await until(() => phase() === 'done')
    expect(store.current().messages).toEqual([
      { nodeId: '13', title: 'Say it', path: '13', text: 'Hello', isDone: true },
    ])
  })
  it('are not duplicated if the stream repeats earlier messages', async () => {
    const waiting = processOf(1, [output])
    const { store, until, phase } = open({
      events: async () =>
        stream(
          ['process', waiting],
          ['message', piece('Hello', 0)],
          ['message', piece('Hello', 0)],
          ['end', processOf(2, [output])],
        ),
    })
    await store.test({})
    await until(() => phase() === 'done')
    expect(store.current().messages.map((message) => message.text)).toEqual(['Hello'])
  })
  it('are read from the results if the run finished before the stream opened', async () => {
    const { store, until, phase } = open({ events: async () => stream(['end', processOf(2, [output])]) })
    await store.test({})
    await until(() => phase() === 'done')
    expect(store.current().messages.map((message) => message.text)).toEqual(['Hello'])
  })
})

describe('a cancelled run', () => {
  it('shows interrupted nodes as skipped, not as failed', async () => {
    const { store, until, phase } = open({
      events: async () =>
        stream([
          'end',
          processOf(4, [result('5', 4, { errorLevel: 'pending' }), result('4', 4, { errorLevel: 'Error' })]),
        ]),
    })
    await store.test({})
    await until(() => phase() === 'cancelled')
    expect([stateOf(store.current(), '5'), stateOf(store.current(), '4')]).toEqual(['skipped', 'failed'])
  })
})
