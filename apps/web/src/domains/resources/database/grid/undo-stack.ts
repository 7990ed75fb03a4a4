import type { Row } from './row-store.ts'

/** One step that can be undone: the earlier values of cells, and the added rows. */
export interface UndoStep {
  before: { id: string; values: Row }[]
  added: string[]
}
const maxSteps = 100

export function createUndoStack() {
  let steps: UndoStep[] = []
  return {
    push(step: UndoStep): void {
      steps = [...steps.slice(1 - maxSteps), step]
    },
    pop(): UndoStep | undefined {
      const step = steps.at(-1)
      steps = steps.slice(0, -1)
      return step
    },
    /** Removes deleted rows from all steps, because their old values cannot be restored. */
    forget(ids: ReadonlySet<string>): void {
      steps = steps
        .map(({ before, added }) => ({
          before: before.filter((item) => !ids.has(item.id)),
          added: added.filter((id) => !ids.has(id)),
        }))
        .filter((step) => step.before.length > 0 || step.added.length > 0)
    },
    size: () => steps.length,
  }
}
