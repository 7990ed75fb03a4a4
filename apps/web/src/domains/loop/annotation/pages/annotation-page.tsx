import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { membersQuery } from '#domains/ground/space/index.ts'
import { type AnnotationDetail, taskQuery } from '../annotation.queries.ts'
import { AssignDialog } from '../components/assign-dialog.tsx'
import { Disagreements } from '../components/disagreements.tsx'
import { LabelQueue } from '../components/label-queue.tsx'
import { MyLabels } from '../components/my-labels.tsx'

const from = '/signed/space/$space_id/evaluate/annotation/$task_id'

/** An annotation task: rows to label, the reader's own labels, and rows whose labels differ. */
export function AnnotationPage() {
  const t = useT('annotation')
  const { task_id: taskId, space_id: spaceId } = useParams({ from })
  const query = useQuery(taskQuery(spaceId, taskId))
  return (
    <QueryPage
      query={query}
      failed={t('page.failed')}
      missing={t('page.missing')}
      back={
        <Link to="/space/$space_id/evaluate/annotation" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
          {t('page.back')}
        </Link>
      }
    >
      {(detail) => <Detail detail={detail} />}
    </QueryPage>
  )
}

function Detail({ detail }: { detail: AnnotationDetail }) {
  const t = useT('annotation')
  const space = useSpace()
  const { task, people, agreement, agreements } = detail
  const { tab = 'queue' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/annotation/$task_id' })
  const members = useQuery(membersQuery(space.id)).data?.member_info_list ?? []
  const nameOf = (userId: string) => members.find(({ user_id: id }) => id === userId)?.name ?? t('page.someone')
  const [isAssigning, setAssigning] = useState(false)
  usePageTitle(task.name)
  const facts = [
    t('page.settled', { settled: formatNumber(task.settled), rows: formatNumber(task.rows) }),
    t('page.blind', { count: task.blindCount }),
    agreement === undefined ? '' : t('page.agreement', { share: formatPercent(agreement) }),
    ...agreements.map(({ name, kappa, alpha }) =>
      kappa !== undefined
        ? t('page.kappa', { name, value: kappa.toFixed(2) })
        : alpha !== undefined
          ? t('page.alpha', { name, value: alpha.toFixed(2) })
          : '',
    ),
    ...people.map(({ userID, finished, agreement: share }) =>
      [nameOf(userID), formatNumber(finished), share === undefined ? '' : `(${formatPercent(share)})`]
        .filter(Boolean)
        .join(' '),
    ),
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        back={<Link to="/space/$space_id/evaluate/annotation" params={{ space_id: space.id }} />}
        title={task.name}
        note={facts.filter(Boolean).join(' · ')}
        actions={
          mayInSpace(space, 'createResource') &&
          !task.isClosed && (
            <Button icon={Users} onClick={() => setAssigning(true)}>
              {t('assign.title')}
            </Button>
          )
        }
      />
      <Tabs
        size="page"
        label={t('page.tabs')}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next === 'queue' ? undefined : next } })}
        items={[
          { value: 'queue', label: t('tab.queue'), count: task.mine.open },
          { value: 'mine', label: t('tab.mine'), count: task.mine.finished },
          { value: 'disputed', label: t('tab.disputed'), count: task.disputed },
        ]}
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-5">
        {tab === 'queue' && <LabelQueue spaceId={space.id} detail={detail} />}
        {tab === 'mine' && <MyLabels spaceId={space.id} detail={detail} />}
        {tab === 'disputed' && <Disagreements spaceId={space.id} detail={detail} nameOf={nameOf} />}
      </div>
      {isAssigning && <AssignDialog spaceId={space.id} taskId={task.taskID} onClose={() => setAssigning(false)} />}
    </div>
  )
}
