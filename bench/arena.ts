import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { computeBoard, type BoardResult } from '../apps/server/src/kit/stats/ranking/board.ts'
import { fitStrengths } from '../apps/server/src/kit/stats/ranking/bradley-terry.ts'
import { boardInWorker } from '../apps/server/src/kit/stats/ranking/ranking.ts'
import { createResampler } from '../apps/server/src/kit/stats/ranking/resample.ts'
import { firstVotes, largestMove, rankCorrelation, simulateVotes } from '../apps/server/src/testing/voters.ts'
import { exactCpuMs, startOrrery, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { signUp, type Studio } from './lib/studio.ts'

const ports = { orrery: 8981, model: 8982 }
const SEEDS = 20
const field = { models: 20, votes: 20_000, voters: 400 }
const many = { models: 60, votes: 1_000_000, voters: 20_000, seed: 'many' }
const TURNS = 60
const QUESTION = 'Write a poem about rain.'

/** Measures how accurate the scores are, and what a board of a million votes and a battle cost. */
export async function benchArena() {
  measureStatistics()
  await measureBoard()
  await measureBattles()
}

const whole = (board: BoardResult) => board.parts.find((part) => part.scene === 2 && part.field === 0)!
const scores = (board: BoardResult) =>
  whole(board)
    .standings.toSorted((a, b) => a.model - b.model)
    .map(({ score }) => score)

function measureStatistics() {
  const correlations: number[] = []
  let [inside, all, furthest, honestFlagged] = [0, 0, 0, 0]
  for (let n = 0; n < SEEDS; n += 1) {
    const seed = `seed ${n}`
    const { votes, truth } = simulateVotes({ ...field, seed })
    const board = computeBoard({ models: field.models, votes, rounds: 1000, seed })
    correlations.push(rankCorrelation(scores(board), [...truth]))
    for (const { model, lower, upper } of whole(board).standings) {
      all += 1
      if (lower <= truth[model]! && truth[model]! <= upper) inside += 1
    }
    const paid = simulateVotes({ ...field, seed, bought: 0.05 }).votes
    const honest = computeBoard({ models: field.models, votes: firstVotes(paid, field.votes), rounds: 0, seed })
    const mixed = computeBoard({ models: field.models, votes: paid, rounds: 0, seed })
    furthest = Math.max(furthest, largestMove(scores(honest), scores(mixed)))
    honestFlagged += mixed.outliers.filter((voter) => voter < field.voters).length
  }
  const mean = correlations.reduce((sum, one) => sum + one, 0) / SEEDS
  report(`${SEEDS} seeds: rank correlation`, mean.toFixed(4), '1', undefined, 'goal: at least 0.98')
  report(
    'intervals that hold the truth',
    `${((100 * inside) / all).toFixed(1)} %`,
    '95 %',
    undefined,
    'goal: 93 to 97 %',
  )
  report('5 % bought votes move a model by', `${furthest} ranks`, '0', undefined, 'goal: at most 1')
  report('honest voters taken for outliers', String(honestFlagged), '0', undefined, `of ${SEEDS * field.voters}`)
}

async function measureBoard() {
  const { votes } = simulateVotes(many)
  const kept = new Uint8Array(many.votes).fill(1)
  const before = process.cpuUsage()
  const tables = createResampler(votes, many.models, kept, 'bench').whole()
  const size = many.models ** 2
  const wins = new Float64Array(size)
  for (const [at, half] of tables.entries()) wins[at % size]! += half / 2
  fitStrengths(many.models, wins)
  const used = process.cpuUsage(before)
  const cpu = (used.user + used.system) / 1000
  report('1,000,000 votes, 60 models: scores', `${cpu.toFixed(0)} ms CPU`, '–', undefined, 'goal: under 1 s')
  const start = process.cpuUsage()
  const began = performance.now()
  await boardInWorker({ models: many.models, votes, rounds: 1000, seed: 'bench' })
  const wall = (performance.now() - began) / 1000
  const worker = process.cpuUsage(start)
  const seconds = (worker.user + worker.system) / 1e6
  const figure = `${seconds.toFixed(1)} s CPU, ${wall.toFixed(1)} s`
  report('all boards with 1,000 rounds, in a worker', figure, '–', undefined, 'goal: under 10 s CPU')
}

async function measureBattles() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-arena-'))
  chmodSync(dataDir, 0o755)
  const model = await startProcess(['bench/lib/floor-model.ts'], ports.model, { TOKENS: '50', GAP_MS: '2' })
  const database = await startEmbedded(dataDir)
  const env = { EGRESS_ALLOW: `127.0.0.1:${ports.model}`, DATABASE_URL: database.url, LOG_LEVEL: 'error' }
  const orrery = await startOrrery(dataDir, ports.orrery, env)
  try {
    const studio = await signUp(orrery.url)
    const { bot_id, stream } = await prepare(studio, orrery.url)
    const turn = () => stream('/api/conversation/chat', { bot_id, draft_mode: true, query: QUESTION })
    const battle = async () => {
      const made = await studio.call<Record<string, string>>('/models/arena/detail/create_pk', {})
      const sides = [made.left_conversation_id!, made.right_conversation_id!]
      await Promise.all(
        sides.map((conversation_id) => stream('/models/arena/detail/chat', { conversation_id, query: QUESTION })),
      )
    }
    const costOf = async (work: () => Promise<void>) => {
      const before = exactCpuMs(orrery.child.pid!, dataDir)
      for (let n = 0; n < TURNS; n += 1) await work()
      // The cost includes writes that happen after the answer.
      await sleep(500)
      return (exactCpuMs(orrery.child.pid!, dataDir) - before) / TURNS
    }
    await costOf(turn)
    await costOf(battle)
    const costs: Record<'turn' | 'battle', number[]> = { turn: [], battle: [] }
    for (let round = 0; round < 3; round += 1) {
      costs.turn.push(await costOf(turn))
      costs.battle.push(await costOf(battle))
    }
    const [one, two] = [median(costs.turn), median(costs.battle)]
    report('a battle', `${two.toFixed(1)} ms CPU`, `${one.toFixed(1)} ms`, two / one, 'goal: at most 2.1 chat turns')
    await measurePage(studio, database.url)
  } finally {
    await Promise.all([orrery.stop(), model.stop()])
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Measures the board page with 60 models and a million votes in the database. */
async function measurePage(studio: Studio, connectionString: string) {
  await plantVotes(connectionString)
  const began = performance.now()
  await studio.call('/api/arena/admin/editions/compute', {})
  const seconds = (performance.now() - began) / 1000
  const times: number[] = []
  for (let n = 0; n < 100; n += 1) {
    const start = performance.now()
    await studio.call('/api/arena/board', { view: { scene: 2, field: 0 } })
    times.push(performance.now() - start)
  }
  const note = `goal: under 20 ms; computed in ${seconds.toFixed(1)} s`
  report('page of the board of 1,000,000 votes', `${median(times).toFixed(1)} ms`, '–', undefined, note)
}
async function plantVotes(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  // Inserts only the votes, without foreign keys: a board does not read the battles and people they refer to.
  await client.query('SET session_replication_role = replica')
  await client.query(
    `INSERT INTO arena_model (id, model_id, preset, name, created_at, updated_at)
     SELECT 1000 + n, (SELECT min(model_id) FROM arena_model), 'planted ' || n, 'Model ' || n, 0, 0
     FROM generate_series(1, ${many.models}) n`,
  )
  await client.query(
    `INSERT INTO arena_vote (pk_id, user_id, left_model, right_model, scene, field, result, why_not, question_hash, longer, marked, at)
     SELECT n, 500000 + n % ${many.voters}, 1001 + n % 60, 1001 + (n % 60 + 1 + n % 59) % 60, n % 2, 1 + n % 7,
            1 + (random() * 3)::int % 3, '', n::text, 0, 0, (extract(epoch FROM now()) * 1000)::bigint
     FROM generate_series(1, ${many.votes}) n`,
  )
  await client.end()
}

async function prepare(studio: Studio, url: string) {
  const connection = { kind: 'openai-compatible', name: 'Bench', base_url: `http://127.0.0.1:${ports.model}/v1` }
  const { id: provider_id } = await studio.call<{ id: string }>('/api/instance/model/provider/create', connection)
  const ids: string[] = []
  for (const name of ['one', 'two']) {
    const made = await studio.call<{ id: string }>('/api/instance/model/create', { provider_id, name, model: name })
    await studio.call('/api/arena/admin/models', { model_id: made.id, name, enabled: true })
    ids.push(made.id)
  }
  // Pace only adds waiting, so it is off. The rules recognise the field of the question, so no model is called for it.
  await studio.call('/api/arena/admin/settings', { battles_a_day: 10_000, levels_pace: false })
  const { bot_id } = await studio.call<{ bot_id: string }>('/api/draftbot/create', {
    space_id: studio.spaceId,
    name: 'Bench',
  })
  await studio.call('/api/playground_api/draftbot/update_draft_bot_info', {
    bot_info: { bot_id, model_info: { model_id: ids[0] }, suggest_reply_info: { suggest_reply_mode: 2 } },
  })
  const stream = async (route: string, body: object) => {
    const response = await fetch(url + route, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', cookie: studio.cookie() },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!text.includes('event:done')) throw new Error(`${route}: ${text.slice(0, 300)}`)
  }
  return { bot_id, stream }
}
