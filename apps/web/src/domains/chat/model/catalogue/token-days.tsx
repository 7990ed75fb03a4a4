import { formatCount } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import type { ModelDetail } from './catalogue.queries.ts'

const tokensOf = (day: ModelDetail['usage'][number]) =>
  day.BotTotalInput + day.BotTotalOutput + day.WorkflowTotalInput + day.WorkflowTotalOutput

/** Tokens per day, each as a figure with a bar. */
export function TokenDays({ usage }: { usage: ModelDetail['usage'] }) {
  const t = useT('model')
  const most = Math.max(1, ...usage.map(tokensOf))
  return (
    <section aria-label={t('catalogue.tokens')}>
      <h3 className="mb-2 font-semibold">{t('catalogue.tokens')}</h3>
      {usage.length === 0 && <p className="text-small text-mute">{t('catalogue.unused')}</p>}
      <ul className="flex flex-col gap-1 text-small tabular-nums">
        {usage.map((day) => (
          <li key={day.date} className="grid grid-cols-[5.5rem_1fr_4rem] items-center gap-2">
            <span className="text-mute">{day.date}</span>
            <span className="h-2 rounded-sm bg-brand" style={{ width: `${(100 * tokensOf(day)) / most}%` }} />
            <span className="text-right">{formatCount(tokensOf(day))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
