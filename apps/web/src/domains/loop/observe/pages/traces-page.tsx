import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Activity, Download, GitCompare, ListFilter, RotateCw, Rows3, Send } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { saveFile } from '#lib/save-file.ts'
import type { Selection } from '#lib/selection.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { toast } from '#ui/toast-store.ts'
import { ColumnMenu } from '../components/column-menu.tsx'
import { ConditionChips } from '../components/condition-chips.tsx'
import { ExportDialog } from '../components/export-dialog.tsx'
import { FilterDialog } from '../components/filter-dialog.tsx'
import { FilterField } from '../components/filter-field.tsx'
import { TraceFacets } from '../components/trace-facets.tsx'
import { TraceHistogram } from '../components/trace-histogram.tsx'
import { TraceTable } from '../components/trace-table.tsx'
import { ViewTabs } from '../components/view-tabs.tsx'
import type { FilterName } from '../filter-fields.ts'
import { listInput, overviewQuery, spaceTracesQuery, type TraceHead } from '../observe.queries.ts'
import { shownColumns, defaultColumns } from '../trace-columns.ts'
import {
  partOf,
  readTraceAddress,
  timesOf,
  type TraceAddress,
  traceRanges,
  writeTraceAddress,
} from '../trace-address.ts'

/** How often a live list polls for new traces. */
const LIVE_MS = 2000

