import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes, formatDuration, formatNumber, formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { healthQuery } from '../admin.queries.ts'

/** From this database latency in ms on, a warning is shown. */
const slowFrom = 100

export function HealthTab() {
  const t = useT('admin')
  const query = useQuery(healthQuery)
  // The last figures stay visible if a refresh fails.
  if (query.isError && !query.data) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const { data: health } = query
  if (!health) return <Skeleton className="m-5 h-48" />
  const { database } = health
  const isSlow = database.latency_ms >= slowFrom
  return (
    <SettingsPage>
      <Group
        title={t('health.server')}
        state={
          query.isError ? (
            <Tag tone="err" icon={TriangleAlert}>
              {t('health.silent')}
            </Tag>
          ) : (
            <Tag tone="ok" icon={CircleCheck}>
              {t('health.fine')}
            </Tag>
          )
        }
      >
        <Figure label={t('health.uptime')} value={formatDuration(health.uptime_ms)} />
        <Figure label={t('health.memory')} value={formatBytes(health.memory_bytes)} />
        <Figure label={t('health.version')} value={health.version} />
      </Group>
      <Group
        title={t('health.database')}
        state={
          isSlow ? (
            <Tag tone="warn" icon={TriangleAlert}>
              {t('health.slow')}
            </Tag>
          ) : (
            <Tag tone="ok" icon={CircleCheck}>
              {t('health.fine')}
            </Tag>
          )
        }
      >
        <Figure label={t('health.latency')} value={`${formatNumber(database.latency_ms)} ms`} />
        <Figure label={t('health.connections')} value={formatNumber(database.connections)} />
        <Figure label={t('health.size')} value={formatBytes(database.size_bytes)} />
        <Figure label="PostgreSQL" value={database.version.split(' ')[0] ?? ''} />
      </Group>
      <p className="text-small text-mute">{t('health.at', { when: formatTime(query.dataUpdatedAt) })}</p>
    </SettingsPage>
  )
}

function Group({ title, state, children }: { title: string; state: ReactNode; children: ReactNode }) {
  return (
    <section className="overflow-hidden rounded-lg bg-card shadow-card">
      <h2 className="flex items-center gap-2 px-5 py-3 font-semibold">
        {title}
        {state}
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] overflow-hidden border-t border-line">
        {children}
      </dl>
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="-mb-px -ml-px border-b border-l border-line px-5 py-3">
      <dt className="text-small text-mute">{label}</dt>
      <dd className="truncate text-figure font-semibold tabular-nums" title={value}>
        {value}
      </dd>
    </div>
  )
}
