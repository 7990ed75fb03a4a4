import type { Space } from '@orrery/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { spaceAuditQuery } from '../space.queries.ts'
import { AuditList } from './audit-list.tsx'

export function ActivityTab({ space }: { space: Space }) {
  const t = useT('space')
  const query = useInfiniteQuery(spaceAuditQuery(space.id))
  const events = query.data?.pages.flatMap((page) => page.events) ?? []
  if (query.isError && events.length === 0)
    return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.isSuccess && events.length === 0 ? (
          <EmptyState icon={History} title={t('audit.empty')} text={t('audit.emptyText')} />
        ) : (
          <AuditList
            label={t('tab.activity')}
            events={events}
            loading={query.isPending}
            after={<InfiniteSentinel query={query} />}
          />
        )}
      </div>
      <FootBar>{t('audit.foot', { count: events.length })}</FootBar>
    </>
  )
}