/** All traces of a space: turns of bots, runs of workflows, and traces sent by programs. */
export function TracesPage() {
  const t = useT('observe')
  const space = useSpace()
  const navigate = useNavigate({ from: '/space/$space_id/observe/traces' })
  const address = readTraceAddress(useSearch({ from: '/signed/space/$space_id/observe/traces' }))
  const [now, setNow] = useState(() => Date.now())
  const [adding, setAdding] = useState<FilterName>()
  const [chosen, setChosen] = useStored<readonly string[]>('observe.columns', defaultColumns)
  const [isLive, setLive] = useState(false)
  const [selected, setSelected] = useState<Selection>(new Set())
  const [exported, setExported] = useState<string[]>()
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setInterval(() => setNow(Date.now()), LIVE_MS)
    return () => clearInterval(timer)
  }, [isLive])
  // Times are rounded to minutes: within a minute, polling refetches the same query.
  const live = { refetchInterval: isLive ? LIVE_MS : (false as const) }
  const query = useInfiniteQuery({ ...spaceTracesQuery(space.id, address, now), ...live })
  const { data: overview, refetch } = useQuery({ ...overviewQuery(space.id, address, now), ...live })
  // The histogram shows the whole period, even while a part of it is marked.
  const { data: whole } = useQuery({ ...overviewQuery(space.id, { ...address, part: '' }, now), ...live })
  const download = useMutation({
    mutationFn: async () => {
      const file = await api.traceSearch.csv(listInput(space.id, address, now))
      if (!file.ok) throw new Error(((await file.json()) as { msg: string }).msg)
      saveFile('traces.csv', await file.text(), 'text/csv')
    },
    onError: (error) => toast.error(t('csv.failed'), { error }),
  })
  const refresh = () => {
    setNow(Date.now())
    void query.refetch()
    void refetch()
  }
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
  const times = timesOf(address, now)
  const { start_time: start, end_time: end } = timesOf({ ...address, part: '' }, now)
  const columns = shownColumns(chosen)
  const nameOf = (value: string) => overview?.objects.find((one) => one.value === value)?.name ?? value
  const compare = () => {
    const [left, right] = selected
    void navigate({
      to: '/space/$space_id/observe/traces/compare',
      params: { space_id: space.id },
      search: { left, right },
    })
  }
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
            <Switch checked={isLive} onChange={setLive}>
              {t('live')}
            </Switch>
            <Select
              prefix={t('range')}
              items={traceRanges.map((value) => ({ value, label: t(`range.${value}`) }))}
              value={address.range}
              onChange={(range) => set({ range, part: '' })}
            />
            <IconButton icon={RotateCw} label={t('refresh')} onClick={refresh} />
            <Button icon={Download} busy={download.isPending} onClick={() => download.mutate()}>
              {t('csv')}
            </Button>
            {send}
          </>
        }
      />
      <ViewTabs spaceId={space.id} address={address} now={now} onChange={set} />
      <div className="flex min-h-13 shrink-0 flex-wrap items-start gap-2 px-5 py-2.5">
        <FilterField
          spaceId={space.id}
          times={times}
          words={address.words}
          apps={overview?.objects ?? []}
          onWords={onWords}
          onField={(field) => {
            set({ words: '' })
            setAdding(field)
          }}
          onCondition={(condition) => set({ words: '', conditions: [...address.conditions, condition] })}
          onBack={() => address.conditions.length > 0 && set({ conditions: address.conditions.slice(0, -1) })}
        >
          <ConditionChips address={address} nameOf={nameOf} onChange={set} />
        </FilterField>
        <Button icon={ListFilter} onClick={() => setAdding('latency')}>
          {t('filter.add')}
        </Button>
        <ColumnMenu chosen={columns} onChange={setChosen} />
      </div>
      {whole && whole.total > 0 && (
        <TraceHistogram
          overview={whole}
          start={start}
          end={end}
          part={partOf(address.part)}
          onMark={(part) => set({ part: part ? `${part.from}-${part.to}` : '' })}
        />
      )}
      <div className="relative flex min-h-0 flex-1">
        <TraceFacets
          overview={overview}
          conditions={address.conditions}
          onChange={(conditions) => set({ conditions })}
        />
        <TraceTable
          query={query}
          columns={columns}
          selection={{ selected, onSelect: setSelected }}
          onClear={isFiltered ? clear : undefined}
          empty={<EmptyState icon={Activity} title={t('empty')} text={t('empty.text')} action={send || undefined} />}
          onOpen={({ trace_id }) =>
            void navigate({ to: '/space/$space_id/observe/traces/$trace_id', params: { space_id: space.id, trace_id } })
          }
        />
        <BulkBar
          count={selected.size}
          label={selected.size === 1 ? t('compare.one') : undefined}
          onClear={() => setSelected(new Set())}
        >
          <Button size="sm" kind="quiet" icon={GitCompare} disabled={selected.size !== 2} onClick={compare}>
            {t('compare.action')}
          </Button>
          {mayInSpace(space, 'createResource') && (
            <Button size="sm" kind="quiet" icon={Rows3} onClick={() => setExported(rootsOf(query.data, selected))}>
              {t('addToDataset')}
            </Button>
          )}
        </BulkBar>
      </div>
      <FootBar hints={[{ keys: 'Enter', label: t('open') }]}>
        {overview &&
          t('count', {
            count: overview.total,
            total: formatNumber(overview.total),
            failed: formatNumber(overview.failed),
          })}
      </FootBar>
      {exported && (
        <ExportDialog
          spaceId={space.id}
          spanIds={exported}
          onDone={() => setSelected(new Set())}
          onClose={() => setExported(undefined)}
        />
      )}
      {adding && (
        <FilterDialog
          spaceId={space.id}
          times={times}
          field={adding}
          onAdd={(condition) => set({ conditions: [...address.conditions, condition] })}
          onClose={() => setAdding(undefined)}
        />
      )}
    </div>
  )
}

/** The root spans of the selected traces. A trace whose root has not arrived yet cannot be exported. */
const rootsOf = (data: { pages: { traces: TraceHead[] }[] } | undefined, selected: Selection): string[] =>
  (data?.pages ?? [])
    .flatMap(({ traces }) => traces)
    .filter(({ trace_id, root_span_id }) => selected.has(trace_id) && root_span_id)
    .map(({ root_span_id }) => root_span_id)
