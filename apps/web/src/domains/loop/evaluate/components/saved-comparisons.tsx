import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitCompare } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { type Experiment, savedComparisonsQuery } from '../evaluation.queries.ts'

/** The saved comparisons that an experiment is part of. */
export function SavedComparisons({ experiment }: { experiment: Experiment }) {
  const t = useT('evaluation')
  const space = useSpace()
  const { data, error } = useQuery(savedComparisonsQuery(space.id, experiment.id))
  if (error) return <ErrorPanel error={error} />
  if (data?.length === 0) return <EmptyState icon={GitCompare} title={t('report.none')} text={t('report.noneText')} />
  return (
    <ul className="flex flex-col overflow-y-auto px-5 py-3">
      {data?.map(({ contrast_report_id: id, name, contrast_tasks: tasks }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 border-b border-line py-2 last:border-b-0">
          <Link
            to="/space/$space_id/evaluate/compare"
            params={{ space_id: space.id }}
            search={{ ids: tasks.map(({ task_id }) => task_id).join('_'), report: id }}
            className="text-brand hover:underline"
          >
            {name}
          </Link>
          <span className="text-mute">{t('report.size', { count: tasks.length })}</span>
        </li>
      ))}
    </ul>
  )
}
