import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { AppError, errors } from '#kit/errors.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { HumanScore, Scores } from '#domains/loop/experiment/score.service.ts'
import { resultTableErrors } from './result-table.errors.ts'
import { resultTable, type ResultTableRow } from './result-table.table.ts'
import type { Line, TableDriver } from './table-driver.ts'
import { columnsOf, isSameScore, lineOf, marksOf } from './table-lines.ts'

export interface ResultTableDeps {
  db: Db
  drivers: Record<ResultTableRow['driver'], TableDriver>
  hasLark(spaceId: string): Promise<boolean>
  experiments: Pick<ExperimentService, 'get'>
  results: Pick<Results, 'parts' | 'itemIds'>
  scores: Pick<Scores, 'setHuman'>
  datasets: Pick<DatasetService, 'get'>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
const Status = { none: 0, running: 1, done: 2, failed: 3 } as const
const ENDED = 11
const SECRET_LEVEL = 4
const PAGE = 200
const isBusy = (row: ResultTableRow | undefined) =>
  row?.exportStatus === Status.running || row?.importStatus === Status.running

/** Exports results as tables that people fill in, and imports their scores. Both are held work. */
export function createResultTables(deps: ResultTableDeps) {
  const { db, drivers, experiments, results, scores, datasets, newId, clock, log } = deps
  const find = async (id: string): Promise<ResultTableRow | undefined> =>
    (await db.select().from(resultTable).where(eq(resultTable.id, id)))[0]
  async function isSecret({ datasetId }: ExperimentRow): Promise<boolean> {
    const found = await datasets.get(datasetId).catch(() => undefined)
    return found?.dataset.securityLevel === SECRET_LEVEL
  }
  async function pagesOf<T>(row: ExperimentRow, each: (parts: Awaited<ReturnType<Results['parts']>>) => T[]) {
    const ids = (await results.itemIds(row.id)).map(({ itemId }) => itemId)
    const list: T[] = []
    for (let at = 0; at < ids.length; at += PAGE) list.push(...each(await results.parts(row, ids.slice(at, at + PAGE))))
    return list
  }
  async function push(table: ResultTableRow, row: ExperimentRow, fence: number): Promise<void> {
    const lines = await pagesOf(row, (parts): Line[] => parts.turns.map((turn) => lineOf(turn, table.columns, parts)))
    await drivers[table.driver].push({ ...table, name: row.name, lines }, async (place) => {
      const mine = and(eq(resultTable.id, table.id), eq(resultTable.fence, fence))
      await db.update(resultTable).set(place).where(mine)
    })
  }
  async function pull(table: ResultTableRow, row: ExperimentRow): Promise<number> {
    const lines = await drivers[table.driver].pull(table)
    const [head] = table.columns
    const known = new Map(
      await pagesOf(row, ({ turns, scores: given }) =>
        turns.map((turn) => [turn.id, given.filter(({ turnId }) => turnId === turn.id)] as const),
      ),
    )
    // Validate everything before storing anything.
    const given = lines.flatMap((line, at): HumanScore[] => {
      const marks = marksOf(line, at + 1, table.columns, row.evaluators)
      const turnId = (line[head!.key] ?? '').trim()
      // Ignore lines that people added, unless they contain scores.
      if (marks.length && !known.has(turnId)) throw resultTableErrors.lostRows({ column: head!.label })
      return marks.map((one) => ({ turnId, ...one }))
    })
    const fresh = given.filter((one) => {
      const score = known.get(one.turnId)?.find(({ evaluatorVersionId }) => evaluatorVersionId === one.versionId)
      const used = row.evaluators.find(({ versionId }) => versionId === one.versionId)
      return !isSameScore(score, one, used?.content.kind === 'human')
    })
    for (const one of fresh) await scores.setHuman(row.spaceId, table.createdBy, row, one)
    return given.length
  }
  async function work(id: string, fence: number): Promise<void> {
    const table = await find(id)
    if (!table) return
    const mine = and(eq(resultTable.id, id), eq(resultTable.fence, fence))
    const isExport = table.exportStatus === Status.running
    const end = (set: Partial<ResultTableRow>) =>
      db
        .update(resultTable)
        .set({ problem: '', problemZh: '', ...set, leaseUntil: 0 })
        .where(mine)
    try {
      const row = await experiments.get(table.spaceId, id)
      if (isExport) {
        await push(table, row, fence)
        await end({ exportStatus: Status.done })
      } else await end({ importStatus: Status.done, imported: await pull(table, row) })
    } catch (cause) {
      if (!(cause instanceof AppError)) log.warn({ err: cause, experiment: id }, 'a table of results failed')
      const known = cause instanceof AppError ? cause : errors.internal()
      const problem = { problem: known.text('en'), problemZh: known.text('zh-CN') }
      await end({ ...problem, ...(isExport ? { exportStatus: Status.failed } : { importStatus: Status.failed }) })
    }
  }
  const leased = createLeasedWork({
    name: 'result-table',
    store: createLeaseStore(db, resultTable, sql`(export_status = 1 OR import_status = 1)`),
    jobs: deps.jobs,
    clock,
    log,
    work,
  })
  return {
    find,
    hasLark: deps.hasLark,
    run: leased.run,
    start: leased.start,
    async push(row: ExperimentRow, userId: string, scorers: number, driver: ResultTableRow['driver'] | undefined) {
      if (row.status < ENDED) throw resultTableErrors.notEnded()
      if (await isSecret(row)) throw resultTableErrors.secret()
      if (isBusy(await find(row.id))) throw resultTableErrors.running()
      const { fields } = await results.parts(row, [])
      const names = fields.map(({ name }) => name)
      const chosen = driver ?? ((await deps.hasLark(row.spaceId)) ? 'lark' : 'space')
      const set = {
        driver: chosen,
        // Fix the id of a table of the space before it is created, so that it is created only once.
        appToken: chosen === 'space' ? newId() : '',
        tableId: '',
        url: '',
        scorers,
        columns: columnsOf(row, names, scorers),
        exportStatus: Status.running,
        importStatus: Status.none,
        problem: '',
        problemZh: '',
        imported: 0,
        createdBy: userId,
        createdAt: clock.now(),
      }
      await db
        .insert(resultTable)
        .values({ id: row.id, spaceId: row.spaceId, ...set })
        .onConflictDoUpdate({ target: resultTable.id, set })
      await leased.enqueue(row.id)
    },
    async pull(row: ExperimentRow, userId: string): Promise<void> {
      const table = await find(row.id)
      if (isBusy(table)) throw resultTableErrors.running()
      if (table?.exportStatus !== Status.done) throw resultTableErrors.noTable()
      await db
        .update(resultTable)
        .set({ importStatus: Status.running, createdBy: userId })
        .where(eq(resultTable.id, row.id))
      await leased.enqueue(row.id)
    },
  }
}
export type ResultTables = ReturnType<typeof createResultTables>
