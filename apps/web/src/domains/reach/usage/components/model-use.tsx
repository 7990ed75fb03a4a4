import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { modelUseQuery, type Scope } from '../model-use.queries.ts'
import { UseCharts } from './use-charts.tsx'
import { UseFigures } from './use-figures.tsx'
import { UseShares } from './use-shares.tsx'

interface ModelUseProps {
  spaceId: string
  days: number
  scope: Scope
}

/** The model usage of a space: figures, by day, and by person or resource. */
export function ModelUse({ spaceId, days, scope }: ModelUseProps) {
  const t = useT('usage')
  const { data: use, error, refetch } = useQuery(modelUseQuery(spaceId, days, scope))
  if (error && !use) return <FailedPage error={error} onRetry={() => void refetch()} />
  if (!use) return <Skeleton className="h-96" />
  if (use.models.length === 0)
    return (
      <>
        <UseFigures use={use} />
        <div className="rounded-lg border border-line bg-card">
          <EmptyState icon={ChartColumn} title={t('share.none')} text={t('share.noneText')} />
        </div>
      </>
    )
  const gone = ({ id }: { id: string }, none: string) => (id === '0' ? none : t('share.gone'))
  return (
    <>
      <UseFigures use={use} />
      <UseCharts use={use} days={days} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] items-start gap-3">
        <UseShares title={t('share.models')} shares={use.models} fallbackName={() => t('share.gone')} />
        <UseShares
          title={t('share.resources')}
          shares={use.resources}
          fallbackName={(share) => gone(share, t('share.studio'))}
        />
        <UseShares
          title={t('share.people')}
          shares={use.people}
          fallbackName={(share) => gone(share, t('share.nobody'))}
        />
      </div>
    </>
  )
}
