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
  /** Fills in what the space decides for new nodes: their model. */
  fill: (type: string, data: NodeData) => NodeData
  /** The centre of the visible area. */
  centre: () => Point
  /** Tells screen readers what happened. */
  announce: (text: string) => void
  /** Tells everybody why something was not done. */
  refuse: (text: string) => void
  author: () => string
}

/** What all commands share. */
export function createCommandContext(deps: CommandDeps) {
  const { store, t, nodeName } = deps
  const selectedIds = () => [...store.selection()]
  return {
    ...deps,
    canvas: () => store.get(),
    selectedIds,
    selectedNodes: (): CanvasNode[] => selectedIds().flatMap((id) => findNode(store.get(), id) ?? []),
    /** The title of one node, the number of several. */
    describeNodes: (nodes: readonly CanvasNode[]): string =>
      nodes.length === 1 ? titleOf(nodes[0]!) || nodeName(nodes[0]!.type) : t('nodes', { count: nodes.length }),
  }
}
export type CommandContext = ReturnType<typeof createCommandContext>
