import { SideSheet } from '../../../ui/side-sheet.tsx'
import { titleOf } from '../document/canvas.ts'
import { useNode } from '../document/document-context.tsx'

interface NodeSheetProps {
  nodeId: string
  onClose: () => void
}

/** The form of one node, beside the canvas. */
export function NodeSheet({ nodeId, onClose }: NodeSheetProps) {
  const node = useNode(nodeId)
  if (!node) return null
  return (
    <SideSheet kind="workflow-node" title={titleOf(node)} onClose={onClose}>
      {null}
    </SideSheet>
  )
}
