import { CircleCheck, CircleDashed, CircleX, SquareArrowOutUpRight, TriangleAlert, Wrench, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { NodeTile } from '../nodes/node-tile.tsx'
import { titleOf } from '../document/canvas.ts'
import { useDocumentStore, useNode, useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { focusField } from '../forms/focus-field.ts'
import { type Problem, useProblems } from './problems.tsx'
import { sortProblems } from './problem.ts'

/** The list of problems below the canvas: a click opens the node and, if known, the field. */
export function ProblemsPanel({ onClose }: { onClose: () => void }) {
  const t = useT('workflow-node')
  const u = useT('ui')
  const list = useRef<HTMLUListElement>(null)
  const problems = useProblems()
  const { errors, warnings, todo } = sortProblems(problems)
  const ordered = [...errors, ...warnings, ...todo]
  // When a fixed problem disappears, the focus inside it is lost and moves to the first row.
  const isInside = useRef(false)
  useEffect(() => {
    if (problems.length && isInside.current && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[data-problem]')?.focus()
  }, [problems])
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-problem]') ?? [])]
    buttons[buttons.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }
  return (
    <section
      aria-label={t('problems.title')}
      data-region="problems"
      className="flex max-h-60 min-h-28 shrink-0 flex-col border-t border-line bg-card"
    >
      <header className="flex h-9 shrink-0 items-center gap-3 pr-2 pl-4">
        <h2 className="font-semibold">{t('problems.title')}</h2>
        <span className="text-small text-mute tabular-nums">
          {t('problems.errors')} {errors.length} · {t('problems.warnings')} {warnings.length}
          {todo.length > 0 && ` · ${t('problems.todo')} ${todo.length}`}
        </span>
        <span className="flex-1" />
        <IconButton icon={X} label={u('close')} onClick={onClose} />
      </header>
      {ordered.length === 0 ? (
        <p className="flex items-center gap-1.5 px-4 py-2 text-mute">
          <Icon of={CircleCheck} className="text-ok" />
          {t('problems.none')}
        </p>
      ) : (
        <ul
          ref={list}
          onKeyDown={walk}
          onFocus={() => {
            isInside.current = true
          }}
          onBlur={() => {
            isInside.current = false
          }}
          className="min-h-0 flex-1 overflow-y-auto pb-1"
        >
          {ordered.map((item) => (
            <ProblemRow key={item.id} problem={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

const looks = {
  error: { icon: CircleX, tone: 'text-err', words: 'problems.errors' },
  warning: { icon: TriangleAlert, tone: 'text-warn', words: 'problems.warnings' },
  todo: { icon: CircleDashed, tone: 'text-mute', words: 'problems.todo' },
} as const

function ProblemRow({ problem }: { problem: Problem }) {
  const t = useT('workflow-node')
  const { ui, spaceId } = useEditor()
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const node = useNode(problem.nodeId)
  const look = problem.isTodo ? 'todo' : problem.level
  const go = () => {
    if (!node) return
    ui.goToNode(node.id)
    if (problem.field) focusField(problem.field)
  }
  const { fix } = problem
  return (
    <li className="flex h-7 items-center gap-2 pr-2 pl-4 hover:bg-hover">
      <button
        type="button"
        data-problem
        onClick={go}
        className="focus-inset -ml-1.5 flex h-full min-w-0 flex-1 items-center gap-2 rounded-xs pl-1.5 text-left"
      >
        <Icon of={looks[look].icon} size={14} className={cn('shrink-0', looks[look].tone)} />
        <span className="sr-only">{t(looks[look].words)}</span>
        {node && <NodeTile type={node.type} size={16} />}
        <span className="max-w-48 shrink-0 truncate font-medium">{node ? titleOf(node) : t('problems.canvas')}</span>
        <span className="min-w-0 truncate text-mute" title={problem.message}>
          {problem.message}
        </span>
      </button>
      {!isReadOnly && fix && (
        <Button kind="ghost" size="xs" icon={Wrench} onClick={() => store.apply(fix.apply, { label: t('edit.fix') })}>
          {fix.label}
        </Button>
      )}
      {!fix && problem.workflowId && (
        <Button
          kind="ghost"
          size="xs"
          icon={SquareArrowOutUpRight}
          onClick={() =>
            window.open(workflowLink({ space_id: spaceId, workflow_id: problem.workflowId! }), '_blank', 'noopener')
          }
        >
          {t('fix.openWorkflow')}
        </Button>
      )}
      {!fix && !problem.workflowId && node && (
        <Button kind="ghost" size="xs" onClick={go}>
          {t(problem.field ? 'fix.fill' : 'fix.show')}
        </Button>
      )}
    </li>
  )
}
