import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'

interface TableFitProps {
  documentId: string
  uri: string
  sheet: { sheet_id: number; header_line_idx: number; start_line_idx: number }
}

/** Whether a file fits the existing table, by column and row. */
export function TableFit({ documentId, uri, sheet }: TableFitProps) {
  const t = useT('knowledge')
  const query = useQuery({
    queryKey: ['knowledge', 'fit', documentId, uri, sheet],
    queryFn: ({ signal }) =>
      api.knowledge.validateSchema(
        { document_id: documentId, source_file: { tos_uri: uri }, table_sheet: sheet },
        { signal },
      ),
  })
  if (query.error) return <ErrorPanel error={query.error} />
  if (!query.data) return null
  const missing = Object.entries(query.data.column_valid_result)
  const rows = query.data.row_errors
  if (missing.length === 0 && rows.length === 0) return <Banner inset>{t('table.fits')}</Banner>
  return (
    <div className="flex flex-col gap-2">
      {missing.length > 0 && (
        <ErrorPanel title={t('table.columnsWrong')}>
          <ul className="list-disc pl-4">
            {missing.map(([name, problem]) => (
              <li key={name}>
                {name}: {problem}
              </li>
            ))}
          </ul>
        </ErrorPanel>
      )}
      {rows.length > 0 && (
        <ErrorPanel title={t('table.rowsWrong', { count: rows.length })}>
          <ul className="list-disc pl-4">
            {rows.slice(0, 20).map((row) => (
              <li key={`${row.row}/${row.column}`}>
                {t('table.rowProblem', { row: formatNumber(row.row), column: row.column, problem: row.problem })}
              </li>
            ))}
          </ul>
        </ErrorPanel>
      )}
    </div>
  )
}
