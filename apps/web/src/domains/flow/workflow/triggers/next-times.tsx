import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { usePlanText } from '#lib/use-plan-text.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { previewQuery } from './trigger.queries.ts'

/** The next times of a schedule, in its own time zone. */
export function NextTimes({ cron, timeZone, first = 0 }: { cron: string; timeZone: string; first?: number }) {
  const t = useT('workflow-trigger')
  const [language] = useLanguage()
  const planText = usePlanText()
  const { data, error } = useQuery({ ...previewQuery(cron.trim(), timeZone, first), enabled: cron.trim() !== '' })
  const format = useMemo(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone }),
    [language, timeZone],
  )
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton className="h-24" />
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{planText(cron.trim())}</p>
      <ol aria-label={t('next.title')} className="flex flex-col gap-0.5 text-small text-mute tabular-nums">
        {data.map((time) => (
          <li key={time} data-user-text>
            {format.format(fromSeconds(time))}
          </li>
        ))}
      </ol>
    </div>
  )
}
