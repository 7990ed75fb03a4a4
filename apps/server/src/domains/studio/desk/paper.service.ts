import {
  DocumentSource,
  DocumentStatus,
  FormatType,
  PaperChunkState,
  paperTypes,
  PaperState,
  SliceStatus,
} from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { DatasetService } from '#domains/resources/knowledge/dataset.service.ts'
import type { DocumentService } from '#domains/resources/knowledge/document.service.ts'
import type { DocumentRow } from '#domains/resources/knowledge/knowledge.table.ts'
import type { SliceService } from '#domains/resources/knowledge/slice.service.ts'
import { deskErrors } from './desk.errors.ts'
import type { DeskRepo } from './desk.repo.ts'
import type { InstanceRow, PaperRow } from './desk.table.ts'

export interface PaperDeps {
  repo: DeskRepo
  uploads: Pick<UploadService, 'find'>
  spaces: Pick<SpaceService, 'personalOf'>
  datasets: Pick<DatasetService, 'byIds' | 'create' | 'list'>
  documents: Pick<DocumentService, 'byIds' | 'create' | 'list' | 'remove'>
  slices: Pick<SliceService, 'list'>
  newId: NewId
  clock: Clock
}
/** The papers of a person are in one knowledge base, which has this name in one of the languages. */
const baseNames = ['Papers', '论文'] as const
const { processing, resegment, refreshing, enabled, disabled, deleted } = DocumentStatus
const states = new Map<number, number>([
  [processing, PaperState.processing],
  [resegment, PaperState.processing],
  [refreshing, PaperState.processing],
  [enabled, PaperState.ready],
  [disabled, PaperState.disabled],
  [deleted, PaperState.deleted],
])

/** Papers: files of one person, read into a knowledge base in the personal space of that person. */
export function createDeskPapers(deps: PaperDeps) {
  const { repo, documents, datasets, newId, clock } = deps

  async function baseOf(userId: string, locale: Locale): Promise<string> {
    const known = await repo.baseOf(userId)
    if (known && (await datasets.byIds([known])).length) return known
    const spaceId = await deps.spaces.personalOf(userId)
    const name = baseNames[locale === 'zh-CN' ? 1 : 0]
    const query = { spaceId, ids: [], ownerId: userId, format: FormatType.text, byCreation: true, ascending: true }
    // Reuse a base created by a process that crashed before it stored the paper.
    const { rows } = await datasets.list({ ...query, name, page: 1, size: 100 })
    const found = rows.find(({ resource }) => (baseNames as readonly string[]).includes(resource.name))
    if (found) return found.resource.id
    return datasets.create({ spaceId, userId, name, description: '', iconUri: '', format: FormatType.text })
  }
  /** Finds the document of a paper by the paper id in its metadata. */
  async function documentOf(paper: PaperRow): Promise<string | undefined> {
    const { rows } = await documents.list(paper.datasetId, { ids: [], keyword: paper.name, page: 1, size: 100 })
    return rows.find(({ settings }) => settings.metadata?.['paper_id'] === paper.id)?.id
  }
  async function read(paper: PaperRow, userId: string): Promise<string> {
    const source = { tos_uri: paper.uploadKey, document_source: DocumentSource.file }
    const base = {
      name: paper.name,
      source_info: source,
      table_meta: [],
      caption: '',
      metadata: { paper_id: paper.id },
    }
    const [row] = await documents.create({
      knowledgeId: paper.datasetId,
      userId,
      bases: [base as never],
      settings: {},
      isAppend: false,
    })
    return row!.id
  }
  async function find(paper: PaperRow | undefined): Promise<DocumentRow | undefined> {
    return paper?.documentId ? (await documents.byIds([paper.documentId]))[0] : undefined
  }
  return {
    /** Reads a file as a paper. Idempotent: the same file always gives the same paper. */
    async analyse(userId: string, uri: string, name: string, locale: Locale): Promise<PaperRow> {
      const file = await deps.uploads.find(uri, userId)
      if (!file) throw errors.notFound({ what: 'file' })
      if (!(paperTypes as readonly string[]).includes(file.extension))
        throw deskErrors.wrongType({ name: name.slice(0, 60), types: paperTypes.join(', ') })
      const base = await baseOf(userId, locale)
      return repo.transaction(async (tx) => {
        // A lock per person, so that concurrent requests for the same file read it only once.
        await repo.lock(tx, `desk paper ${userId}`)
        const now = clock.now()
        const known = await repo.paperOf(userId, uri)
        const fresh = { id: newId(), userId, uploadKey: uri, name, datasetId: base, documentId: null, createdAt: now }
        const paper = known ?? fresh
        // Written outside the transaction before the document is created, so that it is found again after a crash.
        if (!known) await repo.addPaper(paper)
        const isThere = (await find(paper)) !== undefined
        if (isThere) return paper
        const home = known && !(await datasets.byIds([known.datasetId])).length ? base : paper.datasetId
        const placed = { ...paper, datasetId: home }
        const documentId = (await documentOf(placed)) ?? (await read(placed, userId))
        await repo.setPaper(paper.id, { datasetId: home, documentId })
        return { ...placed, documentId }
      })
    },
    async progress(userId: string, datasetId: string, ids: string[], locale: Locale) {
      const papers = await repo.papersWith(userId, ids)
      const known = new Set(papers.filter((paper) => paper.datasetId === datasetId).map(({ documentId }) => documentId))
      if (ids.some((id) => !known.has(id))) throw errors.notFound({ what: 'document' })
      const rows = new Map((await documents.byIds(ids)).map((row) => [row.id, row]))
      return ids.map((id) => {
        const row = rows.get(id)
        const status = row ? (states.get(row.status) ?? PaperState.failed) : PaperState.deleted
        const problem = row?.problem?.[locale === 'zh-CN' ? 'zh' : 'en'] ?? ''
        return { id, status, progress: status === PaperState.ready ? 100 : (row?.progress ?? 0), problem }
      })
    },
    /** The paper of a document with its knowledge document. Undefined if the latter was deleted in the library. */
    async of(row: InstanceRow): Promise<{ paper: PaperRow; document: DocumentRow } | undefined> {
      const paper = row.paperId ? await repo.paper(row.paperId, row.userId) : undefined
      const document = await find(paper)
      return paper && document && { paper, document }
    },
    async chunks(documentId: string, page: number, size: number) {
      const { rows, total } = await deps.slices.list({
        documentId,
        keyword: '',
        from: (page - 1) * size,
        size,
        byHits: false,
        ascending: true,
      })
      const shown = rows.map((row) => ({
        id: row.id,
        content: row.content,
        state: row.status === SliceStatus.ready ? PaperChunkState.ready : PaperChunkState.off,
        sequence: row.sequence,
        page: row.page,
        titles: row.titles,
      }))
      return { rows: shown, total }
    },
    async drop(paper: PaperRow): Promise<void> {
      if (paper.documentId) await documents.remove([paper.documentId])
    },
  }
}
export type DeskPapers = ReturnType<typeof createDeskPapers>
