import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { leavesOf } from '../../versions/diff-leaves.ts'
import { baseState, diffQuery, draftState, type BotRef, refreshVersions } from '../../versions/version.queries.ts'
import { DiffTree } from './diff-tree.tsx'

const REMARK_LIMIT = 500

/** Submits the own draft to the base, after showing its changes. */
export function SubmitDialog({ of, onDone, onClose }: { of: BotRef; onDone: () => void; onClose: () => void }) {
  const t = useT('version')
  const navigate = useNavigate()
  const { data, error } = useQuery(diffQuery(of, baseState, draftState))
  const [remark, setRemark] = useState('')
  const nodes = data?.diff_display_node ?? []
  const write = useMutation({
    // Falls back to a list of the changed parts.
    mutationFn: async () => {
      const { content } = await api.bot.changelog({ ...of, since_base: true }).catch(() => ({ content: '' }))
      return (content || generated).slice(0, REMARK_LIMIT)
    },
    onSuccess: setRemark,
  })
  const submit = useMutation({
    mutationFn: () => api.bot.commit({ ...of, remark: remark.trim(), generated_remark: write.data ?? '' }),
    onSuccess: async ({ commit_result: result }) => {
      await refreshVersions(of)
      if (result === 2) {
        toast.error(t('submit.behind'))
        return navigate({ to: '/space/$space_id/bot/$bot_id/merge', params: of })
      }
      toast.ok(t('submit.done'))
      onDone()
      return undefined
    },
  })
  const generated = nodes
    .map(
      (part) =>
        `${part.display_name}: ${leavesOf([part])
          .map((leaf) => leaf.display_name)
          .join(', ')}`,
    )
    .join('\n')
  return (
    <FormDialog
      size="lg"
      title={t('submit.title')}
      description={t('submit.text')}
      isDirty={remark !== ''}
      isReady={nodes.length > 0}
      call={submit}
      action={t('submit.action')}
      onSubmit={() => submit.mutate()}
      onClose={onClose}
    >
      <Field
        label={t('history.remark')}
        aside={
          <Button
            size="xs"
            kind="ghost"
            icon={WandSparkles}
            busy={write.isPending}
            disabled={nodes.length === 0}
            onClick={() => write.mutate()}
          >
            {t('submit.generate')}
          </Button>
        }
      >
        <Textarea value={remark} limit={REMARK_LIMIT} onChange={(event) => setRemark(event.target.value)} />
      </Field>
      {error ? <ErrorPanel error={error} /> : data ? <DiffTree nodes={nodes} /> : <Skeleton className="h-32" />}
    </FormDialog>
  )
}
