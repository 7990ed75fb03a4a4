import { CircleAlert } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { api } from '#lib/api.ts'
import type { DatabaseField } from '../database.queries.ts'

type Preview = Awaited<ReturnType<typeof api.database.fileSchema>> & { faults: Record<string, string> }

interface ImportPreviewProps {
  preview: Preview | undefined
  error: unknown
  fields: readonly DatabaseField[]
}

/** The content of the file, with the columns that the table does not have marked. */
export function ImportPreview({ preview, error, fields }: ImportPreviewProps) {
  const t = useT('database')
  if (error) return <ErrorPanel error={error} title={t('import.unreadable')} />
  if (!preview) return <Skeleton className="h-64" />
  const taken = new Set(fields.map((field) => field.name))
  const faults = Object.entries(preview.faults)
  const cell = 'max-w-60 truncate border-r border-b border-line px-3 py-1.5 text-left'
  return (
    <>
      {faults.length > 0 && (
        <ul role="alert" className="flex flex-col gap-1 rounded-md bg-err-soft px-3 py-2 text-err">
          {faults.map(([column, reason]) => (
            <li key={column} className="flex items-center gap-2">
              <Icon of={CircleAlert} size={14} className="shrink-0" />
              <span>
                <code className="text-code">{column}</code> {reason}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div
        className="max-h-80 overflow-auto rounded-lg border border-line"
        tabIndex={0}
        role="region"
        aria-label={t('import.preview')}
      >
        <table className="min-w-full border-separate border-spacing-0">
          <thead>
            <tr>
              {preview.table_meta.map((column) => (
                <th key={column.id} className={cn(cell, 'sticky top-0 bg-page text-small font-medium')}>
                  {column.column_name}
                  {!taken.has(column.column_name) && (
                    <span className="ml-2 font-normal text-mute">{t('import.leftOut')}</span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.preview_data.map((row, n) => (
              // Lines of a file have no id except their number.
              <tr key={n}>
                {preview.table_meta.map((column) => (
                  <td key={column.id} className={cn(cell, !taken.has(column.column_name) && 'text-mute')}>
                    {row[column.id]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
