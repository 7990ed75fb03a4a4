import { CircleAlert, CircleCheck, CircleDashed, ChevronDown, ChevronUp, TriangleAlert, Wrench } from 'lucide-react'
import { useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { sortProblems, fixToApply, nodeToOpen } from '#domains/flow/workflow/index.ts'
import { useIde } from '../ide/ide-context.ts'
import { useProblemsOpen } from './use-problems-open.ts'
import { type ProjectProblem, useProblemRefresh, useProjectProblems } from './use-project-problems.ts'

/** All problems of all workflows, below the project; a click leads to the node. */
export function ProblemsBar() {
  const t = useT('project')
  const { open } = useIde()
  const problems = useProjectProblems()
  const { isOpen, setOpen } = useProblemsOpen()
  const last = useRef(-1)
  useProblemRefresh()
  const go = (problem: ProjectProblem) => {
    const { resource, nodeId } = problem
    if (nodeId) nodeToOpen.set({ workflowId: resource.id, nodeId })
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
  const mend = ({ resource, id }: ProjectProblem) => {
    fixToApply.set({ workflowId: resource.id, problemId: id })
    open(resource.key)
  }
  const { errors, warnings, todo } = sortProblems(problems)
  return (
    <section aria-label={t('problems.title')} className="shrink-0 border-t border-line bg-card">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="focus-inset flex h-9 w-full items-center gap-3 px-4 text-left hover:bg-hover"
      >
        <span className="font-semibold">{t('problems.title')}</span>
        <Count
          icon={CircleAlert}
          look="text-err"
          count={errors.length}
          label={t('problems.errors', { count: errors.length })}
        />
        <Count
          icon={TriangleAlert}
          look="text-warn"
          count={warnings.length}
          label={t('problems.warnings', { count: warnings.length })}
        />
        {todo.length > 0 && (
          <Count
            icon={CircleDashed}
            look="text-mute"
            count={todo.length}
            label={t('problems.todo', { count: todo.length })}
          />
        )}
        <span className="flex-1" />
        {problems.length > 0 && (
          <span className="flex items-center gap-1.5 text-small text-mute">
            <KeyCap keys="F8" silent />
            {t('problems.next')}
          </span>
        )}
        <Icon of={isOpen ? ChevronDown : ChevronUp} className="text-mute" />
      </button>
      {isOpen && <ProblemList problems={problems} onGo={go} onFix={mend} />}
    </section>
  )
}

const looks = {
  error: { icon: CircleAlert, tone: 'text-err', words: 'problems.error' },
  warning: { icon: TriangleAlert, tone: 'text-warn', words: 'problems.warning' },
  todo: { icon: CircleDashed, tone: 'text-mute', words: 'problems.toFill' },
} as const

interface ProblemListProps {
  problems: readonly ProjectProblem[]
  onGo: (problem: ProjectProblem) => void
  onFix: (problem: ProjectProblem) => void
}

function ProblemList({ problems, onGo, onFix }: ProblemListProps) {
  const t = useT('project')
  const { mayEdit } = useIde()
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-1.5 px-4 pb-3 text-mute">
        <Icon of={CircleCheck} className="text-ok" />
        {t('problems.none')}
      </p>
    )
  return (
    <ul aria-label={t('problems.title')} className="max-h-48 overflow-y-auto pb-1">
      {problems.map((problem) => {
        const look = looks[problem.isTodo ? 'todo' : problem.level]
        return (
          <li key={`${problem.resource.id} ${problem.id}`} className="flex h-7 items-center pr-2 hover:bg-hover">
            <button
              type="button"
              onClick={() => onGo(problem)}
              className="focus-inset flex h-full min-w-0 flex-1 items-center gap-2 pr-2 pl-4 text-left"
            >
              <Icon of={look.icon} size={14} className={cn('shrink-0', look.tone)} />
              <span className="sr-only">{t(look.words)}</span>
              <TypeTile kind={problem.resource.tile} size={18} />
              <span className="max-w-56 shrink-0 truncate font-medium">
                {[problem.resource.name, problem.nodeTitle].filter(Boolean).join(' › ')}
              </span>
              <span className="min-w-0 truncate text-mute" title={problem.message}>
                {problem.message}
              </span>
            </button>
            {mayEdit && problem.fixLabel && (
              <Button kind="ghost" size="xs" icon={Wrench} onClick={() => onFix(problem)}>
                {problem.fixLabel}
              </Button>
            )}
          </li>
        )
      })}
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
