import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import type { Preview } from '../automation.queries.ts'

/** What an automation would do with the newest spans, and the cost. */
export function TaskPreview({ preview }: { preview: Preview }) {
  const t = useT('automation')
  return (
    <section aria-label={t('try.title')} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <p role="status" className="text-small text-mute">
        {t('try.matches', {
          count: preview.matches,
          cost: formatMoney(preview.cost_each),
          total: formatMoney(preview.cost_each * preview.matches),
        })}
      </p>
      <ul className="flex flex-col gap-2">
        {preview.spans.map((span) => (
          <li key={span.span_id} className="flex min-w-0 flex-col border-t border-line pt-2 text-small">
            {span.results.map((result) => (
              <div key={result.name} className="flex min-w-0 items-baseline gap-3">
                <span data-user-text className="min-w-0 flex-1 truncate">
                  {result.fields.input || Object.values(result.fields).find(Boolean) || span.name}
                </span>
                {result.problem ? (
                  <span className="min-w-0 truncate text-err">{result.problem}</span>
                ) : (
                  <span className="shrink-0 font-medium tabular-nums">
                    {result.score === undefined ? t('try.fits') : formatNumber(result.score)}
                  </span>
                )}
                <span data-user-text className="min-w-0 flex-1 truncate text-mute">
                  {result.reasoning}
                </span>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
