import { WorkStatus } from '@orrery/contract/shared/app-plan-rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Hammer, RotateCcw, Square } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Steps } from '#ui/steps.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { type AppWork, type Plan, workQuery } from '../agent-app.queries.ts'
import { BuildView } from '../components/build-view.tsx'
import { DescribeForm } from '../components/describe-form.tsx'
import { PlanEditor } from '../components/plan-editor.tsx'
import { QuestionForm } from '../components/question-form.tsx'
import { isReady } from '../edit-plan.ts'

/** Creates an app from a description in three stages: describe, review the plan, watch the build. */
export function AppFromWordsPage() {
  const t = useT('app')
  const navigate = useNavigate()
  const { space_id: spaceId = '' } = useParams({ strict: false })
  const { work: workId } = useSearch({ from: '/signed/space/$space_id/new-app' })
  const query = useQuery({ ...workQuery(workId ?? ''), enabled: workId !== undefined })
  const go = (work?: string) => void navigate({ to: '.', search: work ? { work } : {} })
  const stage = !query.data || !workId ? 0 : query.data.status <= WorkStatus.waiting ? 1 : 2
  const back = (
    <Link to="/space/$space_id/new-app" params={{ space_id: spaceId }} className={buttonStyle('solid')}>
      {t('plan.again')}
    </Link>
  )
  const shown = (
    <QueryPage query={query} failed={t('failed')} missing={t('missing')} back={back}>
      {(work) => <Work key={work.work_id} work={work} onAgain={() => go()} />}
    </QueryPage>
  )
  // The error page has its own heading.
  if (workId !== undefined && query.error && !query.data) return shown
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t('title')}
        back={<Link to="/space/$space_id/develop" params={{ space_id: spaceId }} />}
        centre={<Steps names={[t('steps.describe'), t('steps.plan'), t('steps.build')]} now={stage} />}
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-5">
        <div className="mx-auto flex max-w-180 flex-col gap-5">
          {workId === undefined ? <DescribeForm spaceId={spaceId} onPlanned={go} /> : shown}
        </div>
      </div>
    </div>
  )
}
function Work({ work, onAgain }: { work: AppWork; onAgain: () => void }) {
  const isPlanned = work.plan !== null
  if (work.status === WorkStatus.planning || (work.status === WorkStatus.stopped && !isPlanned))
    return <Planning work={work} onAgain={onAgain} />
  if (work.status === WorkStatus.waiting && work.plan)
    return <Planned key={JSON.stringify(work.plan)} workId={work.work_id} plan={work.plan} onAgain={onAgain} />
  return <BuildView work={work} />
}
function Planning({ work, onAgain }: { work: AppWork; onAgain: () => void }) {
  const t = useT('app')
  const stop = useMutation({ mutationFn: () => api.agentWork.stop({ work_id: work.work_id }), onSettled: onAgain })
  return (
    <div role="status" className="flex flex-col items-start gap-3">
      <p className="flex items-center gap-2 font-medium">
        <Spinner size={16} />
        {t('planning.title')}
      </p>
      <p className="text-mute">{t('planning.text')}</p>
      <Button icon={Square} busy={stop.isPending} onClick={() => stop.mutate()}>
        {t('build.stop')}
      </Button>
    </div>
  )
}
function Planned({ workId, plan: given, onAgain }: { workId: string; plan: Plan; onAgain: () => void }) {
  const t = useT('app')
  const client = useQueryClient()
  const [plan, setPlan] = useState(given)
  const build = useMutation({
    mutationFn: () => api.agentWork.build({ work_id: workId, plan }),
    onSuccess: () => client.invalidateQueries(workQuery(workId)),
  })
  return (
    <>
      {given.questions.length > 0 && <QuestionForm workId={workId} questions={given.questions} />}
      <div>
        <h2 className="text-title font-semibold">{t('plan.title')}</h2>
        <p className="text-mute">{t('plan.help')}</p>
      </div>
      <PlanEditor plan={plan} onChange={setPlan} />
      {build.error ? <ErrorPanel error={build.error} /> : null}
      <div className="flex gap-2">
        <Button
          kind="solid"
          icon={Hammer}
          disabled={!isReady(plan)}
          busy={build.isPending}
          onClick={() => build.mutate()}
        >
          {t('plan.build')}
        </Button>
        <Button icon={RotateCcw} onClick={onAgain}>
          {t('plan.again')}
        </Button>
      </div>
    </>
  )
}
