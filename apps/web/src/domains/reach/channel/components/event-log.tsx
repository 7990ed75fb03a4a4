import { useInfiniteQuery } from '@tanstack/react-query'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Account, type ChannelEvent, eventsQuery } from '../channel.queries.ts'

const tones = { waiting: 'info', taken: 'info', done: 'ok', failed: 'err', expired: 'warn' } as const

/** Received messages, newest first. People who cannot see the conversations do not see the texts. */
export function EventLog({ account }: { account: Account }) {
  const t = useT('channel')
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(eventsQuery(account))
  const events = data?.pages.flatMap((page) => page.items)
  return (
    <>
      {error && !data && <ErrorPanel error={error} />}
      {events?.length === 0 && <p className="text-mute">{t('log.none')}</p>}
      <ul aria-label={t('log')} className="flex flex-col">
        {events?.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="sm" kind="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('log.more')}
        </Button>
      )}
    </>
  )
}

function EventRow({ event }: { event: ChannelEvent }) {
  const t = useT('channel')
  const tone = event.state === 'ignored' ? undefined : tones[event.state]
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2.5 last:border-b-0">
      <div className="flex items-center gap-2">
        <Tag {...(tone && { tone })}>{t(`event.${event.state}`)}</Tag>
        <span className="min-w-0 flex-1 truncate font-medium">{event.sender}</span>
        <span className="text-small text-mute tabular-nums">
          <DateTime at={fromSeconds(event.received_at)} />
        </span>
      </div>
      <p className="wrap-anywhere">{event.text || <span className="text-mute">{t('log.hidden')}</span>}</p>
      {event.note && <p className="text-small text-mute">{event.note}</p>}
    </li>
  )
}
