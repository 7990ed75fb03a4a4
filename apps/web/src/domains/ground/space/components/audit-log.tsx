import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '#lib/create-api.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { type AuditFilter, AuditFilters, auditInput, noAuditFilter } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'

const eventsPerPage = 50
type AuditPage = Awaited<ReturnType<Api['instance']['audit']>>
type AuditInput = ReturnType<typeof auditInput> & { page: number; size: number }

interface AuditLogProps {
  label: string
  /** The query key of the log. */
  scope: readonly string[]
  /** Loads a page of the log, of a space or of the whole instance. */
  load: (input: AuditInput, signal: AbortSignal) => Promise<AuditPage>
  people: ReadonlyMap<string, string> | undefined
}

/** The audit log: who did what when, filtered by person, area, time and name. */
export function AuditLog({ label, scope, load, people }: AuditLogProps) {
  const t = useT('space')
  const [filter, setFilter] = useState<AuditFilter>(noAuditFilter)
  const input = auditInput(filter)
  const query = useInfiniteQuery({
    queryKey: [...scope, 'audit', input],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => load({ ...input, page: pageParam, size: eventsPerPage }, signal),
    getNextPageParam: (last: AuditPage, before) => (last.has_more ? before.length + 1 : undefined),
  })
  const pages = query.data?.pages ?? []
  const events = pages.flatMap((page) => page.events)
  const names = Object.assign({}, ...pages.map((page) => page.names)) as Record<string, string>
  const isFiltered = Object.values(filter).some(Boolean)
  if (query.isError && events.length === 0)
    return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const isEmpty = query.isSuccess && events.length === 0
  return (
    <>
      <AuditFilters filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} people={people} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {isEmpty && isFiltered ? (
          <NoMatch text={t('audit.noMatch')} onClear={() => setFilter(noAuditFilter)} />
        ) : isEmpty ? (
          <EmptyState icon={History} title={t('audit.empty')} text={t('audit.emptyText')} />
        ) : (
          <AuditList
            label={label}
            events={events}
            names={names}
            loading={query.isPending}
            after={<InfiniteSentinel query={query} />}
          />
        )}
      </div>
      <FootBar>{t('audit.foot', { count: events.length })}</FootBar>
    </>
  )
}
