import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import type { Aggregate } from '../trace.queries.ts'

/** Errors, the most frequent first. */
export function ErrorCauses({ errors }: { errors: Aggregate['errors'] }) {
  const t = useT('trace')
  if (errors.length === 0) return null
  return (
    <section className="mt-3 rounded-lg border border-line bg-card p-4">
      <h2 className="mb-2 font-semibold">{t('causes')}</h2>
      <ul className="flex flex-col text-small">
        {errors.map(({ code, msg, count }) => (
          <li key={code + msg} className="flex items-baseline gap-3 border-b border-line py-1.5 last:border-b-0">
            <span className="min-w-0 flex-1 wrap-anywhere">{msg || t('errorCode', { code })}</span>
            <code className="text-code-caption text-mute">{code}</code>
            <span className="w-12 text-right tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
