import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/kit/config.ts'
import { openInfra } from '../apps/server/src/kit/infra.ts'
import { createLog } from '../apps/server/src/kit/log.ts'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { JobStatus } from '../packages/contract/src/shared/dataset-enums.ts'
import { alikePairs } from '../apps/server/src/kit/alike/alike.ts'
import type { ColumnPlan } from '../apps/server/src/domains/loop/dataset/column/column-plan.ts'
import { findPairs } from '../apps/server/src/kit/alike/find-pairs.ts'
import { type SentencePair, sentencePairs } from './lib/alike-pairs.ts'
import { benchDatasetImport } from './dataset-import.ts'
import { cpuMs, exitedCpuMs, processTree } from './lib/processes.ts'
import { median, report } from './lib/report.ts'

/** The thresholds above which texts count as duplicates: by words and by meaning. */
const WORD_THRESHOLD = 0.7
const MEANING_THRESHOLD = 0.85
const ROWS = 100_000
/** The number of columns with a single row, each of which needs a process of its own. */
const SINGLE_ROW_COLUMNS = 10
const VERSIONS = 11
const CELL = 'An answer of some length that fills the row. '.repeat(10).trim()
const features = { editSchema: true, repeatedData: false }

/** Measures versions of 200,000 rows, columns filled by models and programs, and duplicates. */
export async function benchDataset() {
  await benchDatasetImport()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbedded(dataDir)
  const config = { ...readConfig({ DATA_DIR: dataDir }, []), webDir: undefined }
  const infra = await openInfra(config, server.url, createLog({ level: 'error' }))
  const { services, start } = buildApp(infra)
  await start()
  const { pool } = infra.database
  const { datasets, versions, items } = services.datasetStore
  await services.passport.register(
    { email: 'bench@example.test', password: 'correct horse 7' },
    { address: '', userAgent: '' },
  )
  const userId = (await pool.query<{ id: string }>('SELECT id FROM app_user')).rows[0]!.id
  const { id: spaceId } = await services.spaces.createTeam(userId, 'Bench', '', '')
  const pids = () => [...new Set([...processTree(process.pid), ...processTree(process.pid, server.dir)])]
  /** Includes processes that have exited, such as sandboxes. */
  const cpuOfAll = () => cpuMs(pids()) + exitedCpuMs(process.pid)
  const make = (name: string) =>
    datasets.create(spaceId, userId, {
      name,
      description: '',
      category: 1,
      bizCategory: '',
      spec: {},
      features,
      fields: [
        { key: 'q', name: 'q' },
        { key: 'a', name: 'a' },
        { key: 'n', name: 'n', schemaKey: 2 },
      ],
    })
  async function untilFinished(jobId: string) {
    for (;;) {
      const job = await services.datasetIo.get(jobId)
      if (job.status === JobStatus.completed) return
      if (job.status > JobStatus.running) throw new Error(job.problem)
      await sleep(50)
    }
  }

  const datasetId = await make('versions')
  const lines = Array.from({ length: ROWS }, (_, n) => `Question ${n},${CELL} ${n},${n}`)
  const bytes = Buffer.from(`q,a,n\n${lines.join('\n')}\n`)
  const { key } = await services.uploads.store({ userId, scene: 'file', name: 'rows.csv', bytes })
  for (let n = 0; n < 2; n += 1)
    await untilFinished(
      await services.datasetIo.import(datasetId, userId, { fileKey: key, mappings: [], isReplacing: false }),
    )
  const timed = async (what: string, goal: string, work: () => Promise<unknown>) => {
    const at = performance.now()
    await work()
    report(what, `${(performance.now() - at).toFixed(0)} ms`, '-', undefined, goal)
  }
  const some = await items.list({ datasetId }, { size: 200, page: 1 })
  const times: number[] = []
  for (let n = 0; n < VERSIONS; n += 1) {
    const [{ itemId }, data] = [some[n]!, [{ key: 'q', content: `Version ${n}` }]]
    await items.patch(datasetId, userId, itemId, { data })
    const at = performance.now()
    await versions.make(datasetId, userId, `0.${n + 1}.0`, '')
    times.push(performance.now() - at)
  }
  const shown = `${median(times).toFixed(0)} ms`
  const slowest = `at most ${Math.max(...times).toFixed(0)} ms (goal: under 50 ms)`
  report('version of 200000 rows', shown, '-', undefined, slowest)
  for (const { itemId } of some.slice(0, 100))
    await items.patch(datasetId, userId, itemId, { data: [{ key: 'q', content: 'Changed' }] })
  await items.remove(
    datasetId,
    userId,
    some.slice(100).map(({ itemId }) => itemId),
  )
  await versions.make(datasetId, userId, '2.0.0', '')
  await timed('diff of two versions', 'goal: under 500 ms', () =>
    versions.diff(datasetId, VERSIONS, VERSIONS + 1, 1, 50),
  )

  /** Fills a column of a new dataset with `count` rows, and returns the CPU per row. */
  async function column(name: string, content: ColumnPlan, count: number) {
    const id = await make(name)
    for (let at = 0; at < count; at += 500) {
      const part = Array.from({ length: Math.min(500, count - at) }, (_, n) => ({
        data: [{ key: 'q', content: `Row ${at + n}` }],
      }))
      await items.add(id, userId, part, { skipInvalid: false, allowPartial: false })
    }
    const { datasetColumns } = services
    const jobId = await datasetColumns.create(id, userId, name, content)
    const cpuBefore = cpuOfAll()
    const runId = await datasetColumns.run(id, userId, jobId)
    for (;;) {
      const run = await datasetColumns.findRun(runId)
      if (run && run.status > 2) break
      await sleep(100)
    }
    return (cpuOfAll() - cpuBefore) / count
  }
  const outputMappings = [{ sourceValue: '', targetType: 'column' as const, targetValue: 'a', isNewColumn: false }]
  const which = { onlyForEmpty: false, onlyForFailed: false, allowUndefinedTagValues: false, autoUpdate: false }
  const manualAnnotator = { model: {}, promptContent: 'Say {{q}}', inputMappings: [], outputMappings }
  const onlineAIAnnotator = { annotator: { manualAnnotator }, inferRound: 1, executeConcurrency: 4, ...which }
  const perRow = await column(
    'by a model',
    { annotationType: 1, aiAnnotator: { category: 1, onlineAIAnnotator } },
    5000,
  )
  report('AI column: CPU of a row', `${perRow.toFixed(2)} ms`, '-', undefined, 'goal: at most 4 ms')
  const content = 'def process(item):\n    return item["q"].upper()\n'
  const ruleAnnotator = { category: 1 as const, content, outputMappings, ...which }
  const ofPython = await column('by Python', { annotationType: 2, ruleAnnotator }, 2000)
  // Processes are started in advance. The average of several runs counts each start once.
  const cpuBefore = cpuOfAll()
  for (let n = 0; n < SINGLE_ROW_COLUMNS; n += 1)
    await column(`by Python, alone ${n}`, { annotationType: 2, ruleAnnotator }, 1)
  const alone = (cpuOfAll() - cpuBefore) / SINGLE_ROW_COLUMNS
  report(
    'Python column: CPU of a row',
    `${ofPython.toFixed(2)} ms`,
    `${alone.toFixed(0)} ms`,
    alone / ofPython,
    'goal: 20x',
  )

  await benchNearDuplicates()
  benchSentences()
  await infra.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

const WORDS =
  'river stone bridge morning letter garden winter engine signal harbour market window silver paper forest candle'.split(
    ' ',
  )
/** Texts of twenty words; every tenth new text is an old one with one word changed. */
async function benchNearDuplicates(count = 20_000) {
  const text = (n: number) =>
    Array.from({ length: 20 }, (_, at) => `${WORDS[(n * 7 + at * 3) % 16]}${(n * 7919 + at * 104_729) % 1_000_003}`)
  const old = Array.from({ length: count }, (_, n) => text(n).join(' '))
  const fresh = old.map((_, n) => (n % 10 ? text(n + count) : text(n).with(4, 'changed')).join(' '))
  const begun = performance.now()
  const question = { texts: [...old, ...fresh], newFrom: count, threshold: 0.6, byMeaning: false }
  const found = await alikePairs(question, async () => false)
  const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`
  report(`near duplicates, ${count} against ${count}`, took, '-', undefined, 'goal: under 60 s')
  const right = found!.filter(({ at }) => (at - count) % 10 === 0).length
  report('near duplicates found', `${right} of ${count / 10}`, '-', undefined, `${found!.length - right} others`)
}

/** Precision and recall of each stage on sentence pairs written for this benchmark. */
function benchSentences() {
  const pairs = sentencePairs()
  const isFound = ({ a, b }: SentencePair, threshold: number, byMeaning: boolean) =>
    findPairs({ texts: [a, b], newFrom: 1, threshold, byMeaning }).length > 0
  const stages: [string, (pair: SentencePair) => boolean][] = [
    ['equal', (pair) => isFound(pair, 1, false)],
    ['near in words', (pair) => isFound(pair, WORD_THRESHOLD, false)],
    ['near in meaning', (pair) => isFound(pair, MEANING_THRESHOLD, true)],
  ]
  for (const language of ['en', 'zh'] as const)
    for (const [name, finds] of stages) {
      const own = pairs.filter((pair) => pair.language === language)
      const found = own.filter(finds)
      const right = found.filter(({ kind }) => kind !== 'similar').length
      const wanted = own.filter(({ kind }) => kind !== 'similar').length
      const precision = found.length ? right / found.length : 1
      const share = (n: number) => `${Math.round(n * 100)}%`
      const kinds = (['copied', 'reworded', 'similar'] as const).map(
        (kind) => `${kind} ${found.filter((pair) => pair.kind === kind).length}`,
      )
      report(
        `${language}: ${name}`,
        `precision ${share(precision)}`,
        `recall ${share(right / wanted)}`,
        undefined,
        kinds.join(', '),
      )
    }
}
