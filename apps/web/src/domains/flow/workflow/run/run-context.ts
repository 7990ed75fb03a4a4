import { createContext, useContext } from 'react'
import { createStore } from '#lib/store.ts'
import type { RunActions } from './run-actions.ts'
import { noRun, type RunSnapshot } from './run-model.ts'
import type { RunStore } from './run-store.ts'
import type { RunUi, RunUiState } from './run-ui.ts'
import type { TargetStore } from './target/run-target.ts'

export interface RunTools {
  store: RunStore
  ui: RunUi
  actions: RunActions
  /** The bot or project that test runs belong to. */
  target: TargetStore
}

export const RunContext = createContext<RunTools | null>(null)

export function useRunTools(): RunTools {
  const tools = useContext(RunContext)
  if (!tools) throw new Error('This part belongs under a RunProvider')
  return tools
}

/** Selects a part of the displayed run; without a provider there is no run. */
export function useRun(): RunSnapshot
export function useRun<T>(select: (run: RunSnapshot) => T): T
export function useRun<T>(select?: (run: RunSnapshot) => T): RunSnapshot | T {
  const { use } = useContext(RunContext)?.store ?? idle
  return select ? use(select) : use()
}
const idle = createStore(noRun)

export function useRunUi<T>(select: (state: RunUiState) => T): T {
  const { ui } = useRunTools()
  return ui.use(select)
}

export function usePins(): ReadonlyMap<string, string> {
  return useRunTools().store.pins.use()
}
