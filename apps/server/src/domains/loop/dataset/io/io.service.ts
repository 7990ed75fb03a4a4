import { FieldStatus, JobStatus, JobType } from '@orrery/contract/shared/dataset-enums'
import { sql } from 'drizzle-orm'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { Documents } from '#kit/documents/documents.ts'
import { AppError, badInput, errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Finished } from '#kit/sweep/pass.ts'
import { createSweep } from '#kit/sweep/sweep.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { BothWords } from '#domains/ground/notice/shared/notice-params.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { DatasetService } from '../dataset.service.ts'
import type { DedupService } from '../dedup/dedup.service.ts'
import type { ItemRules } from '../item-check.ts'
import type { ItemService } from '../item.service.ts'
import type { MediaFiles } from '../media-files.ts'
import { QUEUE_OF_SPACE, type OpenJobs } from '../open-jobs.ts'
import type { StagedItems } from '../staged-items.ts'
import { type StorageService, storeOf } from '../storage/storage.service.ts'
import type { VersionService } from '../version.service.ts'
import { createExportRun, formatOf } from './export-run.ts'
import { openDataset } from './dataset-rows.ts'
import { openFile } from './file-rows.ts'
import { fieldsByColumn, parsedRows, type Mapping } from './parsed-rows.ts'
import { importPass } from './import-pass.ts'
import { inspectParts } from './inspect.ts'
import { badFile, ioErrors } from './io.errors.ts'
import type { JobRepo } from './job.repo.ts'
import type { ReadArchive, WebFiles } from './web-files.ts'
import { type CopySource, datasetJob, type ImportSpec, type JobRow, type JobSpec } from './job.table.ts'

export interface IoDeps {
  db: Db
  repo: JobRepo
  datasets: DatasetService
  items: ItemService
  versions: VersionService
  staged: StagedItems
  uploads: Pick<UploadService, 'find' | 'read' | 'store'>
  storages: Pick<StorageService, 'read' | 'write' | 'require'>
  documents: Pick<Documents, 'tables' | 'spreadsheet' | 'parquet'>
  dedup: Pick<DedupService, 'skippedKeys'>
  blobs: Blobs
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  /** Called after rows were added to a dataset. */
  onAdded(datasetId: string): void
  openJobs: OpenJobs
  links: Pick<FileLinks, 'make'>
  prepareFiles: MediaFiles
  webFiles: WebFiles
  notices: Notices
}
const EXPORT_TTL_MS = 24 * 3600_000
/** An import is abandoned after so many attempts, since its file may be what kills the process. */
const MAX_ATTEMPTS = 10
const SWEEP = 'dataset-export-sweep'
const MANY_ROWS = 10_000
const NOTIFY_AFTER_MS = 30_000

