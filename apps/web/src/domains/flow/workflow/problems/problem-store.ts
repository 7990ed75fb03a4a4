import { createStore } from '#lib/store.ts'
import type { Problem } from './problem.ts'

const none: readonly Problem[] = []

interface Found {
  all: readonly Problem[]
  /** What is to be seen on the cards: nothing that is only still to be done. */
  byNode: ReadonlyMap<string, readonly Problem[]>
  /** Whether somebody has tried to run or publish: from then on everything that is missing is a problem. */
  isTried: boolean
}

/** The problems of the last check, by node. A list stays the same object until it changes. */
export function createProblemStore() {
  const { current, set, subscribe, use } = createStore<Found>({ all: none, byNode: new Map(), isTried: false })
  function take(found: readonly Problem[], isTried: boolean): void {
    const next = isTried ? found.map((problem) => asTried(problem)) : found
    const { all, byNode } = current()
    if (isSame(next, all) && isTried === current().isTried) return
    const grouped = Map.groupBy(
      next.filter((problem) => !problem.isTodo),
      (item) => item.nodeId,
    )
    const kept = [...grouped].map(([nodeId, list]): [string, readonly Problem[]] => {
      const before = byNode.get(nodeId)
      return [nodeId, before && isSame(list, before) ? before : list]
    })
    set({ all: next, byNode: new Map(kept), isTried })
  }
  return {
    all: (): readonly Problem[] => current().all,
    of: (nodeId: string): readonly Problem[] => current().byNode.get(nodeId) ?? none,
    subscribe,
    use,
    set: (next: readonly Problem[]): void => take(next, current().isTried),
    /** Somebody tried to run or publish. */
    setTried: (): void => take(current().all, true),
  }
}

function asTried({ isTodo: _, ...problem }: Problem): Problem {
  return problem
}
export type ProblemStore = ReturnType<typeof createProblemStore>

const isSame = (a: readonly Problem[], b: readonly Problem[]): boolean =>
  a.length === b.length &&
  a.every((item, i) => item.id === b[i]!.id && item.message === b[i]!.message && item.isTodo === b[i]!.isTodo)
