import { CaptionType, FormatType, UpdateType } from '@orrery/contract'
import type { ChunkRule } from '#kit/documents/chunk.ts'
import type { Documents } from '#kit/documents/documents.ts'
import type { OriginalPage } from '#kit/documents/page-split.ts'
import type { PageChoice } from '#kit/documents/pdf.ts'
import type { Ocr } from '#kit/documents/ocr.ts'
import type { CaptionService } from './caption.service.ts'
import type { DocumentChange } from './document.repo.ts'
import type { DocumentRow, DocumentSettings, ReviewRow } from './knowledge.table.ts'
import type { SliceRepo } from './slice.repo.ts'
import type { Sources } from './source.service.ts'
import { checkColumns, guessColumns, pickTable, semanticText, toSlices } from './table-columns.ts'

/** Result of parsing a document, before indexing. */
export interface Piece {
  content: string
  titles: string[]
  cells?: Record<string, string>
  /** The text to search, if it differs from the text to show. */
  searched?: string
  page?: number
  parent?: string
  /** Enabled or disabled by a user. */
  status?: number
}
export interface Content {
  pieces: Piece[]
  change: DocumentChange
}
/** Reports the progress of a long step, 0..1. */
export type ReportProgress = (stage: string, share: number) => Promise<void>
export interface ContentDeps {
  documents: Documents
  sources: Sources
  slices: Pick<SliceRepo, 'liveContents' | 'livePieces'>
  captions: CaptionService
  ocr: Pick<Ocr, 'read'>
  findReview(id: string): Promise<ReviewRow | undefined>
}

export const ruleOf = ({ chunk }: DocumentSettings): ChunkRule => ({
  kind: chunk?.chunk_type ?? 0,
  ...(chunk?.separator !== undefined && { separator: chunk.separator }),
  ...(chunk?.max_tokens !== undefined && { size: chunk.max_tokens }),
  ...(chunk?.overlap !== undefined && { overlap: chunk.overlap }),
  ...(chunk?.remove_extra_spaces !== undefined && { removeSpaces: chunk.remove_extra_spaces }),
  ...(chunk?.remove_urls_emails !== undefined && { removeLinks: chunk.remove_urls_emails }),
  ...(chunk?.max_level !== undefined && { maxLevel: chunk.max_level }),
  ...(chunk?.save_title !== undefined && { saveTitle: chunk.save_title }),
  ...(chunk?.child_max_tokens !== undefined && { childSize: chunk.child_max_tokens }),
})

/** Parses the source of a document into pieces, depending on its format. */
export function createContentService({ documents, sources, slices, captions, ocr, findReview }: ContentDeps) {
  /** Pages to skip, and recognised text of scanned ones if requested. */
  async function pagesOf(
    { extension, settings }: { extension: string; settings: DocumentSettings },
    bytes: Uint8Array,
    say: ReportProgress = () => Promise.resolve(),
    signal?: AbortSignal,
  ): Promise<PageChoice> {
    const skipPages = settings.skipPages ?? []
    if (extension !== 'pdf' || !settings.parsing?.image_ocr) return { skipPages }
    const scans = await documents.scans(bytes, skipPages)
    const recognised: Record<number, string> = {}
    for (const [at, { page, png }] of scans.entries()) {
      signal?.throwIfAborted()
      await say('recognise', at / scans.length)
      recognised[page] = await ocr.read(png)
    }
    return { skipPages, recognised }
  }

  async function text(
    row: DocumentRow,
    isRefresh: boolean,
    signal: AbortSignal,
    say: ReportProgress,
  ): Promise<Content> {
    const change: DocumentChange = {}
    let { blobKey, extension } = row
    if (row.webUrl && (!blobKey || isRefresh)) {
      const page = await sources.fetchPage(row.webUrl, signal)
      extension = page.extension
      blobKey = await sources.keep(page.bytes, extension, 'text/plain')
      Object.assign(change, { blobKey, extension, size: page.bytes.byteLength })
    }
    const review = row.reviewId ? await findReview(row.reviewId) : undefined
    if (review?.status === 1) return { pieces: review.chunks, change }
    // A document that people fill by hand has no source.
    if (!blobKey) return { pieces: [], change }
    const bytes = await sources.read(blobKey)
    const pages = await pagesOf({ extension, settings: row.settings }, bytes, say, signal)
    const fresh: Piece[] = await documents.chunks(bytes, extension, ruleOf(row.settings), pages)
    if (!isRefresh || row.updateType !== UpdateType.append) return { pieces: fresh, change }
    const before: Piece[] = await slices.liveContents(row.id)
    const known = new Set(before.map((piece) => piece.content))
    return { pieces: [...before, ...fresh.filter((piece) => !known.has(piece.content))], change }
  }

  async function table(row: DocumentRow): Promise<Content> {
    const { settings } = row
    const files = [{ blobKey: row.blobKey, extension: row.extension, sheet: settings.sheet }, ...(settings.more ?? [])]
    let columns = row.tableMeta
    const pieces: Piece[] = []
    for (const file of files) {
      if (!file.blobKey) continue
      const picked = pickTable(await documents.sheets(await sources.read(file.blobKey), file.extension), file.sheet)
      if (!columns.length) columns = checkColumns(guessColumns(picked))
      for (const { content, cells } of toSlices(picked, columns))
        pieces.push({ content, titles: [], cells, searched: semanticText(cells, columns) })
    }
    return { pieces, change: { tableMeta: columns } }
  }

  async function image(row: DocumentRow & { spaceId: string }): Promise<Content> {
    const isAutomatic = (row.settings.chunk?.caption_type ?? CaptionType.automatic) === CaptionType.automatic
    // An image without a caption is still part of the base: a caption can be added later.
    const caption = row.caption || (isAutomatic ? await captions.describe(row).catch(() => '') : '')
    return { pieces: caption ? [{ content: caption, titles: [] }] : [], change: { caption } }
  }

  return {
    pagesOf,
    /** The existing pieces including manual edits, for re-indexing with another model. */
    async again(row: DocumentRow): Promise<Content> {
      const rows = await slices.livePieces(row.id)
      const pieces = rows.map(({ cells, parent, ...rest }): Piece => ({
        ...rest,
        ...(cells && { cells, searched: semanticText(cells, row.tableMeta) }),
        ...(parent !== null && { parent }),
      }))
      return { pieces, change: {} }
    },
    /** A page of the original file, to read beside its slices. Text recognition is not repeated for it. */
    async original(row: DocumentRow, page: number, find = ''): Promise<OriginalPage> {
      if (!row.blobKey || row.format === FormatType.image) return { page: 1, pages: 1, blocks: [] }
      const bytes = await sources.read(row.blobKey)
      return documents.original(bytes, row.extension, page, {
        skipPages: row.settings.skipPages ?? [],
        recognised: {},
        find,
      })
    },
    read: (
      row: DocumentRow & { spaceId: string },
      isRefresh: boolean,
      signal: AbortSignal,
      say: ReportProgress,
    ): Promise<Content> =>
      row.format === FormatType.table
        ? table(row)
        : row.format === FormatType.image
          ? image(row)
          : text(row, isRefresh, signal, say),
  }
}
export type ContentService = ReturnType<typeof createContentService>
