import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FileFormat, JobStatus } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Documents } from '#kit/documents/documents.ts'
import { AppError } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { outageOf } from '#kit/outage.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { ItemPage } from '../dataset-content.ts'
import type { DatasetService } from '../dataset.service.ts'
import type { ItemService } from '../item.service.ts'
import type { StorageService } from '../storage/storage.service.ts'
import type { VersionService } from '../version.service.ts'
import { createArchive } from './archive.ts'
import type { JobRepo } from './job.repo.ts'
import type { ExportSpec, JobRow } from './job.table.ts'
import { csvWriter, jsonWriter, type RowWriter, sheetWriter } from './written-rows.ts'

interface ExportDeps {
  repo: JobRepo
  datasets: DatasetService
  items: ItemService
  versions: VersionService
  blobs: Blobs
  storages: Pick<StorageService, 'write'>
  documents: Pick<Documents, 'spreadsheet' | 'parquet'>
  links: Pick<FileLinks, 'make'>
  uploads: Pick<UploadService, 'read'>
}
const PAGE = 500
const formats = {
  [FileFormat.csv]: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  [FileFormat.jsonl]: { extension: 'jsonl', type: 'application/x-ndjson' },
  [FileFormat.xlsx]: {
    extension: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  [FileFormat.parquet]: { extension: 'parquet', type: 'application/vnd.apache.parquet' },
  [FileFormat.zip]: { extension: 'zip', type: 'application/zip' },
}
type Format = keyof typeof formats
const hasLines = (format: number) => format === FileFormat.jsonl || format === FileFormat.zip
export const isWritable = (format: number): boolean => format in formats
export const formatOf = (format: number) => formats[format as Format]

/** The job was cancelled, or another process has claimed it (`isLost`). */
class Stopped extends Error {
  readonly isLost: boolean
  constructor(isLost: boolean) {
    super('stopped')
    this.isLost = isLost
  }
}

/** Exports a dataset or a version to a file. The file appears only when it is complete. */
export function createExportRun(deps: ExportDeps) {
  const { repo, datasets, items, versions, blobs, storages, documents, links, uploads } = deps
  async function* texts(job: JobRow, fence: number, writer: RowWriter, vn: number | undefined) {
    yield writer.head()
    let after: ItemPage['after']
    for (let done = 0; ;) {
      if (await repo.isCancelled(job.id)) throw new Stopped(false)
      const view = { datasetId: job.datasetId, ...(vn !== undefined && { vn }) }
      const page = await items.list(view, { size: PAGE, page: 1, after })
      if (page.length) yield writer.rows(page, done + 1)
      done += page.length
      if (!(await repo.noteProgress(job.id, fence, done))) throw new Stopped(true)
      const last = page.at(-1)
      if (page.length < PAGE || !last) return
      after = { pos: last.pos, itemId: last.itemId }
    }
  }
  async function write(job: JobRow, fence: number): Promise<string> {
    const { format, versionId } = job.spec as ExportSpec
    const { dataset, schema: draft } = await datasets.get(job.datasetId)
    const version = versionId === undefined ? undefined : await versions.of(job.datasetId, versionId)
    const { fields } = version ? await versions.schemaOf(version.schemaId) : draft
    await repo.begin(job.id, fence, version?.itemCount ?? dataset.itemCount)
    const make = format === FileFormat.csv ? csvWriter : hasLines(format) ? jsonWriter : sheetWriter
    const archive = createArchive(uploads)
    const linkOf = format === FileFormat.zip ? archive.pathOf : links.make
    const writer = make(fields, dataset.features.repeatedData, linkOf)
    const content = Readable.from(texts(job, fence, writer, version?.vn))
    const { extension, type } = formatOf(format)
    // Each attempt has its own key: a process that lost the job cannot replace the file of the next one.
    const key = `dataset-export/${job.id}-${fence}.${extension}`
    if (format === FileFormat.xlsx)
      await blobs.put(key, await documents.spreadsheet(await buffer(content), 'Rows'), type)
    else if (format === FileFormat.parquet) await blobs.put(key, await documents.parquet(await buffer(content)), type)
    else if (format === FileFormat.zip) await blobs.put(key, Readable.from(archive.write(bytesOf(content))), type)
    else await blobs.put(key, Readable.from(bytesOf(content)), type)
    return key
  }
  /** Writes the file to the target store, if the export has one. Repeating this writes the same file. */
  async function deliver({ datasetId, spec }: JobRow, key: string): Promise<void> {
    const { store } = spec as ExportSpec
    const blob = store && (await blobs.get(key))
    if (!store || !blob) return
    const { head } = await datasets.get(datasetId)
    await storages.write(head.spaceId, store.kind, store.path, await blob.bytes())
  }
  return async function run(job: JobRow, fence: number): Promise<void> {
    try {
      const resultKey = await write(job, fence)
      await deliver(job, resultKey)
      const isMine = await repo.end(job.id, fence, async () => ({ status: JobStatus.completed, resultKey }))
      if (!isMine) await blobs.delete(resultKey)
    } catch (cause) {
      const stopped = causesOf(cause).find((one) => one instanceof Stopped)
      if (stopped?.isLost) return
      if (stopped) return void (await repo.end(job.id, fence, async () => ({ status: JobStatus.cancelled })))
      const refusal = causesOf(cause).find((one) => one instanceof AppError) ?? diskFault(cause)
      // Other errors are retried.
      if (!refusal) throw cause
      const problem = { problem: refusal.text('en'), problemZh: refusal.text('zh-CN') }
      await repo.end(job.id, fence, async () => ({ status: JobStatus.failed, ...problem }))
    }
  }
}

async function* bytesOf(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text)
}
/** Retries do not help against a full or read-only disk, but a database that is down may recover. */
function diskFault(cause: unknown): AppError | undefined {
  const outage = outageOf(cause)
  return outage?.code === ErrorCode.kit.busy ? undefined : outage
}
/** The chain of causes, because streams wrap the errors of their source. */
function causesOf(cause: unknown): unknown[] {
  const all: unknown[] = []
  for (let at = cause; at instanceof Error; at = at.cause) all.push(at)
  return all
}
