import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { type Batch, batchRowsQuery } from '../prompts.queries.ts'

/** The input, output and score of each row. */
export function BatchRows({ batch, promptId, spaceId }: { batch: Batch; promptId: string; spaceId: string }) {
  const t = useT('prompts')
  const { data } = useQuery(batchRowsQuery(promptId, batch))
  if (!data?.rows.length) return null
  return (
    <div tabIndex={0} role="region" aria-label={t('batch.rows')} className="focus-inset overflow-x-auto">
      <table className="w-full min-w-160 text-left align-top">
        <thead className="text-small text-mute">
          <tr>
            <th className="p-2 font-normal">{t('batch.input')}</th>
            <th className="p-2 font-normal">{t('batch.output')}</th>
            <th className="w-40 p-2 font-normal">{t('batch.scoreHead')}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.item_id} className="border-t border-line align-top">
              <td className="p-2 wrap-anywhere text-mute">
                {Object.entries(row.input).map(([name, text]) => (
                  <p key={name}>
                    {name}: {text}
                  </p>
                ))}
              </td>
              <td className="p-2 wrap-anywhere whitespace-pre-wrap">
                {row.problem ? <span className="text-err">{row.problem}</span> : row.output}
              </td>
              <td className="p-2">
                {row.score !== undefined && <p className="font-medium">{formatNumber(row.score)}</p>}
                {row.reason && <p className="text-small text-mute">{row.reason}</p>}
                {row.trace_id && (
                  <Link
                    to="/space/$space_id/observe/traces/$trace_id"
                    params={{ space_id: spaceId, trace_id: row.trace_id }}
                    className="text-small text-brand hover:underline"
                  >
                    {t('try.trace')}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
