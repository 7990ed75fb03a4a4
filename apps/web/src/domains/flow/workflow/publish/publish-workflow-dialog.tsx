import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { WORKFLOW_LIMITS } from '@orrery/contract/shared/limits'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { botLink } from '#lib/links.ts'
import { waitingFor } from '#lib/waiting-skills.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useNextVersion, VersionField } from '#ui/version-field.tsx'
import { useDocument } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { useProblemList } from '../document/problem-host.ts'
import { useAttempt, useProblems } from '../problems/problems.tsx'
import { useRunActions } from '../run/run-actions.ts'
import { diffCanvases } from '../versions/canvas-diff.ts'
import { diffText } from '../versions/diff-text.ts'
import { refreshVersions, versionCanvasQuery, versionsQuery } from '../versions/version.queries.ts'
import { ReferenceList, useUsers } from './reference-list.tsx'

/** Publishes the workflow: version number, release notes, and the resources that use it. */
export function PublishWorkflowDialog({ onClose }: { onClose: () => void }) {
  const t = useT('workflow-run')
  const { workflowId, flush, refresh } = useEditor()
  const last = useLastVersion()
  const choice = useNextVersion(last.version)
  const { version, fault, isReady } = choice
  const [note, setNote] = useState('')
  const { history } = useRouter()
  const { users = [] } = useUsers()
  const changes = useChanges(last.commitId)

  const publish = useMutation({
    mutationFn: async (force: boolean) => {
      const commit_id = await flush()
      return api.workflowVersion.publish({
        workflow_id: workflowId,
        workflow_version: version,
        version_description: note,
        force,
        commit_id,
      })
    },
    onSuccess: async (answer) => {
      const bot = waitingFor(workflowId)
      const back = bot && {
        label: t('publish.backToBot'),
        onClick: () => history.push(botLink(bot.spaceId, bot.botId)),
      }
      toast.ok(t('publish.done', { version: answer.version }), back && { action: back })
      onClose()
      await Promise.all([refresh(), refreshVersions(workflowId)])
    },
  })
  const isUntested = publish.error instanceof ApiError && publish.error.code === ErrorCode.workflow.testFirst
  return (
    <FormDialog
      size="md"
      title={t('publish.title')}
      description={last.version ? t('publish.after', { version: last.version }) : t('publish.first')}
      isDirty={note !== ''}
      isReady={isReady}
      call={publish}
      error={null}
      action={version ? t('publish.as', { version }) : t('publish')}
      onSubmit={() => publish.mutate(false)}
      onClose={onClose}
    >
      <VersionField
        choice={choice}
        labels={{
          version: t('publish.version'),
          patch: t('publish.patch'),
          minor: t('publish.minor'),
          major: t('publish.major'),
          own: t('publish.own'),
        }}
        error={fault && t(`publish.fault.${fault}`, { version: last.version })}
      />
      <Field
        label={t('publish.note')}
        aside={
          changes && (
            <Button size="xs" kind="ghost" onClick={() => setNote(changes.slice(0, WORKFLOW_LIMITS.versionNote))}>
              {t('publish.fromChanges')}
            </Button>
          )
        }
      >
        <Textarea
          rows={4}
          limit={WORKFLOW_LIMITS.versionNote}
          value={note}
          placeholder={t('publish.notePlaceholder')}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Section title={t('publish.usedBy', { count: users.length })}>
        <ReferenceList users={users} />
      </Section>
      <ProblemsNotice onClose={onClose} />
      {isUntested ? (
        <UntestedNotice isBusy={publish.isPending} onForce={() => publish.mutate(true)} onClose={onClose} />
      ) : (
        publish.error && <ErrorPanel error={publish.error} />
      )}
    </FormDialog>
  )
}

/** Lists errors with a link to the problem list. Errors do not prevent publishing. */
function ProblemsNotice({ onClose }: { onClose: () => void }) {
  const t = useT('workflow-run')
  const { ui } = useEditor()
  const list = useProblemList()
  useAttempt()
  const problems = useProblems().filter((problem) => problem.level === 'error')
  const [first] = problems
  if (!first) return null
  const show = () => {
    onClose()
    ui.setView('canvas')
    list.setOpen(true)
  }
  return (
    <ErrorPanel
      title={t('publish.problems', { count: problems.length })}
      action={
        <Button size="xs" kind="ghost" onClick={show}>
          {t('publish.seeProblems')}
        </Button>
      }
    >
      {first.message}
    </ErrorPanel>
  )
}

interface UntestedNoticeProps {
  isBusy: boolean
  onForce: () => void
  onClose: () => void
}

/** Shown if the draft has had no successful test run: test it, or publish anyway. */
function UntestedNotice({ isBusy, onForce, onClose }: UntestedNoticeProps) {
  const t = useT('workflow-run')
  const actions = useRunActions()
  const test = () => {
    onClose()
    actions.openForm()
  }
  return (
    <ErrorPanel
      title={t('publish.untested')}
      action={
        <>
          <Button size="xs" kind="ghost" icon={Play} onClick={test}>
            {t('testRun')}
          </Button>
          <Button size="xs" kind="danger-quiet" busy={isBusy} onClick={onForce}>
            {t('publish.force')}
          </Button>
        </>
      }
    >
      {t('publish.untestedText')}
    </ErrorPanel>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </section>
  )
}

function useLastVersion(): { version: string; commitId: string } {
  const { workflowId } = useEditor()
  const { data } = useInfiniteQuery(versionsQuery(workflowId, 'publish'))
  const newest = data?.pages[0]?.version_list[0]
  return { version: newest?.version ?? '', commitId: newest?.commit_id ?? '' }
}

/** The differences between the draft and the last version as text. */
function useChanges(commitId: string): string {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const draft = useDocument((document) => document.canvas)
  const { data } = useQuery({ ...versionCanvasQuery(workflowId, commitId), enabled: commitId !== '' })
  return data ? diffText(t, diffCanvases(data, draft)) : ''
}
