import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Activity, ListFilter, RotateCw, Send } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { ConditionChips } from '../components/condition-chips.tsx'
import { FilterDialog } from '../components/filter-dialog.tsx'
import { TraceFacets } from '../components/trace-facets.tsx'
import { TraceHistogram } from '../components/trace-histogram.tsx'
import { TraceTable } from '../components/trace-table.tsx'
import { ViewTabs } from '../components/view-tabs.tsx'
import { overviewQuery, spaceTracesQuery } from '../observe.queries.ts'
import { readTraceAddress, timesOf, type TraceAddress, traceRanges, writeTraceAddress } from '../trace-address.ts'

/** Everything that happened in a space: turns of bots, runs of workflows, and what programs send. */
export function TracesPage() {
  const t = useT('observe')
  const space = useSpace()
  const navigate = useNavigate({ from: '/space/$space_id/observe/traces' })
  const address = readTraceAddress(useSearch({ from: '/signed/space/$space_id/observe/traces' }))
  const [now, setNow] = useState(() => Date.now())
  const [isAdding, setAdding] = useState(false)
  const query = useInfiniteQuery(spaceTracesQuery(space.id, address, now))
  const { data: overview } = useQuery(overviewQuery(space.id, address, now))
  const set = useCallback(
    (change: Partial<TraceAddress>) =>
      void navigate({
        search: (before) => writeTraceAddress({ ...readTraceAddress(before), ...change }),
        replace: true,
      }),
    [navigate],
  )
  const onWords = useCallback((words: string) => set({ words: words.trim() }), [set])
  const clear = () => set({ words: '', conditions: [], part: '', view: '' })
  const isFiltered = Boolean(address.words || address.part) || address.conditions.length > 0
  const { start_time: start, end_time: end } = timesOf(address, now)
  const nameOf = (value: string) => overview?.objects.find((one) => one.value === value)?.name ?? value
  const send = mayInSpace(space, 'observe') && (
    <Link to="/space/$space_id/observe/settings" params={{ space_id: space.id }} className={buttonStyle()}>
      <Icon of={Send} />
      {t('send')}
    </Link>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('traces')}
        note={t('traces.note')}
        actions={
          <>
            <Select
              prefix={t('range')}
              items={traceRanges.map((value) => ({ value, label: t(`range.${value}`) }))}
              value={address.range}
              onChange={(range) => set({ range, part: '' })}
            />
            <IconButton icon={RotateCw} label={t('refresh')} onClick={() => setNow(Date.now())} />
            {send}
          </>
        }
      />
      <ViewTabs spaceId={space.id} address={address} onChange={set} />
      <FilterBar search={<SearchInput slash value={address.words} onChange={onWords} placeholder={t('search')} />}>
        <Button icon={ListFilter} onClick={() => setAdding(true)}>
          {t('filter.add')}
        </Button>
        <ConditionChips address={address} nameOf={nameOf} onChange={set} />
      </FilterBar>
      {overview && overview.total > 0 && (
        <TraceHistogram
          overview={overview}
          start={start}
          end={end}
          onMark={(from, to) => set({ part: `${Math.floor(from)}-${Math.ceil(to)}` })}
        />
      )}
      <div className="flex min-h-0 flex-1">
        <TraceFacets
          overview={overview}
          conditions={address.conditions}
          onChange={(conditions) => set({ conditions })}
        />
        <TraceTable
          query={query}
          onClear={isFiltered ? clear : undefined}
          empty={<EmptyState icon={Activity} title={t('empty')} text={t('empty.text')} action={send || undefined} />}
          onOpen={({ trace_id }) =>
            void navigate({ to: '/space/$space_id/observe/traces/$trace_id', params: { space_id: space.id, trace_id } })
          }
        />
      </div>
      <FootBar hints={[{ keys: 'Enter', label: t('open') }]}>
        {overview &&
          t('count', {
            count: overview.total,
            total: formatNumber(overview.total),
            failed: formatNumber(overview.failed),
          })}
      </FootBar>
      {isAdding && (
        <FilterDialog
          onAdd={(condition) => set({ conditions: [...address.conditions, condition] })}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}