/** Imports, exports and copies, as jobs that survive the death of their process. */
export function createIoService(deps: IoDeps) {
  const { db, repo, datasets, versions, staged, uploads, documents, dedup, storages, blobs, jobs, newId, clock, log } =
    deps
  const isOpen = (kind: number) => sql`status IN (1, 2) AND kind = ${kind}`
  const held = { jobs, clock, log }
  /** The error of each file that could not be read to its end, until `finish` ends the job. */
  const faults = new Map<string, AppError>()

  const passDeps = ({ id, createdBy }: JobRow, readArchive?: ReadArchive) => ({
    repo,
    staged,
    prepareFiles: deps.prepareFiles,
    fetchFile: deps.webFiles(createdBy, readArchive),
    onFault: (cause: AppError) => void faults.set(id, cause),
  })

  async function open(id: string, fence: number) {
    const job = await repo.find(id)
    if (!job) return undefined
    const { fileKey, mappings, dedupId, from } = job.spec as ImportSpec
    try {
      if (fence > MAX_ATTEMPTS)
        throw badFile('it could not be imported. Split it and try again', '无法导入，请拆分后重试')
      const rules = await datasets.rules(job.datasetId)
      if (from) return await openCopy(job, fence, from, rules)
      const file = await openFile(fileKey, job.createdBy, { uploads, documents })
      const lines = file.parts.reduce((sum, part) => sum + part.lines, 0)
      await repo.begin(id, fence, lines, rules.stamp)
      const skippedKeys =
        dedupId === undefined ? new Set<string>() : await dedup.skippedKeys(dedupId, job.datasetId, fileKey, mappings)
      const rows = parsedRows(file.parts, fieldsByColumn(mappings, rules.fields), rules.isMultiTurn)
      return importPass({ ...passDeps(job, file.readArchive), job, fence, rules, rows, skippedKeys })
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      await fail(job, fence, cause)
      return undefined
    }
  }
  /** Opens a copy of rows of another dataset. A takeover restarts from the first row, because the source may change. */
  async function openCopy(job: JobRow, fence: number, from: CopySource, rules: ItemRules & { stamp: string }) {
    const source = await openDataset(from, deps)
    if (!(await repo.restart(job.id, fence, (tx) => staged.discard(job.id, tx)))) return undefined
    await repo.begin(job.id, fence, source.lines, rules.stamp)
    const { mappings } = job.spec as ImportSpec
    const rows = source.rows(fieldsByColumn(mappings, rules.fields), rules.isMultiTurn)
    const fresh = { ...job, processed: 0, skipped: 0 }
    return importPass({ ...passDeps(job), job: fresh, fence, rules, rows, skippedKeys: new Set() })
  }
  /** Notifies the person if the import took so long that they have probably stopped watching. */
  async function notifyCreator(job: JobRow, { added, reason }: { added: number; reason?: BothWords }, tx: Tx) {
    if (clock.now() - job.createdAt < NOTIFY_AFTER_MS) return
    const { head } = await datasets.get(job.datasetId)
    const link = `/space/${head.spaceId}/evaluate/datasets/${job.datasetId}?tab=jobs`
    const event = reason ? ('failed' as const) : ('finished' as const)
    const params = { event, name: head.name, added, skipped: job.skipped, ...(reason && { reason }) }
    await deps.notices.notify([job.createdBy], 'import', params, { key: job.id, link, tx })
  }
  const fail = (job: JobRow, fence: number, cause: AppError) =>
    repo.end(job.id, fence, async (tx) => {
      await staged.discard(job.id, tx)
      await notifyCreator(job, { added: 0, reason: { en: cause.text('en'), zh: cause.text('zh-CN') } }, tx)
      return { status: JobStatus.failed, problem: cause.text('en'), problemZh: cause.text('zh-CN') }
    })
  async function finish(id: string, fence: number, outcome: Finished): Promise<void> {
    const job = await repo.find(id)
    if (!job) return
    const fault = faults.get(id)
    faults.delete(id)
    if (outcome.end === 'cancelled')
      return void (await repo.end(id, fence, async (tx) => {
        await staged.discard(id, tx)
        return { status: JobStatus.cancelled }
      }))
    if (fault) return void (await fail(job, fence, fault))
    if (outcome.end === 'stopped') throw outcome.cause
    try {
      await repo.end(id, fence, async (tx) => {
        if (job.processed > 0 && job.skipped === job.processed) throw ioErrors.allRejected()
        if (job.processed === 0) throw badFile('there are no rows in it', '没有数据行')
        // Opening the dataset takes its lock, so that its fields cannot change from here on.
        await datasets.open(job.datasetId, tx)
        const { stamp } = await datasets.rules(job.datasetId, tx)
        if (stamp !== job.schemaStamp) throw ioErrors.fieldsChanged()
        const { isReplacing } = job.spec as ImportSpec
        const added = await staged.publish(id, job.datasetId, job.createdBy, isReplacing, tx)
        await notifyCreator(job, { added }, tx)
        return { status: JobStatus.completed, added, total: job.processed }
      })
      await deps.notices.wake()
      deps.onAdded(job.datasetId)
      // Updates the statistics at once, so that filters over the new rows are planned well.
      if (job.processed >= MANY_ROWS) await db.execute(sql`ANALYZE dataset_item`)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      await fail(job, fence, cause)
    }
  }
  const imports = createSweep({
    ...held,
    name: 'dataset-import',
    store: createLeaseStore(db, datasetJob, isOpen(JobType.importFile), QUEUE_OF_SPACE),
    open,
    finish,
  })
  const exportRun = createExportRun(deps)
  const exports = createLeasedWork({
    ...held,
    name: 'dataset-export',
    store: createLeaseStore(db, datasetJob, isOpen(JobType.exportFile), QUEUE_OF_SPACE),
    async work(id, fence) {
      const job = await repo.find(id)
      if (job) await exportRun(job, fence)
    },
  })
  /** Creates a job. `exportedId`: the dataset whose rows it exports or copies. */
  async function create(datasetId: string, userId: string, kind: number, spec: JobSpec, exportedId?: string) {
    const ahead = await deps.openJobs(datasetId)
    const [id, now] = [newId(), clock.now()]
    await db.transaction(async (tx) => {
      await repo.insert({ id, datasetId, kind, spec, createdBy: userId, createdAt: now, updatedAt: now }, tx)
      if (exportedId !== undefined) await datasets.noteExport(exportedId, userId, tx)
    })
    await (kind === JobType.importFile ? imports : exports).enqueue(id, ahead)
    return id
  }
  async function get(id: string): Promise<JobRow> {
    const job = await repo.find(id)
    if (!job) throw errors.notFound({ what: 'job' })
    return job
  }
  async function ownFile(key: string, userId: string) {
    const file = await uploads.find(key, userId)
    // A file of another person gets the same answer as a missing one.
    if (!file) throw errors.notFound({ what: 'file' })
    return file
  }

  return {
    get,
    /** The name of the file that an import read. */
    async fileOf(id: string): Promise<string | undefined> {
      const spec = (await repo.find(id))?.spec
      return spec && 'fileName' in spec ? spec.fileName : undefined
    },
    datasetOf: async (id: string) => (await repo.find(id))?.datasetId,
    list: (datasetId: string, types?: number[], statuses?: number[]) => repo.list(datasetId, types, statuses),
    groups: (id: string, each: number) => repo.rejectGroups(id, each),
    rejects: (id: string, after: number, limit: number) => repo.rejects(id, after, limit),
    /** The key of an uploaded file. A file of a connected store is fetched and stored first. */
    async keyOf(spaceId: string, userId: string, file: { provider: number; path: string }): Promise<string> {
      const kind = storeOf(file.provider)
      if (!kind) return file.path
      const bytes = Buffer.from(await storages.read(spaceId, kind, file.path))
      return (await uploads.store({ userId, scene: 'file', name: file.path.split('/').at(-1)!, bytes })).key
    },
    /** Describes the content of a file before it is imported. */
    async inspect(fileKey: string, userId: string) {
      const file = await openFile(fileKey, userId, { uploads, documents })
      return { bytes: file.bytes, ...(await inspectParts(file.parts)) }
    },
    /** Refuses a file or mappings that cannot be imported into a dataset with these fields. */
    async require(
      fileKey: string,
      userId: string,
      mappings: Mapping[],
      fields: { key?: string | undefined; name: string }[],
    ) {
      await ownFile(fileKey, userId)
      if (fields.length)
        fieldsByColumn(
          mappings,
          fields.map(({ key, name }) => ({ key: key ?? name, name, status: FieldStatus.available })),
        )
    },
    async import(
      datasetId: string,
      userId: string,
      given: { fileKey: string; mappings: Mapping[]; isReplacing: boolean; dedupId?: string | undefined },
    ) {
      const file = await ownFile(given.fileKey, userId)
      fieldsByColumn(given.mappings, (await datasets.get(datasetId)).schema.fields)
      const { dedupId, ...rest } = given
      if (dedupId !== undefined) await dedup.skippedKeys(dedupId, datasetId, given.fileKey, given.mappings)
      const spec = { ...rest, fileName: file.name, ...(dedupId !== undefined && { dedupId }) }
      return create(datasetId, userId, JobType.importFile, spec)
    },
    /** Opens a dataset or version as the source of a copy. */
    source: (from: CopySource) => openDataset(from, deps),
    /** Copies the rows of a dataset or version into this dataset. All rows that fit appear at once. */
    async copy(
      datasetId: string,
      userId: string,
      given: { from: CopySource; mappings: Mapping[]; isReplacing: boolean },
    ): Promise<string> {
      const { from, mappings, isReplacing } = given
      if (from.datasetId === datasetId)
        throw badInput('target.dataset.datasetID', 'must be another dataset', '须为另一个数据集')
      const source = await openDataset(from, deps)
      const { dataset, schema } = await datasets.get(datasetId)
      if (dataset.features.repeatedData !== source.dataset.features.repeatedData) throw ioErrors.otherForm()
      const keyOf = fieldsByColumn(mappings, schema.fields)
      if (!source.fields.some(({ name }) => keyOf(name))) throw ioErrors.noCommonField()
      const spec = { fileKey: '', fileName: source.name, mappings, isReplacing, from }
      return create(datasetId, userId, JobType.importFile, spec, from.datasetId)
    },
    async export(
      datasetId: string,
      userId: string,
      given: { versionId?: string | undefined; format: number; provider?: number; path?: string | undefined },
    ) {
      const { versionId, format, provider = 0, path = '' } = given
      const { head } = await datasets.get(datasetId)
      const kind = storeOf(provider)
      if (kind) await storages.require(head.spaceId, kind, path)
      if (versionId !== undefined) await versions.of(datasetId, versionId)
      const store = kind && { store: { kind, path } }
      const spec = { format, ...(versionId !== undefined && { versionId }), ...store }
      return create(datasetId, userId, JobType.exportFile, spec, datasetId)
    },
    async cancel(id: string): Promise<void> {
      await get(id)
      if (!(await repo.cancel(id))) throw ioErrors.notRunning()
    },
    /** The file that an export wrote, for a download. */
    async file(id: string, userId: string) {
      const { datasetId, resultKey, endedAt, spec } = await get(id)
      const blob =
        resultKey && endedAt + EXPORT_TTL_MS > clock.now() && 'format' in spec ? await blobs.get(resultKey) : undefined
      if (!blob || !('format' in spec)) throw ioErrors.noFile()
      await datasets.noteExport(datasetId, userId)
      return { blob, ...formatOf(spec.format) }
    },
    hasFile: (job: JobRow) => job.resultKey !== '' && job.endedAt + EXPORT_TTL_MS > clock.now(),
    async removeExpired(): Promise<void> {
      for (const { id, key } of await repo.expired(clock.now() - EXPORT_TTL_MS)) {
        await blobs.delete(key)
        await repo.forgetFile(id)
      }
    },
    async start(): Promise<void> {
      await imports.start()
      await exports.start()
      await jobs.define(SWEEP, () => this.removeExpired())
      await jobs.schedule(SWEEP, 'all', '41 * * * *', {})
    },
  }
}
export type IoService = ReturnType<typeof createIoService>
