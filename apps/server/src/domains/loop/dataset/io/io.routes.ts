import { Readable } from 'node:stream'
import type { contract, Input } from '@orrery/contract'
import { FileFormat, JobType, SchemaKey, SecurityLevel } from '@orrery/contract/shared/dataset-enums'
import Papa from 'papaparse'
import type { Access } from '#kit/access.ts'
import { badInput, type Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { DirectUploadService } from '#domains/ground/upload/direct-upload.service.ts'
import { reachErrors } from '../dataset.errors.ts'
import type { DatasetService } from '../dataset.service.ts'
import { readFields } from '../field-wire.ts'
import { requireSameSpace } from '../same-space.ts'
import { guarded } from '#kit/formula-guard.ts'
import type { IoService } from './io.service.ts'
import { shownGuess, shownJob, shownTask } from './io.view.ts'
import { isWritable } from './export-run.ts'
import type { JobRow } from './job.table.ts'

export interface IoRoutesDeps {
  datasets: DatasetService
  io: IoService
  links: FileLinks
  direct: Pick<DirectUploadService, 'token'>
  access: Pick<Access, 'require' | 'can'>
  uploadUrl: string
}
type CopyInput = Input<typeof contract.datasetIo.createWithImport>
const FROM_DATASET = 2
const DETAILS = 100
const FETCHED = 500
const LINK_MS = 24 * 3600_000

const cellsOf = (content: [string, string][], names: string[]) => {
  const cells = new Map(content)
  return names.map((name) => cells.get(name) ?? '')
}

export function ioRoutes({
  datasets,
  io,
  links,
  direct,
  uploadUrl,
  access,
}: IoRoutesDeps): Handlers<typeof contract.datasetIo> {
  async function shown(job: JobRow, spaceId: string, locale: Locale, each = DETAILS) {
    // No link for files of a strictly protected dataset, because a link could be passed on.
    const isStrict = (await datasets.get(job.datasetId)).dataset.securityLevel === SecurityLevel.strict
    const link = io.hasFile(job) && !isStrict ? links.make(job.resultKey, LINK_MS) : ''
    return shownJob(job, spaceId, job.skipped ? await io.groups(job.id, each) : [], link, locale)
  }
  async function list(datasetId: string, spaceId: string, locale: Locale, types?: number[], statuses?: number[]) {
    const jobs = await io.list(datasetId, types, statuses)
    return { jobs: await Promise.all(jobs.map((job) => shown(job, spaceId, locale, 3))) }
  }
  /** Writes the rejected rows page by page. The first page determines the columns. */
  async function* rejectedRows(jobId: string, locale: Locale) {
    let names: string[] | undefined
    for (let after = 0; ;) {
      const rows = await io.rejects(jobId, after, FETCHED)
      names ??= [...new Set(rows.flatMap(({ content }) => content.map(([name]) => name)))]
      const words = locale === 'zh-CN' ? ['文件', '行号', '字段', '原因'] : ['file', 'row', 'field', 'reason']
      const lines = rows.map((row) => [
        row.file,
        String(row.line),
        row.field,
        locale === 'zh-CN' ? row.reasonZh : row.reason,
        ...cellsOf(row.content, names!),
      ])
      const table = after === 0 ? [[...words.map((word) => `$${word}`), ...names], ...lines] : lines
      if (table.length)
        yield Buffer.from(`${after ? '' : '\uFEFF'}${Papa.unparse(table.map((row) => row.map(guarded)))}\r\n`)
      if (rows.length < FETCHED) return
      after = rows.at(-1)!.nth
    }
  }
  const download = (content: Readable, type: string, name: string) =>
    new Response(Readable.toWeb(content) as ReadableStream, {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
      },
    })
  /** Only few people may export a strictly protected dataset. */
  async function requireExport(datasetId: string, ctx: Ctx): Promise<void> {
    if ((await datasets.get(datasetId)).dataset.securityLevel !== SecurityLevel.strict) return
    if (!(await access.can(ctx.actor!, 'dataset', datasetId, 'delete'))) throw reachErrors.strictStays()
  }
  /** Creates a dataset with the fields and rows of another one, which the caller must be able to see. */
  async function createCopy(
    input: CopyInput & { dataset: { datasetID: string; versionID?: string | undefined } },
    ctx: Ctx,
  ) {
    const { datasetID: sourceId, versionID } = input.dataset
    if (ctx.actor!.token || !(await datasets.isPublic(sourceId)))
      await access.require(ctx.actor!, 'dataset', sourceId, 'view')
    await requireExport(sourceId, ctx)
    const from = { datasetId: sourceId, ...(versionID !== undefined && { versionId: versionID }) }
    const source = await io.source(from)
    const isElsewhere = (await datasets.get(sourceId)).head.spaceId !== input.spaceID
    // Tags belong to a space: in another space their values become plain texts.
    const kept = source.fields.map(({ tagKeyId, ...field }) =>
      tagKeyId && isElsewhere ? { ...field, schemaKey: SchemaKey.string } : { ...field, tagKeyId },
    )
    const datasetID = await datasets.create(input.spaceID, ctx.userId, {
      name: input.targetDatasetName,
      description: input.targetDatasetDesc,
      category: input.category,
      bizCategory: '',
      fields: input.fields.length ? readFields(input.fields) : kept,
      spec: {},
      features: { editSchema: true, repeatedData: source.dataset.features.repeatedData },
    })
    const given = { from, mappings: input.fieldMappings, isReplacing: false }
    return { datasetID, jobID: await io.copy(datasetID, ctx.userId, given) }
  }
  return {
    inspect: async ({ file }, ctx) => {
      const key = await io.keyOf(ctx.located!.spaceId, ctx.userId, file)
      const { bytes, fields, conflicts, doubtful, preview } = await io.inspect(key, ctx.userId)
      return {
        bytes: String(bytes),
        fields: fields.map(shownGuess),
        conflicts: conflicts.map(({ name, byFile }) => ({
          fieldName: name,
          detailM: Object.fromEntries(Object.entries(byFile).map(([at, field]) => [at, shownGuess(field)])),
        })),
        filesWithAmbiguousColumn: doubtful,
        fileKey: key,
        preview,
      }
    },
    import: async ({ datasetID, spaceID, file, fieldMappings, option }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const { overwriteDataset: isReplacing, jobID: dedupId } = option
      const fileKey = await io.keyOf(ctx.located!.spaceId, ctx.userId, file)
      const given = { fileKey, mappings: fieldMappings, isReplacing, dedupId }
      return { jobID: await io.import(datasetID, ctx.userId, given) }
    },
    createWithImport: async (input, ctx) => {
      const { file, dataset } = input.source
      if (dataset && input.sourceType === FROM_DATASET) return createCopy({ ...input, dataset }, ctx)
      if (!file) throw badInput('source.file', 'name the file', '请指定文件')
      const path = await io.keyOf(input.spaceID, ctx.userId, file)
      await io.require(path, ctx.userId, input.fieldMappings, input.fields)
      const guessed = input.fields.length ? [] : (await io.inspect(path, ctx.userId)).fields
      const fields = input.fields.length ? readFields(input.fields) : guessed
      const datasetID = await datasets.create(input.spaceID, ctx.userId, {
        name: input.targetDatasetName,
        description: input.targetDatasetDesc,
        category: input.category,
        bizCategory: '',
        fields,
        spec: {},
        features: { editSchema: true, repeatedData: false },
      })
      const given = { fileKey: path, mappings: input.fieldMappings, isReplacing: false }
      return { datasetID, jobID: await io.import(datasetID, ctx.userId, given) }
    },
    export: async ({ datasetID, spaceID, versionID, targetType, target }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await requireExport(datasetID, ctx)
      if (targetType === FROM_DATASET) {
        if (!target.dataset) throw badInput('target.dataset', 'name the dataset', '请指定数据集')
        const into = target.dataset.datasetID
        await access.require(ctx.actor!, 'dataset', into, 'editInfo')
        const from = { datasetId: datasetID, ...(versionID !== undefined && { versionId: versionID }) }
        return { jobID: await io.copy(into, ctx.userId, { from, mappings: [], isReplacing: false }) }
      }
      const { format, provider, path } = target.file
      const given = { versionId: versionID, format, provider, path }
      return { jobID: await io.export(datasetID, ctx.userId, given) }
    },
    job: async ({ jobID, spaceID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { job: await shown(await io.get(jobID), ctx.located!.spaceId, ctx.locale) }
    },
    jobs: async ({ datasetID, spaceID, types, statuses }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return list(datasetID, ctx.located!.spaceId, ctx.locale, types, statuses)
    },
    searchJobs: async ({ datasetID, spaceID, types, statuses }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return list(datasetID, ctx.located!.spaceId, ctx.locale, types, statuses)
    },
    cancel: async ({ jobID, spaceID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await io.cancel(jobID)
      return {}
    },
    rejected: async ({ jobID }, ctx) =>
      download(Readable.from(rejectedRows(jobID, ctx.locale)), 'text/csv; charset=utf-8', `rejected-${jobID}.csv`),
    file: async ({ jobID }, ctx) => {
      const { datasetId } = await io.get(jobID)
      await requireExport(datasetId, ctx)
      const { blob, extension, type } = await io.file(jobID, ctx.userId)
      return download(blob.stream(), type, `dataset-${jobID}.${extension}`)
    },
    uploadToken: async (_, ctx) => {
      const { token, now, expires, keyId, secret } = direct.token(ctx.userId, 'file')
      return {
        url: uploadUrl,
        token: {
          accessKeyID: keyId,
          secretAccessKey: secret,
          sessionToken: token,
          expiredTime: new Date(expires).toISOString(),
          currentTime: new Date(now).toISOString(),
        },
        imageXServiceID: 'orrery.file',
      }
    },
    startTask: async ({ datasetID, spaceID, file, ioType, option }, ctx) => {
      requireSameSpace(spaceID, ctx)
      if (ioType === JobType.importFile) {
        const given = { fileKey: file.path, mappings: [], isReplacing: option.overwriteDataset }
        return { taskID: await io.import(datasetID, ctx.userId, given) }
      }
      await requireExport(datasetID, ctx)
      const { format = FileFormat.csv } = file
      if (!isWritable(format)) throw badInput('file.format', 'must be 1, 2, 3, 4 or 100', '须为 1、2、3、4 或 100')
      return { taskID: await io.export(datasetID, ctx.userId, { format }) }
    },
    task: async ({ taskID, spaceID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { task: shownTask(await shown(await io.get(taskID), ctx.located!.spaceId, ctx.locale)) }
    },
  }
}
