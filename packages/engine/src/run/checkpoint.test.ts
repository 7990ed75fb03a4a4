import type { Plan } from '#model.ts'
import { describe, expect, test } from 'vitest'
import { compile } from '#canvas/compile.ts'
import { allCases } from '#testing/all-cases.ts'
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
  ref,
  refList,
  start,
  subWorkflow,
  text,
  vars,
} from '#testing/canvas.ts'
import { type Case, observe } from '#testing/harness.ts'
import { createWorld } from '#testing/ports.ts'
import type { Checkpoint, RunResult } from './events.ts'
import { resume, type ResumeOptions } from './resume.ts'
import { start as startRun } from './start.ts'

/** Cases that count calls or run one node alone cannot be repeated in the same world. */
const repeatable = Object.values(allCases)
  .flat()
  .filter(
    (item) =>
      !item.expect.error &&
      !item.options?.only &&
      !/tried again|can be waited for|at once until|after the last retry/.test(item.name),
  )

/**
 * Stops the run after an event (the object is dropped, as when a process dies), resumes from the checkpoint taken at
 * that event, and answers the questions that follow.
 */
async function killed(item: Case, plan: Plan, at: number): Promise<RunResult | undefined> {
  const { ports } = createWorld(item.world)
  const options = { ...item.options, ports }
  let saved: string | undefined
  let seen = 0
  const first = startRun(plan, {
    runId: 'run',
    input: item.input ?? {},
    ...options,
    onEvent(_event, run) {
      if (seen++ === at) {
        saved = JSON.stringify(run.checkpoint())
        run.cancel()
      }
    },
  })
  if (!saved) await first.result
  if (!saved) return undefined
  return toTheEnd(plan, item, JSON.parse(saved) as Checkpoint, options)
}

async function toTheEnd(plan: Plan, item: Case, checkpoint: Checkpoint, options: ResumeOptions): Promise<RunResult> {
  const answers = [...(item.answers ?? [])]
  let result = await resume(plan, checkpoint, options).result
  while (result.status === 'interrupted' && answers.length) {
    const saved = JSON.parse(JSON.stringify(result.checkpoint)) as Checkpoint
    const answer = { eventId: result.interrupts[0]!.id, data: answers.shift()! }
    result = await resume(plan, saved, { ...options, answer }).result
  }
  return result
}

const summaryOf = (result: RunResult | undefined): unknown =>
  result?.status === 'success'
    ? [result.output, result.text]
    : result?.status === 'interrupted'
      ? result.interrupts.map((interrupt) => interrupt.data)
      : result

describe('a run that dies after any event ends with the same result', () => {
  test.each(repeatable.map((item) => [item.name, item] as const))('%s', async (_name, item) => {
    const whole = await observe(item)
    const plan = compile(JSON.parse(JSON.stringify(item.canvas)), { workflowId: 'root' })
    for (let at = 0; at < 40; at++) {
      const result = await killed(item, plan, at)
      if (!result) break
      expect({ at, summary: summaryOf(result) }).toEqual({ at, summary: summaryOf(whole.result) })
    }
  })
})

test('finished nodes are not run again after a restart, and a running one keeps its key', async () => {
  const plan = compile(
    chain(
      start(),
      code('10', 'a', {}, vars('x')),
      code('11', 'b', { x: ref('10.x') }, vars('y')),
      end({ y: ref('11.y') }),
    ),
  )
  const first = createWorld({ code: { a: () => ({ x: 'X' }), b: () => new Promise(() => {}) } })
  const run = startRun(plan, { runId: 'r', input: {}, ports: first.ports })
  await new Promise((resolve) => setTimeout(resolve, 5))
  const saved = JSON.parse(JSON.stringify(run.checkpoint())) as Checkpoint
  run.cancel()
  const second = createWorld({ code: { a: () => ({ x: 'never' }), b: (p) => ({ y: `${String(p.x)}!` }) } })
  expect(await resume(plan, saved, { ports: second.ports }).result).toMatchObject({
    status: 'success',
    output: { y: 'X!' },
  })
  expect(second.asked.map((item) => item.call.key)).toEqual(['r/11/0'])
  expect(first.asked.map((item) => item.call.key)).toEqual(['r/10/0', 'r/11/0'])
})

test('an attempt keeps its number after a restart', async () => {
  const plan = compile(chain(start(), code('10', 'a', {}, vars('x'), { settingOnError: { retryTimes: 2 } }), end()))
  let calls = 0
  const world = createWorld({
    code: { a: () => (calls++ === 0 ? Promise.reject(new Error('first')) : new Promise(() => {})) },
  })
  const run = startRun(plan, { runId: 'r', input: {}, ports: world.ports })
  await new Promise((resolve) => setTimeout(resolve, 5))
  const saved = JSON.parse(JSON.stringify(run.checkpoint())) as Checkpoint
  run.cancel()
  const next = createWorld({ code: { a: () => ({ x: 'ok' }) } })
  await resume(plan, saved, { ports: next.ports }).result
  expect(next.asked.map((item) => item.call.key)).toEqual(['r/10/1'])
})

