import { describe, expect, test } from 'vitest'
import { compileAlone } from '#canvas/compile.ts'
import { type Expected, observe, summarise, wanted } from '#testing/harness.ts'
import { createWorld, type WorldOptions } from '#testing/ports.ts'
import { type Rule, rules } from '#testing/rules.ts'
import { start } from './start.ts'

const perCall = { input: 2, output: 1 }

function worldOf({ says = [] }: Rule): WorldOptions {
  const left = [...says]
  return {
    model: () => left.shift() ?? 'nothing to say',
    ports: { http: { send: () => ({ status: 200, headers: [], body: 'ok' }) } },
  }
}

function expectedOf({ expect: { output, text, error, messages, sequence, warnings, calls } }: Rule): Expected {
  return {
    ...(output && { output }),
    ...(text !== undefined && { text }),
    ...(error && { error }),
    ...(messages && { messages }),
    ...(sequence && { sequence }),
    ...(warnings && { warnings }),
    ...(calls !== undefined && { usage: { input: calls * perCall.input, output: calls * perCall.output } }),
  }
}

describe('rules of runs', () => {
  test.each(rules.map((rule) => [rule.name, rule] as const))('%s', async (_name, rule) => {
    const observed = await observe({ ...rule, world: worldOf(rule), expect: {} })
    const expected = expectedOf(rule)
    const found = summarise(observed, expected)
    expect(found).toEqual(wanted(expected, found))
    if (rule.expect.isRefused) expect(observed.events).toEqual([])
    if (rule.expect.calls !== undefined)
      expect(observed.world.asked.filter(({ port }) => port === 'model')).toHaveLength(rule.expect.calls)
  })

  const alone = rules.filter((rule) => rule.alone)
  test.each(alone.map((rule) => [rule.name, rule] as const))('alone: %s', async (_name, rule) => {
    const { node, input, output, error } = rule.alone!
    const plan = compileAlone(JSON.parse(JSON.stringify(rule.canvas)), node)
    const { ports } = createWorld(worldOf(rule))
    const result = await start(plan, { runId: 'r', input: {}, ports, only: node, edited: { [node]: input } }).result
    if (error)
      expect(result).toMatchObject({ status: 'failed', error: { nodeId: node, message: expect.stringMatching(error) } })
    else expect(result).toMatchObject({ status: 'success', output })
  })
})
