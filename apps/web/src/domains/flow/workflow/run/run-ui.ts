import { createStore } from '#lib/store.ts'

/** State of the panel for runs. */
export type RunView =
  | { is: 'form' }
  /** The inputs of one node, to run it alone or with all nodes after it. */
  | { is: 'node'; nodeId: string; from: 'alone' | 'here' }
  | { is: 'result' }
  | { is: 'chat' }

export interface RunUiState {
  view: RunView
  /** The selected step; empty for the most relevant one. */
  path: string
}

export function createRunUi() {
  const { current, patch: set, subscribe, use } = createStore<RunUiState>({ view: { is: 'form' }, path: '' })
  return {
    current,
    subscribe,
    use,
    show: (view: RunView): void => set({ view }),
    showResult: (path = ''): void => set({ view: { is: 'result' }, path }),
    choose: (path: string): void => set({ path }),
  }
}
export type RunUi = ReturnType<typeof createRunUi>
