import { NodeType } from '@orrery/engine/node-type'
import { Pin, PinOff, Play, StepForward } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { isComment, isFixed } from '../document/canvas.ts'
import { useNode, useParentNode, useReadOnly } from '../document/document-context.tsx'
import { useRunActions } from './run-actions.ts'
import { usePins, useRun } from './run-context.ts'
import { isLive } from './run-model.ts'

/** Buttons in the toolbar of a card: run this node, rerun from here, pin. */
export function NodeRunActions({ nodeId }: { nodeId: string }) {
  const t = useT('workflow-run')
  const actions = useRunActions()
  const node = useNode(nodeId)
  const parent = useParentNode(nodeId)
  const isReadOnly = useReadOnly()
  const isPinned = usePins().has(nodeId)
  const canPin = useRun((run) => !isLive(run.phase) && run.nodes.get(nodeId)?.result.nodeStatus === 3)
  const canRerun = useRun(
    (run) => !isLive(run.phase) && run.kind !== 'node' && run.executeId !== '' && run.nodes.has(nodeId),
  )
  if (!node || isComment(node) || isReadOnly) return null
  const isStart = node.type === NodeType.Start
  return (
    <>
      {canRerun && !isStart ? (
        <Button size="xs" kind="ghost" icon={StepForward} onClick={() => actions.rerunFrom(parent?.id ?? nodeId)}>
          {t('rerun')}
        </Button>
      ) : (
        !isFixed(node) && (
          <IconButton size="sm" icon={Play} label={t('node.run')} onClick={() => actions.runNode(nodeId)} />
        )
      )}
      {isPinned ? (
        <IconButton size="sm" icon={PinOff} label={t('unpin')} onClick={() => actions.unpin(nodeId)} />
      ) : (
        canPin &&
        !parent &&
        !isStart && <IconButton size="sm" icon={Pin} label={t('pin')} onClick={() => actions.pin(nodeId)} />
      )}
    </>
  )
}
