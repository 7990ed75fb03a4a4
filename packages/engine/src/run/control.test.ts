import { describe, expect, test, vi } from 'vitest'
import { compile } from '#canvas/compile.ts'
import {
  canvas,
  chain,
  code,
  end,
  endText,
  int,
  llm,
  loop,
  output,
  params,
  ref,
  refList,
  selector,
  start,
  str,
  subWorkflow,
  text,
  vars,
} from '#testing/canvas.ts'
import { createWorld } from '#testing/ports.ts'
import type { RunEvent } from './events.ts'
import { start as startRun, type StartOptions } from './start.ts'

async function watch(drawing: unknown, options: Partial<StartOptions> & Pick<StartOptions, 'ports'>) {
  const events: RunEvent[] = []
  const run = startRun(compile(drawing, { workflowId: 'w' }), {
    runId: 'r',
    input: {},
    ...options,
    onEvent: (event) => void events.push(event),
  })
  return { result: await run.result, events }
}
const kinds = (events: RunEvent[]) =>
  events.map((event) => ('path' in event ? `${event.type} ${event.path}` : event.type))
const never = () => new Promise(() => {})

describe('events', () => {
  test('are emitted in the order in which nodes start and finish', async () => {
    const { events } = await watch(
      canvas(
        [start('a'), selector('10', { left: ref('s.a'), op: 9 }), text('11', 'x'), text('12', 'y'), end()],
        's>10',
        '10:true>11>e',
        '10:false>12>e',
      ),
      { ports: {} },
    )
    expect(kinds(events)).toEqual([
      'node.started 100001',
      'node.finished 100001',
      'node.started 10',
      'node.finished 10',
      'node.started 11',
      'node.finished 11',
      'node.skipped 12',
      'node.started 900001',
      'node.finished 900001',
      'run.finished',
    ])
  })

  test('contain inputs, outputs, branch, tokens, time and attempts', async () => {
    let now = 1000
    const clock = { now: () => now, after: () => () => {} }
    const world = createWorld({
      model: () => {
        now += 25
        return { text: 'T', usage: { input: 5, output: 7 } }
      },
    })
    const { events, result } = await watch(
      chain(start('a'), llm('10', 'p {{x}}', { x: ref('s.a') }), end({ r: ref('10.output') })),
      { ports: { ...world.ports, clock }, input: { a: 'A' } },
    )
    expect(events.find((event) => event.type === 'node.finished' && event.nodeId === '10')).toEqual({
      type: 'node.finished',
      nodeId: '10',
      nodeType: 'LLM',
      title: '3-10',
      path: '10',
      index: undefined,
      depth: 0,
      workflowId: 'w',
      at: 1025,
      input: { x: 'A' },
      output: { output: 'T' },
      text: undefined,
      raw: 'T',
      warnings: [],
      usage: { input: 5, output: 7 },
      ms: 25,
      port: undefined,
      attempts: 1,
      error: undefined,
      extra: undefined,
      pinned: false,
    })
    expect(result.usage).toEqual({ input: 5, output: 7 })
  })

  test('inside loops and called workflows contain their path', async () => {
    const world = createWorld({ workflows: { sub: chain(start(), text('5', 'x'), end()) } })
    const { events } = await watch(
      chain(
        start(),
        loop('20', 'count', { count: int('2'), blocks: [subWorkflow('21', 'sub', {}, [])], lines: ['in>21>out'] }),
        end(),
      ),
      { ports: world.ports },
    )
    const inner = events.filter((event) => event.type === 'node.finished' && event.nodeId === '5')
    expect(inner.map((item) => 'path' in item && [item.path, item.depth, item.workflowId])).toEqual([
      ['20#0/21/5', 1, 'sub'],
      ['20#1/21/5', 1, 'sub'],
    ])
    expect(events.find((event) => event.type === 'node.finished' && event.path === '20#1/21')).toMatchObject({
      index: 1,
      depth: 0,
    })
  })

  test('report retries with their error', async () => {
    let calls = 0
    const world = createWorld({
      code: {
        f: () => {
          if (calls++ === 0) throw new Error('once')
          return {}
        },
      },
    })
    const { events } = await watch(
      chain(start(), code('10', 'f', {}, vars('v'), { settingOnError: { retryTimes: 1 } }), end()),
      { ports: world.ports },
    )
    expect(events.find((event) => event.type === 'node.retried')).toMatchObject({
      attempt: 1,
      error: { message: 'once' },
    })
    expect(events.find((event) => event.type === 'node.finished' && event.nodeId === '10')).toMatchObject({
      attempts: 2,
    })
  })

  test('report the error of a node even if it was handled', async () => {
    const world = createWorld({
      code: {
        f: () => {
          throw new Error('bad')
        },
      },
    })
    const { events } = await watch(
      chain(
        start(),
        code('10', 'f', {}, vars('v'), { settingOnError: { processType: 2, dataOnErr: '{"v":"d"}' } }),
        end(),
      ),
      { ports: world.ports },
    )
    expect(events.find((event) => event.type === 'node.finished' && event.nodeId === '10')).toMatchObject({
      error: { message: 'bad', nodeId: '10' },
      output: { v: 'd', isSuccess: false },
    })
  })

  test('a listener that throws ends the run instead of leaving it half done', async () => {
    const run = startRun(compile(chain(start(), text('10', 'x'), end())), {
      runId: 'r',
      input: {},
      ports: {},
      onEvent: () => {
        throw new Error('listener')
      },
    })
    expect(await run.result).toMatchObject({ status: 'failed', error: { message: 'listener' } })
  })
})

