import { createContext, useContext } from 'react'
import type { Point } from '../document/canvas.ts'
import type { CanvasNode } from '../document/canvas.ts'
import type { Commands } from './commands/canvas-commands.ts'
import type { Spot } from './commands/insert-commands.ts'
import type { NodeLayout } from './layout/canvas-layout.ts'

export interface AddAt extends Spot {
  /** Where the menu opens, in window coordinates. */
  screen: Point
}
export type MenuTarget =
  | { is: 'node'; nodeId: string }
  | { is: 'edge'; edgeId: string }
  | { is: 'group'; groupId: string }
  | { is: 'pane' }

/** The tools that cards, edges and menus of one canvas share. */
export interface CanvasTools {
  commands: Commands
  layoutOf: (node: CanvasNode) => NodeLayout
  openAdd: (at: AddAt) => void
  openMenu: (target: MenuTarget, screen: Point) => void
  openNode: (nodeId: string) => void
  /** Shows all nodes. */
  fit: () => void
}

const CanvasContext = createContext<CanvasTools | null>(null)
export const CanvasProvider = CanvasContext.Provider

export function useCanvas(): CanvasTools {
  const tools = useContext(CanvasContext)
  if (!tools) throw new Error('This part belongs onto a canvas')
  return tools
}
