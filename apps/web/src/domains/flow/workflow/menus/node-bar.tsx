import { NodeToolbar, Position, useStore } from '@xyflow/react'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useCanvas } from '../canvas/canvas-context.ts'
import { findNode } from '../document/canvas-index.ts'
import { isComment } from '../document/canvas.ts'
import { useDocumentStore } from '../document/document-context.tsx'
import { NodeRunActions } from '../run/node-run-actions.tsx'

const leaves = 200

/** A single toolbar for all cards, shown over the hovered or focused card. */
export function NodeBar() {
  const t = useT('workflow')
  const store = useDocumentStore()
  const { openMenu } = useCanvas()
  const area = useStore((state) => state.domNode)
  const isConnecting = useStore((state) => state.connection.inProgress)
  const isFar = useStore((state) => state.transform[2] < 0.6)
  const [nodeId, setNodeId] = useState<string | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!area) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (event: Event) => {
      const target = event.target as Element
      if (bar.current?.contains(target)) return clearTimeout(timer)
      const card = target.closest<HTMLElement>('.react-flow__node-card, .react-flow__node-round')
      clearTimeout(timer)
      if (card?.dataset['id']) setNodeId(card.dataset['id'])
      else timer = setTimeout(() => setNodeId(null), leaves)
    }
    area.addEventListener('mouseover', show)
    area.addEventListener('focusin', show)
    area.addEventListener('mouseleave', show)
    return () => {
      clearTimeout(timer)
      area.removeEventListener('mouseover', show)
      area.removeEventListener('focusin', show)
      area.removeEventListener('mouseleave', show)
    }
  }, [area])
  const node = nodeId ? findNode(store.get(), nodeId) : undefined
  if (!node || isComment(node) || isConnecting || isFar) return null
  return (
    <NodeToolbar nodeId={node.id} isVisible position={Position.Top} align="end" offset={4}>
      <div
        ref={bar}
        className="flex h-7 items-center rounded-md border border-line bg-raised px-0.5 shadow-float [&_button]:h-6 [&_button[aria-label]]:w-6"
      >
        <NodeRunActions nodeId={node.id} />
        <IconButton
          size="sm"
          icon={Ellipsis}
          label={t('menu.more')}
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect()
            store.select([node.id])
            openMenu({ is: 'node', nodeId: node.id }, { x: left, y: bottom + 4 })
          }}
        />
      </div>
    </NodeToolbar>
  )
}
