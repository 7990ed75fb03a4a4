import { createContext, type DragEvent, type ReactNode, use } from 'react'
import type { Runtime } from './runtime.ts'

/** Drag handlers of the editor for the components of the page. */
export interface DragPort {
  /** The component that is dragged. */
  begin: (event: DragEvent, id: string) => void
  over: (event: DragEvent, id: string) => void
  drop: (event: DragEvent, id: string) => void
}

/** Context of all components of an interface. */
export interface ViewContext {
  runtime: Runtime
  isPhone: boolean
  /** Rendered in place of the chat component. */
  chat: ReactNode
  /** URLs at which the components of imported packages run, by the names of the packages. */
  frames?: Record<string, string> | undefined
  /** In the editor: the selected component. A click selects. */
  selected?: string | undefined
  onSelect?: ((id: string) => void) | undefined
  /** In the editor: makes components draggable. */
  drag?: DragPort | undefined
  /** In the editor: components that are new or changed since the published version. */
  marks?: Record<string, 'add' | 'change'> | undefined
  /** Inside a list: the current item and its index. */
  item: Record<string, unknown>
}
const Context = createContext<ViewContext | null>(null)
export const ViewProvider = Context.Provider
export function useView(): ViewContext {
  const found = use(Context)
  if (!found) throw new Error('This part belongs into an interface')
  return found
}

/** The children of a list component, with the item that they show. */
export function WithItem({ item, children }: { item: Record<string, unknown>; children: ReactNode }) {
  const view = useView()
  return <Context value={{ ...view, item }}>{children}</Context>
}
