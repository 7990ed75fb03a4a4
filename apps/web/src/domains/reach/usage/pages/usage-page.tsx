import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { LimitDialog } from '../components/limit-dialog.tsx'
import { LimitList } from '../components/limit-list.tsx'
import { UsageTable } from '../components/usage-table.tsx'
import { type Group, groups, usageQuery } from '../usage.queries.ts'

const periods = ['7', '30', '90'] as const
const figures = ['calls', 'failed', 'refused', 'input_tokens', 'output_tokens'] as const

/** Use of a space's bots from outside the studio, and its limits. */
export function UsagePage() {
  const t = useT('usage')
  const space = useSpace()
  const [by, setBy] = useState<Group>('day')
  const [days, setDays] = useState<(typeof periods)[number]>('30')
  const [isAdding, setAdding] = useState(false)
  const { data, error, isPending, refetch } = useQuery(usageQuery(space.id, by, Number(days)))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t('title')}
        note={t('note')}
        actions={
          <Button kind="solid" icon={Plus} onClick={() => setAdding(true)}>
            {t('limit.add')}
          </Button>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-card">
        {error && !data ? (
          <FailedPage error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <dl className="flex flex-wrap gap-x-10 gap-y-3 border-b border-line px-5 py-4">
              {figures.map((figure) => (
                <div key={figure} className="flex flex-col">
                  <dt className="text-small text-mute">{t(`figure.${figure}`)}</dt>
                  <dd
                    className="text-figure font-semibold tabular-nums"
                    title={data && formatNumber(data.total[figure])}
                  >
                    {data ? formatCount(data.total[figure]) : '–'}
                  </dd>
                </div>
              ))}
            </dl>
            <FilterBar>
              <Segmented
                label={t('by')}
                value={by}
                onChange={setBy}
                items={groups.map((value) => ({ value, label: t(`by.${value}`) }))}
              />
              <Segmented
                label={t('period')}
                value={days}
                onChange={setDays}
                items={periods.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
              />
            </FilterBar>
            <UsageTable by={by} rows={data?.items ?? []} isLoading={isPending} />
            <LimitList spaceId={space.id} />
          </>
        )}
      </div>
      {isAdding && <LimitDialog spaceId={space.id} onClose={() => setAdding(false)} />}
    </div>
  )
}