describe('cancel', () => {
  test('stops running nodes and reports each of them', async () => {
    const world = createWorld({ code: { never } })
    const abort = new AbortController()
    const going = watch(
      canvas([start(), code('10', 'never', {}, vars('v')), text('11', 'x'), end()], 's>10>e', 's>11>e'),
      { ports: world.ports, signal: abort.signal },
    )
    abort.abort()
    const { result, events } = await going
    expect(result.status).toBe('cancelled')
    expect(kinds(events).slice(-2)).toEqual(['node.cancelled 10', 'run.cancelled'])
    expect(world.asked[0]!.call.signal.aborted).toBe(true)
  })

  test('before the start prevents the run', async () => {
    const { result, events } = await watch(chain(start(), end()), { ports: {}, signal: AbortSignal.abort() })
    expect([result.status, kinds(events)]).toEqual(['cancelled', ['run.cancelled']])
  })

  test('reaches into batches and called workflows', async () => {
    const world = createWorld({
      workflows: { sub: chain(start(), code('5', 'never', {}, vars('v')), end()) },
      code: { never },
    })
    const drawing = chain(
      start(),
      loop('20', 'count', { count: int('1'), blocks: [subWorkflow('21', 'sub', {}, [])], lines: ['in>21>out'] }),
      end(),
    )
    const run = startRun(compile(drawing), { runId: 'r', input: {}, ports: world.ports })
    run.cancel()
    expect((await run.result).status).toBe('cancelled')
    expect(world.asked[0]!.call.signal.aborted).toBe(true)
  })

  test('ignores results that arrive later', async () => {
    let answer: (value: unknown) => void = () => {}
    const world = createWorld({ code: { late: () => new Promise((resolve) => (answer = resolve)) } })
    const events: string[] = []
    const run = startRun(compile(chain(start(), code('10', 'late', {}, vars('v')), end())), {
      runId: 'r',
      input: {},
      ports: world.ports,
      onEvent: (event) => void events.push(event.type),
    })
    run.cancel()
    await run.result
    const count = events.length
    answer({ v: 'late' })
    await new Promise((resolve) => setTimeout(resolve, 2))
    expect(events.length).toBe(count)
  })

  test('timers are cancelled when a run ends', async () => {
    const off = vi.fn()
    const clock = { now: () => 0, after: () => off }
    const world = createWorld({ code: { f: async () => ({}) } })
    await watch(chain(start(), code('10', 'f', {}, vars('v')), end()), {
      ports: { ...world.ports, clock },
      limits: { totalMs: 1000 },
    })
    expect(off).toHaveBeenCalledTimes(2)
  })
})

