import type { Gap } from '@orrery/engine/describe'
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import { useT } from '#lib/i18n.ts'
import { type CanvasNode, type NodeData, titleOf } from '../document/canvas.ts'
import { useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { setNodeData } from '../document/edits/node-edits.ts'
import type { ScopeGroup } from '../scope/scope-tree.ts'
import { useScope } from '../scope/use-scope.ts'

export interface NodeForm {
  node: CanvasNode
  data: NodeData
  isReadOnly: boolean
  /** Edits with the same key in quick succession are one undo step. */
  change: (edit: (data: NodeData) => NodeData, merge?: string) => void
  scope: readonly ScopeGroup[]
  gaps: readonly Gap[]
  /** Opens the input form of a node, in order to run the node alone. */
  runNode: (nodeId: string) => void
}

const NodeFormContext = createContext<NodeForm | null>(null)

export function useNodeForm(): NodeForm {
  const form = useContext(NodeFormContext)
  if (!form) throw new Error('This part belongs into the form of a node')
  return form
}

interface NodeFormProviderProps {
  node: CanvasNode
  gaps: readonly Gap[]
  runNode: (nodeId: string) => void
  children: ReactNode
}

/** Provides the data and actions that the fields of a form use. */
export function NodeFormProvider({ node, gaps, runNode, children }: NodeFormProviderProps) {
  const t = useT('workflow-node')
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const scope = useScope(node.id)
  const { id } = node
  const title = titleOf(node)
  const change = useCallback(
    (edit: (data: NodeData) => NodeData, merge?: string) => {
      if (isReadOnly) return
      store.apply((canvas) => setNodeData(canvas, id, edit), {
        label: t('edit.change', { title }),
        ...(merge === undefined ? {} : { merge: `${id}/${merge}` }),
      })
    },
    [store, id, title, isReadOnly, t],
  )
  const form = useMemo(
    () => ({ node, data: node.data, isReadOnly, change, scope, gaps, runNode }),
    [node, isReadOnly, change, scope, gaps, runNode],
  )
  return <NodeFormContext value={form}>{children}</NodeFormContext>
}
