import { Pin, RotateCcw, Square } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { RunState } from '#ui/run-state.tsx'
import { titleOf } from '../document/canvas.ts'
import { findNode } from '../document/canvas-index.ts'
import { useDocument, useReadOnly } from '../document/document-context.tsx'
import { factsOf } from './node-facts.ts'
import { useNow } from './result/run-result.tsx'
import { useRunActions } from './run-actions.ts'
import { usePins, useRun } from './run-context.ts'
import { isLive, type RunSnapshot } from './run-model.ts'
import { phaseState } from './run-sheet.tsx'

/** The outcome of the displayed run, above the canvas. */
export function RunBanner() {
  const t = useT('workflow-run')
  const run = useRun()
  const actions = useRunActions()
  const isReadOnly = useReadOnly()
  const pinCount = usePins().size
  const now = useNow(run.phase === 'running')
  const outcome = useOutcome(run)
  if (run.phase === 'idle') return null
  const ms = isLive(run.phase) && run.phase !== 'waiting' ? now - run.startedAt : run.ms
  const facts = [formatDuration(Math.max(0, ms)), run.tokens > 0 && t('tokens', { count: run.tokens })]
  return (
    <div
      role="status"
      className={cn(
        '@container absolute inset-x-4 top-4 z-10 flex h-10 items-center gap-3 rounded-lg border pr-1 pl-3 shadow-float',
        run.phase === 'failed' ? 'border-err-solid/40 bg-err-soft text-err' : 'border-line bg-card',
      )}
    >
      <RunState state={phaseState[run.phase]} size={16} iconOnly className="shrink-0" />
      <button
        type="button"
        onClick={() => actions.showResult()}
        className="min-w-0 truncate rounded-sm font-medium hover:underline"
      >
        {outcome}
      </button>
      <span className={cn('shrink-0 tabular-nums @max-sm:hidden', run.phase !== 'failed' && 'text-mute')}>
        {facts.filter(Boolean).join(' · ')}
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-1">
        {pinCount > 0 && (
          <span className="flex items-center gap-1 px-2 text-small text-brand">
            <Icon of={Pin} size={14} />
            {t('pinned.count', { count: pinCount })}
          </span>
        )}
        {isLive(run.phase) ? (
          <Button size="sm" kind="danger-quiet" icon={Square} onClick={actions.cancel}>
            {t('stop')}
          </Button>
        ) : (
          <>
            <Button size="sm" kind="ghost" onClick={actions.clear}>
              {t('clear')}
            </Button>
            {!isReadOnly && (
              // Hidden on narrow screens, where "Test run" in the toolbar does the same.
              <Button size="sm" icon={RotateCcw} onClick={actions.openForm} className="@max-sm:hidden">
                {t('runAgain')}
              </Button>
            )}
          </>
        )}
      </span>
    </div>
  )
}

/** The outcome as text: where the run stopped, what it waits for, or that it has finished. */
function useOutcome(run: RunSnapshot): string {
  const t = useT('workflow-run')
  const canvas = useDocument((document) => document.canvas)
  const nameOf = (id: string) => {
    const node = findNode(canvas, id)
    return node ? titleOf(node) : id
  }
  if (run.phase === 'waiting') return t('banner.waiting', { title: run.questions[0]?.node_title ?? '' })
  if (run.phase === 'idle') return ''
  if (run.phase !== 'failed') return t(`banner.${run.kind === 'node' && run.phase === 'done' ? 'nodeDone' : run.phase}`)
  const failed = [...run.nodes.values()].filter((entry) => factsOf(entry.result).state === 'failed')
  const inner = failed.find((entry) => entry.rounds.length > 0) ?? failed.at(-1)
  if (!inner) return t('banner.failed')
  const title = nameOf(inner.result.nodeId)
  const round = inner.rounds.find((round) => round.nodeStatus === 4)?.index
  return round === undefined ? t('banner.stopped', { title }) : t('banner.stoppedRound', { title, at: round + 1 })
}
