import { FormatType, type SourceInfo, TableDataType, type TableColumn } from '@orrery/contract'
import type { Documents } from '#kit/documents/documents.ts'
import type { DocumentService } from './document.service.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { SheetChoice } from './knowledge.table.ts'
import type { SliceRepo } from './slice.repo.ts'
import type { Sources } from './source.service.ts'
import { guessColumns, pickTable, validateTable } from './table-columns.ts'

export interface TableDeps {
  documents: DocumentService
  parser: Documents
  sources: Sources
  slices: Pick<SliceRepo, 'list'>
}
const PREVIEW = 20

/** Previews and validates tables before and after they are stored. */
export function createTableService({ documents, parser, sources, slices }: TableDeps) {
  async function sheetsOf(file: SourceInfo, userId: string) {
    const source = await sources.resolve(file, '', userId, true)
    return parser.sheets(await sources.read(source.blobKey), source.extension)
  }
  return {
    async ofFile(
      file: SourceInfo,
      userId: string,
      sheet: SheetChoice | undefined,
      input: number,
      given: TableColumn[],
    ) {
      const sheets = await sheetsOf(file, userId)
      const picked = pickTable(sheets, sheet)
      const columns = given.length ? given : guessColumns(picked)
      const places = columns.map((column) => picked.header.indexOf(column.column_name))
      return {
        sheet_list: sheets.map((sheet, id) => ({ id, sheet_name: sheet.name, total_row: sheet.rows.length })),
        table_meta: input === TableDataType.preview ? [] : columns,
        preview_data:
          input === TableDataType.schema
            ? []
            : picked.rows
                .slice(0, PREVIEW)
                .map((row) => Object.fromEntries(columns.map((_, at) => [String(at), row[places[at]!] ?? '']))),
      }
    },
    async ofDocument(id: string, input: number) {
      const row = await documents.require(id)
      if (row.format !== FormatType.table) throw knowledgeErrors.notATableDocument()
      const { rows } = await slices.list({
        documentId: id,
        keyword: '',
        from: 0,
        size: PREVIEW,
        byHits: false,
        ascending: true,
      })
      return {
        sheet_list: [{ id: row.settings.sheet?.sheet_id ?? 0, sheet_name: row.name, total_row: row.sliceCount }],
        table_meta: input === TableDataType.preview ? [] : row.tableMeta,
        preview_data:
          input === TableDataType.schema
            ? []
            : rows.map((item) =>
                Object.fromEntries(row.tableMeta.map((column, at) => [String(at), item.cells?.[column.id] ?? ''])),
              ),
      }
    },
    async validate(id: string, file: SourceInfo, userId: string, sheet: SheetChoice | undefined) {
      const row = await documents.require(id)
      if (row.format !== FormatType.table) throw knowledgeErrors.notATableDocument()
      const { missing, rowErrors } = validateTable(pickTable(await sheetsOf(file, userId), sheet), row.tableMeta)
      return { column_valid_result: missing, row_errors: rowErrors }
    },
  }
}
export type TableService = ReturnType<typeof createTableService>
