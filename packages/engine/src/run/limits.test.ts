import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { describe, expect, test } from 'vitest'
import { compile } from '#canvas/compile.ts'
import { validate } from '#canvas/validate.ts'

import type { Clock } from '#ports.ts'
import {
  batch,
  canvas,
  chain,
  code,
  end,
  int,
  llm,
  loop,
  node,
  params,
  ref,
  refList,
  selector,
  start,
  subWorkflow,
  text,
  variable,
  vars,
} from '#testing/canvas.ts'
import { createWorld, type WorldOptions } from '#testing/ports.ts'
import type { Values } from '#values/own.ts'
import type { Limits } from './limits.ts'
import { start as startRun } from './start.ts'

const run = (drawing: unknown, input: Values = {}, limits: Partial<Limits> = {}, world: WorldOptions = {}) =>
  startRun(compile(drawing), { runId: 'r', input, ports: createWorld(world).ports, limits }).result

describe('limits', () => {
  test('the steps of a run are counted over all its loops', async () => {
    const drawing = chain(
      start(),
      loop('20', 'count', { count: int('50'), blocks: [text('21', 'x')], lines: ['in>21>out'] }),
      end(),
    )
    expect(await run(drawing, {}, { steps: 53 })).toMatchObject({ status: 'success' })
    expect(await run(drawing, {}, { steps: 40 })).toMatchObject({
      status: 'failed',
      error: {
        code: ErrorCode.engine.executeFail,
        nodeId: '21',
        message: expect.stringContaining('40 steps') as string,
        messageZh: expect.stringContaining('运行超过 40 步') as string,
      },
    })
  })

  test('the size of one output is limited', async () => {
    const drawing = chain(start('a'), text('10', '{{a}}{{a}}', { a: ref('s.a') }), end())
    expect(await run(drawing, { a: 'x'.repeat(40) }, { outputSize: 100 })).toMatchObject({ status: 'success' })
    expect(await run(drawing, { a: 'x'.repeat(60) }, { outputSize: 100 })).toMatchObject({
      status: 'failed',
      error: { nodeId: '10', message: expect.stringContaining('larger than 100') as string },
    })
  })

  test('the size of all outputs together is limited, even if every node hides its errors', async () => {
    const setting = { settingOnError: { processType: 2, dataOnErr: '{"v":"d"}' } }
    const body = { blocks: [code('21', 'big', {}, vars('v'), setting)], lines: ['in>21>out'] }
    const drawing = chain(start(), loop('20', 'count', { count: int('100'), ...body }), end())
    const world = { code: { big: () => ({ v: 'x'.repeat(1000) }) } }
    expect(await run(drawing, {}, { totalSize: 10_000 }, world)).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('10000 characters together') as string },
    })
  })

  test('text that doubles in every round of a loop is stopped', async () => {
    const double = {
      blocks: [
        text('21', '{{v}}{{v}}', { v: ref('20.v') }),
        node('20', '22', { inputParameters: [{ left: ref('20.v'), right: ref('21.output') }] }),
      ],
      lines: ['in>21>22>out'],
    }
    const drawing = chain(
      start(),
      loop('20', 'count', {
        count: int('1000'),
        variables: { v: { type: 'string', value: { type: 'literal', content: 'x' } } },
        ...double,
      }),
      end(),
    )
    expect(await run(drawing)).toMatchObject({
      status: 'failed',
      error: { nodeId: '21', message: expect.stringContaining('larger than') as string },
    })
  })

  test('the working time of a run is limited', async () => {
    let now = 0
    const due: { at: number; ring: () => void }[] = []
    const clock: Clock = {
      now: () => now,
      after(ms, ring) {
        const found = { at: now + ms, ring }
        due.push(found)
        return () => due.splice(due.indexOf(found), 1)
      },
    }
    const world = createWorld({ code: { never: () => new Promise(() => {}) } })
    const drawing = chain(start(), code('10', 'never', {}, vars('v'), { settingOnError: { timeoutMs: 60_000 } }), end())
    const going = startRun(compile(drawing), {
      runId: 'r',
      input: {},
      ports: { ...world.ports, clock },
      limits: { totalMs: 5000 },
    })
    await Promise.resolve()
    now = 5000
    for (const found of due.filter(({ at }) => at <= now)) found.ring()
    expect(await going.result).toMatchObject({
      status: 'failed',
      error: { code: ErrorCode.engine.workflowTimeout, message: expect.stringContaining('5000 ms') as string },
    })
    expect(world.asked[0]!.call.signal.aborted).toBe(true)
    expect(due).toEqual([])
  })

  test('the time limit of a node starts when its code can run', async () => {
    const due: { ms: number; ring: () => void }[] = []
    const clock: Clock = {
      now: () => 0,
      after(ms, ring) {
        const found = { ms, ring }
        due.push(found)
        return () => due.splice(due.indexOf(found), 1)
      },
    }
    const { promise: isReady, resolve: open } = Promise.withResolvers<void>()
    const world = createWorld({ code: { never: () => new Promise(() => {}) } })
    const waited: string[] = []
    const ready = (language: string) => {
      waited.push(language)
      return isReady
    }
    const drawing = chain(start(), code('10', 'never', {}, vars('v'), { settingOnError: { timeoutMs: 5000 } }), end())
    const going = startRun(compile(drawing), {
      runId: 'r',
      input: {},
      ports: { ...world.ports, clock, code: { ...world.ports.code!, ready } },
    })
    await expect.poll(() => waited).toHaveLength(1)
    expect([due, world.asked]).toEqual([[], []])
    open()
    await expect.poll(() => due.map(({ ms }) => ms)).toEqual([5000])
    expect(world.asked).toHaveLength(1)
    due[0]!.ring()
    expect(await going.result).toMatchObject({ status: 'failed', error: { code: ErrorCode.engine.workflowTimeout } })
  })

  test('a run that is cancelled while its code cannot run yet stops waiting', async () => {
    const world = createWorld()
    const signals: AbortSignal[] = []
    const ready = (_: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return new Promise<void>(() => {})
    }
    const going = startRun(compile(chain(start(), code('10', 'f', {}, vars('v')), end())), {
      runId: 'r',
      input: {},
      ports: { ...world.ports, code: { ...world.ports.code!, ready } },
    })
    await expect.poll(() => signals).toHaveLength(1)
    going.cancel()
    expect(await going.result).toMatchObject({ status: 'cancelled' })
    expect(signals[0]!.aborted).toBe(true)
  })

  test('the number of items that run at the same time is limited', async () => {
    let most = 0
    let going = 0
    const body = { blocks: [code('31', 'f', {}, vars('v'))], lines: ['in>31>out'] }
    const drawing = chain(
      start('l:list<string>'),
      batch('30', { inputs: { item: refList('s.l') }, together: 500, ...body }),
      end(),
    )
    const f = async () => {
      most = Math.max(most, ++going)
      await new Promise((resolve) => setTimeout(resolve, 1))
      going--
      return { v: '' }
    }
    await run(drawing, { l: Array.from({ length: 60 }, () => 'x') }, { concurrency: 7 }, { code: { f } })
    expect(most).toBe(7)
  })
})

