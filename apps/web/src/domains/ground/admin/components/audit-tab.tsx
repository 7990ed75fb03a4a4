import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { FootBar } from '#ui/foot-bar.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { AuditList } from '#domains/ground/space/index.ts'
import { auditQuery, userNamesQuery } from '../admin.queries.ts'

/** Never empty: the first account has registered. */
export function AuditTab() {
  const t = useT('admin')
  const query = useInfiniteQuery(auditQuery)
  const names = useQuery(userNamesQuery)
  const events = query.data?.pages.flatMap((page) => page.events) ?? []
  if (query.isError && events.length === 0)
    return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <AuditList
          label={t('tab.audit')}
          events={events}
          known={names.data}
          loading={query.isPending}
          after={<InfiniteSentinel query={query} />}
        />
      </div>
      <FootBar>{t('audit.foot', { count: events.length })}</FootBar>
    </>
  )
}