test('outputs that no node reads any more are left out of the checkpoint', async () => {
  const big = 'x'.repeat(100_000)
  const asks = node('18', '12', { question: '?', answer_type: 'text' }, vars('USER_RESPONSE'))
  const plan = compile(
    chain(
      start('a'),
      text('10', '{{a}}', { a: ref('s.a') }),
      text('11', '{{b}}', { b: ref('10.output') }),
      asks,
      end({ r: ref('12.USER_RESPONSE') }),
    ),
  )
  const result = await startRun(plan, { runId: 'r', input: { a: 'small' }, ports: {} }).result
  expect(JSON.stringify(result.status === 'interrupted' && result.checkpoint).length).toBeLessThan(1200)
  const large = await startRun(plan, { runId: 'r', input: { a: big }, ports: {} }).result
  // Only the input of the run is stored in full.
  expect(JSON.stringify(large.status === 'interrupted' && large.checkpoint).length).toBeLessThan(big.length + 1200)
})

test('only the first waiting interrupt can be answered, and only by its id', async () => {
  const ask = (id: string) => node('18', id, { question: id, answer_type: 'text' }, vars('USER_RESPONSE'))
  const plan = compile(canvas([start(), ask('10'), ask('11'), end()], 's>10>e', 's>11>e'))
  const result = await startRun(plan, { runId: 'r', input: {}, ports: createWorld().ports }).result
  if (result.status !== 'interrupted') throw new Error('not interrupted')
  const [first, second] = result.interrupts
  const answer = (eventId: string) => () =>
    resume(plan, result.checkpoint, { ports: {}, answer: { eventId, data: 'x' } })
  expect(answer(second!.id)).toThrow(/first waiting event is/)
  expect(answer('none')).toThrow(/cannot be answered/)
  const next = await answer(first!.id)().result
  expect(next).toMatchObject({ status: 'interrupted', interrupts: [{ id: second!.id }] })
})

test('a checkpoint can be resumed more than once', async () => {
  const body = {
    blocks: [node('18', '21', { question: '?', answer_type: 'text' }, vars('USER_RESPONSE'))],
    lines: ['in>21>out'],
  }
  const plan = compile(
    chain(
      start(),
      loop('20', 'count', { count: int('2'), outputs: { r: refList('21.USER_RESPONSE') }, ...body }),
      end({ r: refList('20.r') }),
    ),
  )
  const { ports } = createWorld()
  const first = await startRun(plan, { runId: 'r', input: {}, ports }).result
  if (first.status !== 'interrupted') throw new Error('not interrupted')
  for (const data of ['p', 'q']) {
    const answer = { eventId: first.interrupts[0]!.id, data }
    const second = await resume(plan, first.checkpoint, { ports, answer }).result
    if (second.status !== 'interrupted') throw new Error('not interrupted')
    const last = { eventId: second.interrupts[0]!.id, data: 'z' }
    expect(await resume(plan, second.checkpoint, { ports, answer: last }).result).toMatchObject({
      output: { r: [data, 'z'] },
    })
  }
})

test('a batch continues with the items that were not finished', async () => {
  const plan = compile(
    chain(
      start('l:list<string>'),
      batch('30', {
        inputs: { item: refList('s.l') },
        together: 2,
        outputs: { r: refList('31.v') },
        blocks: [code('31', 'f', { x: ref('30.item') }, vars('v'))],
        lines: ['in>31>out'],
      }),
      end({ r: refList('30.r') }),
    ),
  )
  const first = createWorld({ code: { f: (p) => (p.x === 'c' ? new Promise(() => {}) : { v: p.x }) } })
  const run = startRun(plan, { runId: 'r', input: { l: ['a', 'b', 'c', 'd', 'e'] }, ports: first.ports })
  await new Promise((resolve) => setTimeout(resolve, 5))
  const saved = JSON.parse(JSON.stringify(run.checkpoint())) as Checkpoint
  run.cancel()
  const second = createWorld({ code: { f: (p) => ({ v: `${String(p.x)}2` }) } })
  expect(await resume(plan, saved, { ports: second.ports }).result).toMatchObject({
    output: { r: ['a', 'b', 'c2', 'd', 'e'] },
  })
  expect(second.asked.map((item) => item.call.key)).toEqual(['r/30#2/31/0'])
})

