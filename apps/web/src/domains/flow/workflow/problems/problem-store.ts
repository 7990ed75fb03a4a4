import { createStore } from '#lib/store.ts'
import type { Problem } from './problem.ts'

const none: readonly Problem[] = []

interface Found {
  all: readonly Problem[]
  byNode: ReadonlyMap<string, readonly Problem[]>
}

/** The problems of the last check, by node. A list stays the same object until it changes. */
export function createProblemStore() {
  const { current, set, subscribe, use } = createStore<Found>({ all: none, byNode: new Map() })
  return {
    all: (): readonly Problem[] => current().all,
    of: (nodeId: string): readonly Problem[] => current().byNode.get(nodeId) ?? none,
    subscribe,
    use,
    set(next: readonly Problem[]): void {
      const { all, byNode } = current()
      if (isSame(next, all)) return
      const grouped = Map.groupBy(next, (item) => item.nodeId)
      const kept = [...grouped].map(([nodeId, list]): [string, readonly Problem[]] => {
        const before = byNode.get(nodeId)
        return [nodeId, before && isSame(list, before) ? before : list]
      })
      set({ all: next, byNode: new Map(kept) })
    },
  }
}
export type ProblemStore = ReturnType<typeof createProblemStore>

const isSame = (a: readonly Problem[], b: readonly Problem[]): boolean =>
  a.length === b.length && a.every((item, i) => item.id === b[i]!.id && item.message === b[i]!.message)
