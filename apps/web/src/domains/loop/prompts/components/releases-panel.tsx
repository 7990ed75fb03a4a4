import { ReleaseStatus } from '@orrery/contract/shared/prompt-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Rocket, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { isJudged, type Prompt, refreshPrompts, type Release, releasesQuery, tasksQuery } from '../prompts.queries.ts'
import { GateSettings } from './gate-settings.tsx'
import { PanelBody } from './panel-body.tsx'
import { ReleaseSettings } from './release-settings.tsx'
import { TaskCard } from './task-card.tsx'

interface ReleasesPanelProps {
  prompt: Prompt
  spaceId: string
  mayEdit: boolean
  onRelease: (() => void) | undefined
}

/** The versions being served, the releases in progress, and the approval settings of the space. */
export function ReleasesPanel({ prompt, spaceId, mayEdit, onRelease }: ReleasesPanelProps) {
  const t = useT('prompts')
  const releases = useQuery(releasesQuery(prompt.id))
  const tasks = useQuery(tasksQuery(spaceId, prompt.id))
  const isJudging = tasks.data?.some(isJudged) ?? false
  // When the judge passes a version, that version is served.
  useEffect(() => (isJudging ? () => void refreshPrompts() : undefined), [isJudging])
  if (!releases.data || !tasks.data) return <ErrorWhenFailed error={releases.error ?? tasks.error} />
  const served = releases.data.filter(({ status }) => status !== ReleaseStatus.offline)
  return (
    <PanelBody>
      <section aria-label={t('releases.served')} className="flex flex-col gap-2">
        <h2 className="font-semibold">{t('releases.served')}</h2>
        {served.length === 0 && (
          <EmptyState
            icon={Rocket}
            title={t('releases.none')}
            text={t('releases.noneText')}
            action={
              mayEdit &&
              onRelease && (
                <Button kind="solid" icon={Rocket} onClick={onRelease}>
                  {t('release.action')}
                </Button>
              )
            }
          />
        )}
        {served.map((release) => (
          <Place key={release.id} promptId={prompt.id} release={release} mayEdit={mayEdit} />
        ))}
      </section>
      {tasks.data.length > 0 && (
        <section aria-label={t('releases.tasks')} className="flex flex-col gap-3">
          <h2 className="font-semibold">{t('releases.tasks')}</h2>
          {tasks.data.map((task) => (
            <TaskCard key={task.id} task={task} mayEdit={mayEdit} />
          ))}
        </section>
      )}
      <GateSettings promptId={prompt.id} spaceId={spaceId} />
      <ReleaseSettings spaceId={spaceId} />
    </PanelBody>
  )
}

const ErrorWhenFailed = ({ error }: { error: unknown }) => (error ? <ErrorPanel error={error} /> : null)

/** One serving slot, with a button that returns to the previous version. */
function Place({ promptId, release, mayEdit }: { promptId: string; release: Release; mayEdit: boolean }) {
  const t = useT('prompts')
  const [isAsking, setAsking] = useState(false)
  const { version, pre_version: before, env, feature, label, status } = release
  const isGray = status === ReleaseStatus.canary
  const rollback = useMutation({
    mutationFn: () => api.promptRelease.rollback({ prompt_id: promptId, version, env: env as 1 | 2, feature, label }),
    onSuccess: refreshPrompts,
  })
  const bucket = release.gray_release_config?.bucket
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line p-3">
      <b className="font-medium">
        {[t(env === 2 ? 'env.production' : 'env.test'), feature, label].filter(Boolean).join(' / ')}
      </b>
      <Tag mono>{version}</Tag>
      <Tag tone={isGray ? 'warn' : 'ok'}>
        {isGray && bucket
          ? t('releases.gray', { share: (bucket.in_gray * 100) / (bucket.bucket_size || 10_000) })
          : t('releases.online')}
      </Tag>
      <DateTime at={Number(release.update_time)} className="text-small text-mute" />
      {mayEdit && !isGray && before && (
        <Button size="sm" icon={Undo2} className="ml-auto" onClick={() => setAsking(true)}>
          {t('releases.rollback', { version: before })}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('releases.rollbackTitle', { version: before })}
        text={t('releases.rollbackText', { version })}
        action={t('releases.rollbackAction')}
        onConfirm={async () => void (await rollback.mutateAsync())}
      />
    </div>
  )
}