test('a model with tools continues after the last finished tool call', async () => {
  const tool = chain(
    start('n:integer'),
    code('5', 'work', { n: ref('s.n', 'integer') }, vars('v')),
    end({ v: ref('5.v') }),
  )
  const plan = compile(
    chain(
      start(),
      llm('10', 'go', {}, vars('output'), {
        fcParam: { workflowFCParam: { workflowList: [{ workflow_id: 'tool' }] } },
      }),
      end({ r: ref('10.output') }),
    ),
  )
  const model = (stop: boolean) => (request: { messages: { role: string; content: unknown }[] }) => {
    const results = request.messages.filter((message) => message.role === 'tool')
    if (results.length === 2)
      return stop ? (new Promise(() => {}) as never) : results.map((result) => result.content).join('+')
    return {
      text: '',
      toolCalls: [{ id: `c${results.length}`, name: 'ts_tool_tool', arguments: `{"n":${results.length}}` }],
    }
  }
  const work = (p: Record<string, unknown>) => ({ v: `w${String(p.n)}` })
  const first = createWorld({ workflows: { tool }, code: { work }, model: model(true) })
  const run = startRun(plan, { runId: 'r', input: {}, ports: first.ports })
  await new Promise((resolve) => setTimeout(resolve, 10))
  const saved = JSON.parse(JSON.stringify(run.checkpoint())) as Checkpoint
  run.cancel()
  const second = createWorld({ workflows: { tool }, code: { work }, model: model(false) })
  expect(await resume(plan, saved, { ports: second.ports }).result).toMatchObject({
    output: { r: '{"v":"w0"}+{"v":"w1"}' },
  })
  expect(second.asked.map((item) => item.call.key)).toEqual(['r/10/0/m2'])
})

test('a question that was answered is not asked again', async () => {
  const options = { answer_type: 'option', option_type: 'static', options: [{ name: 'red' }, { name: 'blue' }] }
  const asks = node('18', '10', { question: '?', ...options }, vars('optionId', 'optionContent'))
  const plan = compile(
    canvas(
      [start(), asks, end({ c: ref('10.optionContent') })],
      's>10',
      '10:branch_0>e',
      '10:branch_1>e',
      '10:default>e',
    ),
  )
  const waits = await startRun(plan, { runId: 'r', input: {}, ports: createWorld().ports }).result
  if (waits.status !== 'interrupted') throw new Error('not interrupted')
  const answer = { eventId: waits.interrupts[0]!.id, data: 'the cool one' }
  const silent = createWorld({ model: () => new Promise<string>(() => {}) })
  const going = resume(plan, waits.checkpoint, { ports: silent.ports, answer })
  await new Promise((resolve) => setTimeout(resolve, 5))
  const saved = JSON.parse(JSON.stringify(going.checkpoint())) as Checkpoint
  going.cancel()
  const next = await resume(plan, saved, { ports: createWorld({ model: () => '1' }).ports }).result
  expect(next).toMatchObject({ status: 'success', output: { c: 'blue' } })
})

test('every attempt of a called workflow uses its own keys', async () => {
  let calls = 0
  const inner = chain(start(), code('5', 'f', {}, vars('v')), end({ r: ref('5.v') }))
  const world = createWorld({
    workflows: { sub: inner },
    code: {
      f: () => {
        if (++calls < 3) throw new Error('no')
        return { v: 'V' }
      },
    },
  })
  const plan = compile(
    chain(
      start(),
      subWorkflow('10', 'sub', {}, vars('r'), { settingOnError: { retryTimes: 2 } }),
      end({ r: ref('10.r') }),
    ),
  )
  expect(await startRun(plan, { runId: 'r', input: {}, ports: world.ports }).result).toMatchObject({
    output: { r: 'V' },
  })
  expect(world.asked.map((item) => item.call.key)).toEqual(['r/10/5/0', 'r/10~1/5/0', 'r/10~2/5/0'])
})

test('a run fails with a clear error if a called workflow can no longer be loaded', async () => {
  const plan = compile(chain(start(), subWorkflow('10', 'sub', {}, vars('r')), end()))
  const asker = chain(start(), node('18', '5', { question: '?', answer_type: 'text' }, vars('USER_RESPONSE')), end())
  const result = await startRun(plan, {
    runId: 'r',
    input: {},
    ports: createWorld({ workflows: { sub: asker } }).ports,
  }).result
  if (result.status !== 'interrupted') throw new Error('not interrupted')
  const answer = { eventId: result.interrupts[0]!.id, data: 'x' }
  const next = await resume(plan, result.checkpoint, { ports: createWorld().ports, answer }).result
  expect(next).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('not available any more') as string },
  })
})
