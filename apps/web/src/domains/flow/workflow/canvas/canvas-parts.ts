import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Point } from '../document/canvas.ts'
import type { AddAt, MenuTarget } from './canvas-context.ts'
import type { Spot } from './commands/insert-commands.ts'
import type { ClipboardTools } from './commands/use-clipboard.ts'

export interface CanvasMenusProps {
  /** Where a node is being added; null: the menu is closed. */
  adding: AddAt | null
  /** The target of the open context menu; null: the menu is closed. */
  menu: { target: MenuTarget; screen: Point } | null
  spotAt: (screen: Point) => Spot
  clipboard: ClipboardTools
  onCloseAdd: () => void
  onCloseMenu: () => void
}

/** Parts of a canvas that are built on top of it. The page provides them; they must stay the same objects. */
export interface CanvasParts {
  Menus: ComponentType<CanvasMenusProps>
  /** Floats over the card under the pointer. */
  nodeBar: ReactNode
  /** At the end of the toolbar. */
  runButton: ReactNode
}

const CanvasPartsContext = createContext<CanvasParts>({ Menus: () => null, nodeBar: null, runButton: null })
export const CanvasPartsProvider = CanvasPartsContext.Provider
export const useCanvasParts = (): CanvasParts => useContext(CanvasPartsContext)
