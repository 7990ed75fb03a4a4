import { useT } from '#lib/i18n.ts'
import type { Column } from '../knowledge.queries.ts'

/** The first rows of a file, by column index. */
export function PreviewRows({
  columns,
  rows,
}: {
  columns: readonly Column[]
  rows: readonly Record<string, string>[]
}) {
  const t = useT('knowledge')
  const cell = 'max-w-60 truncate border-r border-b border-line px-3 py-1.5 text-left'
  return (
    <section>
      <h2 className="mb-2 font-semibold">{t('table.preview')}</h2>
      <div className="overflow-x-auto rounded-lg border border-line bg-card">
        <table aria-label={t('table.preview')} className="border-separate border-spacing-0">
          <thead className="text-small text-mute">
            <tr>
              {columns.map((column, at) => (
                <th key={at} className={`${cell} bg-page font-medium`}>
                  {column.column_name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, 10).map((row, index) => (
              <tr key={index}>
                {columns.map((_, at) => (
                  <td key={at} className={cell}>
                    {row[String(at)]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
