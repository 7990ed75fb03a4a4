import { History, Play } from 'lucide-react'
import { useMemo } from 'react'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RunState } from '#ui/run-state.tsx'
import { useDocument } from '../document/document-context.tsx'
import { factsOf } from './node-facts.ts'
import { StepDetail } from './result/step-detail.tsx'
import { linesOf } from './result/timeline-lines.ts'
import { useRunActions } from './run-actions.ts'
import { useRun } from './run-context.ts'

/** Input and output of one node in the selected run. */
export function NodeResult({ nodeId }: { nodeId: string }) {
  const t = useT('workflow-run')
  const run = useRun()
  const actions = useRunActions()
  const canvas = useDocument((document) => document.canvas)
  const line = useMemo(
    () =>
      linesOf(run, canvas, (at) => t('round', { at }), run.startedAt + run.ms).findLast(
        (line) => line.nodeId === nodeId && line.isOwn,
      ),
    [run, canvas, nodeId, t],
  )
  const entry = run.nodes.get(nodeId)
  if (!entry || !line)
    return (
      <EmptyState
        icon={History}
        title={t('nodeResult.none')}
        text={t('nodeResult.noneText')}
        action={
          <Button icon={Play} onClick={actions.openForm}>
            {t('testRun')}
          </Button>
        }
      />
    )
  const facts = factsOf(entry.result)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <p className="flex items-center gap-3 px-4 pt-3 text-small text-mute tabular-nums">
        <RunState state={facts.state} />
        <span>{formatDuration(facts.ms)}</span>
        {facts.tokens > 0 && <span>{t('tokens', { count: facts.tokens })}</span>}
        <Button size="xs" kind="ghost" className="ml-auto" onClick={() => actions.showResult(nodeId)}>
          {t('nodeResult.whole')}
        </Button>
      </p>
      <StepDetail key={line.path} line={line} />
    </div>
  )
}
