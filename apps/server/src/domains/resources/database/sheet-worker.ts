import { createRequire } from 'node:module'
import path from 'node:path'
import type * as Threads from 'node:worker_threads'
import { Worker } from 'node:worker_threads'
import type * as Xlsx from '@e965/xlsx'
import type * as Papa from 'papaparse'
import { rootDir } from '#kit/config.ts'
import { type DocumentErrorName, documentErrors } from '#kit/documents/document-errors.ts'
import type * as Zips from '#kit/documents/zip.ts'
import { databaseErrors } from './database.errors.ts'

/**
 * Spreadsheets are read and written in a worker with a memory limit: large ones take seconds, hostile ones much memory.
 */
export type Cell = string | number | boolean | null
export interface ReadRequest {
  task: 'read'
  bytes: Uint8Array
  isCsv: boolean
  /** The sheet to read; -1 for a few rows of each sheet. */
  sheet: number
  maxRows: number
  maxColumns: number
}
interface WriteRequest {
  task: 'write'
  name: string
  rows: Cell[][]
}
export interface ReadAnswer {
  sheets: { name: string; total: number; rows: Cell[][] }[]
}
interface Refusal {
  reason: DocumentErrorName
  params: Record<string, string | number>
}
type Answer = { answer: ReadAnswer | Uint8Array } | { problem: string } | { refusal: Refusal }

const TIMEOUT_MS = 120_000
const MEMORY_MB = 768
const resolver = createRequire(import.meta.url)
/** Names a source file, because the bundled server consists of a single file. */
const zips = path.join(rootDir, 'apps/server/src/kit/documents/zip.ts')

export async function readSheets(request: Omit<ReadRequest, 'task'>): Promise<ReadAnswer> {
  return (await work({ ...request, task: 'read' })) as ReadAnswer
}
export async function writeSheet(name: string, rows: Cell[][]): Promise<Uint8Array> {
  return (await work({ task: 'write', name, rows })) as Uint8Array
}

function work(request: ReadRequest | WriteRequest): Promise<ReadAnswer | Uint8Array> {
  const modules = { xlsx: resolver.resolve('@e965/xlsx'), papaparse: resolver.resolve('papaparse'), zips }
  const worker = new Worker(`(${inWorker.toString()})()`, {
    eval: true,
    workerData: { request, modules },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  return new Promise<ReadAnswer | Uint8Array>((resolve, reject) => {
    const fail = (reason: string) => reject(databaseErrors.badFile({ reason }))
    const timer = setTimeout(() => fail('it takes too long'), TIMEOUT_MS)
    worker.once('message', (message: Answer) => {
      clearTimeout(timer)
      if ('answer' in message) resolve(message.answer)
      else if ('refusal' in message) reject(documentErrors[message.refusal.reason](message.refusal.params))
      else fail(message.problem)
    })
    worker.once('error', (cause) => {
      clearTimeout(timer)
      fail((cause as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it is too large' : cause.message)
    })
  }).finally(() => worker.terminate())
}

/** Runs in the worker from its source text, so it must not use anything else in this file. */
function inWorker() {
  const load = (globalThis as unknown as { require(name: string): unknown }).require
  const { parentPort, workerData } = load('node:worker_threads') as typeof Threads
  const { request, modules } = workerData as {
    request: ReadRequest | WriteRequest
    modules: { xlsx: string; papaparse: string; zips: string }
  }
  // Unlike a window, a message port takes no target origin.
  const send = parentPort!.postMessage.bind(parentPort)
  const tidy = (value: unknown) => {
    if (value instanceof Date)
      return Number.isNaN(value.getTime()) ? null : value.toISOString().replace('T', ' ').slice(0, 19)
    return value === undefined || value === null ? null : typeof value === 'object' ? JSON.stringify(value) : value
  }
  const decode = (bytes: Uint8Array) => {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      // The default CSV encoding of spreadsheets in China.
      return new TextDecoder('gb18030').decode(bytes)
    }
  }
  const readCsv = ({ bytes, maxRows, maxColumns }: ReadRequest) => {
    const papa = load(modules.papaparse) as typeof Papa
    const text = decode(bytes)
    let widest = 0
    for (const line of text.slice(0, 4_000_000).split('\n', 50)) widest = Math.max(widest, line.split(/[,;\t]/).length)
    if (widest > maxColumns * 20) throw new Error(`it has more than ${maxColumns} columns`)
    const { data, errors } = papa.parse<string[]>(text, { preview: maxRows + 1, skipEmptyLines: 'greedy' })
    const broken = errors.find((error) => error.type === 'Quotes')
    if (broken) throw new Error(`a quotation mark is not closed (row ${(broken.row ?? 0) + 1})`)
    return [{ name: 'Sheet1', total: data.length, rows: data }]
  }
  const readBook = ({ bytes, sheet, maxRows, maxColumns }: ReadRequest) => {
    // Check before unpacking: the memory of a zip bomb does not count towards the limit of the worker.
    const { isZip, openZip } = load(modules.zips) as typeof Zips
    if (isZip(bytes)) openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const xlsx = load(modules.xlsx) as typeof Xlsx
    const book = xlsx.read(bytes, {
      type: 'array',
      dense: true,
      cellDates: true,
      cellFormula: false,
      cellHTML: false,
      sheetRows: maxRows + 1,
    })
    return book.SheetNames.map((name, index) => {
      const found = book.Sheets[name]!
      const range = xlsx.utils.decode_range((found['!fullref'] as string | undefined) ?? found['!ref'] ?? 'A1')
      // Check before reading rows: one cell far to the right makes every row that long.
      if (range.e.c - range.s.c >= maxColumns) throw new Error(`the sheet ${name} has more than ${maxColumns} columns`)
      const rows =
        sheet === -1 || sheet === index
          ? xlsx.utils.sheet_to_json<unknown[]>(found, {
              header: 1,
              raw: true,
              defval: null,
              blankrows: false,
              UTC: true,
            })
          : []
      return { name, total: found['!ref'] ? range.e.r - range.s.r + 1 : 0, rows }
    })
  }
  try {
    if (request.task === 'write') {
      const xlsx = load(modules.xlsx) as typeof Xlsx
      const book = xlsx.utils.book_new()
      xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(request.rows), request.name.slice(0, 31))
      send({
        answer: new Uint8Array(xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer),
      })
      return
    }
    const { maxRows, maxColumns } = request
    const sheets = (request.isCsv ? readCsv(request) : readBook(request)) as {
      name: string
      total: number
      rows: unknown[][]
    }[]
    for (const { rows, name } of sheets) {
      if (rows.length > maxRows) throw new Error(`it has more than ${maxRows} rows`)
      if (rows.some((row) => row.length > maxColumns))
        throw new Error(`the sheet ${name} has more than ${maxColumns} columns`)
    }
    send({
      answer: { sheets: sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map((row) => row.map(tidy)) })) },
    })
  } catch (cause) {
    const { reason, params, message } = cause as Error & Partial<Refusal>
    send(reason && params ? { refusal: { reason, params } } : { problem: message })
  }
}