describe('size', () => {
  const long = (count: number) =>
    chain(
      start(),
      ...Array.from({ length: count }, (_, i) => text(`n${i}`, 'x')),
      end({ r: ref(`n${count - 1}.output`) }),
    )

  test('a chain of 4,000 nodes runs', async () => {
    expect(await run(long(4000))).toMatchObject({ status: 'success', output: { r: 'x' } })
  })

  test('skipping 4,000 nodes in a row does not overflow the stack', async () => {
    const drawing = long(4000)
    const gate = selector('gate', { left: int('1'), op: 1, right: int('2') })
    const edges = drawing.edges.map((edge) =>
      edge.sourceNodeID === '100001' ? { ...edge, sourceNodeID: 'gate', sourcePortID: 'true' } : edge,
    )
    const more = canvas([], 's>gate', 'gate:false>e').edges
    expect(await run({ nodes: [...drawing.nodes, gate], edges: [...edges, ...more] })).toMatchObject({
      status: 'success',
      output: { r: '' },
    })
  })

  test('validating 4,000 nodes does not overflow the stack', () => {
    expect(validate(long(4000))).toEqual([])
  })

  test('a loop of 20,000 rounds yields to other work', async () => {
    const drawing = chain(
      start(),
      loop('20', 'count', { count: int('20000'), blocks: [text('21', 'x')], lines: ['in>21>out'] }),
      end(),
    )
    const going = startRun(compile(drawing), { runId: 'r', input: {}, ports: {}, limits: { sliceMs: 1 } })
    let turns = 0
    const clock = setInterval(() => turns++, 0)
    await going.result
    clearInterval(clock)
    expect(turns).toBeGreaterThan(2)
  })

  test('a self-calling workflow inside a batch is bounded', async () => {
    const body = { blocks: [subWorkflow('31', 'me', { l: refList('s.l') }, vars('r'))], lines: ['in>31>out'] }
    const me = chain(start('l:list<string>'), batch('30', { inputs: { item: refList('s.l') }, ...body }), end())
    const result = await run(me, { l: ['a', 'b', 'c'] }, { depth: 3 }, { workflows: { me } })
    expect(result).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('more than 3 deep') as string },
    })
  })
})

