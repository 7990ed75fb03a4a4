import { createContext, type DragEvent, type ReactNode, use } from 'react'
import type { Runtime } from './runtime.ts'

/** What the editor does with a component that is dragged over the page. */
export interface DragPort {
  /** What begins to move. */
  begin: (event: DragEvent, id: string) => void
  over: (event: DragEvent, id: string) => void
  drop: (event: DragEvent, id: string) => void
}

/** What every component of an interface knows. */
export interface ViewContext {
  runtime: Runtime
  isPhone: boolean
  /** What stands for the chat component. */
  chat: ReactNode
  /** Where the components of imported packages run, by the names of the packages. */
  frames?: Record<string, string> | undefined
  /** In the editor a press selects. */
  selected?: string | undefined
  onSelect?: ((id: string) => void) | undefined
  /** In the editor components can be dragged. */
  drag?: DragPort | undefined
  /** In the editor: what is new or different since the published version. */
  marks?: Record<string, 'add' | 'change'> | undefined
  /** In a list: the item and its place. */
  item: Record<string, unknown>
}
const Context = createContext<ViewContext | null>(null)
export const ViewProvider = Context.Provider
export function useView(): ViewContext {
  const found = use(Context)
  if (!found) throw new Error('This part belongs into an interface')
  return found
}

/** The children of a list, with the item that they are about. */
export function WithItem({ item, children }: { item: Record<string, unknown>; children: ReactNode }) {
  const view = useView()
  return <Context value={{ ...view, item }}>{children}</Context>
}
