import { WorkStatus } from '@orrery/contract/shared/app-plan-rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play, Square } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { type AppWork, workQuery } from '../agent-app.queries.ts'
import { openedApp } from '../opened-app.ts'
import { ModelUsage, StepList } from './step-list.tsx'

/** The steps that build the app, and a link to the app when it is done. */
export function BuildView({ work }: { work: AppWork }) {
  const t = useT('app')
  const client = useQueryClient()
  const reload = { onSettled: () => client.invalidateQueries(workQuery(work.work_id)) }
  const stop = useMutation({ mutationFn: () => api.agentWork.stop({ work_id: work.work_id }), ...reload })
  const resume = useMutation({ mutationFn: () => api.agentWork.build({ work_id: work.work_id }), ...reload })
  const name = work.plan?.title ?? ''
  const isDone = work.status === WorkStatus.done
  const isEnded = work.status === WorkStatus.failed || work.status === WorkStatus.stopped
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-title font-semibold" role="status">
        {isDone ? t('build.done', { name }) : isEnded ? t(`work.${work.status}`) : t('build.title', { name })}
      </h2>
      {work.problem && <ErrorPanel title={work.problem} />}
      <StepList steps={work.steps} />
      <ModelUsage work={work} />
      {stop.error || resume.error ? <ErrorPanel error={stop.error ?? resume.error} /> : null}
      <div className="flex flex-wrap gap-2">
        {work.status === WorkStatus.building && (
          <Button icon={Square} busy={stop.isPending} onClick={() => stop.mutate()}>
            {t('build.stop')}
          </Button>
        )}
        {isEnded && (
          <Button icon={Play} busy={resume.isPending} onClick={() => resume.mutate()}>
            {t('build.continue')}
          </Button>
        )}
        {isDone && (
          <Link
            to="/space/$space_id/project-ide/$project_id"
            params={{ space_id: work.space_id, project_id: work.project_id }}
            search={{ mode: 'interface' }}
            onClick={() => openedApp.set(work.project_id)}
            className={buttonStyle('solid')}
          >
            {t('build.open')}
          </Link>
        )}
      </div>
    </div>
  )
}
