import { createContext, useContext, useSyncExternalStore } from 'react'
import type { RunStateName } from '#ui/run-state.tsx'

/** What a card shows of a run. Texts are ready to be read. */
export interface NodeRun {
  state: RunStateName
  /** Left in the footer: a time, "Running · 640 ms", a short cause, "From pin". The state's own word without it. */
  text?: string
  /** Right in the footer: tokens, a count. */
  note?: string
  /** The branch that was taken. */
  port?: string
}

/** States of the run that is looked at, as cards and lines read them. Each answer is the same object until it changes. */
export interface RunStates {
  node: (nodeId: string) => NodeRun | undefined
  /** Of a line: from what its ends did. */
  edge: (edge: { source: string; target: string; sourcePort: string; parentId?: string }) => RunStateName | undefined
  isPinned: (nodeId: string) => boolean
  subscribe: (listener: () => void) => () => void
}

export const noRunStates: RunStates = {
  node: () => undefined,
  edge: () => undefined,
  isPinned: () => false,
  subscribe: () => () => undefined,
}
export const RunStatesContext = createContext<RunStates>(noRunStates)

export function useNodeRun(nodeId: string): NodeRun | undefined {
  const states = useContext(RunStatesContext)
  return useSyncExternalStore(states.subscribe, () => states.node(nodeId))
}
export function useIsPinned(nodeId: string): boolean {
  const states = useContext(RunStatesContext)
  return useSyncExternalStore(states.subscribe, () => states.isPinned(nodeId))
}
export function useEdgeRun(edge: Parameters<RunStates['edge']>[0]): RunStateName | undefined {
  const states = useContext(RunStatesContext)
  return useSyncExternalStore(states.subscribe, () => states.edge(edge))
}
