import { FileFormat, JobStatus, JobType, STORED_HERE, STORED_HERE_V1 } from '@orrery/contract/shared/dataset-enums'
import type { Locale } from '#kit/errors.ts'
import type { GuessedField } from './inspect.ts'
import type { JobRepo } from './job.repo.ts'
import type { ExportSpec, ImportSpec, JobRow, RejectRow } from './job.table.ts'

type Groups = Awaited<ReturnType<JobRepo['rejectGroups']>>

const formats: Record<string, number> = {
  csv: FileFormat.csv,
  tsv: FileFormat.csv,
  txt: FileFormat.csv,
  jsonl: FileFormat.jsonl,
  xlsx: FileFormat.xlsx,
  parquet: FileFormat.parquet,
  zip: FileFormat.zip,
}
export const fileEnd = (path: string, format: number, originalFileName: string) => ({
  file: { provider: STORED_HERE, path, format, originalFileName },
})

export function shownJob(job: JobRow, spaceId: string, groups: Groups, link: string, locale: Locale) {
  const isImport = job.kind === JobType.importFile
  const read = job.spec as ImportSpec
  const written = job.spec as ExportSpec
  const dataset = {
    dataset: {
      spaceID: spaceId,
      datasetID: job.datasetId,
      versionID: isImport ? '' : (written.versionId ?? ''),
    },
  }
  const file = read.from
    ? {
        ...fileEnd('', 0, read.fileName),
        dataset: { spaceID: '', datasetID: read.from.datasetId, versionID: read.from.versionId ?? '' },
      }
    : isImport
      ? fileEnd(read.fileKey, formats[read.fileName.split('.').at(-1)!.toLowerCase()] ?? 0, read.fileName)
      : fileEnd(link, written.format, '')
  const problem = locale === 'zh-CN' ? job.problemZh : job.problem
  return {
    id: job.id,
    spaceID: spaceId,
    datasetID: job.datasetId,
    jobType: job.kind,
    source: isImport ? file : dataset,
    target: isImport ? dataset : file,
    fieldMappings: isImport ? read.mappings : [],
    option: { overwriteDataset: isImport && read.isReplacing },
    status: job.status,
    progress: {
      total: String(job.total),
      processed: String(job.processed),
      added: String(job.added),
      skipped: String(job.skipped),
    },
    errors: [
      ...(problem ? [{ type: 100, summary: problem, errorCount: 1, details: [] }] : []),
      ...groups.map((group) => shownGroup(group, locale)),
    ],
    createdBy: job.createdBy,
    createdAt: String(job.createdAt),
    updatedBy: job.createdBy,
    updatedAt: String(job.updatedAt),
    startedAt: job.startedAt ? String(job.startedAt) : '',
    endedAt: job.endedAt ? String(job.endedAt) : '',
  }
}

const DONE_WITH_ERRORS = 6
/** A job in the format of the first API version, with its errors as lines of a log. */
export function shownTask(job: ReturnType<typeof shownJob>) {
  const { file } = 'file' in job.source ? job.source : 'file' in job.target ? job.target : { file: undefined }
  const hasErrors = job.status === JobStatus.completed && Number(job.progress.skipped) > 0
  const lines = job.errors.flatMap(({ summary, details }) => (details.length ? details.map(lineOf) : [summary]))
  return {
    ...job,
    file: { provider: STORED_HERE_V1, path: file?.path ?? '', format: file?.format ?? 0 },
    ioType: job.jobType,
    status: hasErrors ? DONE_WITH_ERRORS : job.status,
    progress: {
      name: file?.originalFileName ?? '',
      total: Number(job.progress.total),
      processed: Number(job.progress.processed),
      added: Number(job.progress.added),
    },
    logs: lines.map((content) => ({ content, level: 'error', timestamp: job.updatedAt, hidden: false })),
  }
}
const lineOf = ({ index, message }: { index: number; message: string }) => `${index}: ${message}`

const saying = ({ reason, reasonZh }: RejectRow, locale: Locale) => (locale === 'zh-CN' ? reasonZh : reason)
const shownGroup = ({ type, count, rows }: Groups[number], locale: Locale) => ({
  type,
  summary: rows[0] ? saying(rows[0], locale) : '',
  errorCount: count,
  details: rows.map((row) => {
    const reason = saying(row, locale)
    return {
      index: row.line,
      message: row.field ? `${row.field}: ${reason}` : reason,
      ...(row.field && { messagesByField: { [row.field]: reason } }),
    }
  }),
})

/** A column of a file as a suggested field. */
export const shownGuess = ({ name, schemaKey, defaultFormat }: GuessedField) => ({
  name,
  description: '',
  contentType: 1,
  defaultFormat,
  schemaKey,
  textSchema: '',
  isRequired: false,
  hidden: false,
  status: 1,
})
