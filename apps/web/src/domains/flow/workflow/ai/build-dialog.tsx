import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { WORKFLOW_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { Check, WandSparkles } from 'lucide-react'
import { useMemo, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { readCanvas, writeCanvas } from '../document/canvas-text.ts'
import type { Canvas } from '../document/canvas.ts'
import { useDocumentStore } from '../document/document-context.tsx'
import { ModelErrorPanel, ModelNeeded } from '#domains/chat/model/index.ts'
import { useEditor } from '../document/editor-context.ts'
import { diffCanvases } from '../versions/canvas-diff.ts'
import { ChangesPanel } from '../versions/changes-panel.tsx'
import { CompareCanvas } from '../versions/compare-canvas.tsx'

interface Draft {
  canvas: Canvas
  /** The canvas from which the model started. */
  base: Canvas
  summary: string
  problems: readonly { message: string }[]
}

/** A model builds a workflow from a description; the user reviews it and accepts or rejects it. */
export function BuildDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<Draft | null>(null)
  return draft ? (
    <Review draft={draft} onBack={() => setDraft(null)} onClose={onClose} />
  ) : (
    <Ask onDrawn={setDraft} onClose={onClose} />
  )
}

function Ask({ onDrawn, onClose }: { onDrawn: (draft: Draft) => void; onClose: () => void }) {
  const t = useT('workflow-run')
  const { spaceId, workflowId } = useEditor()
  const store = useDocumentStore()
  const [prompt, setPrompt] = useState('')
  const build = useMutation({
    mutationFn: async (): Promise<Draft> => {
      const base = store.get()
      const input = { workflow_id: workflowId, prompt, schema: writeCanvas(base) }
      const answer = await api.workflowEditor.build(input)
      const canvas = readCanvas(answer.schema)
      if (!canvas) throw new Error(t('build.unreadable'))
      return { canvas, base, summary: answer.summary, problems: answer.problems }
    },
    onSuccess: onDrawn,
  })
  const needsModel = build.error instanceof ApiError && build.error.code === ErrorCode.workflow.needsModel
  return (
    <Dialog
      open
      size="md"
      title={t('build.title')}
      description={t('build.text')}
      keepOnOutsidePress={prompt !== ''}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={(event) => {
        event.preventDefault()
        if (prompt.trim()) build.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            kind="solid"
            icon={WandSparkles}
            keys="mod+enter"
            disabled={!prompt.trim()}
            busy={build.isPending}
          >
            {t(build.isPending ? 'build.drawing' : 'build.draw')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('build.prompt')} help={t('build.help')}>
          <Textarea
            rows={6}
            limit={WORKFLOW_LIMITS.prompt}
            value={prompt}
            placeholder={t('build.placeholder')}
            onChange={(event) => setPrompt(event.target.value)}
          />
        </Field>
        {!build.error && <ModelNeeded spaceId={spaceId} />}
        {build.error && (
          <ModelErrorPanel spaceId={spaceId} title={needsModel ? t('build.noModel') : undefined} error={build.error}>
            {needsModel ? t('build.noModelText') : undefined}
          </ModelErrorPanel>
        )}
      </div>
    </Dialog>
  )
}

/** The proposal beside the current canvas: nothing changes before it is accepted. */
function Review({ draft, onBack, onClose }: { draft: Draft; onBack: () => void; onClose: () => void }) {
  const t = useT('workflow-run')
  const store = useDocumentStore()
  const { ui } = useEditor()
  const diff = useMemo(() => diffCanvases(draft.base, draft.canvas), [draft])
  const [chosen, setChosen] = useState(diff.nodes[0]?.id ?? '')
  const accept = () => {
    store.apply(() => draft.canvas, { label: t('build.step') })
    ui.setView('canvas')
    toast.ok(t('build.accepted'))
    onClose()
  }
  return (
    <Dialog
      open
      size="lg"
      className="h-[90vh] max-w-[min(96vw,1400px)] [&>div:first-of-type]:px-0"
      title={t('build.review')}
      description={draft.summary}
      keepOnOutsidePress
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {draft.problems.length > 0 && (
            <span className="mr-auto text-small text-warn">
              {t('build.problems', { count: draft.problems.length, first: draft.problems[0]!.message })}
            </span>
          )}
          <Button onClick={onBack}>{t('build.again')}</Button>
          <Button onClick={onClose}>{t('build.discard')}</Button>
          <Button kind="solid" icon={Check} onClick={accept}>
            {t('build.accept')}
          </Button>
        </>
      }
    >
      <div className="relative flex h-full border-y border-line bg-canvas">
        <CompareCanvas
          before={draft.base}
          after={draft.canvas}
          diff={diff}
          chosen={chosen}
          onChoose={setChosen}
          isAlone
        />
        <ChangesPanel diff={diff} chosen={chosen} onChoose={setChosen} />
      </div>
    </Dialog>
  )
}
