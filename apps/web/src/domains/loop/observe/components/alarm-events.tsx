import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { Tag } from '#ui/tag.tsx'
import { unitOf } from '../alarm-form.ts'
import { type AlarmEvent, alarmEventsQuery, type TraceAlarm } from '../alarm.queries.ts'

const tones = { fired: 'err', resolved: 'ok' } as const

/** The times at which an alarm fired and was resolved, and the delivery of its notifications. */
export function AlarmEvents({ spaceId, alarm }: { spaceId: string; alarm: TraceAlarm }) {
  const t = useT('alarm')
  const { data: events = [] } = useQuery(alarmEventsQuery(spaceId, alarm.id))
  if (!events.length) return null
  return (
    <section aria-label={t('events')} className="flex flex-col gap-1">
      <h3 className="font-medium">{t('events')}</h3>
      <ul className="max-h-48 overflow-y-auto rounded-lg border border-line">
        {events.map((event) => (
          <li
            key={event.id}
            className="flex flex-wrap items-center gap-x-3 border-b border-line px-3 py-1.5 text-small last:border-b-0"
          >
            <Tag tone={tones[event.type]}>{t(`event.${event.type}`)}</Tag>
            <DateTime at={event.at} className="text-mute" />
            {event.value !== undefined && (
              <span className="tabular-nums">{`${formatNumber(event.value)} ${unitOf(alarm.metric)}`}</span>
            )}
            <Deliveries notices={event.notices} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Deliveries({ notices }: Pick<AlarmEvent, 'notices'>) {
  const t = useT('alarm')
  return notices.map((notice, index) => (
    <span key={index} className={notice.status === 'failed' ? 'text-err' : 'text-mute'} title={notice.problem}>
      {t(`notice.${notice.status}`, { target: notice.target })}
    </span>
  ))
}
