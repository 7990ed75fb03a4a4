import {
  DocumentStatus,
  type DocumentBase,
  FormatType,
  KNOWLEDGE_LIMITS,
  type TableColumn,
  updateDays,
  UpdateType,
} from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { imageTypes, tableTypes, textTypes } from '#kit/documents/file-types.ts'
import type { Documents } from '#kit/documents/documents.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { DatasetService } from './dataset.service.ts'
import { type DocumentRepo, isBusy, isFailed } from './document.repo.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { DocumentRow, DocumentSettings } from './knowledge.table.ts'
import { toProblem } from './problem.ts'
import type { Source, Sources } from './source.service.ts'
import { checkColumns, pickTable, validateTable } from './table-columns.ts'

export interface DocumentDeps {
  repo: DocumentRepo
  datasets: DatasetService
  sources: Sources
  documents: Documents
  newId: NewId
  clock: Clock
  /** Deletes files that were stored for documents; uploads of people stay. */
  dropFiles(rows: Pick<DocumentRow, 'blobKey' | 'settings'>[]): Promise<void>
  wake(): Promise<void>
  requireContent: ContentGuard['require']
  /** The factor by which the user's storage limit exceeds the usual one. */
  factorOf(userId: string): Promise<number>
}
export interface NewDocuments {
  knowledgeId: string
  userId: string
  bases: DocumentBase[]
  settings: DocumentSettings
  isAppend: boolean
}
const DAY = 24 * 3600_000
const accepted: Record<number, readonly string[]> = {
  [FormatType.text]: textTypes,
  [FormatType.table]: tableTypes,
  [FormatType.image]: imageTypes,
}
/** Whether files of an extension can become documents of a format. */
export const fits = (format: number, extension: string) => accepted[format]?.includes(extension) ?? false
const wanted: Record<number, [string, string]> = {
  [FormatType.text]: [
    'documents (pdf, docx, pptx, md, txt, html, csv, xlsx, json)',
    '文档（pdf、docx、pptx、md、txt、html、csv、xlsx、json）',
  ],
  [FormatType.table]: ['tables (csv, xlsx, json)', '表格（csv、xlsx、json）'],
  [FormatType.image]: ['images (png, jpg, webp, gif)', '图片（png、jpg、webp、gif）'],
}

