import type { NodeResult } from '@orrery/contract'
import { describe } from '@orrery/engine/describe'
import { TriangleAlert } from 'lucide-react'
import { textOf, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { inputsOf } from '../../document/canvas.ts'
import { useDocumentStore, useNode, useReadOnly } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { setNode } from '../../document/edits/node-edits.ts'
import { hasErrorBranch } from '../../document/ports.ts'
import { factsOf } from '../node-facts.ts'
import { useRun } from '../run-context.ts'
import type { Line } from './timeline-lines.ts'

interface StepFaultProps {
  line: Line
  result: NodeResult | undefined
  error: string
}

/** The error of a step with possible actions, or its warning. */
export function StepFault({ line, result, error }: StepFaultProps) {
  const t = useT('workflow-run')
  const logId = useRun((run) => run.logId)
  const facts = result && factsOf(result)
  const message = facts?.error || error
  if (!message) return null
  if (facts?.isWarning)
    return (
      <div className="flex gap-2 rounded-md bg-warn-soft px-3 py-2">
        <Icon of={TriangleAlert} className="mt-0.5 shrink-0 text-warn" />
        <div className="min-w-0 wrap-anywhere">
          <p className="font-medium text-warn">{t('warning.title')}</p>
          <p>{message}</p>
        </div>
      </div>
    )
  if (facts?.isCancelled) return <p className="text-small text-mute">{t('cancelled.step')}</p>
  const [first = '', ...rest] = message.split('\n')
  return (
    <ErrorPanel title={first} error={{ message: '', logId }} action={<FaultActions line={line} />}>
      {rest.join('\n').trim() || t('fault.advice')}
    </ErrorPanel>
  )
}

function FaultActions({ line }: { line: Line }) {
  const t = useT('workflow-run')
  const { ui } = useEditor()
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const node = useNode(line.isOwn ? line.nodeId : '')
  if (!node) return null
  const canBranch =
    !isReadOnly &&
    !hasErrorBranch(node) &&
    describe(node.type)?.sections.some((section) => section.fields.some((field) => field.kind === 'errors'))
  const branch = () => {
    store.apply(
      (canvas) =>
        setNode(canvas, node.id, (item) => {
          const inputs = inputsOf(item)
          const before = (inputs['settingOnError'] ?? {}) as Record<string, unknown>
          return {
            ...item,
            data: { ...item.data, inputs: { ...inputs, settingOnError: { ...before, switch: true, processType: 3 } } },
          }
        }),
      { label: textOf('workflow-run')('fault.branch') },
    )
    ui.goToNode(node.id)
  }
  return (
    <>
      <Button size="xs" kind="ghost" onClick={() => ui.goToNode(node.id)}>
        {t('fault.settings')}
      </Button>
      {canBranch && (
        <Button size="xs" kind="ghost" onClick={branch}>
          {t('fault.branch')}
        </Button>
      )}
    </>
  )
}
