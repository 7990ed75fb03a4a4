import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { isEnded, progressQuery, type Stage } from '../database.queries.ts'

/** Import progress, and the rejected rows with reasons. */
export function ImportProgress({ databaseId, stage }: { databaseId: string; stage: Stage }) {
  const t = useT('database')
  const { data, error } = useQuery(progressQuery(databaseId, stage, true))
  if (error) return <ErrorPanel error={error} />
  const isDone = data !== undefined && isEnded(data)
  const good = data ? data.done - data.bad_count : 0
  return (
    <div className="flex flex-col gap-4">
      <Progress
        value={!data || data.state === 'waiting' ? null : data.total ? data.done / data.total : isDone ? 1 : null}
        tone={data?.state === 'failed' ? 'err' : isDone ? 'ok' : 'brand'}
        label={t(data?.state === 'failed' ? 'import.failed' : isDone ? 'import.done' : 'import.running')}
        note={data && t('import.of', { done: formatNumber(data.done), total: formatNumber(data.total) })}
      />
      {data?.state === 'failed' && <ErrorPanel title={t('import.failed')}>{data.status_descript}</ErrorPanel>}
      {isDone && data.state === 'done' && (
        <p role="status">{t('import.result', { count: good, rows: formatNumber(good) })}</p>
      )}
      {data && data.bad_count > 0 && (
        <section>
          <h3 className="mb-1 font-medium text-err">
            {t('import.bad', { count: data.bad_count, rows: formatNumber(data.bad_count) })}
          </h3>
          <ul className="max-h-60 overflow-auto rounded-lg border border-line">
            {data.bad_rows.map((bad) => (
              <li
                key={`${bad.line}/${bad.column}`}
                className="flex gap-3 border-b border-line px-3 py-1.5 text-small last:border-b-0"
              >
                <span className="w-20 shrink-0 text-mute tabular-nums">
                  {t('import.line', { line: formatNumber(bad.line) })}
                </span>
                <code className="w-32 shrink-0 truncate text-code">{bad.column}</code>
                <span className="min-w-0">{bad.reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
