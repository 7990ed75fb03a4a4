import { FieldType } from '@orrery/contract'
import Papa from 'papaparse'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { DatabaseService } from './database.service.ts'
import type { Field } from './database.table.ts'
import { harmless } from './file-columns.ts'
import type { Editor, RecordService } from './record.service.ts'
import { type Cell, writeSheet } from './sheet-worker.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Files of tables: templates to fill in, and exports. */
export function createTransferService(deps: {
  databases: DatabaseService
  records: RecordService
  blobs: Blobs
  links: FileLinks
}) {
  return {
    /** A link to a spreadsheet whose first row holds the field names. */
    async template(id: string): Promise<string> {
      const { table } = await deps.databases.get(id)
      const key = `database-template/${id}-${table.version}.xlsx`
      if (!(await deps.blobs.get(key))) {
        const bytes = await writeSheet('Sheet1', [table.fields.map((field) => field.name)])
        await deps.blobs.put(key, bytes, types.xlsx)
      }
      return deps.links.make(key, 3600_000)
    },
    async export(id: string, editor: Editor, format: 'xlsx' | 'csv'): Promise<Response> {
      const { found, rows } = await deps.records.all(id, editor)
      const { fields } = found.table
      const lines: Cell[][] = [
        ['bstudio_id', ...fields.map((field) => field.name), 'bstudio_create_time'],
        ...rows.map((row) => [
          row.bstudio_id ?? '',
          ...fields.map((field) => cell(field, row[field.name])),
          row.bstudio_create_time ?? '',
        ]),
      ]
      // The byte order mark tells spreadsheets that the file is UTF-8.
      const body = format === 'csv' ? `\uFEFF${Papa.unparse(lines)}` : await writeSheet(found.head.name, lines)
      return new Response(body as BodyInit, {
        headers: {
          'content-type': types[format],
          'content-disposition': `attachment; filename="${found.head.name}.${format}"`,
          'x-content-type-options': 'nosniff',
        },
      })
    },
  }
}
export type TransferService = ReturnType<typeof createTransferService>

function cell(field: Field, value: string | undefined): Cell {
  if (value === undefined) return null
  const isNumber = field.type === FieldType.number || field.type === FieldType.float
  if (isNumber) return Number.isSafeInteger(Number(value)) || field.type === FieldType.float ? Number(value) : value
  return field.type === FieldType.boolean ? value === 'true' : harmless(value)
}
