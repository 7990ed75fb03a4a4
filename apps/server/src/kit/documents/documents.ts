import type { Chunk, ChunkRule } from './chunk.ts'
import { type DocumentErrorName, documentErrors } from './document-errors.ts'
import type { WebPage } from './html.ts'
import type { OriginalPage } from './page-split.ts'
import type { PageChoice, Scan } from './pdf.ts'
import type { PageLook, PlacedText } from './pdf-page.ts'
import type { Sheet } from './table.ts'
import type { TableFile } from './table-files.ts'
import { createLane, LaneCrash, LaneRefusal, LaneTimeout } from './worker-lane.ts'

export interface IndexedText {
  tsvector: string
  length: number
}
const TIMEOUT_MS = 120_000
const MAX_MB = 100

/** Reads files in a worker thread. Every failure concerns one file, and its message names the problem. */
export function createDocuments(options: { timeoutMs?: number; memoryMb?: number } = {}) {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const lane = createLane('documents/document-child.ts', { memoryMb: options.memoryMb ?? 768 })
  async function run<T>(task: string, input: unknown): Promise<T> {
    try {
      return await lane.run<T>(task, input, { timeoutMs })
    } catch (cause) {
      if (cause instanceof LaneRefusal) throw documentErrors[cause.reason as DocumentErrorName](cause.params)
      if (cause instanceof LaneTimeout) throw documentErrors.tooSlow({ seconds: timeoutMs / 1000 })
      if (cause instanceof LaneCrash) throw documentErrors.outOfMemory()
      throw documentErrors.corrupt({ detail: (cause as Error).message.slice(0, 80) })
    }
  }
  function checked(bytes: Uint8Array): Uint8Array {
    if (bytes.byteLength > MAX_MB * 1_048_576) throw documentErrors.tooLarge({ max: MAX_MB })
    return bytes
  }
  return {
    chunks: (bytes: Uint8Array, extension: string, rule: ChunkRule, pages: PageChoice = {}) =>
      run<Chunk[]>('chunks', { bytes: checked(bytes), extension, rule, pages }),
    /** One page of the original file, to display. */
    original: (
      bytes: Uint8Array,
      extension: string,
      page: number,
      { find = '', ...pages }: PageChoice & { find?: string } = {},
    ) => run<OriginalPage>('original', { bytes: checked(bytes), extension, page, pages, find }),
    /** Images of the pages of a PDF that have no text. */
    scans: (bytes: Uint8Array, skipPages: number[] = []) =>
      run<Scan[]>('scans', { bytes: checked(bytes), extension: 'pdf', skipPages }),
    /** A page of a PDF as an image, with its texts and their positions. */
    look: (bytes: Uint8Array, page: number) => run<PageLook>('look', { bytes: checked(bytes), extension: 'pdf', page }),
    /** The image of a page with its texts replaced by others. */
    relabel: (png: Uint8Array, texts: PlacedText[]) =>
      run<Uint8Array>('relabel', { bytes: png, extension: 'png', texts }),
    sheets: (bytes: Uint8Array, extension: string) => run<Sheet[]>('sheets', { bytes: checked(bytes), extension }),
    /** The tables of a spreadsheet, of a Parquet file or of an archive of tables. */
    tables: (bytes: Uint8Array, extension: string) => run<TableFile[]>('tables', { bytes: checked(bytes), extension }),
    /** Writes a spreadsheet from rows: JSON arrays of texts, one per line. */
    spreadsheet: (bytes: Uint8Array, name: string) =>
      run<Uint8Array>('spreadsheet', { bytes, extension: 'xlsx', name }),
    /** Writes a Parquet file from rows: JSON arrays of texts, one per line, the column names first. */
    parquet: (bytes: Uint8Array) => run<Uint8Array>('parquet', { bytes, extension: 'parquet' }),
    page: (bytes: Uint8Array) => run<WebPage>('page', { bytes: checked(bytes), extension: 'html' }),
    index: (texts: string[]) => run<IndexedText[]>('index', texts),
    /** Translates word by word with a dictionary, between Chinese and English; null for other languages. */
    gloss: (texts: string[], to: string) => run<(string | null)[]>('gloss', { texts, to }),
    close: () => lane.close(),
  }
}
export type Documents = ReturnType<typeof createDocuments>
