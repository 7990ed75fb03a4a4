import {
  ReleaseStepStatus,
  ReleaseTaskStatus,
  ReleaseTrigger,
  type ReleaseStep,
} from '@orrery/contract/shared/prompt-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Input } from '#ui/input.tsx'
import { Tag } from '#ui/tag.tsx'
import { refreshPrompts, type ReleaseTask } from '../prompts.queries.ts'

const looks = {
  [ReleaseTaskStatus.pendingStart]: ['grey', 'waiting'],
  [ReleaseTaskStatus.inProgress]: ['warn', 'checking'],
  [ReleaseTaskStatus.pendingApproval]: ['warn', 'approval'],
  [ReleaseTaskStatus.approved]: ['ok', 'approved'],
  [ReleaseTaskStatus.rejected]: ['err', 'rejected'],
  [ReleaseTaskStatus.gray]: ['warn', 'gray'],
  [ReleaseTaskStatus.finished]: ['ok', 'finished'],
  [ReleaseTaskStatus.cancelled]: ['grey', 'cancelled'],
  [ReleaseTaskStatus.rolledBack]: ['grey', 'rolledBack'],
} as const

/** The steps of a release, with the actions that the reader can take now. */
export function TaskCard({ task, mayEdit }: { task: ReleaseTask; mayEdit: boolean }) {
  const t = useT('prompts')
  const [comment, setComment] = useState('')
  const done = { onSuccess: refreshPrompts }
  const trigger = useMutation({
    mutationFn: (operation: number) =>
      api.promptReleaseTask.trigger({
        release_task_id: task.id,
        subtask_key: task.current_subtask_key,
        trigger_operation: operation,
        comment,
      }),
    ...done,
  })
  const cancel = useMutation({ mutationFn: () => api.promptReleaseTask.cancel({ release_task_id: task.id }), ...done })
  const undo = useMutation({ mutationFn: () => api.promptReleaseTask.rollback({ release_task_id: task.id }), ...done })
  const isCheckFailed = task.subtasks['check']?.status === ReleaseStepStatus.failed
  const isChecking = task.status === ReleaseTaskStatus.inProgress && !isCheckFailed
  const [tone, key] = isChecking ? (['warn', 'judging'] as const) : looks[task.status as keyof typeof looks]
  const [first] = task.release_resources
  const notes = task.release_check_result.check_detail.filter(
    ({ check_type: type, check_result: result }) => type === 'gate' || result !== 'pass',
  )
  const approval = task.subtasks['approve']?.approval_info
  const canary = task.subtasks['canary']
  return (
    <article
      aria-label={t('task.title', { version: first?.prompt_version ?? '' })}
      className="flex flex-col gap-2 rounded-md border border-line p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <b className="font-medium">{t('task.title', { version: first?.prompt_version ?? '' })}</b>
        <Tag tone={tone}>{t(`task.${key}`)}</Tag>
        {task.release_config.approval_escape && <Tag tone="err">{t('task.escaped')}</Tag>}
        <span className="ml-auto text-small text-mute">
          {task.release_user_info?.name} <DateTime at={Number(task.create_time)} />
        </span>
      </div>
      <p className="text-small text-mute">
        {task.subtask_configs.map(({ subtask_key: step }) => t(`step.${step as ReleaseStep}`)).join(' → ')}
      </p>
      {task.comment && <p>{task.comment}</p>}
      {notes.map(({ desc, is_block: isBlock, check_result: result }) => (
        <p key={desc} className={isBlock ? 'text-err' : result === 'warn' ? 'text-warn' : 'text-mute'}>
          {desc}
        </p>
      ))}
      {canary?.err_info && <p className="text-err">{canary.err_info.msg}</p>}
      {canary?.stage && <Stage stage={canary.stage} />}
      {approval?.approval_comment && <p className="text-mute">{approval.approval_comment}</p>}
      {task.approvable && (
        <Input
          aria-label={t('task.comment')}
          placeholder={t('task.comment')}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      )}
      {trigger.error && <ErrorPanel error={trigger.error} />}
      {mayEdit && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {task.approvable && (
            <>
              <Button kind="solid" busy={trigger.isPending} onClick={() => trigger.mutate(ReleaseTrigger.approve)}>
                {t('task.approve')}
              </Button>
              <Button disabled={!comment.trim()} onClick={() => trigger.mutate(ReleaseTrigger.reject)}>
                {t('task.reject')}
              </Button>
            </>
          )}
          {task.status === ReleaseTaskStatus.gray && (
            <Button kind="solid" busy={trigger.isPending} onClick={() => trigger.mutate(ReleaseTrigger.finish)}>
              {t('task.toAll')}
            </Button>
          )}
          {isCheckFailed && task.cancelable && (
            <Button busy={trigger.isPending} onClick={() => trigger.mutate(ReleaseTrigger.retry)}>
              {t('task.retry')}
            </Button>
          )}
          {task.cancelable && (
            <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('task.cancel')}
            </Button>
          )}
          {task.rollbackable && (
            <Button busy={undo.isPending} onClick={() => undo.mutate()}>
              {t('task.undo')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

type StageData = NonNullable<ReleaseTask['subtasks'][string]['stage']>
const units = { error: '%', latency: 'ms', cost: '', score: '' } as const
/** The figures of both versions that the guard compares. */
function Stage({ stage }: { stage: StageData }) {
  const t = useT('prompts')
  const ui = useT('ui')
  if (!stage.calls_before && !stage.calls_now) return null
  const shown = (metric: keyof typeof units, value: number) =>
    `${formatNumber(Math.round(value * (metric === 'error' ? 10_000 : 100)) / 100)} ${units[metric]}`.trim()
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 text-small text-mute tabular-nums">
      <span>{t('guard.calls', { before: formatNumber(stage.calls_before), now: formatNumber(stage.calls_now) })}</span>
      {stage.figures.map(({ metric, before, now, is_worse: isWorse }) => (
        <span key={metric} className={isWorse ? 'text-err' : undefined}>
          {ui('pair', {
            name: t(`guard.${metric as keyof typeof units}`),
            value: `${shown(metric as keyof typeof units, before)} → ${shown(metric as keyof typeof units, now)}`,
          })}
        </span>
      ))}
    </div>
  )
}
