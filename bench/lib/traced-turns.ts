import pg from 'pg'
import { createPartitions } from '../../apps/server/src/domains/chat/span/partitions.ts'
import { createSpanRepo } from '../../apps/server/src/domains/chat/span/span.repo.ts'
import { createRecorder, type FinishedTrace } from '../../apps/server/src/domains/chat/trace/shared/recorder.ts'
import { turnHead, turnSpan } from '../../apps/server/src/domains/chat/trace/turn-spans.ts'
import { startEmbedded } from '../../apps/server/src/kit/postgres/embedded.ts'
import { cpuMs, processTree } from './processes.ts'

/** Milliseconds of CPU per turn: of this process, and including the database. */
export interface TurnCosts {
  own: number
  whole: number
}

const WARM_UP = 200
const BATCHES = 400
/** Turns per write, as when several turns end at about the same time. */
const TURNS = 5
const filler = 'The museum of tiles opens at ten, and the tram to Belém is full at nine. '.repeat(10)

/** Records turns of an agent (two model calls and a tool call) and writes a few at a time, as the server does. */
const [spaceId = '', botId = '', dataDir = ''] = process.argv.slice(2)
const { url } = await startEmbedded(dataDir)
const pool = new pg.Pool({ connectionString: url, max: 1 })
const [repo, partitions] = [createSpanRepo(pool), createPartitions(pool)]
const head = {
  spaceId,
  botId,
  botVersion: '',
  conversationId: '1',
  userId: '1',
  scene: 'online',
  connectorId: '',
} as const
let n = 1_000_000_000
const newId = () => String((n += 1))

function turn(): FinishedTrace {
  const id = newId()
  const recorder = createRecorder({ ...head, id, messageId: id }, { clock: { now: Date.now }, newId })
  const root = recorder.root('Traced', filler)
  const agent = root.start('agent', 'Traced', filler)
  for (const [kind, name] of [
    ['model', 'm'],
    ['tool', 'search'],
    ['model', 'm'],
  ] as const)
    agent.start(kind, name, { messages: [{ role: 'user', content: filler }] }).end({ output: filler })
  agent.end({ output: filler })
  root.end({ output: filler })
  return recorder.finish(filler, filler)
}
async function write(batches: number): Promise<void> {
  for (let at = 0; at < batches; at += 1) {
    const turns = Array.from({ length: TURNS }, turn)
    const spans = turns.flatMap((one) => one.spans.map((span) => turnSpan(one.trace, span)))
    await partitions.ensure(
      30,
      spans.map(({ startedAt }) => startedAt),
    )
    await repo.write({ keep: 30, heads: turns.map(turnHead), spans })
  }
}

await write(WARM_UP)
const all = () => cpuMs(processTree(process.pid, dataDir))
const [before, begun] = [all(), process.cpuUsage()]
await write(BATCHES)
const { user, system } = process.cpuUsage(begun)
const count = BATCHES * TURNS
const costs: TurnCosts = { own: (user + system) / 1000 / count, whole: (all() - before) / count }
process.stdout.write(JSON.stringify(costs))
await pool.end()
