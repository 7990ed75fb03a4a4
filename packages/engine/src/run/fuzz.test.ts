import type { Ports } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect, test } from 'vitest'
import { compile } from '#canvas/compile.ts'
import { dependenciesOf } from '#canvas/dependencies.ts'
import { validate } from '#canvas/validate.ts'
import { CanvasError } from '#errors.ts'
import { allCases } from '#testing/all-cases.ts'
import { mutate, seeded } from '#testing/mutate.ts'
import { createWorld } from '#testing/ports.ts'
import type { Checkpoint, RunResult } from './events.ts'
import { resume } from './resume.ts'
import { start } from './start.ts'

const seeds = Object.values(allCases)
  .flat()
  .filter((item) => JSON.stringify(item.canvas).length < 20_000)
const rounds = 5000
const limits = { steps: 2000, iterations: 200, batchItems: 200, depth: 3, toolRounds: 3, totalMs: 1500 }

/** A world that answers at once, with odd values among the answers. */
function worldFor(random: () => number, workflows: Record<string, unknown>): Ports {
  const answer = (): unknown => [null, {}, 'text', 5, [1], { output: 'x', n: 'y', rows: 3 }][Math.floor(random() * 6)]
  const any = new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'then'
          ? undefined
          : () => {
              if (random() < 0.2) throw new Error('port')
              return answer()
            },
    },
  ) as never
  const world = createWorld({ workflows, model: () => (random() < 0.2 ? '{"classificationId":1}' : 'said') })
  return {
    ...world.ports,
    code: { run: () => ({ output: answer() }) },
    http: any,
    knowledge: any,
    database: any,
    plugin: any,
    conversation: any,
    memory: any,
    triggers: any,
    image: any,
    scene: any,
  }
}

/** Runs to the end and gives odd answers to questions; a hang fails the test. */
async function runOut(canvas: unknown, random: () => number): Promise<RunResult | 'refused'> {
  let plan: ReturnType<typeof compile>
  try {
    plan = compile(canvas)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(CanvasError)
    const { message, nodeId } = thrown as CanvasError
    expect(message.length).toBeGreaterThan(5)
    if (nodeId) expect(message).toContain(nodeId)
    return 'refused'
  }
  const ports = worldFor(random, { sub: canvas, up: canvas, adder: canvas })
  let result: RunResult
  try {
    result = await start(plan, { runId: 'r', input: { a: 'A', l: ['p', 'q'], v: {}, o: {} }, ports, limits }).result
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: ErrorCode.engine.missingParam, parameter: expect.any(String) })
    return 'refused'
  }
  for (let i = 0; i < 4 && result.status === 'interrupted'; i++) {
    const data = ['x', '{"name":"n"}', '', 'a: b'][Math.floor(random() * 4)]!
    const saved = JSON.parse(JSON.stringify(result.checkpoint)) as Checkpoint
    result = await resume(plan, saved, { ports, limits, answer: { eventId: result.interrupts[0]!.id, data } }).result
  }
  return result
}

test('thousands of mutated canvases run or are refused, and never hang or crash', async () => {
  const random = seeded(42)
  const outcomes = { refused: 0, success: 0, failed: 0, interrupted: 0, cancelled: 0 }
  for (let i = 0; i < rounds; i++) {
    const canvas = mutate(seeds[Math.floor(random() * seeds.length)]!.canvas, random)
    const text = JSON.stringify(canvas)
    try {
      expect(validate(structuredClone(canvas)).every((item) => item.message.length > 5)).toBe(true)
      dependenciesOf(canvas)
      const result = await runOut(canvas, random)
      outcomes[result === 'refused' ? result : result.status]++
      if (result !== 'refused' && result.status === 'failed') {
        expect(result.error.message.length).toBeGreaterThan(2)
        // The error names its node, unless the whole run took too long.
        expect(result.error.nodeId !== '' || /longer than/.test(result.error.message)).toBe(true)
      }
      expect(JSON.stringify(canvas)).toBe(text)
    } catch (thrown) {
      throw new Error(`canvas ${i}: ${text}`, { cause: thrown })
    }
  }
  expect(Object.values(outcomes).reduce((a, b) => a + b)).toBe(rounds)
  // The mutations must neither break nothing nor break everything.
  expect(Math.min(outcomes.refused, outcomes.success, outcomes.failed)).toBeGreaterThan(rounds / 20)
  expect(Object.keys(Object.prototype)).toEqual([])
})
