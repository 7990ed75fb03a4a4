import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarClock, ClipboardCheck, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { usePlanText } from '#lib/use-plan-text.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { DateTime } from '#ui/date-time.tsx'
import { Icon } from '#ui/icon.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { StatusTag } from '../components/experiment-status.tsx'
import { PlanSheet } from '../components/plan-sheet.tsx'
import { type Plan, plansQuery } from '../evaluation.queries.ts'

/** Plans that run repeatedly: manually, on a schedule, or before a bot is published. */
export function PlansPage() {
  const t = useT('evaluation')
  const space = useSpace()
  const { word = '' } = useSearch({ from: '/signed/space/$space_id/evaluate/plans' })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/plans' })
  const query = useInfiniteQuery(plansQuery(space.id, word))
  const rows = query.data?.pages.flatMap(({ plans }) => plans) ?? []
  const [openId, setOpenId] = useState('')
  const open = rows.find(({ id }) => id === openId)
  const onWord = useCallback(
    (text: string) => void navigate({ search: { word: text.trim() || undefined }, replace: true }),
    [navigate],
  )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ListPage
        title={t('plans.title')}
        create={
          mayInSpace(space, 'createResource') && (
            <Link
              to="/space/$space_id/evaluate/experiments/new"
              params={{ space_id: space.id }}
              search={{ as: 'plan' }}
              className={buttonStyle('solid')}
            >
              <Icon of={Plus} />
              {t('plan.new')}
            </Link>
          )
        }
        search={{ word, onWord, placeholder: t('plans.search') }}
        query={query}
        failed={t('plans.failed')}
        empty={{ icon: ClipboardCheck, title: t('plans.empty'), text: t('plans.emptyText') }}
        noMatch={word ? { text: t('plans.noMatch'), onClear: () => onWord('') } : undefined}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={({ id }) => setOpenId(id)}
        openHint={t('list.open')}
        shown={t('list.shown', { shown: formatNumber(rows.length), total: formatNumber(rows.length) })}
      />
      {open && <PlanSheet key={open.id} spaceId={space.id} plan={open} onClose={() => setOpenId('')} />}
    </div>
  )
}

function useColumns(): Column<Plan>[] {
  const t = useT('evaluation')
  const planText = usePlanText()
  return [
    {
      id: 'name',
      head: t('column.name'),
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <NameCell name={row.name} note={[row.target?.name, row.dataset?.name].filter(Boolean).join(' · ')} />
          {row.is_gate && <Tag tone="info">{t('plan.gate')}</Tag>}
        </span>
      ),
    },
    {
      id: 'result',
      head: t('plan.lastResult'),
      width: 240,
      cell: ({ last_run: run }) =>
        run ? (
          <span className="flex flex-wrap items-center gap-2">
            <StatusTag status={run.status} />
            {run.passing_share !== undefined && (
              <span className="tabular-nums">{t('plan.passing', { share: formatPercent(run.passing_share) })}</span>
            )}
          </span>
        ) : (
          <span className="text-mute">{t('plan.never')}</span>
        ),
    },
    {
      id: 'schedule',
      head: t('plan.schedule'),
      width: 200,
      hideBelow: 'md',
      cell: ({ cron, schedule_problem }) =>
        cron ? (
          <span className={schedule_problem ? 'flex items-center gap-1 text-err' : 'flex items-center gap-1'}>
            <Icon of={CalendarClock} size={14} />
            <span className="truncate">{planText(cron)}</span>
          </span>
        ) : (
          <span className="text-mute">{t('plan.byHand')}</span>
        ),
    },
    {
      id: 'created',
      head: t('column.created'),
      width: 140,
      hideBelow: 'lg',
      cell: ({ created_at }) => <DateTime at={Number(created_at)} className="text-mute" />,
    },
  ]
}
