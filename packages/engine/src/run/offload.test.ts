import { expect, test } from 'vitest'
import type { Checkpoint } from './events.ts'
import { offload, reload, type ValueStore } from './offload.ts'

const saved = (output: unknown): Checkpoint => ({
  v: 1,
  runId: 'r',
  workflowId: 'w',
  version: '',
  input: {},
  frame: { nodes: { '10': { s: 'd', o: output }, '11': { s: 'd', o: { small: 1 } } } },
  interrupts: [],
  usage: { input: 0, output: 0 },
  steps: 1,
  size: 1,
  files: {},
})

function memory(): ValueStore & { values: unknown[] } {
  const values: unknown[] = []
  return {
    values,
    put: async (value) => String(values.push(value) - 1),
    get: async (reference) => values[Number(reference)],
  }
}

test('large values are moved out of the checkpoint and restored unchanged', async () => {
  const whole = saved({ text: 'x'.repeat(100_000), list: Array.from({ length: 50_000 }, (_, i) => i), rest: 'stays' })
  const store = memory()
  const small = JSON.parse(JSON.stringify(await offload(whole, store))) as Awaited<ReturnType<typeof offload>>
  expect(JSON.stringify(small).length).toBeLessThan(1000)
  expect(store.values).toHaveLength(2)
  expect(await reload(small, store)).toEqual(whole)
})

test('a small checkpoint is not changed', async () => {
  const store = memory()
  expect(await offload(saved({ a: 'b' }), store)).toEqual({ checkpoint: saved({ a: 'b' }), stored: [] })
  expect(store.values).toEqual([])
})

test('keys named __proto__ are stored as plain data', async () => {
  const store = memory()
  const whole = saved(JSON.parse(`{"__proto__":{"polluted":"${'x'.repeat(20_000)}"}}`))
  const back = await reload(await offload(whole, store), store)
  expect(JSON.stringify(back)).toBe(JSON.stringify(whole))
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
