import { useQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, Link2, ListTree, Play, Rows3 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { addingToDataset } from '#lib/add-to-dataset.ts'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { copyText } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { RunState, type RunStateName } from '#ui/run-state.tsx'
import { Select } from '#ui/select.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { titleOf } from '../document/canvas.ts'
import { useNode } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { LazyTrace } from '../trace/lazy-trace.tsx'
import { NodeForm } from './node-form.tsx'
import { RunResult } from './result/run-result.tsx'
import { valuesOf } from './result/run-values.ts'
import { recentRunsQuery } from './run.queries.ts'
import { useRunActions } from './run-actions.ts'
import { useRun, useRunUi } from './run-context.ts'
import type { RunPhase } from './run-model.ts'
import { TestForm } from './test-form.tsx'

export const phaseState: Record<RunPhase, RunStateName> = {
  idle: 'waiting',
  starting: 'running',
  running: 'running',
  waiting: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'skipped',
}

interface RunSheetProps {
  onClose: () => void
}

/** The panel for test runs: first the form, or the chat of a chatflow, then the result. */
export function RunSheet({ onClose, chat }: RunSheetProps & { chat: ReactNode }) {
  const t = useT('workflow-run')
  const view = useRunUi((state) => state.view)
  if (view.is === 'chat') return <Suspense fallback={<Loading onClose={onClose} />}>{chat}</Suspense>
  if (view.is === 'result') return <ResultSheet onClose={onClose} />
  if (view.is === 'node') return <NodeFormSheet nodeId={view.nodeId} from={view.from} onClose={onClose} />
  return (
    <SideSheet kind="workflow-run" width={460} title={t('testRun')} actions={<BackToResult />} onClose={onClose}>
      <TestForm />
    </SideSheet>
  )
}

function Loading({ onClose }: RunSheetProps) {
  const t = useT('workflow-run')
  return (
    <SideSheet kind="workflow-run" width={460} title={t('chat.title')} onClose={onClose}>
      <Skeleton className="m-4 h-48" />
    </SideSheet>
  )
}

function NodeFormSheet({ nodeId, from, onClose }: RunSheetProps & { nodeId: string; from: 'alone' | 'here' }) {
  const t = useT('workflow-run')
  const node = useNode(nodeId)
  const title = node ? titleOf(node) : ''
  return (
    <SideSheet
      kind="workflow-run"
      width={460}
      title={t(from === 'alone' ? 'node.alone' : 'node.here', { title })}
      actions={<BackToResult />}
      onClose={onClose}
    >
      <NodeForm key={`${nodeId}/${from}`} nodeId={nodeId} from={from} />
    </SideSheet>
  )
}

function BackToResult() {
  const t = useT('workflow-run')
  const actions = useRunActions()
  const hasRun = useRun((run) => run.phase !== 'idle')
  if (!hasRun) return null
  return <IconButton icon={ListTree} label={t('showResult')} onClick={() => actions.showResult()} />
}

function ResultSheet({ onClose }: RunSheetProps) {
  const t = useT('workflow-run')
  const { workflowId, spaceId } = useEditor()
  const actions = useRunActions()
  const phase = useRun((run) => run.phase)
  const executeId = useRun((run) => run.executeId)
  const nodes = useRun((run) => run.nodes)
  const [isTraceOpen, setTraceOpen] = useState(false)
  const copyLink = async () => {
    const link = workflowLink({ space_id: spaceId, workflow_id: workflowId, execute_id: executeId })
    if (await copyText(new URL(link, location.origin).href)) toast.ok(t('linkCopied'))
  }
  return (
    <SideSheet
      kind="workflow-run"
      width={460}
      tile={<RunState state={phaseState[phase]} size={18} iconOnly />}
      title={t(`phase.${phase}`)}
      actions={
        <>
          <RunChooser />
          {executeId && <IconButton icon={ListTree} label={t('trace.open')} onClick={() => setTraceOpen(true)} />}
          <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more')} />}>
            <MenuItem icon={Play} onClick={actions.openForm}>
              {t('again')}
            </MenuItem>
            {executeId && (
              <>
                <MenuItem icon={Link2} onClick={() => void copyLink()}>
                  {t('copyLink')}
                </MenuItem>
                <MenuItem icon={Copy} onClick={() => void copyText(executeId)}>
                  {t('copyId')}
                </MenuItem>
                {phase === 'done' && (
                  <MenuItem
                    icon={Rows3}
                    onClick={() => addingToDataset.set({ spaceId, from: 'workflow', values: valuesOf(nodes) })}
                  >
                    {t('addToDataset')}
                  </MenuItem>
                )}
              </>
            )}
          </Menu>
        </>
      }
      onClose={onClose}
    >
      <RunResult />
      {isTraceOpen && <LazyTrace executeId={executeId} onClose={() => setTraceOpen(false)} />}
    </SideSheet>
  )
}

/** A list of the latest runs, to switch between them. */
function RunChooser() {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const actions = useRunActions()
  const executeId = useRun((run) => run.executeId)
  const phase = useRun((run) => run.phase)
  const { data } = useQuery({ ...recentRunsQuery(workflowId), enabled: phase !== 'running' && phase !== 'starting' })
  const runs = data?.runs ?? []
  if (!runs.some((run) => run.execute_id === executeId)) return null
  return (
    <Select
      size="sm"
      className="w-34"
      label={t('chooseRun')}
      items={runs.map((run) => ({
        value: run.execute_id,
        label: t('runAt', { time: formatTime(fromSeconds(run.create_time)) }),
        description: t(`status.${run.status as 0 | 1 | 2 | 3 | 4 | 5}`),
      }))}
      value={executeId}
      onChange={(id) => actions.open(id)}
    />
  )
}
