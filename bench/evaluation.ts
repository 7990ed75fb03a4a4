import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { similarity } from '../apps/server/src/domains/loop/evaluator/shared/similarity.ts'
import { offlineJudgement } from '../apps/server/src/domains/loop/evaluator/kinds/offline-judge.ts'
import { krippendorffAlpha } from '../apps/server/src/kit/stats/agreement.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { gradedAnswers } from './lib/graded-answers.ts'
import { processTreeCpuMs, freePort, type Running, startProcess, root } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { signUp, type Studio } from './lib/studio.ts'

const STORED_OUTPUTS = 102
const MODEL_TARGET = 103
const FINISHED_STATUS = 11

/** Measures experiments, comparisons and progress streams, and how far offline evaluators agree with people. */
export async function benchEvaluation() {
  measureJudges()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-evaluation-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  const loopPort = await freePort()
  const model = await startProcess([path.join(root, 'bench/lib/floor-model.ts')], await freePort(), {
    TOKENS: '5',
    GAP_MS: '150',
  })
  const server = await startProcess(
    ['--import', path.join(root, 'bench/lib/loop-watch.ts'), path.join(root, 'apps/server/dist/main.js')],
    await freePort(),
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DATABASE_URL: database.url,
      LOOP_PORT: String(loopPort),
      EGRESS_ALLOW: '127.0.0.1',
    },
  )
  try {
    const bench = await openBench(server, database.url, dataDir, { loopPort, modelUrl: `${model.url}/v1` })
    await measureRules(bench)
    await measureCode(bench)
    await measureCompare(bench)
    await measureProgress(bench)
  } finally {
    await Promise.all([server.stop(), model.stop()])
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
type Bench = Awaited<ReturnType<typeof openBench>>

interface ServerAddresses {
  loopPort: number
  modelUrl: string
}
async function openBench(
  server: Running,
  databaseUrl: string,
  dataDir: string,
  { loopPort, modelUrl }: ServerAddresses,
) {
  const studio: Studio = await signUp(server.url)
  const space_id = studio.spaceId
  const used = () => processTreeCpuMs(server.child.pid!, dataDir)
  async function evaluator(name: string, evaluator_content: object): Promise<string> {
    const { evaluator_id } = await studio.flat<{ evaluator_id: string }>('/api/evaluation/v2/evaluator/create', {
      evaluator: { space_id, name, current_version: { evaluator_content } },
    })
    const { evaluator: made } = await studio.flat<{ evaluator: { current_version: { id: string } } }>(
      `/api/evaluation/v2/evaluator/${evaluator_id}/submit`,
      { space_id, evaluator_id, version: '1.0.0' },
    )
    return made.current_version.id
  }
  async function dataset(name: string, count: number): Promise<string> {
    const { evaluation_set_id } = await studio.flat<{ evaluation_set_id: string }>(
      '/api/evaluation/v2/evaluation_sets',
      {
        space_id,
        name,
        evaluation_set_schema: {
          field_schemas: ['input', 'output', 'reference_output'].map((field) => ({ name: field })),
        },
      },
    )
    for (let at = 0; at < count; at += 500) {
      const items = Array.from({ length: Math.min(500, count - at) }, (_, n) => ({
        turns: [
          {
            field_data_list: Object.entries({
              input: `Question ${at + n}`,
              output: `The answer to question ${at + n} is ${(at + n) % 7}`,
              reference_output: `The answer to question ${at + n} is ${(at + n) % 5}`,
            }).map(([field, text]) => ({ name: field, content: { text } })),
          },
        ],
      }))
      await studio.flat(`/api/evaluation/v2/evaluation_sets/${evaluation_set_id}/items/batch`, {
        space_id,
        evaluation_set_id,
        items,
      })
    }
    return evaluation_set_id
  }
  let made = 0
  const submit = async (eval_set_id: string, evaluator_version_ids: string[], more: object = {}) =>
    (
      await studio.flat<{ experiment: { id: string } }>('/api/evaluation/v2/experiment/submit', {
        space_id,
        name: `Run ${(made += 1)}`,
        eval_set_id,
        create_eval_target_param: { eval_target_type: STORED_OUTPUTS },
        evaluator_version_ids,
        ...more,
      })
    ).experiment.id
  async function untilFinished(id: string): Promise<void> {
    for (;;) {
      const { experiments } = await studio.flat<{ experiments: { status: number }[] }>(
        '/api/evaluation/v2/experiments',
        {
          space_id,
          expt_ids: [id],
        },
      )
      if (experiments[0]!.status >= FINISHED_STATUS) return
      await sleep(500)
    }
  }
  const readLoop = async () =>
    (await (await fetch(`http://127.0.0.1:${loopPort}`)).json()) as { late: number; work: number }
  return { studio, space_id, used, evaluator, dataset, submit, untilFinished, readLoop, databaseUrl, modelUrl, server }
}
/** The CPU that an experiment takes from start to end. */
async function cpuOfExperiment(
  { used, submit, untilFinished }: Bench,
  set: string,
  evaluators: string[],
  more: object = {},
) {
  const before = used()
  const id = await submit(set, evaluators, more)
  await untilFinished(id)
  return { id, ms: used() - before }
}

async function measureRules(bench: Bench) {
  const ROWS = 10_000
  const set = await bench.dataset('Many', ROWS)
  const rules = await Promise.all(
    ['answer', 'question', '3'].map((word) =>
      bench.evaluator(`Says ${word}`, { builtin_evaluator: { kind: 'rule', rule: 'contains', contents: [word] } }),
    ),
  )
  const { id, ms } = await cpuOfExperiment(bench, set, rules)
  // The floor: inserts the same rows in batches.
  const client = new pg.Client({ connectionString: bench.databaseUrl })
  await client.connect()
  const copies = []
  for (const table of ['experiment_turn', 'experiment_score']) {
    await client.query(`CREATE TABLE floor_${table} (LIKE ${table} INCLUDING ALL)`)
    const found = await client.query<object>(`SELECT * FROM ${table} WHERE experiment_id = $1`, [id])
    const names = found.fields.map(({ name }) => `"${name}"`).join(', ')
    copies.push({ table, names, rows: found.rows })
  }
  const before = bench.used()
  for (const { table, names, rows } of copies)
    for (let at = 0; at < rows.length; at += 1000)
      await client.query(
        `INSERT INTO floor_${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
        [JSON.stringify(rows.slice(at, at + 1000))],
      )
  const floor = Math.max(1, bench.used() - before)
  await client.end()
  report('10,000 rows, three rules (CPU)', `${ms} ms`, `${floor} ms`, ms / floor, 'goal: at most 5x the inserts')
}

async function measureCode(bench: Bench) {
  const script = await bench.evaluator('JavaScript', {
    code_evaluator: {
      language_type: 2,
      code: 'function evaluate(fields) { return fields.output.length > 20 ? 1 : 0 }',
    },
  })
  const five = await bench.dataset('Five thousand', 5000)
  const { ms } = await cpuOfExperiment(bench, five, [script])
  report(
    'JavaScript evaluator, each of 5,000 rows (CPU)',
    `${(ms / 5000).toFixed(2)} ms`,
    '–',
    undefined,
    'goal: at most 4 ms',
  )
  const python = await bench.evaluator('Python', {
    code_evaluator: {
      language_type: 1,
      code: 'def evaluate(fields):\n    return 1 if len(fields["output"]) > 20 else 0',
    },
  })
  const thousand = await bench.dataset('Thousand', 1000)
  // The floor: one process per row, as a single trial needs.
  const tries = 5
  const before = bench.used()
  for (let at = 0; at < tries; at += 1)
    await bench.studio.flat('/api/evaluation/v2/evaluator/run', {
      space_id: bench.space_id,
      evaluator_version_id: python,
      input_data: { input_fields: { output: { text: `row ${at}` } } },
    })
  const each = (bench.used() - before) / tries
  const { ms: all } = await cpuOfExperiment(bench, thousand, [python])
  const ratio = (each * 1000) / all
  report(
    'Python evaluator, 1,000 rows (CPU)',
    `${all} ms`,
    `${Math.round(each * 1000)} ms`,
    ratio,
    'goal: at least 20x cheaper',
  )
}

async function measureCompare(bench: Bench) {
  const { studio, space_id } = bench
  const set = await bench.dataset('Compared', 10_000)
  const metrics = ['exact', 'token_f1', 'rouge_l', 'trigrams', 'edit_distance']
  const evaluators = await Promise.all(
    metrics.map((metric) => bench.evaluator(metric, { builtin_evaluator: { kind: 'similarity', metric } })),
  )
  const ids = [
    await bench.submit(set, evaluators),
    await bench.submit(set, evaluators, {
      target_field_mapping: { from_eval_set: [{ field_name: 'output', from_field_name: 'input' }] },
    }),
  ]
  for (const id of ids) await bench.untilFinished(id)
  await bench.readLoop()
  const before = bench.used()
  await studio.flat('/api/evaluation/v2/experiment/compare', { space_id, experiment_ids: ids })
  const took = bench.used() - before
  const { late, work } = await bench.readLoop()
  report('comparing 2 x 10,000 rows, 5 evaluators (CPU)', `${took} ms`, '–', undefined, 'goal: under 3 s')
  report(
    '  event loop blocked meanwhile',
    `${Math.round(work)} ms`,
    `${Math.round(late)} ms`,
    undefined,
    'goal: under 20 ms',
  )
  const half = await bench.dataset('Paged', 5000)
  const four: string[] = []
  for (let at = 0; at < 4; at += 1) four.push(await bench.submit(half, evaluators.slice(0, 1)))
  for (const id of four) await bench.untilFinished(id)
  const times: number[] = []
  for (let at = 0; at < 15; at += 1) {
    const began = performance.now()
    await studio.flat(`/api/evaluation/v2/experiment/result?space_id=${space_id}&page=1&page_size=20`, {
      space_id,
      experiment_ids: four,
      page: 1,
      page_size: 20,
    })
    times.push(performance.now() - began)
  }
  report(
    'first page of four runs of 5,000 rows',
    `${median(times).toFixed(0)} ms`,
    '–',
    undefined,
    'goal: median under 150 ms',
  )
}

/** Runs twenty experiments on a slow model, with and without a client that watches each of them. */
async function measureProgress(bench: Bench) {
  const [SECONDS, TURNS] = [6, 5]
  const set = await bench.dataset('Watched', 2000)
  const provider = { kind: 'openai-compatible', name: 'Slow', base_url: bench.modelUrl, api_key: 'sk-bench' }
  const { id: provider_id } = await bench.studio.call<{ id: string }>('/api/instance/model/provider/create', provider)
  const model = { provider_id, name: 'Slow', model: 'slow' }
  const { id: source_target_id } = await bench.studio.call<{ id: string }>('/api/instance/model/create', model)
  const rule = await bench.evaluator('Any', { builtin_evaluator: { kind: 'rule', rule: 'contains', contents: ['a'] } })
  const ids: string[] = []
  for (let at = 0; at < 20; at += 1)
    ids.push(
      await bench.submit(set, [rule], {
        create_eval_target_param: { eval_target_type: MODEL_TARGET, source_target_id },
        item_concur_num: 1,
      }),
    )
  await sleep(3000)
  const cpuPercent = async () => {
    const before = bench.used()
    await sleep(SECONDS * 1000)
    return (bench.used() - before) / (SECONDS * 10)
  }
  // Alternates, so that other load affects both alike.
  const [aloneAll, watchedAll]: [number[], number[]] = [[], []]
  let events = 0
  for (let turn = 0; turn < TURNS; turn += 1) {
    aloneAll.push(await cpuPercent())
    const abort = new AbortController()
    const watching = ids.map((id) => watch(bench, id, abort.signal))
    // Excludes the cost of opening the streams.
    await sleep(1000)
    watchedAll.push(await cpuPercent())
    abort.abort()
    events += (await Promise.all(watching)).reduce((sum, count) => sum + count, 0)
  }
  const [alone, watched] = [median(aloneAll), median(watchedAll)]
  for (const expt_id of ids)
    await bench.studio.flat('/api/evaluation/v2/experiment/kill', { space_id: bench.space_id, expt_id })
  report(
    `watching 20 experiments (${events} events)`,
    `${Math.max(0, watched - alone).toFixed(2)} %`,
    `${alone.toFixed(1)} %`,
    undefined,
    'goal: under 2 % of a core',
  )
}
async function watch({ studio, server, space_id }: Bench, id: string, signal: AbortSignal): Promise<number> {
  let events = 0
  try {
    const response = await fetch(`${server.url}/api/evaluation/v2/experiment/${id}/events?space_id=${space_id}`, {
      headers: { cookie: studio.cookie() },
      signal,
    })
    for await (const chunk of response.body!)
      events += (new TextDecoder().decode(chunk as Uint8Array).match(/event:progress/g) ?? []).length
  } catch {
    // The stream was aborted.
  }
  return events
}

/** Measures how far each offline evaluator agrees with the grades given by people. */
function measureJudges() {
  const metrics = ['exact', 'token_f1', 'rouge_l', 'bleu', 'trigrams', 'edit_distance'] as const
  const agreement = (scores: number[]) =>
    krippendorffAlpha(
      gradedAnswers.map(({ grade }, at) => [grade, scores[at]!]),
      'interval',
    ) ?? 0
  const share = (scores: number[]) =>
    gradedAnswers.filter(({ grade }, at) => grade >= 0.5 === scores[at]! >= 0.5).length / gradedAnswers.length
  const line = (name: string, scores: number[]) =>
    report(
      `${gradedAnswers.length} graded answers: ${name}`,
      `${(share(scores) * 100).toFixed(0)} % agree`,
      '–',
      undefined,
      `alpha ${agreement(scores).toFixed(2)}`,
    )
  for (const metric of metrics)
    line(
      metric,
      gradedAnswers.map(({ answer, reference }) => similarity(metric, answer, reference)),
    )
  line(
    'built-in judge',
    gradedAnswers.map(
      ({ question, answer, reference }) =>
        offlineJudgement({ kind: 'judge', prompt: '' } as Parameters<typeof offlineJudgement>[0], {
          input: question,
          output: answer,
          reference_output: reference,
        }).score,
    ),
  )
}
