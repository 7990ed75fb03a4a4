import { NodeType } from '@orrery/engine/node-type'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Pin, PinOff, StepForward } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NodeTile } from '../../nodes/node-tile.tsx'
import { parentOf } from '../../document/canvas-index.ts'
import { useDocument, useReadOnly } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { factsOf } from '../node-facts.ts'
import { valuesQuery } from '../run.queries.ts'
import { useRunActions } from '../run-actions.ts'
import { usePins, useRun } from '../run-context.ts'
import { isLive } from '../run-model.ts'
import { StepFault } from './step-fault.tsx'
import type { Line } from './timeline-lines.ts'
import { useStep } from './use-step.ts'
import { ValueBox } from './value-box.tsx'

/** A step with its input, output, error and actions. */
export function StepDetail({ line }: { line: Line }) {
  const step = useStep(line)
  return (
    <section aria-label={line.title} className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3">
      <header className="flex flex-wrap items-center gap-2">
        <NodeTile type={line.type} size={26} />
        <h3 className="min-w-0 truncate font-semibold">{line.title}</h3>
        {step.rounds > 1 && <Pager at={step.round} of={step.rounds} onChange={step.setRound} />}
        <span className="ml-auto flex items-center gap-2">
          <StepActions line={line} />
        </span>
      </header>
      <StepValues line={line} step={step} />
    </section>
  )
}

/** The content of a step below its header. */
function StepValues({ line, step }: { line: Line; step: ReturnType<typeof useStep> }) {
  const t = useT('workflow-run')
  const [isRaw, setRaw] = useState(false)
  const { result } = step
  const facts = result && factsOf(result)
  const whole = useWhole(line, facts?.isTrimmed ?? false)
  const input = whole.input ?? result?.input ?? step.input
  const output = whole.output ?? result?.output ?? step.output
  const raw = result?.raw_output ?? ''
  return (
    <>
      <StepFault line={line} result={result} error={step.error} />
      {facts && facts.attempts > 1 && (
        <p className="text-small text-mute">{t('attempts', { count: facts.attempts })}</p>
      )}
      {input && input !== '{}' && <ValueBox title={t('value.input')} text={input} note={whole.button} />}
      {(output || raw) && (
        <ValueBox
          title={t('value.output')}
          text={isRaw ? raw : output}
          note={
            raw && raw !== output ? (
              <Button size="xs" kind="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
                {t(isRaw ? 'value.plain' : 'value.raw')}
              </Button>
            ) : undefined
          }
        />
      )}
      {!input && !output && !step.error && <p className="text-small text-mute">{t(`nothing.${line.state}`)}</p>}
    </>
  )
}

function StepActions({ line }: { line: Line }) {
  const t = useT('workflow-run')
  const actions = useRunActions()
  const isReadOnly = useReadOnly()
  const pins = usePins()
  const parentId = useDocument(({ canvas }) => parentOf(canvas, line.nodeId)?.id)
  const canRerun = useRun((run) => run.executeId !== '' && !isLive(run.phase) && run.kind !== 'node')
  if (!line.isOwn || isReadOnly) return null
  const isPinned = pins.has(line.nodeId)
  return (
    <>
      {isPinned ? (
        <Button size="sm" icon={PinOff} onClick={() => actions.unpin(line.nodeId)}>
          {t('unpin')}
        </Button>
      ) : (
        line.level === 0 && (
          <Button size="sm" icon={Pin} disabled={!actions.canPin(line.nodeId)} onClick={() => actions.pin(line.nodeId)}>
            {t('pin')}
          </Button>
        )
      )}
      {canRerun && line.type !== NodeType.Start && (
        <Button size="sm" kind="solid" icon={StepForward} onClick={() => actions.rerunFrom(parentId ?? line.nodeId)}>
          {t('rerun')}
        </Button>
      )}
    </>
  )
}

function Pager({ at, of, onChange }: { at: number; of: number; onChange: (at: number) => void }) {
  const t = useT('workflow-run')
  return (
    <span className="inline-flex h-7 items-center rounded-md border border-line px-0.5 text-small tabular-nums">
      <IconButton
        size="sm"
        icon={ChevronLeft}
        label={t('round.before')}
        disabled={at <= 0}
        onClick={() => onChange(at - 1)}
      />
      <span className="px-1">{t('round.of', { at: at + 1, of })}</span>
      <IconButton
        size="sm"
        icon={ChevronRight}
        label={t('round.next')}
        disabled={at >= of - 1}
        onClick={() => onChange(at + 1)}
      />
    </span>
  )
}

/** Loads a large value on request: the result contains only its beginning. */
function useWhole(line: Line, isTrimmed: boolean): { input?: string; output?: string; button?: ReactNode } {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const executeId = useRun((run) => run.executeId)
  const [isWanted, setWanted] = useState(false)
  const { data, isFetching } = useQuery({
    ...valuesQuery(workflowId, executeId, line.nodeId),
    enabled: isWanted && isTrimmed,
  })
  if (!isTrimmed) return {}
  const found = data?.data.find((item) => item.path === line.path) ?? data?.data[0]
  if (found) return { input: found.input, output: found.output }
  return {
    button: (
      <Button size="xs" kind="ghost" busy={isFetching} onClick={() => setWanted(true)}>
        {t('value.whole')}
      </Button>
    ),
  }
}
