import { MiniMap } from '@xyflow/react'
import { useT } from '../../../lib/i18n.ts'
import { useStored } from '../../../lib/local-store.ts'
import type { FlowNode } from './flow-model.ts'
import { toneColor } from './tones.ts'

/** The whole canvas in small; it can be grabbed to move what is in sight. */
export function CanvasMap() {
  const t = useT('workflow')
  const [isShown] = useStored('canvas.map', true)
  if (!isShown) return null
  return (
    <MiniMap<FlowNode>
      pannable
      zoomable
      position="bottom-right"
      style={{ width: 176, height: 124 }}
      className="!m-4 overflow-hidden rounded-xl border border-line shadow-float"
      nodeColor={colorOf}
      nodeBorderRadius={4}
      ariaLabel={t('map.label')}
    />
  )
}

function colorOf(node: FlowNode): string {
  if (node.type === 'frame') return 'transparent'
  if (node.type === 'comment') return 'var(--warn-soft)'
  const share = node.type === 'round' ? 35 : 75
  return `color-mix(in oklab, ${toneColor[node.data.content.tone]} ${share}%, var(--raised))`
}