describe('pinned outputs and partial runs', () => {
  const drawing = chain(
    start('a'),
    code('10', 'one', { a: ref('s.a') }, vars('v')),
    code('11', 'two', { v: ref('10.v') }, vars('w')),
    end({ w: ref('11.w'), v: ref('10.v') }),
  )
  const world = () =>
    createWorld({ code: { one: (p) => ({ v: `1${String(p.a)}` }), two: (p) => ({ w: `2${String(p.v)}` }) } })

  test('a pinned node returns its output without running', async () => {
    const { ports, asked } = world()
    const { result, events } = await watch(drawing, {
      ports,
      input: { a: 'A' },
      pinned: { 10: { output: { v: 'PIN' } } },
    })
    expect(result).toMatchObject({ output: { w: '2PIN', v: 'PIN' } })
    expect(asked.map((item) => item.call.nodeId)).toEqual(['11'])
    expect(events.find((event) => event.type === 'node.finished' && event.nodeId === '10')).toMatchObject({
      pinned: true,
      input: { a: 'A' },
    })
  })

  test('a pinned selector takes its recorded branch', async () => {
    const branching = canvas(
      [
        start(),
        selector('10', { left: str('a'), op: 1, right: str('b') }),
        text('11', 'yes'),
        text('12', 'no'),
        end({ y: ref('11.output'), n: ref('12.output') }),
      ],
      's>10',
      '10:true>11>e',
      '10:false>12>e',
    )
    const { result } = await watch(branching, { ports: {}, pinned: { 10: { output: {}, port: 'true' } } })
    expect(result).toMatchObject({ output: { y: 'yes', n: '' } })
  })

  test('a run from a node on reruns what follows it and reuses the recorded outputs before it', async () => {
    const { ports, asked } = world()
    const pinned = {
      100001: { output: { a: 'old' } },
      10: { output: { v: 'recorded' } },
      11: { output: { w: 'old' } },
      900001: { output: { w: 'old' } },
    }
    const { result } = await watch(drawing, { ports, from: '11', pinned, edited: { 11: { v: 'edited' } } })
    expect(result).toMatchObject({ output: { w: '2edited', v: 'recorded' } })
    expect(asked.map((item) => item.call.nodeId)).toEqual(['11'])
  })

  test('a run with all outputs pinned gives the same result', async () => {
    const first = await watch(drawing, { ports: world().ports, input: { a: 'A' } })
    const pinned = Object.fromEntries(
      first.events.flatMap((event) =>
        event.type === 'node.finished'
          ? [[event.nodeId, { output: event.output, port: event.port, text: event.text }]]
          : [],
      ),
    )
    for (const from of ['10', '11', '900001']) {
      const again = await watch(drawing, { ports: world().ports, input: { a: 'A' }, from, pinned })
      expect(again.result).toEqual(first.result)
    }
  })

  test('a run cannot start from an unknown node', () => {
    expect(() => startRun(compile(drawing), { runId: 'r', input: {}, ports: {}, from: '404' })).toThrow(/404/)
  })

  test('one node runs alone with given inputs', async () => {
    const { ports, asked } = world()
    const { result } = await watch(drawing, { ports, only: '11', edited: { 11: { v: 'given' } } })
    expect(result).toMatchObject({ status: 'success', output: { w: '2given' } })
    expect(asked).toHaveLength(1)
  })

  test('one node runs alone with the outputs it refers to', async () => {
    const { result } = await watch(drawing, {
      ports: world().ports,
      only: '11',
      pinned: { 10: { output: { v: 'P' } } },
    })
    expect(result).toMatchObject({ output: { w: '2P' } })
  })

  test('one node inside a loop runs alone', async () => {
    const looped = chain(
      start(),
      loop('20', 'count', { blocks: [text('21', '{{i}}', { i: ref('20.index', 'integer') })], lines: ['in>21>out'] }),
      end(),
    )
    const { result } = await watch(looped, { ports: {}, only: '21', edited: { 21: { i: 7 } } })
    expect(result).toMatchObject({ output: { output: '7' } })
  })

  test('a loop runs alone', async () => {
    const looped = chain(
      start('l:list<string>'),
      loop('20', 'array', {
        inputs: { item: refList('s.l') },
        outputs: { r: refList('21.output') },
        blocks: [text('21', '<{{x}}>', { x: ref('20.item') })],
        lines: ['in>21>out'],
      }),
      end(),
    )
    const { result } = await watch(looped, { ports: {}, only: '20', edited: { 20: { item: ['a', 'b'] } } })
    expect(result).toMatchObject({ output: { r: ['<a>', '<b>'] } })
  })

  test('a failure of a node that runs alone fails the run', async () => {
    const { result } = await watch(drawing, { ports: createWorld().ports, only: '10' })
    expect(result).toMatchObject({ status: 'failed', error: { nodeId: '10' } })
  })

  test('a missing node cannot run alone', () => {
    expect(() => startRun(compile(drawing), { runId: 'r', input: {}, ports: {}, only: '404' })).toThrow(/404/)
  })
})

test('many runs can share one plan without affecting each other', async () => {
  const plan = compile(
    chain(
      start('a'),
      code('10', 'wait', { a: ref('s.a') }, vars('v')),
      output('11', '{{v}}', { v: ref('10.v') }),
      endText('{{v}}', { v: ref('10.v') }),
    ),
  )
  const world = createWorld({
    code: { wait: (p) => new Promise((resolve) => setTimeout(resolve, Math.random() * 5, { v: p.a })) },
  })
  const runs = Array.from(
    { length: 50 },
    (_, i) => startRun(plan, { runId: `r${i}`, input: { a: String(i) }, ports: world.ports }).result,
  )
  expect((await Promise.all(runs)).map((run) => run.status === 'success' && run.text)).toEqual(
    Array.from({ length: 50 }, (_, i) => String(i)),
  )
})

test('compiling does not change the canvas', () => {
  const drawing = chain(
    start('l:list<string>'),
    llm(
      '10',
      '{{x}}',
      { x: ref('10.item1') },
      [{ name: 'o', type: 'list', schema: { type: 'object', schema: vars('output') } }],
      { batch: { batchEnable: true, inputLists: params({ item1: refList('s.l') }) } },
    ),
    end(),
  )
  const before = JSON.stringify(drawing)
  compile(drawing)
  expect(JSON.stringify(drawing)).toBe(before)
})
