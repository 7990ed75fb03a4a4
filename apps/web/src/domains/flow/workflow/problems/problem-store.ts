import type { Problem } from './problem.ts'

const none: readonly Problem[] = []

/** The problems as they were when it was last looked, by node. A list stays the same object while it says the same. */
export function createProblemStore() {
  let all: readonly Problem[] = none
  let byNode: ReadonlyMap<string, readonly Problem[]> = new Map()
  const listeners = new Set<() => void>()
  return {
    all: (): readonly Problem[] => all,
    of: (nodeId: string): readonly Problem[] => byNode.get(nodeId) ?? none,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set(next: readonly Problem[]): void {
      if (isSame(next, all)) return
      const grouped = Map.groupBy(next, (item) => item.nodeId)
      byNode = new Map(
        [...grouped].map(([nodeId, list]) => {
          const before = byNode.get(nodeId)
          return [nodeId, before && isSame(list, before) ? before : list]
        }),
      )
      all = next
      for (const listener of listeners) listener()
    },
  }
}
export type ProblemStore = ReturnType<typeof createProblemStore>

const isSame = (a: readonly Problem[], b: readonly Problem[]): boolean =>
  a.length === b.length && a.every((item, i) => item.id === b[i]!.id && item.message === b[i]!.message)