describe('user input is data', () => {
  test('a declared type nested 10,000 deep is cut off', async () => {
    let schema: Values = { type: 'string' }
    for (let i = 0; i < 10_000; i++) schema = { type: 'list', schema }
    const drawing = chain(start({ name: 'v', ...schema }), end())
    expect(await run(drawing, { v: '[[["x"]]]' })).toMatchObject({ status: 'success' })
  })

  test('a value nested 100,000 deep is refused or shown and never crashes the run', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const show = chain(
      start(variable('v', 'list')),
      text('10', '{{v}}', { v: { ...refList('s.v'), schema: undefined } }),
      end(),
    )
    expect((await run(show, { v: deep })).status).toBe('failed')
    const toJson = chain(
      start(variable('v', 'list')),
      node(
        '58',
        '10',
        { inputParameters: params({ input: { ...refList('s.v'), schema: undefined } }) },
        vars('output'),
      ),
      end(),
    )
    expect(['failed', 'success']).toContain((await run(toJson, { v: deep })).status)
  })

  test('"$ref" in an output type is an ordinary name, and nothing is fetched', async () => {
    const outputs = [variable('$ref'), variable('n', 'integer')]
    const drawing = chain(start(), llm('10', 'x', {}, outputs, { settings: { responseFormat: '2' } }), end())
    const model = () => '{"$ref":"http://127.0.0.1:1/schema","n":1}'
    expect(await run(drawing, {}, {}, { model })).toMatchObject({ status: 'success' })
  })

  test('delimiters that look like patterns are plain text', async () => {
    const split = (delimiter: string) =>
      node(
        '15',
        '10',
        {
          method: 'split',
          inputParameters: params({ String: ref('s.t') }),
          splitParams: params({
            delimiters: { type: 'list', schema: { type: 'string' }, value: { type: 'literal', content: [delimiter] } },
          }),
        },
        vars('output:list<string>'),
      )
    const drawing = chain(start('t'), split('(a+)+$'), end({ r: refList('10.output') }))
    expect(await run(drawing, { t: `${'a'.repeat(50_000)}(a+)+$b` })).toMatchObject({
      output: { r: ['a'.repeat(50_000), 'b'] },
    })
  })
})
