import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { createStore, type Store } from '#lib/store.ts'
import type { RunStateName } from '#ui/run-state.tsx'

/** The run state of a node as its card shows it. Texts are already translated. */
export interface NodeRun {
  state: RunStateName
  /** Left in the footer: a duration, "Running · 640 ms", a short cause, "From pin". Default: the name of the state. */
  text?: string
  /** Right in the footer: tokens, a count. */
  note?: string
  /** The branch that was taken. */
  port?: string
}

/** Identifies an edge by its ends. */
export interface EdgeEnds {
  source: string
  target: string
  sourcePort: string
  parentId?: string
}

type Subscribe = (listener: () => void) => () => void

/** States of the displayed run. Each returned object stays the same until it changes. */
export interface RunStates {
  node: (nodeId: string) => NodeRun | undefined
  /** Derived from the states of both ends. */
  edge: (edge: EdgeEnds) => RunStateName | undefined
  isPinned: (nodeId: string) => boolean
  subscribe: Subscribe
}

export interface NodeProblem {
  level: 'error' | 'warning'
  message: string
}
export interface NodeProblems {
  /** The same list until a problem of this node changes. */
  of: (nodeId: string) => readonly NodeProblem[]
  subscribe: Subscribe
}

/** Another person who has this workflow open. */
export interface Person {
  id: string
  name: string
  avatarUrl: string
  /** The node whose form is open, or empty. */
  nodeId: string
  color: string
}
export interface Presence {
  people: readonly Person[]
  byNode: ReadonlyMap<string, readonly Person[]>
}

export type DiffKind = 'added' | 'removed' | 'changed'
export interface NodeDiffMark {
  kind: DiffKind
  /** Text of the tag: "2 fields", "Removed". */
  text: string
}
/** Differences between two versions. */
export interface DiffMarks {
  node: (nodeId: string) => NodeDiffMark | undefined
  edge: (edge: EdgeEnds) => 'added' | 'removed' | undefined
  /** Whether a comparison is open, which dims unchanged nodes. */
  isOn: boolean
}

/**
 * The states that other parts of the editor show on cards and edges. The canvas reads them here and does not know who
 * provides them. Each entry is a stable store: a card subscribes to its own node and renders alone.
 */
export interface CanvasOverlays {
  runs: RunStates
  problems: NodeProblems
  presence: Pick<Store<Presence>, 'use'>
  diff: DiffMarks
}

const none: readonly never[] = []
const neverChanges: Subscribe = () => () => undefined
export const noRuns: RunStates = {
  node: () => undefined,
  edge: () => undefined,
  isPinned: () => false,
  subscribe: neverChanges,
}
export const noProblems: NodeProblems = { of: () => none, subscribe: neverChanges }
export const nobody: Presence = { people: none, byNode: new Map() }
const OverlayContext = createContext<CanvasOverlays>({
  runs: noRuns,
  problems: noProblems,
  presence: createStore(nobody),
  diff: { node: () => undefined, edge: () => undefined, isOn: false },
})

/** Adds or replaces overlays for the canvases below it; other overlays are inherited. */
export function OverlayProvider({ children, ...own }: Partial<CanvasOverlays> & { children: ReactNode }) {
  const outer = useContext(OverlayContext)
  const { runs = outer.runs, problems = outer.problems, presence = outer.presence, diff = outer.diff } = own
  const overlays = useMemo(() => ({ runs, problems, presence, diff }), [runs, problems, presence, diff])
  return <OverlayContext value={overlays}>{children}</OverlayContext>
}

export const useRunStates = (): RunStates => useContext(OverlayContext).runs

export function useNodeRun(nodeId: string): NodeRun | undefined {
  const runs = useRunStates()
  return useSyncExternalStore(runs.subscribe, () => runs.node(nodeId))
}
export function useIsPinned(nodeId: string): boolean {
  const runs = useRunStates()
  return useSyncExternalStore(runs.subscribe, () => runs.isPinned(nodeId))
}
export function useEdgeRun(edge: EdgeEnds): RunStateName | undefined {
  const runs = useRunStates()
  return useSyncExternalStore(runs.subscribe, () => runs.edge(edge))
}

export function useNodeProblems(nodeId: string): readonly NodeProblem[] {
  const { problems } = useContext(OverlayContext)
  return useSyncExternalStore(problems.subscribe, () => problems.of(nodeId))
}

export const usePeople = (): readonly Person[] => useContext(OverlayContext).presence.use(({ people }) => people)
export const useNodePresence = (nodeId: string): readonly Person[] =>
  useContext(OverlayContext).presence.use(({ byNode }) => byNode.get(nodeId) ?? none)

export const useNodeDiff = (nodeId: string): NodeDiffMark | undefined => useContext(OverlayContext).diff.node(nodeId)
export const useEdgeDiff = (edge: EdgeEnds): 'added' | 'removed' | undefined =>
  useContext(OverlayContext).diff.edge(edge)
export function useIsDimmed(nodeId: string): boolean {
  const { diff } = useContext(OverlayContext)
  return diff.isOn && diff.node(nodeId) === undefined
}
