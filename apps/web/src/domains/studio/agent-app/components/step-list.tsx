import { StepStatus } from '@orrery/contract/shared/app-plan-rules'
import { Check, Circle, CircleAlert, Undo2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { AppWork, WorkStep } from '../agent-app.queries.ts'

const icons = {
  [StepStatus.waiting]: Circle,
  [StepStatus.done]: Check,
  [StepStatus.failed]: CircleAlert,
  [StepStatus.undone]: Undo2,
}
const tones: Record<number, string> = { [StepStatus.done]: 'text-ok', [StepStatus.failed]: 'text-err' }

/** The steps of a work, one per row; each can be expanded to show its changes. */
export function StepList({ steps }: { steps: readonly WorkStep[] }) {
  const t = useT('app')
  return (
    <ol aria-label={t('build.list')} className="flex flex-col gap-2">
      {steps.map((step) => (
        <li key={step.n} className="flex gap-2">
          <span className={`mt-0.5 ${tones[step.status] ?? 'text-faint'}`}>
            {step.status === StepStatus.working ? <Spinner size={16} /> : <Icon of={icons[step.status]} size={16} />}
            <span className="sr-only">{t(`step.${step.status}`)}</span>
          </span>
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p>
              {t(`kind.${step.kind as 'page'}`)}
              {step.title && <span className="text-mute"> · {step.title}</span>}
            </p>
            <Diff step={step} />
          </div>
        </li>
      ))}
    </ol>
  )
}
function Diff({ step }: { step: WorkStep }) {
  const t = useT('app')
  if (!step.diff.length) return null
  return (
    <details className="text-caption text-mute">
      <summary className="cursor-pointer">
        {t('diff.show', { count: step.diff.length })} · {t('build.scope', { scope: step.scope })}
      </summary>
      <ul className="mt-1 flex flex-col">
        {step.diff.map(({ act, what, name }, at) => (
          <li key={at}>
            {t(`diff.${act}`)} {t(`what.${what}`)} {name}
          </li>
        ))}
      </ul>
    </details>
  )
}
/** The tokens and repairs that a work took; hidden if it used no model. */
export function ModelUsage({ work }: { work: AppWork }) {
  const t = useT('app')
  if (!work.tokens) return null
  return (
    <p className="text-caption text-mute">
      {t('build.tokens', { count: work.tokens })}
      {work.repairs > 0 && ` · ${t('build.repairs', { count: work.repairs })}`}
    </p>
  )
}
