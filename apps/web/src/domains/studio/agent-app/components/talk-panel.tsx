import { APP_PLAN_LIMITS, WorkStatus } from '@orrery/contract/shared/app-plan-rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare, Send, Square, Undo2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { type AppWork, isAtWork, worksQuery } from '../agent-app.queries.ts'
import { ModelUsage, StepList } from './step-list.tsx'

interface TalkPanelProps {
  projectId: string
  mayEdit: boolean
  /** Called when the project has changed, so that open pages can be reloaded. */
  onChanged: () => void
  onClose: () => void
}
const tones: Record<number, Tone> = {
  [WorkStatus.done]: 'ok',
  [WorkStatus.failed]: 'err',
  [WorkStatus.planning]: 'info',
  [WorkStatus.building]: 'info',
}

/** Changes a project by describing the change in words. */
export function TalkPanel({ projectId, mayEdit, onChanged, onClose }: TalkPanelProps) {
  const t = useT('app')
  const client = useQueryClient()
  const query = useQuery(worksQuery(projectId))
  const works = query.data ?? []
  const isBusy = works.some(({ status }) => isAtWork(status))
  const settled = works.filter(({ status }) => !isAtWork(status)).map(({ work_id, status }) => `${work_id} ${status}`)
  const known = useRef<string | null>(null)
  const state = query.data ? settled.join() : null
  useEffect(() => {
    // The initial state is already displayed; only later changes are reported.
    if (state !== null && known.current !== null && known.current !== state) onChanged()
    known.current = state
  }, [state, onChanged])
  const reload = () => client.invalidateQueries(worksQuery(projectId))
  return (
    <SideSheet kind="project-talk" title={t('panel.title')} caption={t('panel.caption')} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          {query.error && <ErrorPanel error={query.error} />}
          {query.data && works.length === 0 && (
            <EmptyState icon={MessagesSquare} title={t('panel.empty')} text={t('panel.emptyText')} />
          )}
          <ol aria-label={t('panel.list')} className="flex flex-col gap-4">
            {works.map((work) => (
              <Change key={work.work_id} work={work} mayEdit={mayEdit} onDone={reload} />
            ))}
          </ol>
        </div>
        {mayEdit ? (
          <Composer projectId={projectId} isBusy={isBusy} onSent={reload} />
        ) : (
          <p className="border-t border-line p-4 text-mute">{t('panel.readOnly')}</p>
        )}
      </div>
    </SideSheet>
  )
}
function Change({ work, mayEdit, onDone }: { work: AppWork; mayEdit: boolean; onDone: () => Promise<void> }) {
  const t = useT('app')
  const input = { work_id: work.work_id }
  const stop = useMutation({ mutationFn: () => api.agentWork.stop(input), onSettled: onDone })
  const undo = useMutation({
    mutationFn: () => api.agentWork.undo(input),
    onSuccess: () => toast.ok(t('panel.undone')),
    onSettled: onDone,
  })
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <div className="flex items-start justify-between gap-2">
        <p className="font-medium wrap-anywhere">{work.message}</p>
        <Tag tone={tones[work.status] ?? 'grey'}>{t(`work.${work.status}`)}</Tag>
      </div>
      {work.problem && <p className="text-err wrap-anywhere">{work.problem}</p>}
      <StepList steps={work.steps} />
      <ModelUsage work={work} />
      {undo.error ? <ErrorPanel error={undo.error} /> : null}
      {mayEdit && isAtWork(work.status) && (
        <Button size="sm" icon={Square} className="self-start" busy={stop.isPending} onClick={() => stop.mutate()}>
          {t('build.stop')}
        </Button>
      )}
      {mayEdit && work.can_undo && (
        <Button size="sm" icon={Undo2} className="self-start" busy={undo.isPending} onClick={() => undo.mutate()}>
          {t('panel.undo')}
        </Button>
      )}
    </li>
  )
}
function Composer({ projectId, isBusy, onSent }: { projectId: string; isBusy: boolean; onSent: () => Promise<void> }) {
  const t = useT('app')
  const [message, setMessage] = useState('')
  const call = useMutation({
    mutationFn: () => api.agentWork.say({ project_id: projectId, message }),
    onSuccess: async () => {
      setMessage('')
      await onSent()
    },
  })
  const isReady = message.trim() !== '' && !isBusy
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady && !call.isPending) call.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 border-t border-line p-4">
      {call.error ? <ErrorPanel error={call.error} /> : null}
      <Field label={t('panel.message')}>
        <Textarea
          rows={2}
          maxRows={6}
          maxLength={APP_PLAN_LIMITS.description}
          placeholder={t('panel.placeholder')}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      <Button type="submit" kind="solid" icon={Send} className="self-end" disabled={!isReady} busy={call.isPending}>
        {t('panel.send')}
      </Button>
    </form>
  )
}
