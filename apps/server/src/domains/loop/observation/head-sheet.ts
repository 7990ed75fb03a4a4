import Papa from 'papaparse'
import { guarded } from '#kit/formula-guard.ts'
import type { NamedHead } from './observation.service.ts'

/** Words for statuses, by stored number. */
export const statusWords = {
  en: { 1: 'done', 2: 'failed', 3: 'stopped' },
  'zh-CN': { 1: '成功', 2: '失败', 3: '已停止' },
}
type Cell = string | number
const line = (cells: readonly Cell[]) => `${Papa.unparse([cells.map((cell) => guarded(String(cell)))])}\r\n`

interface Sheet {
  /** File name. */
  name: string
  columns: readonly string[]
  pages: AsyncGenerator<NamedHead[]>
  cellsOf: (head: NamedHead) => readonly Cell[]
}

/** Streams a CSV file. A byte order mark makes spreadsheets read it as UTF-8; formulas are escaped. */
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
