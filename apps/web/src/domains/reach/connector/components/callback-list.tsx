import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { callbacksQuery } from '../connector.queries.ts'

const tones = { waiting: 'info', delivered: 'ok', failed: 'err' } as const

/** The newest callbacks of a channel, fetched when the list is opened. */
export function CallbackList({ connectorId }: { connectorId: string }) {
  const t = useT('connector')
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...callbacksQuery(connectorId), enabled: isOpen })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-small text-mute">{t('callbacks')}</summary>
      {error && !data && <ErrorPanel error={error} />}
      {data?.length === 0 && <p className="mt-1 text-small text-mute">{t('callbacks.none')}</p>}
      <ul aria-label={t('callbacks')} className="mt-1 flex flex-col gap-1">
        {data?.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-2 text-small">
            <Tag tone={tones[item.status]}>{t(`callbacks.${item.status}`)}</Tag>
            <code>{item.event}</code>
            <DateTime at={fromSeconds(item.create_time)} className="text-mute" />
            <span className="wrap-anywhere text-mute">
              {item.error || (item.response_status ? `HTTP ${item.response_status}` : '')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
