import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { GitCommitVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { ContentFields } from '../components/content-fields.tsx'
import { JudgeCard } from '../components/judge-card.tsx'
import { SubmitVersionDialog } from '../components/submit-version-dialog.tsx'
import { TrialPanel } from '../components/trial-panel.tsx'
import { type Evaluator, evaluatorQuery, evaluatorVersionsQuery, refreshEvaluation } from '../evaluation.queries.ts'
import { contentOf, formOf } from '../evaluator-form.ts'

const from = '/signed/space/$space_id/evaluate/evaluators/$evaluator_id'

/** An evaluator: its draft on the left, a trial row on the right. */
export function EvaluatorPage() {
  const t = useT('evaluation')
  const space = useSpace()
  const { evaluator_id: id } = useParams({ from })
  const query = useQuery(evaluatorQuery(space.id, id))
  return (
    <QueryPage
      query={query}
      failed={t('evaluators.failed')}
      missing={t('evaluator.missing')}
      loading={<Skeleton className="m-5 h-64" />}
      back={
        <Link to="/space/$space_id/evaluate/evaluators" params={{ space_id: space.id }} className={buttonStyle()}>
          {t('evaluator.back')}
        </Link>
      }
    >
      {(evaluator) => <Detail key={id} evaluator={evaluator} />}
    </QueryPage>
  )
}

function Detail({ evaluator }: { evaluator: Evaluator }) {
  const t = useT('evaluation')
  const space = useSpace()
  const navigate = useNavigate()
  const mayEdit = mayInSpace(space, 'createResource')
  const [form, setForm] = useState(() => formOf(evaluator.current_version!.evaluator_content))
  const [saved, setSaved] = useState(form)
  const [isSubmitting, setSubmitting] = useState(false)
  usePageTitle(evaluator.name)
  const at = { space_id: space.id, evaluator_id: evaluator.evaluator_id }
  const save = useMutation({
    mutationFn: () => api.evaluator.setDraft({ ...at, evaluator_content: contentOf(form) }),
    onSuccess: async () => {
      setSaved(form)
      await refreshEvaluation(space.id)
    },
  })
  const isDirty = form !== saved
  const remove = () =>
    confirm({
      title: t('evaluator.deleteTitle', { name: evaluator.name }),
      text: t('evaluator.deleteText'),
      action: t('evaluator.delete'),
      danger: true,
      onConfirm: async () => {
        await api.evaluator.remove({ space_id: space.id, evaluator_ids: [evaluator.evaluator_id] })
        await navigate({ to: '/space/$space_id/evaluate/evaluators', params: { space_id: space.id } })
        await refreshEvaluation(space.id)
      },
    })
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={evaluator.name}
        back={<Link to="/space/$space_id/evaluate/evaluators" params={{ space_id: space.id }} />}
        beside={<Tag>{evaluator.latest_version || t('version.none')}</Tag>}
        note={evaluator.draft_submitted && !isDirty ? t('version.same') : t('version.changed')}
        actions={
          mayEdit && (
            <>
              <IconButton icon={Trash2} label={t('evaluator.delete')} onClick={() => void remove()} />
              <Button disabled={!isDirty} busy={save.isPending} onClick={() => save.mutate()}>
                {t('save')}
              </Button>
              <Button
                kind="solid"
                icon={GitCommitVertical}
                disabled={isDirty || evaluator.draft_submitted}
                onClick={() => setSubmitting(true)}
              >
                {t('version.new')}
              </Button>
            </>
          )
        }
      />
      {save.error ? <ErrorPanel error={save.error} /> : null}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-6 overflow-y-auto p-5 max-md:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-6">
          <ContentFields spaceId={space.id} form={form} disabled={!mayEdit} onChange={setForm} />
          <JudgeCard spaceId={space.id} evaluatorId={evaluator.evaluator_id} />
          <Versions spaceId={space.id} id={evaluator.evaluator_id} />
        </div>
        {mayEdit && <TrialPanel spaceId={space.id} form={form} />}
      </div>
      {isSubmitting && (
        <SubmitVersionDialog spaceId={space.id} evaluator={evaluator} onClose={() => setSubmitting(false)} />
      )}
    </div>
  )
}

function Versions({ spaceId, id }: { spaceId: string; id: string }) {
  const t = useT('evaluation')
  const versions = useQuery(evaluatorVersionsQuery(spaceId, id)).data ?? []
  if (!versions.length) return null
  return (
    <section>
      <h2 className="font-semibold">{t('version.list')}</h2>
      <ul className="mt-1 flex flex-col">
        {versions.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
            <span className="font-medium">{one.version}</span>
            <span className="min-w-0 flex-1 truncate text-mute">{one.description}</span>
            <DateTime at={Number(one.base_info.created_at)} className="text-mute" />
          </li>
        ))}
      </ul>
    </section>
  )
}