export function createDocumentService(deps: DocumentDeps) {
  const { repo, datasets, sources, documents, newId, clock, dropFiles, wake, factorOf } = deps
  async function require(id: string): Promise<DocumentRow> {
    const [row] = await repo.byIds([id])
    if (!row) throw errors.notFound({ what: 'document' })
    return row
  }
  function checkType(format: number, source: Source, name: string) {
    if (source.webUrl && format === FormatType.text) return
    if (fits(format, source.extension)) return
    const [en, zh] = wanted[format]!
    throw knowledgeErrors.wrongFormat({ name, wanted: en, wantedZh: zh })
  }
  function ruleChange(rule: { update_type: number; update_interval: number }, webUrl: string) {
    const days = updateDays[rule.update_interval]
    if (rule.update_type !== UpdateType.none && days && !webUrl) throw knowledgeErrors.noUpdateSource()
    return {
      updateType: rule.update_type,
      updateInterval: rule.update_interval,
      nextUpdateAt: rule.update_type !== UpdateType.none && days ? clock.now() + days * DAY : null,
    }
  }
  async function checkRoom(userId: string, coming: { source: Source }[]) {
    const used = await datasets.usedBy(userId)
    const wanted = coming.reduce((sum, { source }) => sum + source.size, 0)
    const most = KNOWLEDGE_LIMITS.bytes * (await factorOf(userId))
    if (used + wanted <= most) return
    await dropFiles(coming.map(({ source }) => ({ blobKey: source.blobKey, settings: {} })))
    const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)
    throw knowledgeErrors.full({ max: megabytes(most), used: megabytes(used) })
  }
  /** Appends rows to a table; they must fit its columns. */
  async function append(target: DocumentRow, source: Source, base: DocumentBase) {
    if (isBusy(target.status)) throw knowledgeErrors.busy({ name: target.name })
    const sheets = await documents.sheets(await sources.read(source.blobKey), source.extension)
    const { missing } = validateTable(pickTable(sheets, base.table_sheet), target.tableMeta)
    const [problem] = Object.entries(missing)
    if (problem) throw knowledgeErrors.columnMismatch({ detail: `${problem[0]}: ${problem[1]}` })
    const more = [
      ...(target.settings.more ?? []),
      { blobKey: source.blobKey, extension: source.extension, ...(base.table_sheet && { sheet: base.table_sheet }) },
    ]
    return (
      await repo.restart(
        [target.id],
        DocumentStatus.refreshing,
        { settings: { ...target.settings, more } },
        clock.now(),
      )
    )[0]!
  }

  return {
    require,
    byIds: repo.byIds,
    knowledgeOf: repo.knowledgeOf,
    list: repo.list,
    counts: repo.counts,
    photos: repo.photos,
    async create({ knowledgeId, userId, bases, settings, isAppend }: NewDocuments): Promise<DocumentRow[]> {
      const { knowledge } = await datasets.require(knowledgeId)
      if ((await repo.count(knowledgeId)) + bases.length > KNOWLEDGE_LIMITS.documents * 10)
        throw knowledgeErrors.tooManyDocuments({ max: KNOWLEDGE_LIMITS.documents * 10 })
      const isTable = knowledge.format === FormatType.table
      const resolved: { base: DocumentBase; source: Source }[] = []
      for (const base of bases) {
        const source = await sources.resolve(base.source_info, base.name, userId, isTable)
        checkType(knowledge.format, source, base.name)
        resolved.push({ base, source })
      }
      await checkRoom(userId, resolved)
      if (isTable && isAppend) {
        const { rows } = await repo.list(knowledgeId, { ids: [], keyword: '', page: 1, size: 1 })
        const target = rows[0]
        if (target) {
          const done: DocumentRow[] = []
          for (const { base, source } of resolved) done.push(await append(target, source, base))
          await wake()
          return done.slice(-1)
        }
      }
      const now = clock.now()
      const rows = await repo.insert(
        resolved.map(({ base, source }) => ({
          id: newId(),
          knowledgeId,
          name: base.name,
          format: knowledge.format,
          ...source,
          status: DocumentStatus.processing,
          stage: 'waiting',
          settings: {
            ...settings,
            ...(base.table_sheet && { sheet: base.table_sheet }),
            ...(base.filter_strategy && { skipPages: base.filter_strategy.filter_page }),
            ...(base.metadata && { metadata: base.metadata }),
            ...(source.origin && { origin: source.origin }),
          },
          tableMeta: checkColumns(base.table_meta),
          caption: base.caption,
          reviewId: base.source_info.review_id ?? null,
          ...(base.update_rule && ruleChange(base.update_rule, source.webUrl)),
          createdBy: userId,
          createdAt: now,
          updatedAt: now,
        })),
      )
      await wake()
      return rows
    },
    /** Creates a document from a file that is already stored. */
    async adopt(input: {
      knowledgeId: string
      userId: string
      name: string
      format: number
      source: Source
      settings: DocumentSettings
      tableMeta?: unknown[]
      caption?: string
      /** The id of a review with existing slices. */
      reviewId?: string
    }) {
      checkType(input.format, input.source, input.name)
      const now = clock.now()
      const rows = await repo.insert([
        {
          id: newId(),
          knowledgeId: input.knowledgeId,
          name: input.name,
          format: input.format,
          ...input.source,
          status: DocumentStatus.processing,
          stage: 'waiting',
          settings: input.settings,
          ...(input.tableMeta?.length && { tableMeta: checkColumns(input.tableMeta as TableColumn[]) }),
          ...(input.caption && { caption: input.caption }),
          ...(input.reviewId && { reviewId: input.reviewId }),
          createdBy: input.userId,
          createdAt: now,
          updatedAt: now,
        },
      ])
      await wake()
      return rows
    },
    async update(
      id: string,
      change: {
        name?: string
        status?: number
        rule?: { update_type: number; update_interval: number }
        tableMeta?: TableColumn[]
        metadata?: Record<string, string>
      },
    ) {
      const row = await require(id)
      if (change.name !== row.name) await deps.requireContent('document', { document_name: change.name })
      if (change.status !== undefined && (isBusy(row.status) || isFailed(row.status)))
        throw knowledgeErrors.busy({ name: row.name })
      if (change.tableMeta && row.format !== FormatType.table) throw knowledgeErrors.notATableDocument()
      const changed = await repo.change(
        id,
        {
          ...(change.name !== undefined && { name: change.name }),
          ...(change.status !== undefined && { status: change.status }),
          ...((change.status !== undefined || change.metadata) && {
            settings: {
              ...row.settings,
              ...(change.status !== undefined && { disabled: change.status === DocumentStatus.disabled }),
              ...(change.metadata && { metadata: change.metadata }),
            },
          }),
          ...(change.rule && ruleChange(change.rule, row.webUrl)),
          ...(change.tableMeta && { tableMeta: checkColumns(change.tableMeta) }),
        },
        clock.now(),
      )
      if (!change.tableMeta) return changed!
      if (isBusy(row.status)) throw knowledgeErrors.busy({ name: row.name })
      const [again] = await repo.restart([id], DocumentStatus.refreshing, {}, clock.now())
      await wake()
      return again!
    },
    async remove(ids: string[]) {
      await dropFiles(await repo.remove(ids))
    },
    /** Processes documents again, with other settings or after fetching them again. */
    async again(rows: DocumentRow[], status: number, settings: Partial<DocumentSettings>, reviewIds: string[] = []) {
      const blocked = rows.find((row) => isBusy(row.status))
      if (blocked) throw knowledgeErrors.busy({ name: blocked.name })
      const done: DocumentRow[] = []
      for (const [at, row] of rows.entries()) {
        const first = row.liveGeneration === 0 ? DocumentStatus.processing : status
        const change = { settings: { ...row.settings, ...settings }, reviewId: reviewIds[at] ?? null }
        done.push(...(await repo.restart([row.id], first, change, clock.now())))
      }
      await wake()
      return done
    },
    async retry(rows: DocumentRow[]) {
      const failed = rows.filter((row) => isFailed(row.status) || row.problem)
      const first = failed.filter((row) => row.liveGeneration === 0)
      const later = failed.filter((row) => row.liveGeneration > 0)
      await repo.restart(
        first.map((row) => row.id),
        DocumentStatus.processing,
        {},
        clock.now(),
      )
      await repo.restart(
        later.map((row) => row.id),
        DocumentStatus.refreshing,
        {},
        clock.now(),
      )
      await wake()
      return repo.byIds(rows.map((row) => row.id))
    },
    async cancel(rows: DocumentRow[]) {
      for (const row of rows)
        if (isBusy(row.status)) await repo.fail(row, toProblem(knowledgeErrors.cancelled()), clock.now())
      return repo.byIds(rows.map((row) => row.id))
    },
    setRule: async (row: DocumentRow, rule: { update_type: number; update_interval: number }) =>
      (await repo.change(row.id, ruleChange(rule, row.webUrl), clock.now()))!,
  }
}
export type DocumentService = ReturnType<typeof createDocumentService>
