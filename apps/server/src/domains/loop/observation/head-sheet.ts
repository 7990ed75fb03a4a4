import Papa from 'papaparse'
import { guarded } from '#kit/formula-guard.ts'
import type { NamedHead } from './observation.service.ts'

/** By the status that is stored. */
export const statusWords = {
  en: { 1: 'done', 2: 'failed', 3: 'stopped' },
  'zh-CN': { 1: '成功', 2: '失败', 3: '已停止' },
}
type Cell = string | number
const line = (cells: readonly Cell[]) => `${Papa.unparse([cells.map((cell) => guarded(String(cell)))])}\r\n`

interface Sheet {
  /** Of the file. */
  name: string
  columns: readonly string[]
  pages: AsyncGenerator<NamedHead[]>
  cellsOf: (head: NamedHead) => readonly Cell[]
}

/** A CSV file that is written while it is read: spreadsheets read it as UTF-8, and calculate nothing of it. */
export function headSheet({ name, columns, pages, cellsOf }: Sheet): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${line(columns)}`)),
    async pull(controller) {
      const { done, value } = await pages.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value.map((head) => line(cellsOf(head))).join('')))
    },
    cancel: () => void pages.return(undefined),
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
}
