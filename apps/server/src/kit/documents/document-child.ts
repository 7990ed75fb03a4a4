import { glossed } from '../meaning/gloss.ts'
import { wordByWord } from '../meaning/word-by-word.ts'
import { segment, toTsvector } from '../segment/segment.ts'
import { type ChunkRule, chunkBlocks } from './chunk.ts'
import { parseBlocks } from './parse.ts'
import { type PageChoice, pdfScans } from './pdf.ts'
import { pageLook, type PlacedText, relabelled } from './pdf-page.ts'
import { splitPages } from './page-split.ts'
import { readSheets } from './table.ts'
import { tableFiles, writeSheet } from './table-files.ts'
import { writeParquet } from './parquet.ts'
import { decodeText } from './decode-text.ts'
import { answerTasks } from './worker-answers.ts'

interface FileInput {
  bytes: Uint8Array
  extension: string
}
const bufferOf = ({ bytes }: FileInput) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

answerTasks({
  chunks: async (input: FileInput & { rule: ChunkRule; pages?: PageChoice }) =>
    chunkBlocks(await parseBlocks(bufferOf(input), input.extension, input.pages), input.rule),
  original: async (input: FileInput & { page: number; find: string; pages?: PageChoice }) =>
    splitPages(await parseBlocks(bufferOf(input), input.extension, input.pages), input.page, input.find),
  scans: (input: FileInput & { skipPages?: number[] }) => pdfScans(bufferOf(input), input.skipPages),
  look: (input: FileInput & { page: number }) => pageLook(bufferOf(input), input.page),
  relabel: (input: FileInput & { texts: PlacedText[] }) => relabelled(bufferOf(input), input.texts),
  sheets: (input: FileInput) => readSheets(bufferOf(input), input.extension),
  tables: (input: FileInput) => tableFiles(bufferOf(input), input.extension),
  spreadsheet: (input: FileInput & { name: string }) => writeSheet(bufferOf(input), input.name),
  parquet: (input: FileInput) => writeParquet(bufferOf(input)),
  // The HTML parser takes a quarter of a second to load.
  page: async (input: FileInput) => (await import('./html.ts')).readPage(decodeText(bufferOf(input))),
  gloss: ({ texts, to }: { texts: string[]; to: string }) => texts.map((text) => wordByWord(text, to) ?? null),
  index: (texts: string[]) =>
    texts.map((text) => {
      const tokens = segment(text)
      // Translations of Chinese words are indexed as well, but do not count for the length.
      return { tsvector: toTsvector([...tokens, ...glossed(text)]), length: tokens.length }
    }),
})
