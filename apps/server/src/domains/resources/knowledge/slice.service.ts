import { FormatType, SliceStatus } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Documents } from '#kit/documents/documents.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { DatasetService } from './dataset.service.ts'
import { type DocumentRepo, isBusy } from './document.repo.ts'
import { type Embeddings, toBytes } from './embedding.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { DocumentRow } from './knowledge.table.ts'
import type { SliceRepo } from './slice.repo.ts'
import { readCells, rowText, semanticText } from './table-columns.ts'
import { searchedText, wholeText } from './titled-text.ts'

export interface SliceDeps {
  repo: SliceRepo
  documents: DocumentRepo
  datasets: DatasetService
  parser: Pick<Documents, 'index'>
  embeddings: Embeddings
  newId: NewId
  clock: Clock
  requireContent: ContentGuard['require']
}

/** Manual changes of slices. An edited slice is searchable at once. */
export function createSliceService(deps: SliceDeps) {
  const { repo, documents, datasets, parser, embeddings, newId, clock, requireContent } = deps

  async function homeOf(documentId: string): Promise<DocumentRow> {
    const [row] = await documents.byIds([documentId])
    if (!row) throw errors.notFound({ what: 'document' })
    if (isBusy(row.status)) throw knowledgeErrors.busy({ name: row.name })
    return row
  }
  async function indexed(row: DocumentRow, piece: { content: string; titles: string[]; searched?: string }) {
    const { resource, knowledge } = await datasets.require(row.knowledgeId)
    const embedder = await embeddings.get(row.embedding || knowledge.embedding, resource.spaceId)
    const text = searchedText(row.name, piece)
    const [[item], [vector]] = [await parser.index([wholeText(text)]), await embedder.index([text])]
    return { tsvector: item!.tsvector, wordCount: item!.length, vector: toBytes(vector) }
  }
  async function write(row: DocumentRow, given: { text?: string; cells?: string }, titles: string[] = []) {
    if (row.format !== FormatType.table) {
      const content = (given.text ?? given.cells ?? '').replaceAll('\u0000', '')
      return { content, ...(await indexed(row, { content, titles })) }
    }
    const cells = readCells(given.cells ?? given.text ?? '', row.tableMeta)
    const content = rowText(cells, row.tableMeta)
    const searched = semanticText(cells, row.tableMeta)
    return { content, cells, ...(await indexed(row, { content, titles, searched })) }
  }
  return {
    knowledgeOf: repo.knowledgeOf,
    byIds: repo.byIds,
    list: repo.list,
    async create(documentId: string, text: string, before?: number): Promise<string> {
      await requireContent('document', { raw_text: text })
      const row = await homeOf(documentId)
      const id = newId()
      const home = { knowledgeId: row.knowledgeId, documentId, generation: row.liveGeneration }
      await repo.add(home, { id, titles: [], ...(await write(row, { text })) }, before, clock.now())
      return id
    },
    async update(id: string, change: { text?: string; cells?: string; status?: number }) {
      const [slice] = await repo.byIds([id])
      if (!slice) throw errors.notFound({ what: 'chunk' })
      await requireContent('document', { raw_text: change.text ?? change.cells })
      const row = await homeOf(slice.documentId)
      if (change.text !== undefined || change.cells !== undefined)
        await repo.rewrite(id, row.id, await write(row, change, slice.titles), clock.now())
      if (change.status !== undefined)
        await repo.setStatus(
          id,
          row.id,
          change.status === SliceStatus.inactive ? SliceStatus.inactive : SliceStatus.ready,
          clock.now(),
        )
    },
    async remove(ids: string[]) {
      await repo.remove(ids, clock.now())
    },
    /** The caption of an image is stored as its only slice. */
    async setCaption(documentId: string, caption: string) {
      await requireContent('document', { caption })
      const row = await homeOf(documentId)
      if (row.format !== FormatType.image) throw knowledgeErrors.notAnImage({ name: row.name })
      await documents.change(documentId, { caption }, clock.now())
      const { rows } = await repo.list({ documentId, keyword: '', from: 0, size: 10, byHits: false, ascending: true })
      if (rows.length)
        await repo.remove(
          rows.map((row) => row.id),
          clock.now(),
        )
      if (!caption.trim()) return
      const home = { knowledgeId: row.knowledgeId, documentId, generation: row.liveGeneration }
      await repo.add(
        home,
        { id: newId(), titles: [], ...(await write(row, { text: caption })) },
        undefined,
        clock.now(),
      )
    },
  }
}
export type SliceService = ReturnType<typeof createSliceService>
