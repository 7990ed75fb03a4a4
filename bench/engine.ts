/**
 * Measures the cost of the engine itself, without ports: CPU per run as a ratio to a floor measured in the same process
 * (the JSON round trip of a small canvas input), its growth with nodes and batch items, and memory of large batches.
 *
 *   node --expose-gc bench/engine.ts
 */
import { compile, type Plan, start } from '@orrery/engine'
import { NodeType } from '@orrery/engine/node-type'

type Json = Record<string, unknown>
const literal = (type: string, content: unknown): Json => ({ type, value: { type: 'literal', content } })
const reference = (type: string, blockID: string, name: string, extra: Json = {}): Json => ({
  type,
  ...extra,
  value: { type: 'ref', content: { source: 'block-output', blockID, name } },
})
const line = (sourceNodeID: string, targetNodeID: string, rest: Json = {}): Json => ({
  sourceNodeID,
  targetNodeID,
  ...rest,
})
const text = (id: string, from: Json): Json => ({
  id,
  type: NodeType.Text,
  data: {
    inputs: {
      method: 'concat',
      inputParameters: [{ name: 'x', input: from }],
      concatParams: [{ name: 'concatResult', input: literal('string', 'a {{x}}') }],
    },
    outputs: [{ name: 'output', type: 'string' }],
  },
})
const startNode = (outputs: Json[]): Json => ({ id: '100001', type: NodeType.Start, data: { outputs } })
const endNode = (input: Json): Json => ({
  id: '900001',
  type: NodeType.End,
  data: { inputs: { terminatePlan: 'returnVariables', inputParameters: [{ name: 'r', input }] } },
})

/** Start, `count` - 2 text nodes in a row, End. Every text node reads Start, so that values do not grow. */
function chainOf(count: number): Plan {
  const ids = Array.from({ length: count - 2 }, (_, i) => `n${i}`)
  const stops = ['100001', ...ids, '900001']
  return compile({
    nodes: [
      startNode([{ name: 'q', type: 'string' }]),
      ...ids.map((id) => text(id, reference('string', '100001', 'q'))),
      endNode(reference('string', ids.at(-1)!, 'output')),
    ],
    edges: stops.slice(1).map((to, i) => line(stops[i]!, to)),
  })
}

function batchOf(size: number): Plan {
  const list = { schema: { type: 'string' } }
  return compile({
    nodes: [
      startNode([{ name: 'l', type: 'list', ...list }]),
      {
        id: 'b',
        type: NodeType.Batch,
        data: {
          inputs: {
            batchSize: literal('integer', String(size)),
            concurrentSize: literal('integer', '10'),
            inputParameters: [{ name: 'item', input: reference('list', '100001', 'l', list) }],
          },
          outputs: [{ name: 'r', input: reference('list', 't', 'output', list) }],
        },
        blocks: [text('t', reference('string', 'b', 'item'))],
        edges: [
          line('b', 't', { sourcePortID: 'batch-function-inline-output' }),
          line('t', 'b', { targetPortID: 'batch-function-inline-input' }),
        ],
      },
      endNode(reference('list', 'b', 'r', list)),
    ],
    edges: [line('100001', 'b'), line('b', '900001', { sourcePortID: 'batch-output' })],
  })
}

async function cpuMicros(times: number, once: () => unknown): Promise<number> {
  for (let i = 0; i < Math.min(times, 300); i++) await once()
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) await once()
  const used = process.cpuUsage(before)
  return (used.user + used.system) / times
}

const best = async (times: number, once: () => unknown): Promise<number> => {
  const rounds: number[] = []
  for (let i = 0; i < 5; i++) rounds.push(await cpuMicros(times, once))
  return Math.min(...rounds)
}

const input = {
  q: 'What is the answer?',
  extra: { list: [1, 2, 3], deep: { a: 'b' } },
  user: 'someone',
  tags: ['a', 'b'],
}
const floor = await best(20_000, () => JSON.parse(JSON.stringify(input)))
const show = (name: string, micros: number, note = '') =>
  process.stdout.write(
    `${name.padEnd(34)} ${micros.toFixed(1).padStart(9)} us  ${(micros / floor).toFixed(0).padStart(6)}x floor  ${note}\n`,
  )
show('floor: JSON round trip of an input', floor)

const events = { count: 0 }
const run = (plan: Plan, given: Json, listen = true) =>
  start(plan, { runId: 'r', input: given, ports: {}, ...(listen ? { onEvent: () => void events.count++ } : {}) }).result

const figures: Record<string, number> = {}
for (const [count, times] of [
  [10, 4000],
  [100, 400],
  [1000, 40],
] as const) {
  const plan = chainOf(count)
  const micros = await best(times, () => run(plan, input))
  figures[count] = micros / count
  show(`run of ${count} light nodes`, micros, `${(micros / count).toFixed(2)} us a node`)
}
for (const [items, times] of [
  [100, 200],
  [1000, 20],
  [10_000, 3],
] as const) {
  const plan = batchOf(items)
  const list = { l: Array.from({ length: items }, (_, i) => `item ${i}`) }
  const micros = await best(
    times,
    () => start(plan, { runId: 'r', input: list, ports: {}, limits: { steps: 1_000_000 } }).result,
  )
  show(`batch of ${items} items`, micros, `${(micros / items).toFixed(2)} us an item`)
}
const canvasText = JSON.stringify({
  nodes: Array.from({ length: 100 }, (_, i) => text(`n${i}`, literal('string', 'x'))),
})
show(
  'compile a plan of 100 nodes',
  await best(50, () => chainOf(100)),
  `its JSON is about ${Math.round(canvasText.length / 1000)} kB`,
)

// The peak memory of a batch, beyond its list and its results.
const gc = (globalThis as { gc?: () => void }).gc
if (gc) {
  const plan = batchOf(10_000)
  const list = { l: Array.from({ length: 10_000 }, (_, i) => `item ${i}`) }
  gc()
  const before = process.memoryUsage().heapUsed
  let highest = 0
  let seen = 0
  await start(plan, {
    runId: 'r',
    input: list,
    ports: {},
    onEvent() {
      if (++seen % 5000 !== 0) return
      gc()
      highest = Math.max(highest, process.memoryUsage().heapUsed - before)
    },
  }).result
  process.stdout.write(
    `${'batch of 10000 items, live memory'.padEnd(34)} ${(highest / 1e6).toFixed(1).padStart(9)} MB\n`,
  )
} else {
  process.stdout.write('live memory of a batch: start with --expose-gc to measure it\n')
}

const growth = figures[1000]! / figures[10]!
process.stdout.write(
  `\n10 nodes: ${(figures[10]! * 10).toFixed(0)} us (promise: below 150). A node among 1000 costs ${growth.toFixed(2)} of a node among 10.\n`,
)
