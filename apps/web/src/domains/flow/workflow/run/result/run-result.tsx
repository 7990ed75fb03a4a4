import { Pin, Play } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { formatCount, formatDuration } from '#lib/format.ts'
import { formatMoney } from '#lib/money.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { isComment, titleOf } from '../../document/canvas.ts'
import { findNode, indexOf } from '../../document/canvas-index.ts'
import { useDocument, useReadOnly } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { useRunActions } from '../run-actions.ts'
import { usePins, useRun, useRunTools, useRunUi } from '../run-context.ts'
import type { RunSnapshot } from '../run-model.ts'
import { QuestionForm } from './question-form.tsx'
import { RunMessages } from './run-messages.tsx'
import { StepDetail } from './step-detail.tsx'
import { Timeline } from './timeline.tsx'
import { linesOf, mainPath } from './timeline-lines.ts'

/** Summary, timeline, and the details of one step. */
export function RunResult() {
  const t = useT('workflow-run')
  const run = useRun()
  const { ui } = useRunTools()
  const { ui: editor } = useEditor()
  const canvas = useDocument((document) => document.canvas)
  const wanted = useRunUi((state) => state.path)
  const pins = usePins()
  const now = useNow(run.phase === 'running')
  const lines = useMemo(() => linesOf(run, canvas, (at) => t('round', { at }), now), [run, canvas, now, t])
  if (run.phase === 'idle') return <NoRun />
  if (run.error !== null) return <ErrorPanel title={t('failed.start')} error={run.error} className="m-4" />
  if (lines.length === 0) return <Skeleton className="m-4 h-48" />
  const chosen = lines.find((line) => line.path === wanted)?.path ?? mainPath(lines, run)
  const line = lines.find((line) => line.path === chosen)
  const total = Math.max(
    1,
    run.phase === 'running' ? now - run.startedAt : run.ms,
    ...lines.map((line) => line.offset + line.ms),
  )
  const choose = (path: string) => {
    ui.choose(path)
    const to = lines.find((line) => line.path === path)
    if (to?.isOwn) editor.lookAt(to.nodeId)
  }
  return (
    <>
      <RunFigures
        run={run}
        nodeCount={[...indexOf(canvas).values()].filter(({ node }) => !isComment(node)).length}
        now={now}
      />
      {run.questions[0] && <QuestionForm key={run.questions[0].id} question={run.questions[0]} />}
      <RunMessages messages={run.messages} />
      <Timeline lines={lines} total={total} chosen={chosen} pins={pins} onChoose={choose} />
      {line && <StepDetail key={line.path} line={line} />}
      <PinnedBar />
    </>
  )
}

function RunFigures({ run, nodeCount, now }: { run: RunSnapshot; nodeCount: number; now: number }) {
  const t = useT('workflow-run')
  const done = [...run.nodes.values()].filter((entry) => entry.result.nodeStatus === 3).length
  const of = run.kind === 'node' ? 1 : Math.max(nodeCount, run.nodes.size)
  const figures = [
    [t('figure.time'), formatDuration(run.phase === 'running' ? now - run.startedAt : run.ms)],
    [t('figure.tokens'), formatCount(run.tokens)],
    [t('figure.cost'), formatMoney(run.cost)],
    [t('figure.nodes'), t('figure.done', { done, of })],
  ] as const
  return (
    <dl className="grid shrink-0 grid-cols-4 border-b border-line text-small">
      {figures.map(([label, value]) => (
        <div key={label} className="min-w-0 border-r border-line px-4 py-2 last:border-r-0">
          <dt className="truncate text-mute">{label}</dt>
          <dd className="truncate font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function NoRun() {
  const t = useT('workflow-run')
  const actions = useRunActions()
  return (
    <EmptyState
      icon={Play}
      title={t('none.title')}
      text={t('none.text')}
      action={
        <Button kind="solid" icon={Play} onClick={actions.openForm}>
          {t('testRun')}
        </Button>
      }
    />
  )
}

/** Shows which outputs are pinned: they replace nodes in every test run. */
function PinnedBar() {
  const t = useT('workflow-run')
  const pins = usePins()
  const actions = useRunActions()
  const { ui } = useEditor()
  const isReadOnly = useReadOnly()
  const canvas = useDocument((document) => document.canvas)
  const [first, ...more] = [...pins.keys()].filter((id) => findNode(canvas, id))
  if (!first) return null
  const node = findNode(canvas, first)!
  return (
    <footer className="mx-4 my-3 mt-auto flex h-9 shrink-0 items-center gap-2 rounded-md bg-brand-soft px-3 text-small">
      <Icon of={Pin} size={14} className="shrink-0 text-brand" />
      <span className="min-w-0 flex-1 truncate">
        {more.length > 0
          ? t('pinned.many', { title: titleOf(node), count: more.length })
          : t('pinned.one', { title: titleOf(node) })}
      </span>
      <Button size="xs" kind="ghost" onClick={() => ui.lookAt(first)}>
        {t('pinned.view')}
      </Button>
      {!isReadOnly && (
        <Button size="xs" kind="ghost" onClick={() => actions.unpin(first)}>
          {t('unpin')}
        </Button>
      )}
    </footer>
  )
}

/** The current time, updated while `isOn`. */
export function useNow(isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
