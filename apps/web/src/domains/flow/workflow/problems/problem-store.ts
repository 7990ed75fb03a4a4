import { createStore } from '#lib/store.ts'
import type { Problem } from './problem.ts'

const none: readonly Problem[] = []

interface Found {
  all: readonly Problem[]
  /** The problems shown on the cards, without todos. */
  byNode: ReadonlyMap<string, readonly Problem[]>
  /** Whether the person has tried to run or publish. After that, todos are problems too. */
  isTried: boolean
  /** The node that prevents a run from starting, empty for the whole canvas; null if a run can start. */
  blockedAt: string | null
}

/** The problems of the last check, by node. A list stays the same object until it changes. */
export function createProblemStore() {
  const { current, set, subscribe, use } = createStore<Found>({
    all: none,
    byNode: new Map(),
    isTried: false,
    blockedAt: null,
  })
  function take(found: readonly Problem[], isTried: boolean, blockedAt: string | null): void {
    const next = isTried ? found.map((problem) => asTried(problem)) : found
    const { all, byNode, ...before } = current()
    if (isSame(next, all) && isTried === before.isTried && blockedAt === before.blockedAt) return
    const grouped = Map.groupBy(
      next.filter((problem) => !problem.isTodo),
      (item) => item.nodeId,
    )
    const kept = [...grouped].map(([nodeId, list]): [string, readonly Problem[]] => {
      const shown = byNode.get(nodeId)
      return [nodeId, shown && isSame(list, shown) ? shown : list]
    })
    set({ all: next, byNode: new Map(kept), isTried, blockedAt })
  }
  return {
    all: (): readonly Problem[] => current().all,
    of: (nodeId: string): readonly Problem[] => current().byNode.get(nodeId) ?? none,
    subscribe,
    use,
    set: (next: readonly Problem[], blockedAt: string | null = null): void => take(next, current().isTried, blockedAt),
    isBlocked: (): boolean => current().blockedAt !== null && current().all.some(({ level }) => level === 'error'),
    /** Called when the person tries to run or publish. */
    setTried: (): void => take(current().all, true, current().blockedAt),
  }
}

function asTried(problem: Problem): Problem {
  const { isTodo: _, ...rest } = problem
  return rest
}
export type ProblemStore = ReturnType<typeof createProblemStore>

const isSame = (a: readonly Problem[], b: readonly Problem[]): boolean =>
  a.length === b.length &&
  a.every((item, i) => item.id === b[i]!.id && item.message === b[i]!.message && item.isTodo === b[i]!.isTodo)
