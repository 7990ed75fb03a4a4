import { createContext, useContext } from 'react'

export type MarkKind = 'added' | 'removed' | 'changed'
export interface NodeMark {
  kind: MarkKind
  /** On the tag: "2 fields", "Removed". */
  text: string
}
export interface EdgeEnds {
  source: string
  target: string
  sourcePort: string
  parentId?: string
}

/** What a comparison says about nodes and lines. */
export interface Marks {
  node: (nodeId: string) => NodeMark | undefined
  edge: (edge: EdgeEnds) => 'added' | 'removed' | undefined
  /** Whether a comparison is open at all: then what did not change steps back. */
  isOn: boolean
}

const none: Marks = { node: () => undefined, edge: () => undefined, isOn: false }
const MarkContext = createContext<Marks>(none)
export const MarkProvider = MarkContext.Provider

export const useNodeMark = (nodeId: string): NodeMark | undefined => useContext(MarkContext).node(nodeId)
export const useEdgeMark = (edge: EdgeEnds): 'added' | 'removed' | undefined => useContext(MarkContext).edge(edge)
export function useIsDimmed(nodeId: string): boolean {
  const marks = useContext(MarkContext)
  return marks.isOn && marks.node(nodeId) === undefined
}
