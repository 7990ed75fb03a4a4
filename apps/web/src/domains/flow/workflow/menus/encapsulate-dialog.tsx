import { WORKFLOW_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Texts, useT } from '#lib/i18n.ts'
import type { TextKey } from '#locales/namespaces.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { titleOf } from '../document/canvas.ts'
import { findNode } from '../document/canvas-index.ts'
import { useDocumentStore } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { refreshWorkflowLists } from '../workflow.queries.ts'
import { encapsulating, type PartProblem, partProblems, extractNodes } from './encapsulate.ts'

export function EncapsulateHost() {
  const wanted = encapsulating.use()
  return wanted && <EncapsulateDialog key={wanted.ids.join()} ids={wanted.ids} />
}

const known = new Set([
  'otherLevel',
  'startOrEnd',
  'loopStep',
  'noEntry',
  'noExit',
  'entries',
  'exits',
  'comesBack',
  'batchMode',
  'errorSetting',
  'answers',
  'nested',
  'fixedValue',
  'unreadable',
])
export const partText = (t: Texts<'workflow'>, { code, message }: PartProblem): string =>
  known.has(code) ? t(`part.${code}` as TextKey<'workflow'>) : message

/** Turns the selected nodes into a workflow, or explains why this is not possible. */
function EncapsulateDialog({ ids }: { ids: readonly string[] }) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const { spaceId } = useEditor()
  const [name, setName] = useState(() => t('encapsulate.first'))
  const [problems] = useState(() => partProblems(store.get(), ids))
  const close = () => encapsulating.set(null)
  const make = useMutation({
    mutationFn: () => extractNodes(store.get(), ids, name.trim(), spaceId),
    onSuccess: (answer) => {
      if (!answer.ok) return
      store.apply(() => answer.canvas, { label: t('step.encapsulate') })
      store.select(answer.ids)
      toast.ok(t('encapsulate.done', { name: name.trim() }))
      void refreshWorkflowLists()
      close()
    },
  })
  const nodeName = (id: string) => {
    const node = findNode(store.get(), id)
    return node ? titleOf(node) : ''
  }
  return (
    <Dialog
      open
      title={t('encapsulate.title')}
      description={t('encapsulate.text', { count: ids.length })}
      onOpenChange={(open) => !open && close()}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !problems.length && !make.isPending) make.mutate()
      }}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!name.trim() || problems.length > 0} busy={make.isPending}>
            {t('encapsulate.do')}
          </Button>
        </>
      }
    >
      {problems.length > 0 ? (
        <ul className="flex flex-col gap-2" aria-label={t('encapsulate.problems')}>
          {problems.map((problem, i) => (
            <li key={i} className="rounded-md bg-err-soft px-3 py-2">
              {nodeName(problem.nodeId) && <span className="font-medium">{`${nodeName(problem.nodeId)}: `}</span>}
              {partText(t, problem)}
            </li>
          ))}
        </ul>
      ) : (
        <Field label={t('rename.name')}>
          <Input value={name} maxLength={WORKFLOW_LIMITS.name} onChange={(event) => setName(event.target.value)} />
        </Field>
      )}
      {make.error && <ErrorPanel title={t('encapsulate.failed')} error={make.error} className="mt-3" />}
    </Dialog>
  )
}
