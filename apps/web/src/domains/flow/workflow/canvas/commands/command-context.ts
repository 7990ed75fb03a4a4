import type { Texts } from '#lib/i18n.ts'
import { type CanvasNode, type NodeData, type Point, titleOf } from '../../document/canvas.ts'
import { findNode } from '../../document/canvas-index.ts'
import type { DocumentStore } from '../../document/document-store.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'

export interface CommandDeps {
  store: DocumentStore
  t: Texts<'workflow'>
  nodeName: (type: string) => string
  layoutOf: (node: CanvasNode) => NodeLayout
  /** Sets what the space configures for new nodes: the model. */
  fill: (type: string, data: NodeData) => NodeData
  /** The centre of the visible area. */
  centre: () => Point
  /** Announces a change to screen readers. */
  announce: (text: string) => void
  /** Shows why an action was refused. */
  refuse: (text: string) => void
  author: () => string
}

/** Dependencies and helpers shared by all commands. */
export function createCommandContext(deps: CommandDeps) {
  const { store, t, nodeName } = deps
  const selectedIds = () => [...store.selection()]
  return {
    ...deps,
    canvas: () => store.get(),
    selectedIds,
    selectedNodes: (): CanvasNode[] => selectedIds().flatMap((id) => findNode(store.get(), id) ?? []),
    /** Title of a single node, or the number of nodes. */
    describeNodes: (nodes: readonly CanvasNode[]): string =>
      nodes.length === 1 ? titleOf(nodes[0]!) || nodeName(nodes[0]!.type) : t('nodes', { count: nodes.length }),
  }
}
export type CommandContext = ReturnType<typeof createCommandContext>
