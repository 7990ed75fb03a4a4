import { DEDUP_ROWS, DedupDecision, FieldStatus, JobStatus } from '@orrery/contract/shared/dataset-enums'
import { sql } from 'drizzle-orm'
import { alikePairs } from '#kit/alike/alike.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError, badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { Turn } from '../dataset-content.ts'
import type { DatasetService } from '../dataset.service.ts'
import { isItemProblem, readItem } from '../item-check.ts'
import type { ItemService } from '../item.service.ts'
import type { MediaFiles } from '../media-files.ts'
import { QUEUE_OF_SPACE, type OpenJobs } from '../open-jobs.ts'
import { fieldsByColumn, type ParsedRow, type Mapping, rowKey } from '../io/parsed-rows.ts'
import { dedupErrors } from './dedup.errors.ts'
import type { DedupRepo, NewPair } from './dedup.repo.ts'
import { datasetDedup, type DedupRow } from './dedup.table.ts'

interface DedupDeps {
  db: Db
  repo: DedupRepo
  datasets: DatasetService
  items: ItemService
  /** Reads the rows of an uploaded file of this person, as an import would. */
  rowsOf(file: string, userId: string, datasetId: string, mappings: Mapping[]): Promise<AsyncGenerator<ParsedRow>>
  fileNameOf(file: string, userId: string): Promise<string>
  prepareFiles: MediaFiles
  openJobs: OpenJobs
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
export interface NewSearch {
  fileKey?: string | undefined
  mappings: Mapping[]
  fieldKey: string
  threshold: number
  byMeaning: boolean
  isReplacing: boolean
}
interface Compared {
  key: string
  inFile: boolean
  turns: Turn[]
}
const PAGE = 500
/** A search is abandoned after so many attempts, since it may be what kills its process. */
const MAX_ATTEMPTS = 5
const textOf = (turns: Turn[], key: string) => turns.map((turn) => turn[key]?.text ?? '').join('\n')

/** Finds rows that resemble others. People decide which are duplicates, before a file is imported or later. */
export function createDedupService(deps: DedupDeps) {
  const { db, repo, datasets, items, rowsOf, fileNameOf, prepareFiles, openJobs, jobs, newId, clock, log } = deps
  async function get(id: string): Promise<DedupRow> {
    const job = await repo.find(id)
    if (!job) throw errors.notFound({ what: 'datasetDedup' })
    return job
  }
  async function storedRows(datasetId: string): Promise<Compared[]> {
    const rows: Compared[] = []
    for (let after: { pos: number; itemId: string } | undefined; ;) {
      const page = await items.list({ datasetId }, { size: PAGE, page: 1, after })
      rows.push(...page.map(({ itemId, turns }) => ({ key: itemId, inFile: false, turns })))
      if (rows.length > DEDUP_ROWS) throw dedupErrors.tooMany()
      const last = page.at(-1)
      if (page.length < PAGE || !last) return rows
      after = { pos: last.pos, itemId: last.itemId }
    }
  }
  /** Reads the rows of the file, without those that an import would reject. */
  async function fileRows(job: DedupRow, room: number): Promise<Compared[]> {
    const { file, mappings } = job.spec
    const rules = await datasets.rules(job.datasetId)
    const rows: Compared[] = []
    let nth = 0
    for await (const row of await rowsOf(file!.key, job.createdBy, job.datasetId, mappings)) {
      nth += 1
      const { items: given, files } = await prepareFiles([row.item], rules.fields, job.createdBy)
      const turns = row.fault ? undefined : readItem(given[0]!, { ...rules, files })
      if (turns && !isItemProblem(turns)) rows.push({ key: rowKey(nth), inFile: true, turns })
      if (rows.length > room) throw dedupErrors.tooMany()
    }
    return rows
  }
  async function search(job: DedupRow, fence: number): Promise<void> {
    const { file, fieldKey, threshold, byMeaning, isReplacing } = job.spec
    const stored = isReplacing ? [] : await storedRows(job.datasetId)
    const all = file ? [...stored, ...(await fileRows(job, DEDUP_ROWS - stored.length))] : stored
    const found = await alikePairs(
      {
        texts: all.map(({ turns }) => textOf(turns, fieldKey)),
        newFrom: file ? stored.length : 0,
        threshold: threshold / 100,
        byMeaning,
      },
      () => repo.isCancelled(job.id),
    )
    if (!found || (await repo.isCancelled(job.id))) {
      await repo.end(job.id, fence, { status: JobStatus.cancelled })
      return
    }
    const pairs = found.map(({ at, suspects }): NewPair => {
      const { key, turns } = all[at]!
      return { key, turns, suspects: suspects.map((one) => ({ ...all[one.at]!, score: Math.round(one.score * 100) })) }
    })
    await repo.complete(job.id, fence, all.length - (file ? stored.length : 0), pairs)
  }
  const searches = createLeasedWork({
    jobs,
    clock,
    log,
    name: 'dataset-dedup',
    store: createLeaseStore(db, datasetDedup, sql`status IN (1, 2)`, QUEUE_OF_SPACE),
    async work(id, fence) {
      const job = await repo.find(id)
      if (!job) return
      try {
        if (fence > MAX_ATTEMPTS) throw dedupErrors.abandoned({ times: MAX_ATTEMPTS })
        await repo.begin(id, fence)
        await search(job, fence)
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        const problem = { problem: cause.text('en'), problemZh: cause.text('zh-CN') }
        await repo.end(id, fence, { status: JobStatus.failed, ...problem })
      }
    },
  })

  return {
    get,
    datasetOf: async (id: string) => (await repo.find(id))?.datasetId,
    async start(datasetId: string, userId: string, given: NewSearch): Promise<string> {
      const { fileKey, mappings, fieldKey, threshold, byMeaning, isReplacing } = given
      const { schema } = await datasets.get(datasetId)
      if (!schema.fields.some(({ key, status }) => key === fieldKey && status === FieldStatus.available)) {
        const keys = schema.fields.map(({ key }) => key).join(', ')
        throw badInput(
          'fieldKey',
          `there is no field ${fieldKey}. Keys: ${keys}`,
          `没有字段 ${fieldKey}。现有：${keys}`,
        )
      }
      if (isReplacing && fileKey === undefined)
        throw badInput('option.overwriteDataset', 'goes with a file', '仅适用于文件')
      fieldsByColumn(mappings, schema.fields)
      const name = fileKey === undefined ? '' : await fileNameOf(fileKey, userId)
      const spec = {
        ...(fileKey !== undefined && { file: { key: fileKey, name } }),
        mappings,
        fieldKey,
        threshold,
        byMeaning,
        isReplacing,
      }
      const ahead = await openJobs(datasetId)
      const id = newId()
      await repo.insert({ id, datasetId, spec, createdBy: userId, createdAt: clock.now() })
      await searches.enqueue(id, ahead)
      return id
    },
    async cancel(id: string): Promise<void> {
      await get(id)
      if (!(await repo.cancel(id))) throw dedupErrors.notRunning()
    },
    async pairs(id: string, decision: number | undefined, page: number, size: number) {
      const [counts, rows] = [await repo.counts(id), await repo.pairs(id, decision, page, size)]
      const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
      return { rows, counts, total: decision === undefined ? all : (counts[decision] ?? 0) }
    },
    async latest(datasetId: string) {
      const found = await repo.latest(datasetId)
      return Promise.all(found.map(async (job) => ({ job, counts: await repo.counts(job.id) })))
    },
    /** Records decisions. The import of a file skips its duplicates; duplicates in a dataset are deleted at once. */
    async confirm(id: string, userId: string, pairs: { newItemsUniqKey: string; importConfirmType: number }[]) {
      const { datasetId, spec } = await get(id)
      const known = new Map(
        (await repo.byKeys(id, [...new Set(pairs.map(({ newItemsUniqKey }) => newItemsUniqKey))])).map((pair) => [
          pair.key,
          pair,
        ]),
      )
      for (const [index, { newItemsUniqKey, importConfirmType }] of pairs.entries()) {
        const pair = known.get(newItemsUniqKey)
        if (!pair)
          throw badInput(`pairs[${index}].newItemsUniqKey`, 'is not a row of this search', '不是该查重任务中的数据')
        const isGone = !spec.file && pair.decision === DedupDecision.duplicate
        if (isGone && importConfirmType !== DedupDecision.duplicate) throw dedupErrors.removed()
      }
      for (const [decision, group] of Map.groupBy(pairs, ({ importConfirmType }) => importConfirmType)) {
        const keys = group.map(({ newItemsUniqKey }) => newItemsUniqKey)
        if (!spec.file && decision === DedupDecision.duplicate) await items.remove(datasetId, userId, keys)
        await repo.decide(id, keys, decision, userId)
      }
    },
    /** The keys of rows of a file that its import must skip. */
    async skippedKeys(id: string, datasetId: string, fileKey: string, mappings: Mapping[]): Promise<Set<string>> {
      const job = await repo.find(id)
      if (job?.datasetId !== datasetId) throw errors.notFound({ what: 'datasetDedup' })
      if (job.status <= JobStatus.running) throw dedupErrors.notEnded()
      const isSame = job.spec.file?.key === fileKey && JSON.stringify(job.spec.mappings) === JSON.stringify(mappings)
      if (!isSame) throw dedupErrors.otherFile()
      return repo.duplicates(id)
    },
    startWork: () => searches.start(),
  }
}
export type DedupService = ReturnType<typeof createDedupService>
