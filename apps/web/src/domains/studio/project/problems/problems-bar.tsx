import { CircleAlert, CircleCheck, ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { useStored } from '#lib/local-store.ts'
import { Icon } from '#ui/icon.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { wantedNode } from '#domains/flow/workflow/index.ts'
import { useIde } from '../ide/ide-context.ts'
import { type ProjectProblem, useProblemRefresh, useProjectProblems } from './use-project-problems.ts'

/** At the foot of the project: all problems of all workflows; a press leads to the node. */
export function ProblemsBar() {
  const t = useT('project')
  const { open } = useIde()
  const problems = useProjectProblems()
  const [isOpen, setOpen] = useStored('project.problems', false)
  const last = useRef(-1)
  useProblemRefresh()
  const go = (problem: ProjectProblem) => {
    const { resource, nodeId } = problem
    if (nodeId) wantedNode.set({ workflowId: resource.id, nodeId })
    open(resource.key)
  }
  useKeys(
    'F8',
    () => {
      last.current = (last.current + 1) % problems.length
      const next = problems[last.current]
      if (next) go(next)
    },
    problems.length > 0,
  )
  const errors = problems.filter((problem) => problem.level === 'error').length
  return (
    <section aria-label={t('problems.title')} className="shrink-0 border-t border-line bg-card">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="focus-inset flex h-9 w-full items-center gap-3 px-4 text-left hover:bg-hover"
      >
        <span className="font-semibold">{t('problems.title')}</span>
        <Count icon={CircleAlert} look="text-err" count={errors} label={t('problems.errors', { count: errors })} />
        <Count
          icon={TriangleAlert}
          look="text-warn"
          count={problems.length - errors}
          label={t('problems.warnings', { count: problems.length - errors })}
        />
        <span className="flex-1" />
        {problems.length > 0 && (
          <span className="flex items-center gap-1.5 text-small text-mute">
            <KeyCap keys="F8" silent />
            {t('problems.next')}
          </span>
        )}
        <Icon of={isOpen ? ChevronDown : ChevronUp} className="text-mute" />
      </button>
      {isOpen && <ProblemList problems={problems} onGo={go} />}
    </section>
  )
}

function ProblemList({
  problems,
  onGo,
}: {
  problems: readonly ProjectProblem[]
  onGo: (projectProblem: ProjectProblem) => void
}) {
  const t = useT('project')
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-1.5 px-4 pb-3 text-mute">
        <Icon of={CircleCheck} className="text-ok" />
        {t('problems.none')}
      </p>
    )
  return (
    <ul aria-label={t('problems.title')} className="max-h-48 overflow-y-auto pb-1">
      {problems.map((problem) => (
        <li key={`${problem.resource.id} ${problem.id}`}>
          <button
            type="button"
            onClick={() => onGo(problem)}
            className="focus-inset flex h-7 w-full items-center gap-2 px-4 text-left hover:bg-hover"
          >
            <Icon
              of={problem.level === 'error' ? CircleAlert : TriangleAlert}
              size={14}
              className={cn('shrink-0', problem.level === 'error' ? 'text-err' : 'text-warn')}
            />
            <span className="sr-only">{t(problem.level === 'error' ? 'problems.error' : 'problems.warning')}</span>
            <TypeTile kind={problem.resource.tile} size={18} />
            <span className="max-w-56 shrink-0 truncate font-medium">
              {[problem.resource.name, problem.nodeTitle].filter(Boolean).join(' › ')}
            </span>
            <span className="min-w-0 truncate text-mute" title={problem.message}>
              {problem.message}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Count({ icon, look, count, label }: { icon: typeof CircleAlert; look: string; count: number; label: string }) {
  return (
    <span className="flex items-center gap-1 text-small tabular-nums">
      <Icon of={icon} size={14} className={count ? look : 'text-mute'} />
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
